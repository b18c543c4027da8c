// Searches strings for other strings, byte for byte: in UTF-8, a match always begins at a scalar.
// The corresponding functions of the standard library would link its regular expressions into the
// program.

extension String {
  /// The first range of `text` at or after an index; `text` must not be empty. The time is at most
  /// proportional to the product of both lengths.
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

  /// Whether this string contains another string, which must not be empty.
  package func holds(_ text: String) -> Bool { firstPlace(of: text) != nil }

  /// The parts between the occurrences of a separator. The separator must not be empty.
  package func parts(around separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    while let place = firstPlace(of: separator, from: start) {
      parts.append(self[start..<place.lowerBound])
      start = place.upperBound
    }
    return parts + [self[start...]]
  }

  /// This string with every occurrence of `text`, which must not be empty, replaced by `other`.
  package func replacingAll(_ text: String, by other: String) -> String {
    guard holds(text) else { return self }
    let parts = parts(around: text)
    return parts.dropFirst().reduce(String(parts[0])) { $0 + other + $1 }
  }
}

extension Substring {
  /// The first range of `text`, which must not be empty.
  package func firstPlace(of text: String) -> Range<Index>? {
    base.firstPlace(of: text, from: startIndex).flatMap { $0.upperBound <= endIndex ? $0 : nil }
  }
}
