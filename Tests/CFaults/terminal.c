// Makes the terminal fail: with LONGFORM_TERMINAL_FAILS_AT=N, the Nth read of a terminal (from 1)
// and all later reads fail with ENXIO. Neither a working terminal nor a hang-up causes this error.

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
