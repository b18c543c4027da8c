// The width of text on a terminal.
//
// Invariant: widths belong to grapheme clusters, not to scalars. No cluster takes more than two
// columns, whatever it contains, so a cursor placed by these widths is always on a cluster
// boundary. `CellReader` replaces controls and other scalars that must not reach a terminal; this
// type only knows the width of a cluster.

import CUnicode

/// The number of terminal columns that text takes.
enum CharacterWidth {
  /// The columns of one grapheme cluster: 0, 1 or 2.
  ///
  /// The width of a cluster is the sum of the widths of its scalars, at most two. An emoji with a
  /// skin tone, a family joined by U+200D, a flag and a Hangul syllable are all 2; a letter with
  /// accents is 1; a Devanagari conjunct is 1 or 2. An emoji or keycap followed by U+FE0F is 2. A
  /// mark without a letter and an invisible character are 0. A control is 1, and so is CR LF, which
  /// is one cluster.
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    var index = scalars.startIndex
    let first = scalars[index].value
    scalars.formIndex(after: &index)
    guard index < scalars.endIndex else { return first < 0x7F ? 1 : columns(ofScalar: first) }
    if first < 0x20 { return 1 }

    var columns = columns(ofScalar: first)
    var previous = first
    while columns < 2, index < scalars.endIndex {
      let scalar = scalars[index].value
      if scalar == emojiVariation {
        if cunicode_is_emoji(previous) { return 2 }
      } else {
        columns += self.columns(ofScalar: scalar)
      }
      previous = scalar
      scalars.formIndex(after: &index)
    }
    return min(columns, 2)
  }

  /// U+FE0F, which requests the emoji picture of the scalar before it.
  private static let emojiVariation: UInt32 = 0xFE0F

  /// The columns of a single scalar; a control takes 1.
  private static func columns(ofScalar scalar: UInt32) -> Int {
    let width = cunicode_scalar_width(scalar)
    return width < 0 ? 1 : Int(width)
  }
}
