// Key paths as people write them: `work[0].projects[1].name`, `services.web.image`.
//
// The name of a member can contain dots, so a path may have several readings: `a.b` may mean one
// name or two. A name in brackets, such as `["a.b"]`, has only one reading.

import FormText
package import LosslessJSON

/// One reading of a key path: the items around a row, and the path of the row in the innermost
/// item.
struct KeyPathReading {
  /// The positions or names of the items, outermost first.
  var items: [DocumentPath.Part] = []
  /// The places in `items` of the names that are written as a number in brackets, such as `[7]`.
  private(set) var numbers: Set<Int> = []
  /// The path inside the innermost item; empty if the path means the item itself.
  var rest: Substring
  private var isAtStart = true

  init(_ path: String) { rest = path[...] }

  /// The largest number of readings of one path.
  private static let most = 64

  /// All readings of a path for the rows of a section. Readings with shorter names come first.
  /// Empty if the section does not repeat.
  static func readings(of path: String, in template: Template, section: Int) -> [KeyPathReading] {
    let chain = template.sections[section].chain
    guard !chain.isEmpty else { return [] }
    var readings = [KeyPathReading(path)]
    for around in chain {
      guard let repetition = template.sections[around].repetition else { return [] }
      readings = readings.flatMap { reading -> [KeyPathReading] in
        var reading = reading
        guard reading.skip(repetition.path.source) else { return [] }
        guard repetition.isMap else { return reading.numbered().map { [$0] } ?? [] }
        return reading.named().filter { !template.hasOwnMember(named: $0, inSection: around) }
      }
      readings = Array(readings.prefix(most))
    }
    return readings.compactMap { reading in
      var reading = reading
      guard !reading.rest.isEmpty else { return reading }
      guard reading.rest.first == "." else { return nil }
      reading.rest.removeFirst()
      return reading
    }
  }

  /// Removes the path of a list of items from the beginning of `rest`; returns false if `rest`
  /// begins differently.
  private mutating func skip(_ source: String) -> Bool {
    guard !source.isEmpty else { return true }
    let prefix = isAtStart ? source : "." + source
    guard rest.hasPrefix(prefix) else { return false }
    rest = rest.dropFirst(prefix.count)
    isAtStart = false
    return true
  }

  /// Reads `[7]`.
  private func numbered() -> KeyPathReading? {
    guard rest.first == "[", let end = rest.firstIndex(of: "]"),
      let position = KeyPathReading.number(rest[..<end].dropFirst())
    else { return nil }
    return taking(.index(position), upTo: rest.index(after: end))
  }

  /// Reads `.name`, `["name"]` or `[7]`. Returns one reading for every possible end of the name.
  private func named() -> [KeyPathReading] {
    if rest.first == "[" {
      let text = String(rest)
      let isQuoted = rest.dropFirst().first == "\""
      guard let end = text.firstPlace(of: isQuoted ? "\"]" : "]")?.upperBound,
        let name = DocumentPath(columnName: String(text[..<end]))?.lastName
      else { return [] }
      let length = text[..<end].count
      var reading = taking(.name(name), upTo: rest.index(rest.startIndex, offsetBy: length))
      if !isQuoted { reading.numbers.insert(items.count) }
      return [reading]
    }
    var name = rest
    if !isAtStart {
      guard name.first == "." else { return [] }
      name.removeFirst()
    }
    var ends = name.indices.filter { ".[".contains(name[$0]) && $0 > name.startIndex }
    if !name.isEmpty { ends.append(name.endIndex) }
    return ends.map { taking(.name(String(name[..<$0])), upTo: $0) }
  }

  private func taking(_ part: DocumentPath.Part, upTo end: Substring.Index) -> KeyPathReading {
    var reading = self
    reading.items.append(part)
    reading.rest = rest[end...]
    reading.isAtStart = false
    return reading
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy(\.isASCIIDigit) ? Int(digits) : nil
  }
}

extension Template {
  /// Whether the innermost item of a reading has the name of a row or section of the object, or a
  /// name that begins with it and a dot, although its section takes only the other members.
  fileprivate func hasOwnMember(named reading: KeyPathReading, inSection section: Int) -> Bool {
    guard sections[section].repetition?.takesOtherMembers == true,
      let object = plan.items(ofSection: section).flatMap(plan.parent(of:)),
      case .name(let name)? = reading.items.last
    else { return false }
    let first = name.prefix { $0 != "." && $0 != "[" }
    return plan.member(named: String(first), of: object) != nil
      || plan.member(named: name, of: object) != nil
  }

  /// The items around a section's rows that a key names. If the key names only the outer items, the
  /// first element of each inner array is used. Nil if an inner item is a member of an object,
  /// because the key does not have its name.
  package func items(inKey key: String, section: Int) -> [DocumentPath.Part]? {
    let chain = sections[section].chain
    for named in chain.indices.reversed() {
      let readings = KeyPathReading.readings(of: key, in: self, section: chain[named])
      guard let items = readings.first?.items else { continue }
      return extended(items, by: chain[(named + 1)...])
    }
    return extended([], by: chain[...])
  }

  /// The key of a row inside the given items; `items` is empty for a row outside of items.
  package func key(ofRow row: Int, inSection section: Int, items: [DocumentPath.Part]) -> String {
    guard !items.isEmpty else { return sections[section].rows[row].path.source }
    let id = FormRow.ID(section: section, item: 0, row: row, number: 0)
    return path(of: id, items: items).columnName
  }

  /// Appends the first item of each further section; nil if the items of such a section are members
  /// of an object.
  private func extended(
    _ items: [DocumentPath.Part], by further: ArraySlice<Int>
  ) -> [DocumentPath.Part]? {
    if further.contains(where: { sections[$0].repetition?.isMap == true }) { return nil }
    return items + further.map { _ in .index(0) }
  }
}
