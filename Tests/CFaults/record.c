// Records all changes of files, in the order of the calls, with all bytes.
//
//     LONGFORM_RECORD=FILE         appends the records to FILE, so that processes can run in turn
//     LONGFORM_RECORD_UNDER=DIR    records only files below DIR, an absolute path without links
//     LONGFORM_RECORD_MARKS=N      records bytes written to descriptor N, open or not, as marks
//
// A record is four numbers of 64 bits, in this machine's byte order, then `count` bytes:
//
//     kind, file, offset, count
//
// `file` is the inode. After a later MADE with the same number, the number means another file.
// Names are relative to DIR, and a zero byte separates two names. Two kinds of files are not
// recorded: files that are written through a mapping (SQLite's -shm, which does not matter after a
// power cut), and files without a name.

#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind {
  MADE = 1,         // name
  WRITTEN,          // bytes at offset
  RESIZED,          // to this size
  SYNCED,           // the file's contents
  FOLDER_MADE,      // name
  FOLDER_SYNCED,    // name
  RENAMED,          // from, to
  REMOVED,          // name
  LINKED,           // from, to
  MARKED,           // bytes
  SYNC_FAILED,      // the file
};

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

static const char *folder(void) {
  return getenv("LONGFORM_RECORD") == NULL ? NULL : getenv("LONGFORM_RECORD_UNDER");
}

void record_begin(void) {
  if (folder() != NULL) pthread_mutex_lock(&order);
}

void record_end(void) {
  if (folder() != NULL) pthread_mutex_unlock(&order);
}

/// Adds a record. If that fails, the process ends, because a test with a missing record is
/// worthless.
static void record(enum kind kind, uint64_t file, uint64_t offset, const void *bytes, size_t size) {
  static int log = -1;
  int error = errno;
  if (log < 0) {
    const char *path = getenv("LONGFORM_RECORD");
    log = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  uint64_t header[4] = {kind, file, offset, size};
  struct iovec parts[2] = {{header, sizeof header}, {(void *)bytes, size}};
  if (syscall(SYS_writev, log, parts, 2) != (long)(sizeof header + size)) abort();
  errno = error;
}

/// Whether a descriptor's file is recorded. If it is, sets `name` to the path relative to the
/// folder.
static bool meant(int descriptor, struct stat *status, char name[PATH_MAX]) {
  char path[PATH_MAX];
  const char *under = folder();
  int error = errno;
  bool is_meant = under != NULL && fstat(descriptor, status) == 0
    && path_of_descriptor(descriptor, path, sizeof path);
  const char *below = is_meant ? path_below(under, path) : NULL;
  if (below != NULL) strcpy(name, below);
  errno = error;
  return below != NULL;
}

static bool meant_name(int directory, const char *name, char below[PATH_MAX]) {
  char path[PATH_MAX];
  const char *under = folder();
  if (under == NULL || !path_of_name(directory, name, path, sizeof path)) return false;
  const char *found = path_below(under, path);
  if (found != NULL) strcpy(below, found);
  return found != NULL;
}

// MARK: - Marks

bool is_mark(int descriptor) {
  const char *number = getenv("LONGFORM_RECORD_MARKS");
  return number != NULL && folder() != NULL && atoi(number) == descriptor;
}

void record_mark(const void *bytes, size_t size) {
  record_begin();
  record(MARKED, 0, 0, bytes, size);
  record_end();
}

// MARK: - Files

void record_made(int descriptor) {
  struct stat status;
  char name[PATH_MAX];
  if (meant(descriptor, &status, name)) record(MADE, status.st_ino, 0, name, strlen(name));
}

void record_write(int descriptor, const void *bytes, size_t size, off_t offset) {
  struct stat status;
  char name[PATH_MAX];
  if (!meant(descriptor, &status, name) || !S_ISREG(status.st_mode)) return;
  // The position is now after the written bytes.
  if (offset < 0) offset = lseek(descriptor, 0, SEEK_CUR) - (off_t)size;
  record(WRITTEN, status.st_ino, (uint64_t)offset, bytes, size);
}

void record_resize(int descriptor, off_t size) {
  struct stat status;
  char name[PATH_MAX];
  if (meant(descriptor, &status, name)) record(RESIZED, status.st_ino, (uint64_t)size, NULL, 0);
}

void record_sync(int descriptor, bool succeeded) {
  struct stat status;
  char name[PATH_MAX];
  if (!meant(descriptor, &status, name)) return;
  if (!S_ISDIR(status.st_mode)) {
    record(succeeded ? SYNCED : SYNC_FAILED, status.st_ino, 0, NULL, 0);
  } else if (succeeded) {
    record(FOLDER_SYNCED, 0, 0, name, strlen(name));
  }
}

// MARK: - Names

static void record_name(enum kind kind, int directory, const char *name) {
  char below[PATH_MAX];
  if (meant_name(directory, name, below)) record(kind, 0, 0, below, strlen(below));
}

static void record_names(enum kind kind, int from_directory, const char *from, int to_directory,
                         const char *to) {
  char names[2 * PATH_MAX];
  char second[PATH_MAX];
  if (!meant_name(from_directory, from, names)) return;
  if (!meant_name(to_directory, to, second)) return;
  size_t size = strlen(names) + 1;
  strcpy(names + size, second);
  record(kind, 0, 0, names, size + strlen(second));
}

void record_folder(int directory, const char *name) { record_name(FOLDER_MADE, directory, name); }

void record_removed(int directory, const char *name) { record_name(REMOVED, directory, name); }

void record_renamed(int from_directory, const char *from, int to_directory, const char *to) {
  record_names(RENAMED, from_directory, from, to_directory, to);
}

void record_linked(int from_directory, const char *from, int to_directory, const char *to) {
  record_names(LINKED, from_directory, from, to_directory, to);
}
