// Unicode properties that the standard library does not offer.
//
// Invariant: only functions are public, and the tables stay private to this target. Swift may move
// or copy an imported C array, so a pointer into an array is not safe to keep.

#ifndef CUNICODE_H
#define CUNICODE_H

#include <stdbool.h>
#include <stdint.h>

/// The number of terminal columns of a single scalar: 0, 1 or 2. The result is -1 for a control
/// character (C0, DEL, C1), and for a number that is not a scalar value. A regional indicator and a
/// soft hyphen take 1.
///
/// Widths do not add up within a grapheme cluster: use CharacterWidth for text.
int cunicode_scalar_width(uint32_t scalar);

/// Whether a scalar has the property Emoji. Such a scalar takes two columns if U+FE0F comes after
/// it. The digits, `#` and `*` have this property too.
bool cunicode_is_emoji(uint32_t scalar);

/// The folded form of a scalar beyond ASCII: up to three scalars of 21 bits each, the first in the
/// lowest bits; 0 for a scalar that comparisons ignore. Tests/Generators/fold_tables.py contains
/// the rules.
uint64_t cunicode_fold(uint32_t scalar);

/// The canonical composition of two scalars; 0 if they have none. Marks from U+0300 to U+036F
/// compose with no scalar, because folding removes them.
uint32_t cunicode_compose(uint32_t first, uint32_t second);

#endif
