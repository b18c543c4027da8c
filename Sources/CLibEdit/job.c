// Jobs: see include/job.h for the invariants.

#define _GNU_SOURCE
#include "include/job.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs in the child with all signals blocked, and calls only async-signal-safe functions (POSIX).
static void become_job(int tty, char *const arguments[], const sigset_t *mask) {
  setpgid(0, 0);
  // Parent and child both make this call, because either may run first.
  tcsetpgrp(tty, getpid());
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0)
      continue;
    // longform itself ignores SIGPIPE and SIGXFSZ. Any other ignored signal was already ignored
    // when longform started, such as SIGHUP by nohup.
    bool is_ours = number == SIGPIPE || number == SIGXFSZ;
    bool stays_ignored = action.sa_handler == SIG_IGN && !is_ours;
    action.sa_handler = SIG_DFL;
    if (!stays_ignored)
      sigaction(number, &action, NULL);
  }
  // The job opens the terminal again, because our own descriptor is non-blocking, but programs rely
  // on blocking reads.
  int flags = fcntl(tty, F_GETFL);
  if (flags != -1 && (flags & O_NONBLOCK)) tty = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (dup2(tty, STDIN_FILENO) == -1 || dup2(tty, STDOUT_FILENO) == -1 ||
      dup2(tty, STDERR_FILENO) == -1)
    _exit(126);
  pthread_sigmask(SIG_SETMASK, mask, NULL);
  execv(arguments[0], arguments);
  _exit(127);
}

pid_t le_job_start(int tty, char *const arguments[]) {
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  pid_t job = fork();
  if (job == 0)
    become_job(tty, arguments, &mask);
  int reason = errno;
  if (job > 0) {
    setpgid(job, job);
    tcsetpgrp(tty, job);
  }
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = reason;
  return job;
}

enum le_job_state le_job_poll(pid_t job, int *number) {
  int status;
  pid_t found;
  do
    found = waitpid(job, &status, WNOHANG | WUNTRACED);
  while (found == -1 && errno == EINTR);
  if (found == -1)
    return le_job_lost;
  if (found == 0)
    return le_job_runs;
  if (WIFSTOPPED(status)) {
    *number = WSTOPSIG(status);
    return le_job_stopped;
  }
  if (WIFSIGNALED(status)) {
    *number = WTERMSIG(status);
    return le_job_killed;
  }
  *number = WEXITSTATUS(status);
  return le_job_exited;
}

void le_job_continue(int tty, pid_t job) {
  while (tcsetpgrp(tty, job) == -1 && errno == EINTR) {
  }
  kill(-job, SIGCONT);
}

void le_job_take_terminal(int tty) {
  sigset_t out, mask;
  sigemptyset(&out);
  sigaddset(&out, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &out, &mask);
  tcsetpgrp(tty, getpgrp());
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

void le_job_signal(pid_t job, int number) {
  kill(-job, number);
  kill(-job, SIGCONT);
}
