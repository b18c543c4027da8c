// Facts of the Unicode standard that the standard library does not offer, behind functions.
//
// Invariant: only functions are public. Swift may move or copy an imported C array, so a pointer
// into one is not safe to keep; the tables stay private to this target.

#ifndef CUNICODE_H
#define CUNICODE_H

#include <stdbool.h>
#include <stdint.h>

/// How many terminal columns a single scalar takes: 0, 1 or 2; -1 for a control character (C0,
/// DEL, C1) and for what is not a scalar value. A regional indicator counts 1, a soft hyphen 1.
///
/// Widths do not add up within a grapheme cluster: ask CharacterWidth for text.
int cunicode_scalar_width(uint32_t scalar);

/// Whether a scalar has the property Emoji: followed by U+FE0F it takes two columns. The digits,
/// `#` and `*` have it too.
bool cunicode_is_emoji(uint32_t scalar);

/// What a scalar beyond ASCII is compared by: up to three scalars, 21 bits each, the first lowest; 0
/// for one that has no part in comparing. The rule stands in Tests/Generators/fold_tables.py.
uint64_t cunicode_fold(uint32_t scalar);

/// The scalar that two become by canonical composition, 0 when they stay two. Marks from U+0300 to
/// U+036F are composed with nothing: nobody compares by them.
uint32_t cunicode_compose(uint32_t first, uint32_t second);

#endif
