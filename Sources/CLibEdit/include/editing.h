// libedit, callable from Swift.
//
// Invariants: the three streams (FILE) of a handle discard everything; only the three descriptors
// of the handle refer to the terminal. The line is never NUL-terminated. Code here that moves
// `cursor` or `lastchar` keeps buffer <= cursor <= lastchar and does not change the kill buffer.

#ifndef CLIBEDIT_EDITING_H
#define CLIBEDIT_EDITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

typedef struct editline EditLine;

/// The callback of EL_GETCFN: stores a scalar and returns 1, or sets errno and returns -1.
typedef int (*le_reader)(EditLine *, wchar_t *);

/// The callback of EL_ADDFN: receives the key code that called the function, and returns a value of
/// `le_result`.
typedef unsigned char (*le_function)(EditLine *, wint_t);

/// libedit's CC_ codes that our functions return. Swift cannot see the original names without
/// histedit.h.
enum le_result { le_norm = 0, le_refresh = 4, le_error = 6 };

/// Sets the process's character type (LC_CTYPE) to the environment's locale if that locale uses
/// UTF-8, otherwise to C.UTF-8. Call this function before `le_open`, because libedit's wide
/// characters depend on the character type.
bool le_use_utf8(void);

/// Opens a stream that discards everything libedit draws and returns no input. It works like
/// /dev/null, without system calls. NULL with errno on failure.
FILE *le_open_null(void);

/// Opens a handle with `el_init_fd`: all three streams are `null`, and all three descriptors are
/// `tty`. The handle uses the Emacs key map and has no prompt. libedit's signal handling is off,
/// because it sends signals to the whole process group. NULL if libedit cannot start, or refuses to
/// edit on this terminal.
EditLine *le_open(const char *program, FILE *null, int tty);

/// Closes a handle with `el_end`, but leaves the terminal's modes alone. Therefore switches editing
/// off first: el_end would set the modes with TCSAFLUSH, which discards keys that were typed but
/// not yet read.
void le_close(EditLine *el);

/// Whether the terminal, according to its description, inserts and deletes characters with the
/// sequences ICH and DCH of ECMA-48, which have a count.
bool le_shifts_characters(EditLine *el);

/// `EL_CLIENTDATA`: sets the pointer from which our callbacks get their context.
void le_set_context(EditLine *el, void *context);

/// The pointer set by `le_set_context`, or NULL. Needed because Swift cannot call the variadic
/// `el_get`.
void *le_context(EditLine *el);

/// `EL_ADDFN`, which is variadic and needs wide strings.
bool le_add_function(EditLine *el, const char *name, const char *help, le_function function);

/// `EL_BIND`, which is variadic: binds one code to a function by name.
bool le_bind(EditLine *el, uint32_t code, const char *function);

/// Reads a person's .editrc and returns its effect on the key maps. The result consists of three
/// texts separated by form feeds: the output of the file's commands, all bindings in the format of
/// `bind`, and libedit's default bindings in the same format. The caller frees the result. NULL if
/// there is no such file.
///
/// A separate handle on /dev/null reads the file: some commands in the file use the terminal of
/// their handle, and the file's bindings must be checked before the editor runs any bound function.
///
/// `functions` are the names of our functions that the file may bind. In the separate handle,
/// `placeholder` takes the place of each of these functions. `vi` is both input and output: whether
/// vi's key map is used before the file is read, and whether it is used afterwards. If `is_forced`
/// is true, the file cannot change the key map.
char *le_read_editrc(
  const char *program, const char *path, FILE *null, const char *const *functions, size_t count,
  le_function placeholder, bool is_forced, bool *vi);

/// Sets the terminal modes for editing. Enter and ^J are different keys. ^C, ^\ and ^Z are keys too.
/// ^S and ^Q are keys unless `flow_control` is true. Wraps `EL_SETTY`, which is variadic.
void le_set_editing_modes(EditLine *el, bool flow_control);

/// Makes libedit read from `reader`, and run one command for each `le_step`. The imaginary screen
/// on which libedit draws is larger than any line, because libedit writes out of bounds on small
/// screens. From here on the terminal is raw.
void le_start(EditLine *el, le_reader reader);

/// Runs one command. Ignores the return value of el_wgets: NULL and -1 are normal for an empty
/// line.
void le_step(EditLine *el);

/// Empties the line and resets libedit's command state. `el_reset` alone would switch the terminal
/// to cooked mode and back; the terminal would echo a key typed in between.
void le_reset(EditLine *el);

/// Inserts scalars at the cursor. U+0000 is allowed; `el_winsertstr` would treat it as the end of
/// the text.
bool le_insert(EditLine *el, const uint32_t *scalars, size_t count);

/// `EL_REFRESH`: updates libedit's record of its screen after code outside libedit changed the
/// line.
void le_redraw(EditLine *el);

/// The scalars of the line, valid until the line changes.
const uint32_t *le_line(EditLine *el);

/// The number of scalars in the line.
size_t le_line_count(EditLine *el);

/// The cursor's position in scalars. If a bug of libedit's vi put the cursor before the line, moves
/// it to the start of the line.
size_t le_cursor(EditLine *el);

/// Moves the cursor to a position; `el_cursor` only moves relatively.
void le_set_cursor(EditLine *el, size_t cursor);

/// Deletes a range and leaves the cursor at its start. Unlike `el_deletestr`, this function does
/// not change the kill buffer.
void le_delete(EditLine *el, size_t start, size_t count);

/// Deletes a range into the kill buffer and leaves the cursor at its start. Does nothing for an
/// empty range.
void le_kill(EditLine *el, size_t start, size_t count);

/// Replaces scalars by the same number of other scalars.
void le_overwrite(EditLine *el, size_t start, const uint32_t *scalars, size_t count);

#endif
