// Signals as bytes in a pipe: see include/signals.h for the invariants.

#define _GNU_SOURCE
#include "include/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
enum { caught_count = sizeof caught / sizeof caught[0] };

static struct sigaction previous[caught_count];
static bool replaced[caught_count];
static int read_end = -1;
static atomic_int write_end = -1;
static pthread_mutex_t closing = PTHREAD_MUTEX_INITIALIZER;
/// Whether the process was continued after a request to stop it.
static atomic_bool continued;

static void call_previous(int number, siginfo_t *info, void *context) {
  for (int i = 0; i < caught_count; i++) {
    if (caught[i] != number || !replaced[i])
      continue;
    if (previous[i].sa_flags & SA_SIGINFO)
      previous[i].sa_sigaction(number, info, context);
    else if (previous[i].sa_handler != SIG_DFL && previous[i].sa_handler != SIG_IGN)
      previous[i].sa_handler(number);
  }
}

static void handle(int number, siginfo_t *info, void *context) {
  int saved = errno;
  if (number == SIGTSTP) atomic_store(&continued, false);
  if (number == SIGCONT) atomic_store(&continued, true);
  unsigned char byte = (unsigned char)number;
  // If the pipe is full, it already contains enough bytes to wake the reader.
  ssize_t ignored = write(atomic_load(&write_end), &byte, 1);
  (void)ignored;
  // Previous handlers may watch the window size or wait for the continuation, so they still run.
  // The reader of the pipe passes on the signals that end or stop the process.
  if (number == SIGWINCH || number == SIGCONT)
    call_previous(number, info, context);
  errno = saved;
}

void le_signals_post(unsigned char byte) {
  // The lock keeps the pipe open until the byte is written. Without the lock, the number of the
  // descriptor could already belong to another file.
  pthread_mutex_lock(&closing);
  int end = atomic_load(&write_end);
  if (end != -1) {
    ssize_t ignored = write(end, &byte, 1);
    (void)ignored;
  }
  pthread_mutex_unlock(&closing);
}

int le_signals_install(bool catches) {
  if (read_end != -1) {
    errno = EBUSY;
    return -1;
  }
  int ends[2];
  if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
    return -1;
  read_end = ends[0];
  atomic_store(&write_end, ends[1]);

  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < caught_count; i++) {
    replaced[i] = false;
    if (!catches || sigaction(caught[i], NULL, &previous[i]) != 0)
      continue;
    bool can_stay = caught[i] == SIGHUP || caught[i] == SIGINT || caught[i] == SIGQUIT ||
                    caught[i] == SIGTSTP;
    if (can_stay && previous[i].sa_handler == SIG_IGN)
      continue;
    // Signals that end the program also interrupt a blocking call; other signals do not.
    bool ends = caught[i] != SIGWINCH && caught[i] != SIGTSTP && caught[i] != SIGCONT;
    action.sa_flags = SA_SIGINFO | (ends ? 0 : SA_RESTART);
    // A signal may arrive right after the handler is installed.
    replaced[i] = true;
    if (sigaction(caught[i], &action, NULL) != 0)
      replaced[i] = false;
  }
  return read_end;
}

void le_signals_uninstall(void) {
  if (read_end == -1)
    return;
  for (int i = 0; i < caught_count; i++)
    if (replaced[i])
      sigaction(caught[i], &previous[i], NULL);
  pthread_mutex_lock(&closing);
  close(atomic_exchange(&write_end, -1));
  pthread_mutex_unlock(&closing);
  close(read_end);
  read_end = -1;
}

void le_stop_process(void) {
  struct sigaction ours, standard = {.sa_handler = SIG_DFL};
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &standard, &ours);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  // If the process was continued before it stopped, no other SIGCONT will come. The check is as
  // late as possible, because there is no way to check and stop in one step.
  if (!atomic_load(&continued)) raise(SIGTSTP);
  // Continues here after SIGCONT.
  atomic_store(&continued, false);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}

void le_signals_watch_children(bool are_watched) {
  static struct sigaction before;
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
  if (are_watched) {
    sigfillset(&action.sa_mask);
    sigaction(SIGCHLD, &action, &before);
  } else {
    sigaction(SIGCHLD, &before, NULL);
  }
}

void le_stop_group(void) {
  // Our handler only records the signal for this process; the other processes of the group stop at
  // once.
  kill(0, SIGTSTP);
  le_stop_process();
}
