// What stands before and after a call that changes files: a kill, a fault, the call, its record.
//
// Invariant: without its variable in the environment each part does nothing, and errno is what the
// call left.

#ifndef LONGFORM_SHIM_H
#define LONGFORM_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// What a descriptor is, as far as this library cares.

/// Whether it is a regular file, or a directory.
bool is_file(int descriptor);
bool is_directory(int descriptor);

/// The absolute path of what a call names, or a descriptor has open; false where there is none.
bool path_of_name(int directory, const char *name, char path[], size_t size);
bool path_of_descriptor(int descriptor, char path[], size_t size);

/// Whether a path is a folder or below it; what follows the folder and the slash, or null.
const char *path_below(const char *folder, const char *path);

// kill.c

/// Dies here if this is the call to die at.
void kill_point(void);
/// How many bytes of a write go first, so that a kill can come in its middle.
size_t kill_size(size_t size);

// fail.c

/// The calls that fail, each with errors of its own.
enum fault { FAULT_OPEN, FAULT_WRITE, FAULT_RESIZE, FAULT_SYNC, FAULT_NAME };

/// Whether this call is to fail; sets errno.
bool fails(enum fault call, int descriptor);
bool fails_at(enum fault call, int directory, const char *name);
/// How many bytes a write that does not fail writes.
size_t fault_size(int descriptor, size_t size);

// record.c

/// Whether a descriptor stands for marks, which are recorded and go nowhere else.
bool is_mark(int descriptor);
void record_mark(const void *bytes, size_t size);

/// Around a call and its record: records stand in the order of the calls.
void record_begin(void);
void record_end(void);

/// What succeeded.
void record_made(int descriptor);
void record_write(int descriptor, const void *bytes, size_t size, off_t offset);
void record_resize(int descriptor, off_t size);
void record_sync(int descriptor, bool succeeded);
void record_folder(int directory, const char *name);
void record_removed(int directory, const char *name);
void record_renamed(int from_directory, const char *from, int to_directory, const char *to);
void record_linked(int from_directory, const char *from, int to_directory, const char *to);

#endif
