// Restores the terminal when the process crashes: see include/crash.h for the invariants.

#define _GNU_SOURCE
#include "include/crash.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };

static struct sigaction previous[fatal_count];
static bool installed;
static atomic_bool active;
static int terminal = -1;
static bool painted;
static atomic_bool mouse;
static struct termios found;

// After a stack overflow the handler needs another stack. This stack is larger than any SIGSTKSZ,
// even on processors with vector registers.
static char alternate[64 * 1024];
static bool owns_stack;

static void handle(int number, siginfo_t *info, void *unused) {
  (void)unused;
  int saved = errno;
  if (atomic_exchange(&active, false)) {
    // Clear everything below the prompt, so that the shell's message about the crash appears where
    // the key line was.
    static const char restore[] = "\r\n\x1b[J\x1b[?2026l\x1b[?25h\x1b[?2004l";
    static const char silence[] = "\x1b[?1006l\x1b[?1000l";
    // If nothing was painted on the terminal, send it no sequence.
    ssize_t ignored = write(terminal, restore, painted ? sizeof restore - 1 : 2);
    if (atomic_load(&mouse))
      ignored = write(terminal, silence, sizeof silence - 1);
    (void)ignored;
    tcsetattr(terminal, TCSANOW, &found);
  }
  for (int i = 0; i < fatal_count; i++)
    if (fatal[i] == number)
      sigaction(number, &previous[i], NULL);
  errno = saved;
  // A processor fault, such as SIGSEGV, happens again when this handler returns, and the previous
  // handler then gets the address of the fault. Any other signal must be raised again; after
  // SIGTRAP, for example, execution would simply continue.
  bool repeats = info != NULL && info->si_code > 0 && number != SIGTRAP && number != SIGABRT;
  if (!repeats)
    raise(number);
}

void le_crash_guard_install(int tty, const le_modes *modes, bool is_painted) {
  if (installed)
    return;
  terminal = tty;
  painted = is_painted;
  memcpy(&found, modes, sizeof found);

  stack_t current;
  owns_stack = false;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t ours = {.ss_sp = alternate, .ss_size = sizeof alternate};
    owns_stack = sigaltstack(&ours, NULL) == 0;
  }
  struct sigaction action = {
    .sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
  // The mask also blocks SIGTTOU, so that a background process can restore the modes without being
  // stopped.
  sigfillset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++)
    sigaction(fatal[i], &action, &previous[i]);
  installed = true;
  atomic_store(&active, true);
}

void le_crash_guard_set_active(bool value) { atomic_store(&active, installed && value); }

void le_crash_guard_set_mouse(bool is_reported) { atomic_store(&mouse, is_reported); }

void le_crash_guard_uninstall(int tty) {
  if (!installed || terminal != tty)
    return;
  atomic_store(&active, false);
  atomic_store(&mouse, false);
  for (int i = 0; i < fatal_count; i++)
    sigaction(fatal[i], &previous[i], NULL);
  stack_t current;
  if (owns_stack && sigaltstack(NULL, &current) == 0 && current.ss_sp == alternate) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
  }
  owns_stack = false;
  terminal = -1;
  installed = false;
}
