// A program that has the terminal for a while, as a job of its own: what fork needs, and what may
// happen between it and exec.
//
// Invariants: the job is a process group of its own in the foreground of the terminal, so ^C and ^Z
// reach it and nobody else; it gets the terminal as its three streams, and none of our signal
// handlers; taking the terminal back never stops the process.

#ifndef CLIBEDIT_JOB_H
#define CLIBEDIT_JOB_H

#include <stdbool.h>
#include <sys/types.h>

/// What became of a job.
enum le_job_state { le_job_runs, le_job_stopped, le_job_exited, le_job_killed, le_job_lost };

/// Starts the program `arguments[0]` with the terminal. -1 with errno.
pid_t le_job_start(int tty, char *const arguments[]);

/// What became of it: `number` is the exit code, or the signal that killed or stopped it.
enum le_job_state le_job_poll(pid_t job, int *number);

/// Gives a job that was stopped the terminal and lets it go on. In the background it stops the
/// process, as whoever takes the terminal from there is stopped.
void le_job_continue(int tty, pid_t job);

/// Makes the process's group the terminal's again.
void le_job_take_terminal(int tty);

/// Sends a signal to all processes of a job, one that was stopped included.
void le_job_signal(pid_t job, int number);

#endif
