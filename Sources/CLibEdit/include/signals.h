// Signals become bytes in a pipe, so that the reader waits for keys and signals in one poll.
//
// Invariants: the handlers belong to the process, so one editor is open at a time; what was there
// before is put back; a HUP, INT or QUIT that was ignored when the editor opened (nohup) stays so,
// and a TSTP too: nobody would continue a process that was started without job control.

#ifndef CLIBEDIT_SIGNALS_H
#define CLIBEDIT_SIGNALS_H

#include <stdbool.h>

/// The bit of a signal's byte that says that the kernel has sent it by itself, for a key of the
/// terminal say, and not another process.
static const unsigned char LE_OF_KERNEL = 0x80;

/// Catches INT, TERM, HUP, QUIT, WINCH, TSTP and CONT. Returns the descriptor from which their
/// numbers are read, a byte each, or -1 with errno (EBUSY when they are caught already).
int le_signals_install(void);

/// Puts the previous handlers back and closes the pipe.
void le_signals_uninstall(void);

/// Stops the process as ^Z does by default and returns when it is continued; at once if it was
/// continued since SIGTSTP came.
void le_stop_process(void);

/// Whether the end or the stop of a child becomes a byte too (SIGCHLD).
void le_signals_watch_children(bool are_watched);

/// Stops the whole process group, as ^Z does, and returns when it is continued.
void le_stop_group(void);

#endif
