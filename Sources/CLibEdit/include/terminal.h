// The terminal's modes and size. Swift cannot call the variadic ioctl, which reports the size, and
// should not see the system's type of the modes (see `le_modes`).

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

/// Opens a second, close-on-exec descriptor of the same terminal. -1 with errno on failure.
int le_duplicate(int descriptor);

/// Whether the terminal is a serial line, on which ^S must remain flow control. The name /dev/tty
/// does not show that, so this asks the kernel for the device.
bool le_is_serial(int tty);

/// The window's size; 0 if the terminal does not report it.
void le_window_size(int tty, int *rows, int *columns);

/// Reads the terminal's modes. False with errno if the descriptor is not a terminal.
bool le_get_modes(int tty, le_modes *modes);

/// Sets modes after output has drained; retries when interrupted. False with errno on failure.
bool le_set_modes(int tty, const le_modes *modes);

/// Sets whether ^C, ^\ and ^Z make signals; such a signal does not flush the input.
void le_set_signal_keys(int tty, bool make_signals);

/// The modes with echo off. Only the end of a line is still echoed.
le_modes le_modes_without_echo(const le_modes *modes);

/// The length in bytes, without the line's end, of the longest line that a terminal in line mode
/// delivers. The system drops the rest of a longer line (termios(3)).
int le_longest_line(void);

/// Whether the process may change the terminal. If a background process changed the terminal, the
/// system would stop that process, or the foreground program would lose its modes.
bool le_is_in_foreground(int tty);

#endif
