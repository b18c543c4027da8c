// Makes the terminal fail: with LONGFORM_TERMINAL_FAILS_AT=N, from 1, the Nth read of a terminal
// and all later reads fail with ENXIO, an error that neither a working terminal nor a hang-up
// causes.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long reads;

ssize_t read(int descriptor, void *buffer, size_t size) {
  const char *at = getenv("LONGFORM_TERMINAL_FAILS_AT");
  if (at != NULL && isatty(descriptor) && atomic_fetch_add(&reads, 1) + 1 >= atol(at)) {
    errno = ENXIO;
    return -1;
  }
  return ((__typeof__(&read))dlsym(RTLD_NEXT, "read"))(descriptor, buffer, size);
}
