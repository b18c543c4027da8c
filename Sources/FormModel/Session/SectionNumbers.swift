// A set of sections by number, without the start-up cost of hashing.

/// Distinct numbers of sections. A template has few.
@usableFromInline package struct SectionNumbers: Sendable {
  package private(set) var numbers: [Int] = []

  @usableFromInline package var isEmpty: Bool { numbers.isEmpty }

  func contains(_ section: Int) -> Bool { numbers.contains(section) }

  mutating func insert(_ section: Int) {
    if !contains(section) { numbers.append(section) }
  }
}
