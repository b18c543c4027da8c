// All C code that LineEditing calls: libedit without variadic functions, signals as bytes in a
// pipe, the terminal's modes, jobs that use the terminal for a while, and the guard that restores
// the terminal when the process crashes.
//
// Swift sees libedit's handle as an opaque pointer, and scalars as `uint32_t`, because `wchar_t` is
// signed on some processors and unsigned on others.

#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include "crash.h"
#include "editing.h"
#include "job.h"
#include "signals.h"
#include "terminal.h"

#endif
