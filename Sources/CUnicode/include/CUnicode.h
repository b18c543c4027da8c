// Functions for properties of Unicode that the standard library does not offer.
//
// Invariant: only functions are public. Swift may move or copy an imported C array, so a pointer
// into one is not safe to keep; the tables stay private to this target.

#ifndef CUNICODE_H
#define CUNICODE_H

#include <stdbool.h>
#include <stdint.h>

/// The terminal columns of a single scalar: 0, 1 or 2; -1 for a control character (C0, DEL, C1) and
/// for a number that is not a scalar value. A regional indicator and a soft hyphen take 1.
///
/// Widths do not add up within a grapheme cluster: use CharacterWidth for text.
int cunicode_scalar_width(uint32_t scalar);

/// Whether a scalar has the property Emoji: with U+FE0F after it, it takes two columns. The digits,
/// `#` and `*` have this property too.
bool cunicode_is_emoji(uint32_t scalar);

/// The folded form of a scalar beyond ASCII: up to three scalars, 21 bits each, the first lowest; 0
/// for a scalar that comparisons ignore. Tests/Generators/fold_tables.py has the rules.
uint64_t cunicode_fold(uint32_t scalar);

/// The canonical composition of two scalars; 0 if they have none. Marks from U+0300 to U+036F
/// compose with nothing, because folding removes them.
uint32_t cunicode_compose(uint32_t first, uint32_t second);

#endif
