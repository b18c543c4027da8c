// Leaves a usable terminal behind when the process crashes while the editor is open.
//
// Invariants: the handlers do only what POSIX calls async-signal-safe; whoever handled the
// signal before (the Swift backtracer, a sanitizer) gets it afterwards; removed on closing.

#ifndef CLIBEDIT_CRASH_H
#define CLIBEDIT_CRASH_H

#include "terminal.h"

#include <stdbool.h>

/// From now on SEGV, BUS, ILL, TRAP, ABRT and FPE give `tty` back its modes and, where `is_painted`,
/// show the cursor, end bracketed paste and synchronized output, and then take their course.
void le_crash_guard_install(int tty, const le_modes *modes, bool is_painted);

/// Whether a crash would find the editor's modes on the terminal; false while it is suspended.
void le_crash_guard_set_active(bool active);

/// Whether the terminal reports the mouse, which a crash has to end.
void le_crash_guard_set_mouse(bool is_reported);

/// Puts the previous handlers back, if it was installed for this terminal: the one that another
/// editor has stays.
void le_crash_guard_uninstall(int tty);

#endif
