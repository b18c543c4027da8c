// The pseudo-terminal, vfork and exec.
//
// Invariant: `run_child` calls only async-signal-safe functions (signal-safety(7)), and changes no
// memory but its own stack. Before exec, it closes the child's descriptors from 3 on, except the
// pipe that reports a failure. exec closes that pipe.

#define _GNU_SOURCE
#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/// In the child, descriptors below this number may be overwritten, so descriptors that will be
/// copied are first moved to this number or above it.
enum { FIRST_SAFE = 10 };

static _Noreturn void fail(int report) {
  int error = errno;
  ssize_t ignored = write(report, &error, sizeof error);
  (void)ignored;
  _exit(127);
}

static void reset_signals(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) {
    sigaction(number, &standard, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void run_child(const struct cpty_program *program, int terminal, int report) {
  reset_signals();
  report = fcntl(report, F_DUPFD_CLOEXEC, FIRST_SAFE);
  if (report < 0) {
    _exit(127);
  }
  if (setsid() < 0 || (terminal >= 0 && ioctl(terminal, TIOCSCTTY, 0) < 0)) {
    fail(report);
  }
  int sources[3];
  for (int number = 0; number < 3; number++) {
    int source = program->descriptors[number];
    source = source == CPTY_TERMINAL ? terminal : source;
    sources[number] = source < 0 ? -1 : fcntl(source, F_DUPFD_CLOEXEC, FIRST_SAFE);
    if (source >= 0 && sources[number] < 0) {
      fail(report);
    }
  }
  for (int number = 0; number < 3; number++) {
    if (sources[number] < 0) {
      close(number);
    } else if (dup2(sources[number], number) < 0) {
      fail(report);
    }
  }
  if (dup2(report, 3) < 0 || fcntl(3, F_SETFD, FD_CLOEXEC) < 0) {
    fail(report);
  }
  closefrom(4);
  if (program->directory != NULL && chdir(program->directory) < 0) {
    fail(3);
  }
  execve(program->path, program->arguments, program->environment);
  fail(3);
}

/// Starts a child, and waits until exec has succeeded (the pipe closes) or failed (the pipe contains
/// an errno). Until exec, the child uses the memory of this process (vfork): fork would copy the
/// page tables of a large test process for each of thousands of programs.
static int start(const struct cpty_program *program, int terminal, pid_t *child) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) < 0) {
    return errno;
  }
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = vfork();
  int error = pid < 0 ? errno : 0;
  if (pid == 0) {
    run_child(program, terminal, report[1]);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (pid > 0) {
    ssize_t count;
    do {
      count = read(report[0], &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    if (count != (ssize_t)sizeof error) {
      error = 0;
    } else {
      while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
      }
    }
  }
  close(report[0]);
  *child = error == 0 ? pid : -1;
  return error;
}

int cpty_start_detached(const struct cpty_program *program, pid_t *child) {
  return start(program, -1, child);
}

int cpty_start(const struct cpty_program *program, int terminal[2], pid_t *child) {
  char name[64];
  int other = -1;
  int error = 0;
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0) {
    return errno;
  }
  if (grantpt(master) < 0 || unlockpt(master) < 0) {
    error = errno;
  } else {
    error = ptsname_r(master, name, sizeof name);
  }
  if (error == 0) {
    other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    error = other < 0 ? errno : cpty_resize(master, program->rows, program->columns);
  }
  if (error == 0) {
    error = start(program, other, child);
  }
  if (error != 0) {
    if (other >= 0) {
      close(other);
    }
    close(master);
    return error;
  }
  terminal[0] = master;
  terminal[1] = other;
  return 0;
}

int cpty_pipe(int descriptors[2]) { return pipe2(descriptors, O_CLOEXEC) < 0 ? errno : 0; }

int cpty_resize(int terminal, uint16_t rows, uint16_t columns) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  return ioctl(terminal, TIOCSWINSZ, &size) < 0 ? errno : 0;
}

int cpty_unread(int terminal) {
  int count = 0;
  return ioctl(terminal, FIONREAD, &count) < 0 ? 0 : count;
}

size_t cpty_modes_size(void) { return sizeof(struct termios); }

int cpty_modes(int terminal, uint8_t *bytes) {
  struct termios modes;
  memset(&modes, 0, sizeof modes);
  if (tcgetattr(terminal, &modes) < 0) {
    return errno;
  }
  memcpy(bytes, &modes, sizeof modes);
  return 0;
}
