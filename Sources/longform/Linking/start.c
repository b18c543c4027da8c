// What Swift's runtime does before the program's first line, done with less. Both would need /proc,
// which a bare chroot has not.

#include "include/start.h"

#include <stddef.h>

// Makes the runtime take these for the arguments of the process, not what /proc says of it.
__attribute__((weak)) extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

// The C library hands the arguments of main to constructors too.
__attribute__((constructor)) static void take_arguments(int count, char **arguments) {
  if (_swift_stdlib_overrideUnsafeArgvArgc != NULL)
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

// Called in place of the runtime's own in a build without libraries (`--wrap` of the linker): what a
// crash would be described by is looked for in the folders of the toolchain, a tenth of the time to
// the first screen, and is nowhere but there. Without /proc the runtime's own ends the program.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *folder, const char *name);

char *__wrap_swift_copyAuxiliaryExecutablePath(const char *folder, const char *name) {
  (void)folder;
  (void)name;
  return NULL;
}
