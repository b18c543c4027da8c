// Reads libyaml's events from a file and counts them. The time that this takes is the least cost of
// reading YAML.
#include <stdio.h>
#include <stdlib.h>
#include <yaml.h>

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) return 66;
  fseek(file, 0, SEEK_END);
  size_t size = ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(size + 1);
  if (!bytes || fread(bytes, 1, size, file) != size) return 66;
  yaml_parser_t parser;
  yaml_event_t event;
  long events = 0;
  int ended = 0;
  if (!yaml_parser_initialize(&parser)) return 70;
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, bytes, size);
  while (!ended) {
    if (!yaml_parser_parse(&parser, &event)) return 65;
    ended = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    events++;
  }
  yaml_parser_delete(&parser);
  printf("%ld\n", events);
  return 0;
}
