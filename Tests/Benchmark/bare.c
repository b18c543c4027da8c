/* The yardstick: the smallest program over libedit that does the benchmark's job.
 *
 *     bare ROWS > answers
 *
 * The program keeps all rows in an array, paints a page of eight rows with plain escape sequences,
 * edits one row at a time with el_gets on the terminal, and prints all rows at Ctrl-D or `:save`.
 * PgDn and PgUp turn the page, and Alt-> goes to the last row. libedit paints the prompt. The
 * program
 * does not compare the screen with the previous one, and checks and stores nothing. */
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { page_height = 8 };

struct row {
  char *label;
  char *text;
};

static struct row *rows;
static size_t row_count, top, focus;
static FILE *terminal;

/* MARK: Rows */

static void *checked(void *memory) {
  if (memory == NULL) {
    perror("bare");
    exit(70);
  }
  return memory;
}

static void make_rows(void) {
  rows = checked(calloc(row_count, sizeof *rows));
  for (size_t i = 0; i < row_count; i++) {
    char label[32];
    snprintf(label, sizeof label, "Row %zu", i + 1);
    rows[i].label = checked(strdup(label));
  }
}

static void keep(const char *text, size_t length) {
  free(rows[focus].text);
  rows[focus].text = length == 0 ? NULL : checked(strndup(text, length));
}

static void print_rows(void) {
  for (size_t i = 0; i < row_count; i++) {
    printf("%s: %s\n", rows[i].label, rows[i].text == NULL ? "" : rows[i].text);
  }
}

/* MARK: Screen */

static void paint_rows(void) {
  for (size_t i = top; i < top + page_height; i++) {
    if (i < row_count) {
      fprintf(terminal, "\r\033[K%c %7zu  %-14s %.50s\n", i == focus ? '>' : ' ', i + 1,
              rows[i].label, rows[i].text == NULL ? "" : rows[i].text);
    } else {
      fputs("\r\033[K\n", terminal);
    }
  }
}

static char *prompt(EditLine *editor) {
  static char text[40];
  (void)editor;
  snprintf(text, sizeof text, "%s: ", rows[focus].label);
  return text;
}

/* MARK: Keys */

/* Stores the line, goes to another row, and loads that row's text into the line. */
static unsigned char go(EditLine *editor, size_t target, size_t new_top) {
  const LineInfo *line = el_line(editor);
  keep(line->buffer, (size_t)(line->lastchar - line->buffer));
  el_cursor(editor, (int)(line->lastchar - line->cursor));
  line = el_line(editor);
  el_deletestr(editor, (int)(line->lastchar - line->buffer));
  focus = target;
  top = new_top;
  if (rows[focus].text != NULL) el_insertstr(editor, rows[focus].text);
  fprintf(terminal, "\r\033[%dA", page_height);
  paint_rows();
  return CC_REDISPLAY;
}

static unsigned char page_down(EditLine *editor, int key) {
  (void)key;
  if (top + page_height >= row_count) return go(editor, row_count - 1, top);
  size_t target = focus + page_height;
  if (target >= row_count) target = row_count - 1;
  return go(editor, target, top + page_height);
}

static unsigned char page_up(EditLine *editor, int key) {
  (void)key;
  if (top < page_height) return go(editor, 0, 0);
  return go(editor, focus - page_height, top - page_height);
}

static unsigned char last_row(EditLine *editor, int key) {
  (void)key;
  return go(editor, row_count - 1, row_count > page_height ? row_count - page_height : 0);
}

int main(int argc, char **argv) {
  row_count = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
  terminal = fopen("/dev/tty", "r+");
  if (row_count == 0 || terminal == NULL) {
    fputs("usage: bare ROWS, at a terminal\n", stderr);
    return 64;
  }
  FILE *keys = checked(fopen("/dev/tty", "r"));
  /* A page takes one write, because libedit flushes only after it has painted the prompt. */
  setvbuf(terminal, NULL, _IOFBF, 1 << 14);
  make_rows();

  EditLine *editor = checked(el_init("bare", keys, terminal, terminal));
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_PROMPT, prompt);
  el_set(editor, EL_ADDFN, "page-down", "The next page", page_down);
  el_set(editor, EL_ADDFN, "page-up", "The page before", page_up);
  el_set(editor, EL_ADDFN, "last-row", "The last row", last_row);
  el_set(editor, EL_BIND, "\033[6~", "page-down", NULL);
  el_set(editor, EL_BIND, "\033[5~", "page-up", NULL);
  el_set(editor, EL_BIND, "\033>", "last-row", NULL);

  paint_rows();
  for (;;) {
    int length;
    const char *line = el_gets(editor, &length);
    if (line == NULL || length <= 0 || strcmp(line, ":save\n") == 0) break;
    keep(line, (size_t)(length - (line[length - 1] == '\n')));
    if (focus + 1 < row_count) focus++;
    if (focus >= top + page_height) top = focus;
    fprintf(terminal, "\033[A\r\033[%dA", page_height);
    paint_rows();
  }
  el_end(editor);
  fputc('\n', terminal);
  print_rows();
  return fflush(stdout) == 0 ? 0 : 74;
}
