// Signals as bytes in a pipe, so that one poll waits for both keys and signals.
//
// Invariants: handlers are process-wide, so only one editor is open at a time. The previous
// handlers are restored. If HUP, INT or QUIT were ignored when the editor opened (nohup), they stay
// ignored. TSTP also stays ignored if it was ignored: then there is no shell with job control that
// could continue the process.

#ifndef CLIBEDIT_SIGNALS_H
#define CLIBEDIT_SIGNALS_H

#include <stdbool.h>

/// The byte by which `le_signals_post` wakes the reader; no signal has this number.
static const unsigned char LE_WAKE = 0x7f;

/// Catches INT, TERM, HUP, QUIT, WINCH, TSTP and CONT if `catches` is true, otherwise no signal.
/// Returns the descriptor from which to read the numbers of signals, one byte each, or -1 with
/// errno (EBUSY if the pipe is already open).
int le_signals_install(bool catches);

/// Writes a byte into the pipe, as a signal does; does nothing if the pipe is not open. Any thread
/// may call it.
void le_signals_post(unsigned char byte);

/// Restores the previous handlers and closes the pipe.
void le_signals_uninstall(void);

/// Stops the process as ^Z does by default, and returns when the process is continued. Returns at
/// once if the process was already continued after SIGTSTP arrived.
void le_stop_process(void);

/// Sets whether SIGCHLD also becomes a byte in the pipe. The system sends SIGCHLD when a child
/// process ends or stops.
void le_signals_watch_children(bool are_watched);

/// Stops the whole process group, as ^Z does, and returns when the group is continued.
void le_stop_group(void);

#endif
