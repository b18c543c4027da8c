// libedit, callable from Swift.
//
// Invariants: the three streams of a handle lead nowhere, only the descriptors are real; the
// line is never NUL-terminated; whatever moves `cursor` or `lastchar` here keeps
// buffer <= cursor <= lastchar and does not touch the kill buffer.

#ifndef CLIBEDIT_EDITING_H
#define CLIBEDIT_EDITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

typedef struct editline EditLine;

/// What EL_GETCFN calls: stores a scalar and returns 1, or sets errno and returns -1.
typedef int (*le_reader)(EditLine *, wchar_t *);

/// What EL_ADDFN adds: gets the code it was run by, returns one of `le_result`.
typedef unsigned char (*le_function)(EditLine *, wint_t);

/// libedit's CC_ codes that our functions return, which Swift cannot see without histedit.h.
enum le_result { le_norm = 0, le_refresh = 4, le_error = 6 };

/// Makes the process's character type UTF-8, as the environment says or else C.UTF-8; libedit's
/// wide characters depend on it, so this comes before `le_open`.
bool le_use_utf8(void);

/// Opens a stream into which libedit draws and out of which nothing comes: /dev/null without its
/// system calls. NULL with errno.
FILE *le_open_null(void);

/// `el_init_fd` with all three streams on `null` and all three descriptors on `tty`, without
/// signal handling (with it libedit signals the whole process group), without a prompt, with the
/// Emacs key map. NULL when libedit cannot start, or refuses to edit on this terminal.
EditLine *le_open(const char *program, FILE *null, int tty);

/// `el_end` without touching the terminal's modes: editing is switched off first, or el_end would
/// set them with TCSAFLUSH and eat type-ahead.
void le_close(EditLine *el);

/// Whether the terminal's description says that it inserts and deletes characters by ECMA-48's ICH
/// and DCH with a number.
bool le_shifts_characters(EditLine *el);

/// `EL_CLIENTDATA`: the pointer our callbacks get their context by.
void le_set_context(EditLine *el, void *context);

/// The pointer of `le_set_context`, NULL before; `el_get` is variadic too.
void *le_context(EditLine *el);

/// `EL_ADDFN`, which is variadic and wants wide strings.
bool le_add_function(EditLine *el, const char *name, const char *help, le_function function);

/// `EL_BIND`, which is variadic: binds one code to a function by name.
bool le_bind(EditLine *el, uint32_t code, const char *function);

/// What a person's .editrc makes of the key maps: three texts with a form feed between them. The
/// first is what the file printed, the second lists all bindings as `bind` does, the third those
/// that libedit has by itself. The caller frees it. NULL when there is no such file.
///
/// The file is read by a handle of its own on /dev/null, because some of its commands talk to the
/// terminal, and because what it binds is then looked at before anything of it can run.
///
/// `functions` are the names of ours that it may bind, `placeholder` stands for them. `vi` says
/// which key map the file finds and, afterwards, which one it chose; with `is_forced` it has no
/// choice.
char *le_read_editrc(
  const char *program, const char *path, FILE *null, const char *const *functions, size_t count,
  le_function placeholder, bool is_forced, bool *vi);

/// The terminal modes for editing: Enter and ^J are told apart, ^C and ^Z are signals that do not
/// flush typed keys, ^S and ^Q are keys unless `flow_control` is true. `EL_SETTY` is variadic.
void le_set_editing_modes(EditLine *el, bool flow_control);

/// Starts reading with `reader`, one command for each `le_step`, on a pretended screen that is
/// larger than any line: libedit writes out of bounds on small ones. From here the terminal is raw.
void le_start(EditLine *el, le_reader reader);

/// Runs one command. The return value of el_wgets is left out because it means nothing here: NULL
/// and -1 are normal for an empty line.
void le_step(EditLine *el);

/// Empties the line and forgets libedit's state of the command. `el_reset` alone would switch the
/// terminal to cooked mode and back, and a key typed in between would be echoed.
void le_reset(EditLine *el);

/// Inserts scalars at the cursor, U+0000 too, which `el_winsertstr` would take for the end.
bool le_insert(EditLine *el, const uint32_t *scalars, size_t count);

/// `EL_REFRESH`: makes libedit's idea of its screen follow a line that was changed from outside.
void le_redraw(EditLine *el);

/// The scalars of the line, valid until the line changes.
const uint32_t *le_line(EditLine *el);

/// How many scalars the line has.
size_t le_line_count(EditLine *el);

/// Where the cursor is, in scalars. A cursor before the line (a bug of libedit's vi) is moved back.
size_t le_cursor(EditLine *el);

/// Moves the cursor; `el_cursor` only moves relatively.
void le_set_cursor(EditLine *el, size_t cursor);

/// Deletes a range and leaves the cursor at its start. `el_deletestr` writes to the kill buffer.
void le_delete(EditLine *el, size_t start, size_t count);

/// Deletes a range into the kill buffer and leaves the cursor at its start. Nothing for an empty one.
void le_kill(EditLine *el, size_t start, size_t count);

/// Writes scalars over as many others.
void le_overwrite(EditLine *el, size_t start, const uint32_t *scalars, size_t count);

#endif
