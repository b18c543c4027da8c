/* The benchmark's form with ncurses libform, written as the manual pages of libform show.
 *
 *     libform ROWS > answers
 *
 * A row has a label and a field. Every eighth row begins a new page, so that libform turns the
 * pages, not this program. PgDn and PgUp turn the page, Alt-> goes to the last row, and Ctrl-D
 * prints all rows.
 * libform counts fields in a short, and a row has two fields, so a form has at most 16,383 rows. */
#include <form.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { page_height = 8, label_width = 14, field_width = 58, last_row_key = KEY_MAX + 1 };

static void *checked(void *memory, const char *what) {
  if (memory == NULL) {
    perror(what);
    exit(70);
  }
  return memory;
}

static void require(int result, const char *what) {
  if (result == E_OK) return;
  endwin();
  fprintf(stderr, "libform: %s fails with %d\n", what, result);
  exit(70);
}

/* Makes the label and the field of a row. */
static void make_row(FIELD **fields, int row) {
  char label[32];
  snprintf(label, sizeof label, "Row %d", row + 1);
  int line = row % page_height;
  FIELD *name = checked(new_field(1, label_width, line, 0, 0, 0), "new_field");
  set_field_buffer(name, 0, label);
  field_opts_off(name, O_ACTIVE);
  if (line == 0 && row > 0) set_new_page(name, TRUE);
  FIELD *text = checked(new_field(1, field_width, line, label_width + 2, 0, 0), "new_field");
  field_opts_off(text, O_STATIC | O_AUTOSKIP);
  fields[0] = name;
  fields[1] = text;
}

static void print_text(const FIELD *field) {
  const char *text = field_buffer(field, 0);
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == ' ') length--;
  printf("%.*s\n", (int)length, text);
}

/* Applies a key; returns false for the key that ends the form. */
static int obey(FORM *form, int key) {
  switch (key) {
    case 4: return 0;
    case KEY_NPAGE: form_driver(form, REQ_NEXT_PAGE); break;
    case KEY_PPAGE: form_driver(form, REQ_PREV_PAGE); break;
    case KEY_DOWN: case '\r': case '\n': form_driver(form, REQ_NEXT_FIELD); break;
    case KEY_UP: form_driver(form, REQ_PREV_FIELD); break;
    case KEY_LEFT: form_driver(form, REQ_PREV_CHAR); break;
    case KEY_RIGHT: form_driver(form, REQ_NEXT_CHAR); break;
    case KEY_BACKSPACE: case 127: form_driver(form, REQ_DEL_PREV); break;
    case last_row_key:
      form_driver(form, REQ_LAST_PAGE);
      form_driver(form, REQ_LAST_FIELD);
      break;
    default: form_driver(form, key);
  }
  return 1;
}

int main(int argc, char **argv) {
  int rows = argc == 2 ? atoi(argv[1]) : 0;
  FILE *terminal = fopen("/dev/tty", "r+");
  if (rows <= 0 || terminal == NULL) {
    fputs("usage: libform ROWS, at a terminal\n", stderr);
    return 64;
  }
  setlocale(LC_ALL, "");
  checked(newterm(NULL, terminal, terminal), "newterm");
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  define_key("\033>", last_row_key);

  FIELD **fields = checked(calloc(2 * (size_t)rows + 1, sizeof *fields), "calloc");
  for (int row = 0; row < rows; row++) make_row(fields + 2 * row, row);
  FORM *form = checked(new_form(fields), "new_form");
  require(set_form_win(form, stdscr), "set_form_win");
  require(set_form_sub(form, derwin(stdscr, page_height, 80, 0, 0)), "set_form_sub");
  require(post_form(form), "post_form");
  require(form_driver(form, REQ_INS_MODE), "REQ_INS_MODE");
  form_driver(form, REQ_END_LINE);
  refresh();
  while (obey(form, getch())) refresh();

  form_driver(form, REQ_VALIDATION);
  endwin();
  for (int row = 0; row < rows; row++) print_text(fields[2 * row + 1]);
  return fflush(stdout) == 0 ? 0 : 74;
}
