// libedit, callable from Swift: see include/editing.h for what holds.

#define _GNU_SOURCE
#include "include/editing.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

// Twice the longest line, so that a yank always finds room and the buffers never move while a
// command runs.
enum { line_room = 8100 };

static wchar_t empty_prompt[] = L"";

static wchar_t *prompt(EditLine *el) {
  (void)el;
  return empty_prompt;
}

// el_wline points at the handle's own line, whose first three members are these pointers.
struct line {
  wchar_t *buffer;
  wchar_t *cursor;
  wchar_t *lastchar;
};

static struct line *line_of(EditLine *el) { return (struct line *)(void *)el_wline(el); }

bool le_use_utf8(void) {
  if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
    return true;
  return setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

FILE *le_open_null(void) { return fopen("/dev/null", "r+e"); }

EditLine *le_open(const char *program, FILE *null, int tty) {
  EditLine *el = el_init_fd(program, null, null, null, tty, tty, tty);
  if (el == NULL)
    return NULL;
  int edits = 0;
  el_wget(el, EL_EDITMODE, &edits);
  if (!edits) {
    // TERM=emacs: libedit has not set up the modes and would write zeros.
    el_end(el);
    errno = ENOTSUP;
    return NULL;
  }
  el_wset(el, EL_SIGNAL, 0);
  el_wset(el, EL_EDITOR, L"emacs");
  el_wset(el, EL_PROMPT, prompt);
  return el;
}

void le_close(EditLine *el) {
  el_wset(el, EL_EDITMODE, 0);
  el_end(el);
}

void le_set_context(EditLine *el, void *context) { el_wset(el, EL_CLIENTDATA, context); }

void *le_context(EditLine *el) {
  void *context = NULL;
  el_wget(el, EL_CLIENTDATA, &context);
  return context;
}

// Function names are ASCII, so each byte is a wide character.
static void widen(wchar_t *wide, size_t room, const char *narrow) {
  size_t n = 0;
  for (; narrow[n] != '\0' && n + 1 < room; n++)
    wide[n] = (unsigned char)narrow[n];
  wide[n] = L'\0';
}

bool le_add_function(EditLine *el, const char *name, const char *help, le_function function) {
  // libedit keeps the pointers for as long as the handle lives, and takes no notice when they go:
  // the names are few and the same each time, so they are kept for the life of the process.
  enum { kept = 32, room = 64 };
  static wchar_t names[kept][room], helps[kept][room];
  static size_t used;
  wchar_t wide[room];
  widen(wide, room, name);
  size_t n = 0;
  while (n < used && wcscmp(names[n], wide) != 0)
    n++;
  if (n == kept)
    return false;
  if (n == used) {
    wcscpy(names[n], wide);
    widen(helps[n], room, help);
    used++;
  }
  return el_wset(el, EL_ADDFN, names[n], helps[n], function) == 0;
}

bool le_bind(EditLine *el, uint32_t code, const char *function, bool alternative) {
  wchar_t name[64];
  widen(name, 64, function);
  // A backslash and a caret have a meaning in key names: an octal escape has none but its own.
  wchar_t key[8];
  swprintf(key, 8, L"\\%03o", (unsigned)code & 0xff);
  if (el_wset(el, EL_BIND, key, name, (void *)NULL) != 0)
    return false;
  return !alternative || el_wset(el, EL_BIND, L"-a", key, name, (void *)NULL) == 0;
}

void le_source(EditLine *el) {
  (void)el_source(el, NULL);
  const wchar_t *editor = NULL;
  if (el_wget(el, EL_EDITOR, &editor) != 0 || editor == NULL || wcscmp(editor, L"emacs") != 0)
    el_wset(el, EL_EDITOR, L"emacs");
  el_wset(el, EL_SIGNAL, 0);
  el_wset(el, EL_EDITMODE, 1);
}

void le_set_editing_modes(EditLine *el, bool flow_control) {
  el_wset(
    el, EL_SETTY, L"-d", flow_control ? L"+ixon" : L"-ixon", L"-icrnl", L"-inlcr", L"-igncr",
    L"-istrip", L"+isig", L"+noflsh", L"-iexten", L"+opost", L"+onlcr", (void *)NULL);
}

void le_start(EditLine *el, le_reader reader) {
  el_wset(el, EL_GETCFN, reader);
  el_wset(el, EL_UNBUFFERED, 1);
  el_wset(el, EL_SETTC, L"li", L"64", (void *)NULL);
  el_wset(el, EL_SETTC, L"co", L"1024", (void *)NULL);

  // Without a refresh in between: this makes room and is forgotten.
  wchar_t *room = calloc(line_room + 1, sizeof *room);
  if (room != NULL) {
    wmemset(room, L' ', line_room);
    el_winsertstr(el, room);
    free(room);
  }
  le_reset(el);
  le_redraw(el);
}

void le_step(EditLine *el) {
  int count = 0;
  (void)el_wgets(el, &count);
}

void le_reset(EditLine *el) {
  // With editing off el_reset leaves the terminal's modes alone.
  el_wset(el, EL_EDITMODE, 0);
  el_reset(el);
  el_wset(el, EL_EDITMODE, 1);
}

bool le_insert(EditLine *el, const uint32_t *scalars, size_t count) {
  enum { chunk = 256 };
  wchar_t wide[chunk + 1];
  while (count > 0) {
    size_t n = count < chunk ? count : chunk;
    for (size_t i = 0; i < n; i++)
      wide[i] = scalars[i] == 0 ? L' ' : (wchar_t)scalars[i];
    wide[n] = L'\0';
    if (el_winsertstr(el, wide) != 0)
      return false;
    wchar_t *inserted = line_of(el)->cursor - n;
    for (size_t i = 0; i < n; i++)
      inserted[i] = (wchar_t)scalars[i];
    scalars += n;
    count -= n;
  }
  return true;
}

void le_redraw(EditLine *el) { el_wset(el, EL_REFRESH); }

const uint32_t *le_line(EditLine *el) { return (const uint32_t *)(void *)line_of(el)->buffer; }

size_t le_line_count(EditLine *el) {
  struct line *line = line_of(el);
  return line->lastchar > line->buffer ? (size_t)(line->lastchar - line->buffer) : 0;
}

size_t le_cursor(EditLine *el) {
  struct line *line = line_of(el);
  if (line->cursor < line->buffer)
    line->cursor = line->buffer;
  if (line->cursor > line->lastchar)
    line->cursor = line->lastchar;
  return (size_t)(line->cursor - line->buffer);
}

void le_set_cursor(EditLine *el, size_t cursor) {
  size_t count = le_line_count(el);
  struct line *line = line_of(el);
  line->cursor = line->buffer + (cursor < count ? cursor : count);
}

void le_delete(EditLine *el, size_t start, size_t count) {
  size_t total = le_line_count(el);
  if (start > total)
    return;
  if (count > total - start)
    count = total - start;
  struct line *line = line_of(el);
  wchar_t *from = line->buffer + start;
  wmemmove(from, from + count, total - start - count);
  line->lastchar -= count;
  line->cursor = from;
}

void le_overwrite(EditLine *el, size_t start, const uint32_t *scalars, size_t count) {
  size_t total = le_line_count(el);
  if (start > total || count > total - start)
    return;
  wchar_t *to = line_of(el)->buffer + start;
  for (size_t i = 0; i < count; i++)
    to[i] = (wchar_t)scalars[i];
}
