// Finds the paths of descriptors and names. This code calls no function that calls.c wraps.

#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_type(int descriptor, mode_t type) {
  struct stat status;
  int error = errno;
  bool has = fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == type;
  errno = error;
  return has;
}

bool is_file(int descriptor) { return has_type(descriptor, S_IFREG); }

bool is_directory(int descriptor) { return has_type(descriptor, S_IFDIR); }

static bool resolve(const char *link, char path[], size_t size) {
  int error = errno;
  ssize_t count = readlink(link, path, size - 1);
  errno = error;
  if (count < 0) return false;
  path[count] = 0;
  return path[0] == '/';
}

bool path_of_descriptor(int descriptor, char path[], size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  return resolve(link, path, size);
}

bool path_of_name(int directory, const char *name, char path[], size_t size) {
  size_t length = 0;
  if (name[0] != '/') {
    bool is_known = directory == AT_FDCWD ? resolve("/proc/self/cwd", path, size)
                                          : path_of_descriptor(directory, path, size);
    if (!is_known) return false;
    length = strlen(path);
  }
  return snprintf(path + length, size - length, length > 0 ? "/%s" : "%s", name)
    < (int)(size - length);
}

const char *path_below(const char *folder, const char *path) {
  size_t length = strlen(folder);
  if (strncmp(folder, path, length) != 0) return NULL;
  if (path[length] == 0) return path + length;
  return path[length] == '/' ? path + length + 1 : NULL;
}
