// A slow and simple search for comparison: it tests every candidate, word by word.

import FormText
import TerminalTesting

/// Candidates in an array, searched one after another.
struct CandidateOracle {
  private let keys: [(whole: [UInt8], words: [[UInt8]], value: [UInt8]?)]

  init(labels: [String]) {
    self.init(candidates: labels.map { ($0, nil) })
  }

  init(candidates: [(label: String, value: String?)]) {
    keys = candidates.map { label, value in
      let folded = Folding.folded(label)
      let scalars = Array(folded.unicodeScalars)
      var words: [[UInt8]] = []
      for start in scalars.indices.dropFirst() {
        let before = scalars[start - 1]
        let begins =
          before == " "
          || CandidateOracle.isPunctuation(before) && !CandidateOracle.isPunctuation(scalars[start])
            && scalars[start] != " "
        guard begins else { continue }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: scalars[start...])
        words.append(Array(String(word).utf8))
      }
      return (Array(folded.utf8), words, value.map { Array(Folding.folded($0).utf8) })
    }
  }

  /// Whether a scalar is punctuation: ASCII except letters and digits, U+00A0 to U+00BF, or U+2010
  /// to U+206F.
  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return !("a"..."z").contains(scalar) && !("0"..."9").contains(scalar) && scalar != " "
    }
    return (0x80...0xBF).contains(scalar.value) || (0x2010...0x206F).contains(scalar.value)
  }

  /// Returns all matches of a query, best first.
  func matches(_ query: String) -> [Int] {
    let query = Array(Folding.folded(query, keepsLastSpace: true).utf8)
    var wholes: [Int] = []
    var words: [Int] = []
    for (candidate, key) in keys.enumerated() {
      if key.whole.starts(with: query) {
        wholes.append(candidate)
      } else if key.words.contains(where: { $0.starts(with: query) })
        || key.value?.starts(with: query) == true
      {
        words.append(candidate)
      }
    }
    return wholes + words
  }
}

/// Random names like those of cities: each consists of a few parts, which many names share.
struct CandidateNames {
  private static let syllables = [
    "san", "São", "new", "ber", "lin", "par", "is", "ba", "sel", "Łó", "dź", "ø", "å", "tok", "yo",
    "東京", "が", "か", "Мос", "ква", "й", "é", "e\u{301}", "ü", "ß", "a", "ab", "b", "한", "국",
  ]
  private static let joins = [
    " ", " ", " ", "-", ", ", " (", "’", "'", "  ", "\u{A0}", "·", "", "", "",
  ]

  /// Returns a random name.
  static func name(using generator: inout SeededGenerator) -> String {
    var name = ""
    for part in 0..<Int.random(in: 1...6, using: &generator) {
      if part > 0 { name += joins.randomElement(using: &generator) ?? "" }
      let syllable = syllables.randomElement(using: &generator) ?? ""
      name += Bool.random(using: &generator) ? syllable : syllable.uppercased()
    }
    return name
  }

  /// Returns a query that matches some of the names, often in different case or with other accents.
  static func query(among names: [String], using generator: inout SeededGenerator) -> String {
    guard Int.random(in: 0..<8, using: &generator) > 0,
      let name = names.randomElement(using: &generator)
    else { return self.name(using: &generator) }
    let scalars = Array(name.unicodeScalars)
    let start =
      Bool.random(using: &generator)
      ? 0 : Int.random(in: 0..<max(scalars.count, 1), using: &generator)
    let length = Int.random(in: 1...6, using: &generator)
    var query = String.UnicodeScalarView()
    query.append(contentsOf: scalars[start..<min(start + length, scalars.count)])
    return Bool.random(using: &generator) ? String(query) : String(query).uppercased()
  }
}
