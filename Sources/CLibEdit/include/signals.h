// Signals as bytes in a pipe, so that one poll waits for both keys and signals.
//
// Invariants: handlers are process-wide, so only one editor is open at a time; the previous
// handlers are restored. HUP, INT or QUIT stay ignored if they were ignored when the editor opened
// (nohup). So does TSTP: without job control nothing would continue the process.

#ifndef CLIBEDIT_SIGNALS_H
#define CLIBEDIT_SIGNALS_H

#include <stdbool.h>

/// The bit in a signal's byte that marks a signal sent by the kernel, for example for a key of the
/// terminal, and not by another process.
static const unsigned char LE_OF_KERNEL = 0x80;

/// The byte of `le_signals_post`, which is no signal number.
static const unsigned char LE_WAKE = 0x7f;

/// Catches INT, TERM, HUP, QUIT, WINCH, TSTP and CONT, or nothing. Returns the descriptor for reading
/// their numbers, one byte each, or -1 with errno (EBUSY if it is open already).
int le_signals_install(bool catches);

/// Writes a byte into the open pipe, as a signal does. Does nothing without one. Any thread may call
/// it.
void le_signals_post(unsigned char byte);

/// Restores the previous handlers and closes the pipe.
void le_signals_uninstall(void);

/// Stops the process as ^Z does by default, and returns when it is continued. Returns at once if it
/// was continued after SIGTSTP arrived.
void le_stop_process(void);

/// Sets whether SIGCHLD, for the end or stop of a child, becomes a byte too.
void le_signals_watch_children(bool are_watched);

/// Stops the whole process group, as ^Z does, and returns when it is continued.
void le_stop_group(void);

#endif
