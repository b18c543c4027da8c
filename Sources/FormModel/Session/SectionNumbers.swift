// A set of section numbers that avoids the start-up cost of hashing.

/// Distinct section numbers. A template has only a few sections.
@usableFromInline package struct SectionNumbers: Sendable {
  package private(set) var numbers: [Int] = []

  @usableFromInline package var isEmpty: Bool { numbers.isEmpty }

  func contains(_ section: Int) -> Bool { numbers.contains(section) }

  mutating func insert(_ section: Int) {
    if !contains(section) { numbers.append(section) }
  }
}
