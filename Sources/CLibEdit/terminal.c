// The terminal's modes and size: see include/terminal.h.

#define _GNU_SOURCE
#include "include/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

int le_open_controlling_terminal(void) {
  int descriptor;
  do
    // Non-blocking, because another process may read the bytes after poll has reported them.
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  while (descriptor == -1 && errno == EINTR);
  return descriptor;
}

int le_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

bool le_is_serial(int tty) {
  unsigned int device = 0;
  if (ioctl(tty, TIOCGDEV, &device) != 0)
    return false;
  // Device numbers from Linux's Documentation/admin-guide/devices.txt: ttyS, ttyACM, ttyUSB, and
  // some rarer ones.
  switch (major(device)) {
  case 4:
    return minor(device) >= 64;
  case 166:
  case 188:
  case 204:
    return true;
  default:
    return false;
  }
}

void le_window_size(int tty, int *rows, int *columns) {
  struct winsize size = {0};
  if (ioctl(tty, TIOCGWINSZ, &size) != 0)
    size = (struct winsize){0};
  *rows = size.ws_row;
  *columns = size.ws_col;
}

_Static_assert(sizeof(struct termios) <= sizeof(le_modes), "le_modes is too small");

bool le_get_modes(int tty, le_modes *modes) {
  struct termios attributes;
  if (tcgetattr(tty, &attributes) != 0)
    return false;
  memcpy(modes, &attributes, sizeof attributes);
  return true;
}

bool le_set_modes(int tty, const le_modes *modes) {
  struct termios attributes;
  memcpy(&attributes, modes, sizeof attributes);
  int result;
  do
    result = tcsetattr(tty, TCSADRAIN, &attributes);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

void le_set_signal_keys(int tty, bool make_signals) {
  struct termios attributes;
  if (tcgetattr(tty, &attributes) != 0)
    return;
  if (make_signals)
    attributes.c_lflag |= ISIG | NOFLSH;
  else
    attributes.c_lflag &= ~(tcflag_t)(ISIG | NOFLSH);
  (void)tcsetattr(tty, TCSANOW, &attributes);
}

bool le_is_in_foreground(int tty) {
  pid_t foreground = tcgetpgrp(tty);
  // If there is no foreground group, the terminal does not control this process (as with the
  // pseudo-terminal of a test), and no other process uses the terminal.
  return foreground == -1 || foreground == getpgrp();
}

le_modes le_modes_without_echo(const le_modes *modes) {
  struct termios attributes;
  memcpy(&attributes, modes, sizeof attributes);
  attributes.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK);
  attributes.c_lflag |= ECHONL;
  le_modes result = *modes;
  memcpy(&result, &attributes, sizeof attributes);
  return result;
}

int le_longest_line(void) { return 4095; }
