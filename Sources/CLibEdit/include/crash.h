// Restores the terminal when the process crashes while the editor is open.
//
// Invariants: the handlers call only async-signal-safe functions (POSIX); the previous handler of
// the signal (the Swift backtracer, a sanitizer) runs afterwards; closing the editor removes the
// handlers.

#ifndef CLIBEDIT_CRASH_H
#define CLIBEDIT_CRASH_H

#include "terminal.h"

#include <stdbool.h>

/// Installs handlers for SEGV, BUS, ILL, TRAP, ABRT and FPE. They restore the modes of `tty`, and
/// if `is_painted`, show the cursor and end bracketed paste and synchronized output. Then the
/// signal takes its course.
void le_crash_guard_install(int tty, const le_modes *modes, bool is_painted);

/// Sets whether the terminal has the editor's modes now; false while it is suspended.
void le_crash_guard_set_active(bool active);

/// Sets whether the terminal reports the mouse, which a crash must switch off.
void le_crash_guard_set_mouse(bool is_reported);

/// Restores the previous handlers if they were installed for this terminal; the guard of another
/// editor stays.
void le_crash_guard_uninstall(int tty);

#endif
