// Stands between the program under test and the calls that change files.
//
// LONGFORM_KILL_AT=N kills the process before the Nth of these calls on files other than the
// terminal: open for writing, write, fsync, fchmod, ftruncate, rename, unlink.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;

static void count(void) {
  const char *at = getenv("LONGFORM_KILL_AT");
  if (at != NULL && ++calls == atol(at)) {
    kill(getpid(), SIGKILL);
  }
}

static int is_file(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & O_CREAT) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if ((flags & O_ACCMODE) != O_RDONLY && (flags & O_CREAT)) count();
  return NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & O_CREAT) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if ((flags & O_ACCMODE) != O_RDONLY && (flags & O_CREAT)) count();
  return NEXT(open64)(path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  if (is_file(descriptor)) {
    count();
    // Half of it first, so that a kill can come in the middle.
    if (size > 1 && getenv("LONGFORM_KILL_AT") != NULL) size /= 2;
  }
  return NEXT(write)(descriptor, bytes, size);
}

int fsync(int descriptor) {
  count();
  return NEXT(fsync)(descriptor);
}

int fchmod(int descriptor, mode_t mode) {
  count();
  return NEXT(fchmod)(descriptor, mode);
}

int rename(const char *from, const char *to) {
  count();
  return NEXT(rename)(from, to);
}

int unlink(const char *path) {
  count();
  return NEXT(unlink)(path);
}
