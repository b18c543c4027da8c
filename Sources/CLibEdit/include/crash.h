// Restores the terminal when the process crashes while the editor is open.
//
// Invariants: the handlers call only async-signal-safe functions (POSIX). Then the previous handler
// of the signal runs, such as the Swift backtracer or a sanitizer. Closing the editor removes the
// handlers.

#ifndef CLIBEDIT_CRASH_H
#define CLIBEDIT_CRASH_H

#include "terminal.h"

#include <stdbool.h>

/// Installs handlers for SEGV, BUS, ILL, TRAP, ABRT and FPE. They restore the modes of `tty`. If
/// `is_painted` is true, they also show the cursor and end bracketed paste and synchronized output.
/// After the handler, the signal has its usual effect.
void le_crash_guard_install(int tty, const le_modes *modes, bool is_painted);

/// Sets whether the terminal has the editor's modes now; false while the editor is suspended.
void le_crash_guard_set_active(bool active);

/// Sets whether the terminal reports the mouse. If it does, a crash switches the reports off.
void le_crash_guard_set_mouse(bool is_reported);

/// Restores the previous handlers if the guard was installed for this terminal. Does nothing if the
/// guard was installed for the terminal of another editor.
void le_crash_guard_uninstall(int tty);

#endif
