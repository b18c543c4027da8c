// The steps around a call that changes files: a kill, a fault, the call, its record.
//
// Invariant: each step does nothing unless its variable is in the environment. The steps after the
// call leave the errno of the call unchanged.

#ifndef LONGFORM_SHIM_H
#define LONGFORM_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// paths.c

/// Whether a descriptor is open on a regular file (`is_file`), or on a directory (`is_directory`).
bool is_file(int descriptor);
bool is_directory(int descriptor);

/// Writes to `path` the absolute path of a name that was given to a call, or of an open descriptor.
/// Returns false if the file has no path.
bool path_of_name(int directory, const char *name, char path[], size_t size);
bool path_of_descriptor(int descriptor, char path[], size_t size);

/// Returns the part of a path after the folder and its slash; null if the path is outside the
/// folder.
const char *path_below(const char *folder, const char *path);

// kill.c

/// Kills the process if this is the call before which it must die.
void kill_point(void);
/// Returns the number of bytes to write first, so that a kill can come in the middle of a write.
size_t kill_size(size_t size);

// fail.c

/// The kinds of calls that can fail.
enum fault { FAULT_OPEN, FAULT_WRITE, FAULT_RESIZE, FAULT_SYNC, FAULT_NAME };

/// Whether this call must fail; if it must, sets errno.
bool fails(enum fault call, int descriptor);
bool fails_at(enum fault call, int directory, const char *name);
/// Returns the number of bytes that a write without an error writes; it may be less than `size`.
size_t fault_size(int descriptor, size_t size);

// record.c

/// Whether bytes written to this descriptor are marks. Marks are recorded, but not written to any
/// file.
bool is_mark(int descriptor);
void record_mark(const void *bytes, size_t size);

/// Lock and unlock the recording around a call and its record, so that the records are in the order
/// of the calls.
void record_begin(void);
void record_end(void);

/// Record a call that succeeded.
void record_made(int descriptor);
void record_write(int descriptor, const void *bytes, size_t size, off_t offset);
void record_resize(int descriptor, off_t size);
void record_sync(int descriptor, bool succeeded);
void record_folder(int directory, const char *name);
void record_removed(int directory, const char *name);
void record_renamed(int from_directory, const char *from, int to_directory, const char *to);
void record_linked(int from_directory, const char *from, int to_directory, const char *to);

#endif
