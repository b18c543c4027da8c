// Random patterns that are likely to be slow, and texts for them.

/// Creates patterns with nested quantifiers, back references, look-arounds and atomic groups.
public struct PatternMaker: Sendable {
  private var numbers: SeededGenerator
  private var groups = 0

  public init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
  }

  private mutating func number(below limit: Int) -> Int { numbers.number(below: limit) }
  private mutating func chance(_ percent: Int) -> Bool { numbers.chance(percent) }
  private mutating func one<Element>(of elements: [Element]) -> Element {
    numbers.one(of: elements)
  }

  // MARK: - Patterns

  private static let atoms = [
    "a", "b", "ä", ".", "\\w", "\\d", "\\p{L}", "\\X", "\\R", "[ab]", "[^b\\p{N}]", "[ä-öb]",
    "(?i:Ä)", "\\s", "\\W", ".*", "a+", "\\b",
  ]
  private static let quantifiers = [
    "*", "+", "?", "*?", "+?", "*+", "++", "{2,5}", "{1,100}", "{0,3}?", "{50}", "", "", "+", "*",
  ]

  /// Returns a random pattern, which may be invalid.
  public mutating func pattern() -> String {
    groups = 0
    return alternatives(depth: 1 + number(below: 4))
      + (chance(30) ? one(of: ["x", "$", "b$"]) : "")
  }

  private mutating func alternatives(depth: Int) -> String {
    var text = items(depth: depth)
    if chance(25) { text += "|" + items(depth: depth) }
    return text
  }

  private mutating func items(depth: Int) -> String {
    var text = ""
    for _ in 0...number(below: 3) {
      if depth > 0, chance(50) {
        let opening = one(of: ["(", "(", "(", "(?:", "(?:", "(?=", "(?!", "(?>"])
        if opening == "(" { groups += 1 }
        text += opening + alternatives(depth: depth - 1) + ")"
      } else if groups > 0, chance(30) {
        text += (chance(25) ? "(?i)" : "") + "\\\(1 + number(below: groups))"
      } else {
        text += one(of: PatternMaker.atoms)
      }
      text += one(of: PatternMaker.quantifiers)
    }
    return text
  }

  // MARK: - Texts

  private static let letters = ["a", "b", "ä", "a", "1", " ", "Ä", "👍🏽", "\n"]

  /// Returns a text of at most `length` bytes: a few letters, mixed or in long runs.
  public mutating func text(ofAtMost length: Int) -> String {
    let wanted = one(of: [length, length, length / 16, number(below: length + 1)])
    let kinds = 1 + number(below: PatternMaker.letters.count)
    let run = chance(50) ? 1 : 1 + wanted / 3
    var text = ""
    var letter = ""
    var count = 0
    while true {
      if count % run == 0 { letter = PatternMaker.letters[number(below: kinds)] }
      count += 1
      if text.utf8.count + letter.utf8.count > wanted { return text }
      text += letter
    }
  }
}
