// Starts a program for a test, on a pseudo-terminal of its own or on none.
//
// Invariants: every descriptor made here is close-on-exec, the child gets nothing but 0, 1 and 2,
// and only async-signal-safe calls run between fork and exec, so that tests with many threads can
// start programs at the same time. There is no global state.

#ifndef CPTY_H
#define CPTY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What a standard descriptor of the child is, instead of an open descriptor of the caller.
enum {
  CPTY_TERMINAL = -1,
  CPTY_CLOSED = -2,
};

/// The program, the terminal it gets and its three standard descriptors.
struct cpty_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The working directory; null for the caller's.
  const char *directory;
  uint16_t rows;
  uint16_t columns;
  /// An open descriptor of the caller, CPTY_TERMINAL or CPTY_CLOSED, for 0, 1 and 2.
  int descriptors[3];
};

/// Starts a program as the leader of a session whose controlling terminal is a new pseudo-terminal,
/// with all signals unblocked and at their defaults. Returns 0 or an errno, exec's included. The
/// caller reaps `*child` and closes both: `terminal[0]`, the terminal's master side, and
/// `terminal[1]`, the program's side, which is kept open so that a program may close all of its
/// own and open /dev/tty later without the master side reporting an end.
int cpty_start(const struct cpty_program *program, int terminal[2], pid_t *child);

/// The same without a terminal: the session has none and opening /dev/tty fails.
int cpty_start_detached(const struct cpty_program *program, pid_t *child);

/// Makes a pipe, close-on-exec from the start (pipe2 is not visible through `import Glibc`).
/// Returns 0 or an errno.
int cpty_pipe(int descriptors[2]);

/// Changes the size of a terminal, which sends SIGWINCH to its foreground. Returns 0 or an errno.
int cpty_resize(int terminal, uint16_t rows, uint16_t columns);

/// How many bytes were typed that the program has not read, by its side of the terminal.
int cpty_unread(int terminal);

/// How many bytes `cpty_modes` writes.
size_t cpty_modes_size(void);

/// Writes the terminal's modes (termios) as bytes that are equal when the modes are. Works after
/// the program has ended, too. Returns 0 or an errno.
int cpty_modes(int terminal, uint8_t *bytes);

#endif
