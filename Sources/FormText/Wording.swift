// Pieces of sentences: counts, lists and quotations.

/// A count with its noun, in the plural unless the count is 1: `1 row`, `1,204 rows`.
public func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A number with its thousands separated: `1,204`.
public func grouped(_ number: Int) -> String {
  if number.magnitude < 1000 { return String(number) }
  // Do not use `joined(separator:)`: its generic metadata would be created before the first screen
  // appears.
  let digits = Array(String(number.magnitude).utf8)
  var bytes: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place).isMultiple(of: 3) { bytes.append(UInt8(ascii: ",")) }
    bytes.append(digit)
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension Collection where Element == String {
  /// The strings as a list in a sentence: `a, b or c`.
  public func list(joinedBy word: String) -> String {
    guard count > 1, let last = dropFirst(count - 1).first else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

extension String {
  /// The string in quotation marks, shortened to 40 characters.
  public var quoted: String { "“\(shortened)”" }

  /// The string, shortened to 40 characters.
  package var shortened: String {
    // Do not use `count`: a text may be a megabyte.
    prefix(40).endIndex < endIndex ? "\(prefix(39))…" : self
  }

  /// The string with its first letter in upper case, for a phrase that becomes a sentence.
  package var sentenceCased: String { prefix(1).uppercased() + dropFirst() }
}
