// Kills the process before the Nth call that changes files: LONGFORM_KILL_AT=N, from 1.
//
// These calls count: opening a file to create it, write, pwrite and writev to files, ftruncate,
// fsync, fdatasync, fchmod, rename, unlink, link, mkdir. To allow a kill in the middle of a write,
// each call writes only half of its bytes; the program then writes the rest with further calls.

#include "shim.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long calls;

void kill_point(void) {
  const char *at = getenv("LONGFORM_KILL_AT");
  if (at != NULL && atomic_fetch_add(&calls, 1) + 1 == atol(at)) kill(getpid(), SIGKILL);
}

size_t kill_size(size_t size) {
  return size > 1 && getenv("LONGFORM_KILL_AT") != NULL ? size / 2 : size;
}
