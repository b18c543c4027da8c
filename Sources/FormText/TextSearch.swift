// Texts in texts, byte for byte: UTF-8 finds a scalar only where one begins. The standard library's own
// functions of this kind bring its regular expressions into the program.

extension String {
  /// The first place of a text, which is not empty, at or after an index. O(product of both lengths).
  package func firstPlace(of text: String, from start: Index? = nil) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var start = start ?? startIndex
    while let place = utf8[start...].firstIndex(of: first) {
      if utf8[place...].starts(with: text.utf8) {
        return place..<utf8.index(place, offsetBy: text.utf8.count)
      }
      start = utf8.index(after: place)
    }
    return nil
  }

  /// Whether a text, which is not empty, is a part of this one.
  package func holds(_ text: String) -> Bool { firstPlace(of: text) != nil }

  /// The parts between the places of a separator, which is not empty; one more than there are places.
  package func parts(around separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    while let place = firstPlace(of: separator, from: start) {
      parts.append(self[start..<place.lowerBound])
      start = place.upperBound
    }
    return parts + [self[start...]]
  }

  /// This text with another text in each place of one.
  package func replacingAll(_ text: String, by other: String) -> String {
    guard holds(text) else { return self }
    let parts = parts(around: text)
    return parts.dropFirst().reduce(String(parts[0])) { $0 + other + $1 }
  }
}
