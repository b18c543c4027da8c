// libedit, callable from Swift: see include/editing.h for the invariants.

#define _GNU_SOURCE
#include "include/editing.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Room for twice the scalars of the longest line, so that a yank always fits and libedit never
// moves its buffers while a command runs.
enum { line_room = 8100 };

// The maximum size, in bytes, of a ~/.editrc that is read.
enum { most_file_bytes = 1 << 20 };

static wchar_t empty_prompt[] = L"";

static wchar_t *prompt(EditLine *el) {
  (void)el;
  return empty_prompt;
}

// el_wline points into the handle, at libedit's own line structure. Its first three members are the
// pointers of `struct line`.
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

// The functions of a stream that behaves like /dev/null, but costs no system call for each key that
// libedit draws.
static ssize_t swallow(void *cookie, const char *bytes, size_t size) {
  (void)cookie;
  (void)bytes;
  return (ssize_t)size;
}

static ssize_t end_of_file(void *cookie, char *bytes, size_t size) {
  (void)cookie;
  (void)bytes;
  (void)size;
  return 0;
}

FILE *le_open_null(void) {
  cookie_io_functions_t functions = {.read = end_of_file, .write = swallow};
  return fopencookie(NULL, "r+", functions);
}

EditLine *le_open(const char *program, FILE *null, int tty) {
  EditLine *el = el_init_fd(program, null, null, null, tty, tty, tty);
  if (el == NULL)
    return NULL;
  int edits = 0;
  el_wget(el, EL_EDITMODE, &edits);
  if (!edits) {
    // With TERM=emacs libedit has not read the terminal's modes, and would later set them to zeros.
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

// Whether a capability is a control sequence with one number and a given final byte.
static bool is_sequence(EditLine *el, const char *capability, char final) {
  char *text = NULL;
  if (el_get(el, EL_GETTC, capability, &text) != 0 || text == NULL)
    return false;
  size_t length = strlen(text);
  return length > 3 && strncmp(text, "\033[%", 3) == 0 && text[length - 1] == final;
}

bool le_shifts_characters(EditLine *el) {
  return is_sequence(el, "IC", '@') && is_sequence(el, "DC", 'P');
}

void le_set_context(EditLine *el, void *context) { el_wset(el, EL_CLIENTDATA, context); }

void *le_context(EditLine *el) {
  void *context = NULL;
  el_wget(el, EL_CLIENTDATA, &context);
  return context;
}

// Function names are ASCII, so each byte becomes one wide character.
static void widen(wchar_t *wide, size_t room, const char *narrow) {
  size_t n = 0;
  for (; narrow[n] != '\0' && n + 1 < room; n++)
    wide[n] = (unsigned char)narrow[n];
  wide[n] = L'\0';
}

bool le_add_function(EditLine *el, const char *name, const char *help, le_function function) {
  // libedit keeps these pointers as long as the handle lives, and does not say when it drops them.
  // Therefore the copies of the names are never freed. There are only a few names, and each handle
  // has the same names.
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

bool le_bind(EditLine *el, uint32_t code, const char *function) {
  wchar_t name[64];
  widen(name, 64, function);
  // Backslash and caret have a meaning in key names; an octal escape is unambiguous.
  wchar_t key[8];
  swprintf(key, 8, L"\\%03o", (unsigned)code & 0xff);
  return el_wset(el, EL_BIND, key, name, (void *)NULL) == 0;
}

// Replaces el_source, which overflows its stack on a long line and reads uninitialized memory after
// an unclosed quote. Reads only regular files, because a pipe could block the program.
static bool source(EditLine *el, const char *path) {
  enum { longest = 512 };
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (descriptor == -1)
    return false;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size > most_file_bytes) {
    close(descriptor);
    return false;
  }
  FILE *file = fdopen(descriptor, "r");
  if (file == NULL) {
    close(descriptor);
    return false;
  }
  Tokenizer *words = tok_init(NULL);
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while (words != NULL && (length = getline(&line, &room, file)) != -1) {
    if (length > longest)
      continue;
    line[strcspn(line, "\n")] = '\0';
    const char *text = line + strspn(line, " \t");
    int count;
    const char **arguments;
    tok_reset(words);
    if (*text != '#' && tok_str(words, text, &count, &arguments) == 0 && count > 0)
      el_parse(el, count, arguments);
  }
  free(line);
  if (words != NULL)
    tok_end(words);
  fclose(file);
  return true;
}

static void use_editor(EditLine *el, bool vi) { el_wset(el, EL_EDITOR, vi ? L"vi" : L"emacs"); }

char *le_read_editrc(
  const char *program, const char *path, FILE *null, const char *const *functions, size_t count,
  le_function placeholder, bool is_forced, bool *vi) {
  char *text = NULL;
  size_t size = 0;
  FILE *listing = open_memstream(&text, &size);
  if (listing == NULL)
    return NULL;
  // No descriptor of this handle is a terminal, so no command of the file reaches the person's
  // terminal.
  int none = fileno(null);
  EditLine *el = el_init_fd(program, null, listing, null, none, none, none);
  if (el == NULL) {
    fclose(listing);
    free(text);
    return NULL;
  }
  for (size_t n = 0; n < count; n++)
    le_add_function(el, functions[n], "", placeholder);
  bool was_vi = *vi;
  use_editor(el, was_vi);
  bool is_read = source(el, path);

  const wchar_t *editor = NULL;
  if (el_wget(el, EL_EDITOR, &editor) == 0 && editor != NULL)
    *vi = wcscmp(editor, L"vi") == 0;
  if (is_forced && *vi != was_vi) {
    // The file selected the other editor, so its bindings went into the wrong key maps.
    *vi = was_vi;
    use_editor(el, was_vi);
  }
  // A form feed ends the output of the file's own commands.
  fputc('\f', listing);
  el_wset(el, EL_BIND, (void *)NULL);
  fputc('\f', listing);
  use_editor(el, *vi);
  el_wset(el, EL_BIND, (void *)NULL);
  el_end(el);
  fclose(listing);
  if (is_read)
    return text;
  free(text);
  return NULL;
}

void le_set_editing_modes(EditLine *el, bool flow_control) {
  // All other modes already have the values that libedit sets for editing: -iexten -igncr +opost
  // +onlcr. This call does not name them, because naming a mode takes as much time as reading a row
  // of a form: libedit converts the names of all modes that it knows.
  el_wset(
    el, EL_SETTY, L"-d", flow_control ? L"+ixon" : L"-ixon", L"-icrnl", L"-inlcr", L"-istrip",
    L"-isig", (void *)NULL);
}

void le_start(EditLine *el, le_reader reader) {
  el_wset(el, EL_GETCFN, reader);
  el_wset(el, EL_UNBUFFERED, 1);
  el_wset(el, EL_SETTC, L"li", L"64", (void *)NULL);
  el_wset(el, EL_SETTC, L"co", L"1024", (void *)NULL);

  // Inserting spaces makes the buffers grow. libedit does not draw the spaces, and `le_reset`
  // discards them.
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
  // While editing is off, el_reset leaves the terminal's modes alone.
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

void le_kill(EditLine *el, size_t start, size_t count) {
  size_t total = le_line_count(el);
  if (start > total || count > total - start)
    return;
  le_set_cursor(el, start + count);
  el_deletestr(el, (int)count);
}

void le_overwrite(EditLine *el, size_t start, const uint32_t *scalars, size_t count) {
  size_t total = le_line_count(el);
  if (start > total || count > total - start)
    return;
  wchar_t *to = line_of(el)->buffer + start;
  for (size_t i = 0; i < count; i++)
    to[i] = (wchar_t)scalars[i];
}
