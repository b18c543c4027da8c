// Wrappers around the calls that change files.
//
// Invariant: a wrapper first may kill the process, then may fail, then makes the call, and then
// records the call. SQLite and other users of the C library call these functions by name, and
// therefore reach the wrappers. Calls that the C library makes itself (in fopen) do not.

#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// MARK: - Opening

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (writes && (flags & O_CREAT)) kill_point();
  if ((writes || (flags & O_CREAT)) && fails_at(FAULT_OPEN, directory, path)) return -1;
  record_begin();
  struct stat before;
  int error = errno;
  bool is_there = fstatat(directory, path, &before, AT_SYMLINK_NOFOLLOW) == 0;
  errno = error;
  int descriptor = NEXT(openat)(directory, path, flags, mode);
  if (descriptor >= 0 && (flags & O_CREAT) && !is_there) record_made(descriptor);
  if (descriptor >= 0 && writes && (flags & O_TRUNC) && is_there) record_resize(descriptor, 0);
  record_end();
  return descriptor;
}

static bool has_mode(int flags) { return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE; }

#define MODE(flags, mode)                             \
  mode_t mode = 0;                                    \
  if (has_mode(flags)) {                              \
    va_list arguments;                                \
    va_start(arguments, flags);                       \
    mode = va_arg(arguments, mode_t);                 \
    va_end(arguments);                                \
  }

int open(const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(directory, path, flags, mode);
}

int openat64(int directory, const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(directory, path, flags, mode);
}

// MARK: - Writing

ssize_t write(int descriptor, const void *bytes, size_t size) {
  if (is_mark(descriptor)) {
    record_mark(bytes, size);
    return (ssize_t)size;
  }
  if (is_file(descriptor)) {
    kill_point();
    size = kill_size(size);
    if (fails(FAULT_WRITE, descriptor)) return -1;
    size = fault_size(descriptor, size);
  }
  record_begin();
  ssize_t count = NEXT(write)(descriptor, bytes, size);
  if (count > 0) record_write(descriptor, bytes, (size_t)count, -1);
  record_end();
  return count;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  kill_point();
  size = kill_size(size);
  if (fails(FAULT_WRITE, descriptor)) return -1;
  size = fault_size(descriptor, size);
  record_begin();
  ssize_t count = NEXT(pwrite)(descriptor, bytes, size, offset);
  if (count > 0) record_write(descriptor, bytes, (size_t)count, offset);
  record_end();
  return count;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  return pwrite(descriptor, bytes, size, offset);
}

/// If the descriptor is a file, writes each part with a separate call. The result may be a short
/// write, as the manual page allows.
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (!is_file(descriptor)) return NEXT(writev)(descriptor, parts, count);
  ssize_t total = 0;
  for (int part = 0; part < count; part++) {
    if (parts[part].iov_len == 0) continue;
    ssize_t written = write(descriptor, parts[part].iov_base, parts[part].iov_len);
    if (written < 0) return total > 0 ? total : -1;
    total += written;
    if ((size_t)written < parts[part].iov_len) break;
  }
  return total;
}

int ftruncate(int descriptor, off_t size) {
  kill_point();
  if (fails(FAULT_RESIZE, descriptor)) return -1;
  record_begin();
  int result = NEXT(ftruncate)(descriptor, size);
  if (result == 0) record_resize(descriptor, size);
  record_end();
  return result;
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int fchmod(int descriptor, mode_t mode) {
  kill_point();
  return NEXT(fchmod)(descriptor, mode);
}

// MARK: - Syncing

static int sync_file(int descriptor, int (*sync)(int)) {
  kill_point();
  record_begin();
  int result = fails(FAULT_SYNC, descriptor) ? -1 : sync(descriptor);
  record_sync(descriptor, result == 0);
  record_end();
  return result;
}

int fsync(int descriptor) { return sync_file(descriptor, NEXT(fsync)); }

int fdatasync(int descriptor) { return sync_file(descriptor, NEXT(fdatasync)); }

// MARK: - Names

static int rename_at(int from_directory, const char *from, int to_directory, const char *to) {
  kill_point();
  if (fails_at(FAULT_NAME, to_directory, to)) return -1;
  record_begin();
  int result = NEXT(renameat)(from_directory, from, to_directory, to);
  if (result == 0) record_renamed(from_directory, from, to_directory, to);
  record_end();
  return result;
}

int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to); }

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  return rename_at(from_directory, from, to_directory, to);
}

static int unlink_at(int directory, const char *path, int flags) {
  kill_point();
  if (fails_at(FAULT_NAME, directory, path)) return -1;
  record_begin();
  int result = NEXT(unlinkat)(directory, path, flags);
  if (result == 0) record_removed(directory, path);
  record_end();
  return result;
}

int unlink(const char *path) { return unlink_at(AT_FDCWD, path, 0); }

int unlinkat(int directory, const char *path, int flags) {
  return unlink_at(directory, path, flags);
}

static int link_at(int from_directory, const char *from, int to_directory, const char *to,
                   int flags) {
  kill_point();
  if (fails_at(FAULT_NAME, to_directory, to)) return -1;
  record_begin();
  int result = NEXT(linkat)(from_directory, from, to_directory, to, flags);
  if (result == 0) record_linked(from_directory, from, to_directory, to);
  record_end();
  return result;
}

int link(const char *from, const char *to) { return link_at(AT_FDCWD, from, AT_FDCWD, to, 0); }

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
  return link_at(from_directory, from, to_directory, to, flags);
}

static int mkdir_at(int directory, const char *path, mode_t mode) {
  kill_point();
  if (fails_at(FAULT_NAME, directory, path)) return -1;
  record_begin();
  int result = NEXT(mkdirat)(directory, path, mode);
  if (result == 0) record_folder(directory, path);
  record_end();
  return result;
}

int mkdir(const char *path, mode_t mode) { return mkdir_at(AT_FDCWD, path, mode); }

int mkdirat(int directory, const char *path, mode_t mode) { return mkdir_at(directory, path, mode); }
