// The terminal's modes and size: functions that Swift cannot call (ioctl is variadic) and types
// that it should not see.

#ifndef CLIBEDIT_TERMINAL_H
#define CLIBEDIT_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

/// A `struct termios`. If termios.h were included here, Swift would consider the type part of this
/// module, and files that also import Glibc could not use it.
typedef struct {
  uint64_t words[8];
} le_modes;

/// Opens the controlling terminal for reading and writing, close-on-exec. -1 with errno on failure.
int le_open_controlling_terminal(void);

/// Opens a second descriptor of the same terminal, close-on-exec. -1 with errno on failure.
int le_duplicate(int descriptor);

/// Whether the terminal is a serial line, where ^S must remain flow control. The name /dev/tty does
/// not show that, so this asks the kernel for the device.
bool le_is_serial(int tty);

/// The window's size; 0 if the terminal does not report it. `ioctl` is variadic.
void le_window_size(int tty, int *rows, int *columns);

/// Reads the terminal's modes. False with errno if it is not a terminal.
bool le_get_modes(int tty, le_modes *modes);

/// Sets modes after output has drained; retries when interrupted. False with errno on failure.
bool le_set_modes(int tty, const le_modes *modes);

/// The modes with echo off, except for the end of the line.
le_modes le_modes_without_echo(const le_modes *modes);

/// The longest line that a terminal in line mode delivers, in bytes without its end. The system
/// drops the rest of a longer line (termios(3)).
int le_longest_line(void);

/// Whether the process may change the terminal. A background process would be stopped for it, or
/// take the modes away from the foreground program.
bool le_is_in_foreground(int tty);

#endif
