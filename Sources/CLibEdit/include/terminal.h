// The terminal's modes and size: what Swift cannot call (ioctl is variadic) or should not hold.

#ifndef CLIBEDIT_TERMINAL_H
#define CLIBEDIT_TERMINAL_H

#include <stdbool.h>
#include <termios.h>

/// Opens the controlling terminal for reading and writing, closed in children. -1 with errno.
int le_open_controlling_terminal(void);

/// A second descriptor of the same terminal, closed in children. -1 with errno.
int le_duplicate(int descriptor);

/// Whether the terminal is a serial line, where ^S has to stay flow control. /dev/tty has no name
/// of its own to tell by, so the kernel is asked for the device behind it.
bool le_is_serial(int tty);

/// The window's size, 0 where the terminal does not know; `ioctl` is variadic.
void le_window_size(int tty, int *rows, int *columns);

/// Sets modes when output has drained, as often as it is interrupted. False with errno.
bool le_set_attributes(int tty, const struct termios *modes);

/// Whether the process may change the terminal: one in the background would be stopped for it, or
/// take the modes away from the program in the foreground.
bool le_is_in_foreground(int tty);

#endif
