// Makes calls that change files fail at random: LONGFORM_FAULTS=SEED:PER_MILLE[:FOLDER].
//
// On average, PER_MILLE of a thousand calls fail. With FOLDER, only calls on files below FOLDER
// fail.
// Calls on regular files, directories and names can fail, but calls on terminals, pipes and sockets
// never do. With the same seed, the nth call has the same result in every run. A failed call has no
// effect, except that a failed write may first write a part of its bytes. With
// LONGFORM_FAULTS_IN=syncs, only fsync and fdatasync fail. With LONGFORM_FAULTS_IN=memory, only
// calls on SQLite's shared memory fail, which is a file whose name ends in "-shm".

#include "shim.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct {
  uint64_t seed;
  unsigned long per_mille;
  const char *folder;
  bool in_syncs_only;
  bool in_memory_only;
} settings;

/// Reads the settings once, and returns whether calls must fail at all.
static bool is_on(void) {
  static atomic_int state;
  if (state == 0) {
    const char *text = getenv("LONGFORM_FAULTS");
    char *rest = NULL;
    if (text != NULL) {
      settings.seed = strtoull(text, &rest, 10);
      if (*rest == ':') settings.per_mille = strtoul(rest + 1, &rest, 10);
      if (*rest == ':') settings.folder = rest + 1;
    }
    const char *in = getenv("LONGFORM_FAULTS_IN");
    settings.in_syncs_only = in != NULL && strcmp(in, "syncs") == 0;
    settings.in_memory_only = in != NULL && strcmp(in, "memory") == 0;
    state = settings.per_mille > 0 ? 2 : 1;
  }
  return state == 2;
}

/// Returns the next random number (splitmix64).
static uint64_t next(void) {
  static atomic_ulong count;
  uint64_t value = settings.seed + (atomic_fetch_add(&count, 1) + 1) * 0x9E3779B97F4A7C15u;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

static bool strikes(enum fault call) {
  if (settings.in_syncs_only && call != FAULT_SYNC) return false;
  return next() % 1000 < settings.per_mille;
}

/// Sets errno to an error that the manual page of the call lists. Returns true.
static bool fail(enum fault call) {
  static const int errors[] = {ENOSPC, EIO, EDQUOT, EINTR};
  // A change of a name never fails with EINTR, because no signal interrupts it.
  errno = errors[next() % (call == FAULT_NAME ? 3 : 4)];
  return true;
}

/// Whether the settings choose the file with this path.
static bool is_chosen(const char *path) {
  if (settings.folder != NULL && path_below(settings.folder, path) == NULL) return false;
  size_t size = strlen(path);
  return !settings.in_memory_only || (size > 4 && strcmp(path + size - 4, "-shm") == 0);
}

static bool is_meant(int descriptor) {
  char path[PATH_MAX];
  if (!is_file(descriptor) && !is_directory(descriptor)) return false;
  if (settings.folder == NULL && !settings.in_memory_only) return true;
  return path_of_descriptor(descriptor, path, sizeof path) && is_chosen(path);
}

bool fails(enum fault call, int descriptor) {
  return is_on() && is_meant(descriptor) && strikes(call) && fail(call);
}

bool fails_at(enum fault call, int directory, const char *name) {
  char path[PATH_MAX];
  struct stat status;
  if (!is_on() || !path_of_name(directory, name, path, sizeof path)) return false;
  if (!is_chosen(path)) return false;
  int error = errno;
  bool is_device = stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
  errno = error;
  return !is_device && strikes(call) && fail(call);
}

size_t fault_size(int descriptor, size_t size) {
  if (size < 2 || !is_on() || !is_meant(descriptor) || !strikes(FAULT_WRITE)) return size;
  return 1 + next() % (size - 1);
}
