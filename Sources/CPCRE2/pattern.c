// Compiles patterns, matches whole texts, and counts the work of a match.
//
// PCRE2's match limit counts the steps of a match, not the characters that an item of the pattern
// passes in a step: `.++` over 64 KiB is one step. Therefore PCRE2 calls back before every item (a
// callout), and the callout adds the distance since the previous callout. For an item that can run
// far without a callout and then fail, the callout adds the greatest possible distance in advance.

#define _GNU_SOURCE
#define PCRE2_CODE_UNIT_WIDTH 8
#include "include/CPCRE2.h"

#include <pcre2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The maximum number of bytes that the steps of one match copy in total. Each step copies a frame,
/// which has an entry for each group of the pattern.
enum { most_copied = 50000000 };
/// The number of bytes of a character class that PCRE2 searches in the time in which it passes one
/// character of the text. PCRE2 searches a class range by range.
enum { item_unit = 32 };
/// The work that every match costs, even an empty match.
enum { match_cost = 32 };

struct cp_code {
  pcre2_code *code;
  /// The bytes that each step copies.
  size_t frame;
  /// Whether the pattern contains back references.
  bool refers;
  /// Whether the pattern may contain a verb that reads text without a callout, such as a script
  /// run.
  bool has_verbs;
  char source[];
};

int cp_compile(const uint8_t *source, size_t length, cp_pattern *pattern, size_t *offset) {
  struct cp_code *made = malloc(sizeof *made + length + 1);
  pcre2_compile_context *context = pcre2_compile_context_create(NULL);
  int error = PCRE2_ERROR_NOMEMORY;
  pattern->code = NULL;
  *offset = 0;
  if (made && context) {
    if (length > 0) memcpy(made->source, source, length);
    made->source[length] = 0;
    pcre2_set_newline(context, PCRE2_NEWLINE_ANY);
    pcre2_set_max_pattern_length(context, cp_longest_pattern);
    // Allows \u{1F600} too, as in ECMA-262 and Swift.
    pcre2_set_compile_extra_options(context, PCRE2_EXTRA_ALT_BSUX);
    made->code =
        pcre2_compile((PCRE2_SPTR)made->source, length,
                      PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF | PCRE2_UCP |
                          PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX | PCRE2_NEVER_BACKSLASH_C |
                          PCRE2_AUTO_CALLOUT,
                      &error, offset, context);
    if (made->code) {
      uint32_t highest = 0;
      pcre2_pattern_info(made->code, PCRE2_INFO_BACKREFMAX, &highest);
      pcre2_pattern_info(made->code, PCRE2_INFO_FRAMESIZE, &made->frame);
      made->refers = highest > 0;
      made->has_verbs = memmem(source, length, "(*", 2) != NULL;
      pattern->code = made;
      made = NULL;
      error = 0;
    }
  }
  if (context) pcre2_compile_context_free(context);
  free(made);
  return error;
}

void cp_free(cp_pattern pattern) {
  if (!pattern.code) return;
  pcre2_code_free(pattern.code->code);
  free((struct cp_code *)pattern.code);
}

/// The work of a match in progress.
struct work {
  const struct cp_code *pattern;
  /// The position of the last callout.
  size_t place;
  /// The cost of each character that the item after the last callout passes.
  uint64_t weight;
  uint64_t left;
};

/// The maximum number of characters that the next item can pass before it fails.
static uint64_t hidden_distance(const pcre2_callout_block *block, const struct work *work) {
  const char *item = work->pattern->source + block->pattern_position;
  uint64_t distance = 0;
  if (work->pattern->refers &&
      (item[0] == '\\' ? strchr("123456789kg", item[1]) != NULL : !strncmp(item, "(?P=", 4))) {
    for (uint32_t group = 1; group < block->capture_top; group++) {
      size_t start = block->offset_vector[2 * group], end = block->offset_vector[2 * group + 1];
      if (start != PCRE2_UNSET && end > start && end - start > distance) distance = end - start;
    }
  }
  // The minimum number of repetitions, as in `.{1000}` or in the back reference `\1{3}`.
  const char *brace = memrchr(item, '{', block->next_item_length);
  if (brace) {
    uint64_t count = strtoul(brace + 1, NULL, 10);
    distance = count * (distance > 0 ? distance : 1);
  }
  uint64_t rest = block->subject_length - block->current_position;
  return distance < rest ? distance : rest;
}

static int count(pcre2_callout_block *block, void *data) {
  struct work *work = data;
  size_t place = block->current_position;
  uint64_t distance = place > work->place ? place - work->place : work->place - place;
  uint64_t cost = (distance + 1) * work->weight;
  work->place = place;
  work->weight = 1 + block->next_item_length / item_unit;
  cost += hidden_distance(block, work) * work->weight;
  if (cost > work->left) {
    work->left = 0;
    return PCRE2_ERROR_CALLOUT;
  }
  work->left -= cost;
  return 0;
}

int cp_match(cp_pattern pattern, const uint8_t *text, size_t length, cp_limits *limits) {
  if (limits->work < match_cost) return PCRE2_ERROR_CALLOUT;
  struct work work = {pattern.code, 0, 1, limits->work - match_cost};
  pcre2_match_context *context = pcre2_match_context_create(NULL);
  pcre2_match_data *data = pcre2_match_data_create(1, NULL);
  int result = PCRE2_ERROR_NOMEMORY;
  if (context && data) {
    uint64_t steps = limits->steps;
    uint64_t copied = most_copied / pattern.code->frame;
    if (copied < steps) steps = copied;
    uint64_t reread = limits->work / (2 * length + 1);
    if (pattern.code->has_verbs && reread < steps) steps = reread;
    pcre2_set_match_limit(context, (uint32_t)steps);
    pcre2_set_heap_limit(context, limits->memory);
    pcre2_set_callout(context, count, &work);
    result = pcre2_match(pattern.code->code, text ? text : (PCRE2_SPTR) "", length, 0, 0, data, context);
  }
  pcre2_match_data_free(data);
  pcre2_match_context_free(context);
  limits->work = work.left;
  // 0 means a match with more groups than `data` has room for.
  return result >= 0 ? cp_matches : result == PCRE2_ERROR_NOMATCH ? cp_differs : result;
}

bool cp_is_limit(int error) {
  switch (error) {
    case PCRE2_ERROR_CALLOUT:
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_RECURSELOOP: return true;
    default: return false;
  }
}

void cp_describe(int error, char *buffer, size_t capacity) {
  buffer[0] = 0;
  pcre2_get_error_message(error, (PCRE2_UCHAR *)buffer, capacity);
}
