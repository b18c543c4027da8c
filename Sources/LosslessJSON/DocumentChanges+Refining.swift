// Changes inside containers that were replaced as a whole.
//
// A container that replaces another of its kind has often most of the same contents. If only what
// differs is written, the rest keeps its layout, its comments and its anchors.

extension DocumentChanges {
  /// Returns changes with the same result, in which a container that replaces another of its kind
  /// changes only what differs.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the replacements; O(*n*²) in the number of elements
  ///   of an array, up to ``mostPairs``
  package func refined(in document: JSONDocument) -> DocumentChanges {
    var refined = DocumentChanges()
    var end = 0
    for index in places.nodes where index >= end {
      let old = JSONValue(document: document, index: index)
      guard let replacement = replacements[index] else {
        refined.arrangements[index] = arrangements[index]
        continue
      }
      guard old.count > 0, let new = try? JSONDocument(parsing: replacement.json(.oneLine)).root,
        old.canChange(into: new)
      else {
        refined.replacements[index] = replacement
        continue
      }
      refined.change(old, into: new)
      // The replacement hides all other changes inside the value.
      end = old.nextIndex
    }
    return refined
  }

  private mutating func change(_ old: JSONValue, into new: JSONValue) {
    guard old.canChange(into: new) else {
      if old.comparable != new.comparable { replace(old, by: NewValue(new)) }
      return
    }
    if old.kind == .object {
      changeMembers(of: old, into: new)
    } else {
      changeElements(of: old, into: new)
    }
  }

  private mutating func changeMembers(of old: JSONValue, into new: JSONValue) {
    var places: [[UInt8]: Int] = [:]
    for (place, member) in old.members.enumerated() { places[member.key.comparable] = place }
    let values = Array(old.children)
    var entries: [Entry] = []
    for (key, value) in new.members {
      if let place = places[key.comparable] {
        entries.append(.kept(place))
        change(values[place], into: value)
      } else {
        entries.append(.new(name: key.string, NewValue(value)))
      }
    }
    arrange(old, as: entries)
  }

  private mutating func changeElements(of old: JSONValue, into new: JSONValue) {
    let (values, elements) = (Array(old.elements), Array(new.elements))
    let equals = EqualElements(values.map(\.comparable), elements.map(\.comparable))
    let taken = Set(equals.places.compactMap { $0 })
    var entries: [Entry] = []
    var next = 0
    for (element, equal) in zip(elements, equals.places) {
      if let equal {
        entries.append(.kept(equal))
        if !equals.moved.contains(equal) { next = equal + 1 }
        continue
      }
      // The elements between two equal elements are changed one after another.
      while equals.moved.contains(next) { next += 1 }
      if next < values.count, !taken.contains(next) {
        entries.append(.kept(next))
        change(values[next], into: element)
        next += 1
      } else {
        entries.append(.new(name: nil, NewValue(element)))
      }
    }
    arrange(old, as: entries)
  }

  /// The maximum number of pairs of elements to compare in two arrays.
  fileprivate static let mostPairs = 250_000
}

extension DocumentChanges.NewValue {
  /// A value of another document.
  fileprivate init(_ value: JSONValue) {
    self.init { _ in Array(value.document.bytes[value.range]) }
  }
}

extension JSONValue {
  /// Whether this value and another are containers of the same kind with contents, in which each
  /// name occurs only once.
  fileprivate func canChange(into new: JSONValue) -> Bool {
    kind == new.kind && count > 0 && new.count > 0 && hasUniqueNames && new.hasUniqueNames
  }

  private var hasUniqueNames: Bool {
    Set(members.map(\.key.comparable)).count == members.underestimatedCount
  }

  /// Bytes that equal those of another value only if the two values are equal.
  fileprivate var comparable: [UInt8] {
    switch kind {
    case .string: [UInt8(ascii: "\"")] + Array((string ?? "").utf8) + [UInt8(ascii: "\"")]
    case .array: [UInt8(ascii: "[")] + elements.flatMap(\.withLength) + [UInt8(ascii: "]")]
    case .object:
      [UInt8(ascii: "{")] + members.flatMap { $0.key.withLength + $0.value.withLength }
        + [UInt8(ascii: "}")]
    default: Array(document.bytes[range])
    }
  }

  private var withLength: [UInt8] {
    let bytes = comparable
    return Array("\(bytes.count):".utf8) + bytes
  }
}

/// The elements of an array that equal elements of another.
private struct EqualElements {
  /// For each new element, the place of the equal old element.
  private(set) var places: [Int?]
  /// The places of the old elements that have another order in the new array.
  private(set) var moved = Set<Int>()

  init(_ old: [[UInt8]], _ new: [[UInt8]]) {
    places = Array(repeating: nil, count: new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    for place in 0..<start { places[place] = place }
    for place in 1..<end + 1 { places[new.count - place] = old.count - place }
    findInOrder(old, start..<old.count - end, new, start..<new.count - end)
    findMoved(old, new)
  }

  /// Finds a longest common subsequence of two parts of the arrays, unless that takes too long.
  private mutating func findInOrder(
    _ old: [[UInt8]], _ oldPart: Range<Int>, _ new: [[UInt8]], _ newPart: Range<Int>
  ) {
    guard !oldPart.isEmpty, !newPart.isEmpty,
      oldPart.count * newPart.count <= DocumentChanges.mostPairs
    else { return }
    let width = newPart.count + 1
    var lengths = Array(repeating: 0, count: (oldPart.count + 1) * width)
    func cell(_ row: Int, _ column: Int) -> Int {
      (row - oldPart.lowerBound) * width + column - newPart.lowerBound
    }
    for row in oldPart.reversed() {
      for column in newPart.reversed() {
        lengths[cell(row, column)] =
          old[row] == new[column]
          ? lengths[cell(row + 1, column + 1)] + 1
          : max(lengths[cell(row + 1, column)], lengths[cell(row, column + 1)])
      }
    }
    var (row, column) = (oldPart.lowerBound, newPart.lowerBound)
    while row < oldPart.upperBound, column < newPart.upperBound {
      if old[row] == new[column] {
        places[column] = row
        (row, column) = (row + 1, column + 1)
      } else if lengths[cell(row + 1, column)] >= lengths[cell(row, column + 1)] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  /// Finds old elements, not yet found, that equal the remaining new elements.
  private mutating func findMoved(_ old: [[UInt8]], _ new: [[UInt8]]) {
    let taken = Set(places.compactMap { $0 })
    var free: [[UInt8]: [Int]] = [:]
    for place in old.indices.reversed() where !taken.contains(place) {
      free[old[place], default: []].append(place)
    }
    for (index, element) in new.enumerated() where places[index] == nil {
      guard let place = free[element]?.popLast() else { continue }
      places[index] = place
      moved.insert(place)
    }
  }
}
