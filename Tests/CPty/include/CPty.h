// Starts a program for a test, on a new pseudo-terminal or without one.
//
// Invariants: every descriptor that is created here is close-on-exec, the child inherits only
// descriptors 0, 1 and 2, and only async-signal-safe calls run before exec. Tests with many threads
// can therefore start programs at the same time. There is no global state.

#ifndef CPTY_H
#define CPTY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Values for a standard descriptor of the child, in place of an open descriptor of the caller.
enum {
  CPTY_TERMINAL = -1,
  CPTY_CLOSED = -2,
};

/// The program to start, and its three standard descriptors.
struct cpty_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The working directory; null for the working directory of the caller.
  const char *directory;
  uint16_t rows;
  uint16_t columns;
  /// For each of 0, 1 and 2: an open descriptor of the caller, CPTY_TERMINAL or CPTY_CLOSED.
  int descriptors[3];
};

/// Starts a program as the leader of a session whose controlling terminal is a new pseudo-terminal,
/// with all signals unblocked and at their defaults. Returns 0 or an errno, including errors of
/// exec. The caller reaps `*child` and closes both descriptors: `terminal[0]` is the master side of
/// the terminal, and `terminal[1]` is the program's side. If the caller keeps the program's side
/// open, the master side reports no end when the program closes all its descriptors, and the
/// program can open /dev/tty later.
int cpty_start(const struct cpty_program *program, int terminal[2], pid_t *child);

/// Like `cpty_start`, but without a terminal: opening /dev/tty fails.
int cpty_start_detached(const struct cpty_program *program, pid_t *child);

/// Creates a pipe, close-on-exec from the start (`import Glibc` does not offer pipe2). Returns 0 or
/// an errno.
int cpty_pipe(int descriptors[2]);

/// Changes the size of a terminal, which sends SIGWINCH to its foreground. Returns 0 or an errno.
int cpty_resize(int terminal, uint16_t rows, uint16_t columns);

/// Returns the number of typed bytes that the program has not read. `terminal` is the program's
/// side of the terminal.
int cpty_unread(int terminal);

/// The number of bytes that `cpty_modes` writes.
size_t cpty_modes_size(void);

/// Writes the terminal's modes (termios) as bytes; equal modes give equal bytes. Works even after
/// the program has ended. Returns 0 or an errno.
int cpty_modes(int terminal, uint8_t *bytes);

#endif
