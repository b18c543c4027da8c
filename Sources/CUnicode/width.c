// The widths of scalars, found by binary search in generated tables of ranges.
//
// Invariant: below U+0300 every scalar except a control character has one column, and the generated
// tables begin at U+0300 (a test checks both).

#include "CUnicode.h"

#include <stddef.h>

#include "width_tables.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool contains(const struct width_range *ranges, size_t count, uint32_t scalar) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (scalar > ranges[middle].last) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count && scalar >= ranges[low].first;
}

int cunicode_scalar_width(uint32_t scalar) {
  if (scalar < 0x300) {
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) ? -1 : 1;
  }
  if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) {
    return -1;
  }
  if (contains(zero_width_ranges, COUNT(zero_width_ranges), scalar)) {
    return 0;
  }
  return contains(wide_ranges, COUNT(wide_ranges), scalar) ? 2 : 1;
}

bool cunicode_is_emoji(uint32_t scalar) {
  return contains(emoji_ranges, COUNT(emoji_ranges), scalar);
}
