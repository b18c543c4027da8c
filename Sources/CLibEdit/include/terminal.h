// The terminal's modes and size: what Swift cannot call (ioctl is variadic) or should not hold.

#ifndef CLIBEDIT_TERMINAL_H
#define CLIBEDIT_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

/// A `struct termios`. Were termios.h included here, Swift would take the type for this module's
/// own, and whoever imports Glibc beside it could not use it any more.
typedef struct {
  uint64_t words[8];
} le_modes;

/// Opens the controlling terminal for reading and writing, closed in children. -1 with errno.
int le_open_controlling_terminal(void);

/// A second descriptor of the same terminal, closed in children. -1 with errno.
int le_duplicate(int descriptor);

/// Whether the terminal is a serial line, where ^S has to stay flow control. /dev/tty has no name
/// of its own to tell by, so the kernel is asked for the device behind it.
bool le_is_serial(int tty);

/// The window's size, 0 where the terminal does not know; `ioctl` is variadic.
void le_window_size(int tty, int *rows, int *columns);

/// Reads the terminal's modes. False with errno when it is not a terminal.
bool le_get_modes(int tty, le_modes *modes);

/// Sets modes when output has drained, as often as it is interrupted. False with errno.
bool le_set_modes(int tty, const le_modes *modes);

/// The same modes with what is typed not shown, but for the line's end.
le_modes le_modes_without_echo(const le_modes *modes);

/// The most bytes of a line that a terminal in line mode gives, without its end; what comes behind
/// them is dropped by the system (termios(3)).
int le_longest_line(void);

/// Whether the process may change the terminal: one in the background would be stopped for it, or
/// take the modes away from the program in the foreground.
bool le_is_in_foreground(int tty);

#endif
