// The folded forms of scalars, from generated two-stage tables.
//
// Invariant: ASCII is not in the tables; callers fold ASCII themselves (FormText/Folding.swift).

#include "CUnicode.h"

#include <stddef.h>

#include "fold_tables.h"

uint64_t cunicode_fold(uint32_t scalar) {
  if (scalar > 0x10FFFF) {
    return scalar;
  }
  if ((scalar >= 0x300 && scalar <= 0x36F) || scalar == 0xAD ||
      (scalar >= 0xFE00 && scalar <= 0xFE0F)) {
    return 0;
  }
  size_t page = fold_pages[scalar / FOLD_PAGE];
  uint16_t number = fold_numbers[page * FOLD_PAGE + scalar % FOLD_PAGE];
  return number == 0 ? scalar : fold_sequences[number];
}

// Unicode 14.0, section 3.12, Conjoining Jamo Behavior.
static uint32_t hangul(uint32_t first, uint32_t second) {
  if (first >= 0x1100 && first < 0x1113 && second >= 0x1161 && second < 0x1176) {
    return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28;
  }
  if (first >= 0xAC00 && first <= 0xD7A3 && (first - 0xAC00) % 28 == 0 && second > 0x11A7 &&
      second < 0x11C3) {
    return first + (second - 0x11A7);
  }
  return 0;
}

uint32_t cunicode_compose(uint32_t first, uint32_t second) {
  uint32_t syllable = hangul(first, second);
  if (syllable != 0) {
    return syllable;
  }
  size_t low = 0;
  size_t high = sizeof(fold_pairs) / sizeof(fold_pairs[0]);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct fold_pair *pair = &fold_pairs[middle];
    if (pair->first < first || (pair->first == first && pair->second < second)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == sizeof(fold_pairs) / sizeof(fold_pairs[0]) || fold_pairs[low].first != first ||
      fold_pairs[low].second != second) {
    return 0;
  }
  return fold_pairs[low].composed;
}
