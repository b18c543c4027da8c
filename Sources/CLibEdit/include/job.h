// A job is another program that uses the terminal for a while. These functions start the job with
// fork and exec, watch it, and hand the terminal over.
//
// Invariants: the job is a process group in the foreground of the terminal, so only the job
// receives ^C and ^Z. Its three standard streams are the terminal, and it inherits none of our
// signal handlers. Taking the terminal back never stops this process.

#ifndef CLIBEDIT_JOB_H
#define CLIBEDIT_JOB_H

#include <stdbool.h>
#include <sys/types.h>

/// The states of a job.
enum le_job_state { le_job_runs, le_job_stopped, le_job_exited, le_job_killed, le_job_lost };

/// Starts the program `arguments[0]` and gives it the terminal. -1 with errno on failure.
pid_t le_job_start(int tty, char *const arguments[]);

/// The state of a job. `number` becomes the exit code, or the signal that killed or stopped the
/// job.
enum le_job_state le_job_poll(pid_t job, int *number);

/// Gives the terminal to a stopped job and continues the job. If this process is in the background,
/// the system stops this process, as it stops any background process that takes the terminal.
void le_job_continue(int tty, pid_t job);

/// Makes this process's group the terminal's foreground group again.
void le_job_take_terminal(int tty);

/// Sends a signal to all processes of a job, including stopped ones.
void le_job_signal(pid_t job, int number);

#endif
