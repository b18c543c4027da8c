// The errors of a template, and readers of its values that report them.
//
// Invariant: an error never names a row by the id that it is about, so a row whose id is missing or
// taken is named by its path.

import FormText
public import LosslessJSON

/// An error in a template file: its position, its sentence, and the allowed values.
public struct TemplateError: Error, Hashable, Sendable {
  /// The line and column of the value, or of the key.
  public var position: TextPosition
  /// The path from the outermost object, such as `sections[0].rows[2].label`.
  public var path: DocumentPath
  /// The row or section around it, for people: `row email`, `section work`, or the path of one
  /// without an id; empty for the form itself.
  public var place = ""
  /// The error and its remedy, without a full stop.
  public var sentence: String
  /// The allowed values, without a full stop.
  public var allowed: String

  /// The place and the sentence, without the file's name and the position.
  public var located: String { place.isEmpty ? sentence : "\(place): \(sentence)" }

  /// The error in one line, without the file's name.
  public var description: String { "\(position.line):\(position.column): \(located)" }
}

/// All errors in a template file, in the order of the file.
public struct TemplateErrors: Error, Sendable {
  /// The errors.
  public var errors: [TemplateError]
  /// The files of candidates that the template names, each once, because they can be checked in
  /// spite of the errors.
  public var candidateFiles: [String] = []
}

/// Collects errors, so that all are reported at once.
struct ErrorCollector {
  private(set) var errors: [TemplateError] = []

  mutating func report(
    _ sentence: String, at value: JSONValue, path: DocumentPath, allowed: String
  ) {
    report(sentence, position: value.position, path: path, allowed: allowed)
  }

  mutating func report(
    _ sentence: String, position: TextPosition, path: DocumentPath, allowed: String
  ) {
    errors.append(
      TemplateError(position: position, path: path, sentence: sentence, allowed: allowed))
  }
}

/// The keys that an object of a template may have.
package struct TemplateKeys: ExpressibleByArrayLiteral, Sendable {
  /// The keys in the order of reports.
  package let names: [String]
  private let bits: [UInt64]

  init(_ names: [String]) {
    self.names = names
    bits = names.map(TemplateKeys.bit)
  }

  package init(arrayLiteral names: String...) { self.init(names) }

  /// The bits of some names.
  static func bits(of names: [String]) -> UInt64 { names.reduce(0) { $0 | bit(of: $1) } }

  /// A bit for a name, shared with other names. So a set of names is 64 bits, enough to skip most
  /// look-ups of absent keys.
  static func bit(of name: String) -> UInt64 {
    let bytes = name.utf8.span
    return bytes.isEmpty ? 1 : bit(first: bytes[0], last: bytes[bytes.count - 1], bytes.count)
  }

  private static func bit(first: UInt8, last: UInt8, _ count: Int) -> UInt64 {
    1 << UInt64((first &+ last &* 3 &+ UInt8(truncatingIfNeeded: count) &* 8) & 63)
  }

  /// The name of a key in a document; nil if it is not among them.
  fileprivate func key(_ key: JSONValue) -> (name: String, bit: UInt64)? {
    index(of: key).map { (names[$0], bits[$0]) }
  }

  /// The index of the name in a string of a document; nil if it is not among them.
  func index(of key: JSONValue) -> Int? {
    // The bytes of a key without escapes equal the name's.
    let index = key.withPlainBytes { bytes in
      guard let first = bytes.first, let last = bytes.last else { return Int?.none }
      let bit = TemplateKeys.bit(first: first, last: last, bytes.count)
      return names.indices.first { index in
        guard bits[index] == bit else { return false }
        let name = names[index].utf8.span
        return name.count == bytes.count && name.indices.allSatisfy { name[$0] == bytes[$0] }
      }
    }
    // nil for a key with escapes, and for a value that is not a string.
    return index ?? names.firstIndex { key.string?.hasSameScalars(as: $0) == true }
  }
}

/// An object of a template with the keys that it may have, read value by value.
struct TemplateObject {
  let value: JSONValue
  let path: DocumentPath
  private var members: [Member] = []
  /// The bits of its names, because most look-ups are for absent keys.
  private var nameBits: UInt64 = 0

  private struct Member {
    let name: String
    /// The index of its value in the document that all members share.
    let index: Int
  }

  /// Takes the members with allowed keys, and reports all others.
  ///
  /// - Parameter noun: the object in a sentence, such as `a row`.
  init?(
    _ value: JSONValue, _ noun: String, path: DocumentPath, keys: TemplateKeys,
    into collector: inout ErrorCollector
  ) {
    guard value.kind == .object else {
      collector.report(
        "\(path.templateKey) must be an object, not \(value.kindName)", at: value, path: path,
        allowed: "an object with \(keys.names.joined(separator: ", "))")
      return nil
    }
    (self.value, self.path) = (value, path)
    members.reserveCapacity(value.count)
    for (key, member) in value.members {
      if let known = keys.key(key) {
        members.append(Member(name: known.name, index: member.index))
        nameBits |= known.bit
        continue
      }
      let name = key.string ?? ""
      if name != "$schema", !name.hasPrefix("x-") {
        let hint =
          NearestName.nearest(to: name, among: keys.names).map { "did you mean \($0)?" }
          ?? (keys.names.count == 1
            ? "its key is \(keys.names[0])" : "its keys are \(keys.names.list(joinedBy: "and"))")
        collector.report(
          "\(name.quoted) is not a key of \(noun); \(hint)", at: key, path: self.path(to: name),
          allowed: keys.names.joined(separator: ", ") + ", $schema, x-…")
      }
    }
  }

  subscript(key: String) -> JSONValue? {
    guard nameBits & TemplateKeys.bit(of: key) != 0 else { return nil }
    for member in members where member.name.hasSameScalars(as: key) {
      return JSONValue(document: value.document, index: member.index)
    }
    return nil
  }

  /// Whether it may have a key with one of these bits; never false if it has one.
  func mayHave(_ bits: UInt64) -> Bool { nameBits & bits != 0 }

  /// The allowed keys that it has.
  var keys: some Collection<String> { members.lazy.map(\.name) }

  /// The path of a member.
  func path(to key: String) -> DocumentPath { path.appending(key) }

  /// The name of a member in a sentence: `"count"`, or `"repeat.min"` in an object inside its owner.
  func name(of key: String) -> String { path(to: key).templateKey }

  /// Reports an error at the member, or at the object if it has no such member.
  func report(
    _ sentence: String, at key: String, allowed: String, into collector: inout ErrorCollector
  ) { collector.report(sentence, at: self[key] ?? value, path: path(to: key), allowed: allowed) }

  // MARK: - Values

  /// The string at `key`; reports any other value.
  func string(
    _ key: String, _ allowed: @autoclosure () -> String, into collector: inout ErrorCollector
  ) -> String? {
    guard let member = self[key] else { return nil }
    if let string = member.string { return string }
    report(
      "\(name(of: key)) must be a string, not \(member.kindName)", at: key, allowed: allowed(),
      into: &collector)
    return nil
  }

  /// The string at `key`, where `{n}` is a number if `numbered`, or else has no meaning.
  func text(_ key: String, numbered: Bool, into collector: inout ErrorCollector) -> NumberedText? {
    string(key, "a string", into: &collector).map {
      numbered ? NumberedText($0) : NumberedText(verbatim: $0)
    }
  }

  /// The boolean at `key`.
  func boolean(_ key: String, into collector: inout ErrorCollector) -> Bool? {
    guard let member = self[key] else { return nil }
    if let bool = member.bool { return bool }
    report(
      "\(name(of: key)) must be true or false, not \(member.kindName)", at: key,
      allowed: "true, false", into: &collector)
    return nil
  }

  /// The whole number at `key`, if it is in `range`.
  func integer(_ key: String, in range: ClosedRange<Int>, into collector: inout ErrorCollector)
    -> Int?
  {
    guard let member = self[key] else { return nil }
    if let number = member.numberText.flatMap({ Int($0) }), range.contains(number) { return number }
    let allowed =
      range.count == 1
      ? "\(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let given = member.numberText ?? member.kindName
    report(
      "\(name(of: key)) must be \(allowed), not \(given)", at: key, allowed: allowed,
      into: &collector)
    return nil
  }

  /// The case named by the string at `key`.
  func oneOf<Choice>(_ key: String, into collector: inout ErrorCollector) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    // Most keys are absent or right, and then the names are not needed.
    guard let member = self[key] else { return nil }
    if let choice = member.string.flatMap(Choice.init) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    let allowed = names.joined(separator: ", ")
    guard let name = string(key, allowed, into: &collector) else { return nil }
    let sentence =
      NearestName.nearest(to: name, among: names).map {
        "\(self.name(of: key)) cannot be \(name.quoted); did you mean \($0)?"
      } ?? "\(self.name(of: key)) must be \(names.list(joinedBy: "or")), not \(name.quoted)"
    report(sentence, at: key, allowed: allowed, into: &collector)
    return nil
  }

  /// The elements of the array at `key`.
  func array(_ key: String, of contents: String, into collector: inout ErrorCollector)
    -> TemplateElements?
  {
    guard let member = self[key] else { return nil }
    guard member.kind == .array else {
      report(
        "\(name(of: key)) must be an array of \(contents), not \(member.kindName)", at: key,
        allowed: "an array of \(contents)", into: &collector)
      return nil
    }
    return TemplateElements(array: member, path: path(to: key))
  }
}

/// The elements of an array of a template, each with its path.
struct TemplateElements: Sequence {
  private let array: JSONValue
  private let path: DocumentPath

  init(array: JSONValue, path: DocumentPath) { (self.array, self.path) = (array, path) }

  var count: Int { array.count }
  var isEmpty: Bool { count == 0 }
  var underestimatedCount: Int { count }

  func makeIterator() -> Iterator { Iterator(elements: array.elements, path: path) }

  struct Iterator: IteratorProtocol {
    fileprivate var elements: JSONValue.Elements
    fileprivate let path: DocumentPath
    private var index = 0

    fileprivate init(elements: JSONValue.Elements, path: DocumentPath) {
      (self.elements, self.path) = (elements, path)
    }

    mutating func next() -> (value: JSONValue, path: DocumentPath)? {
      guard let value = elements.next() else { return nil }
      defer { index += 1 }
      return (value, path.appending(index))
    }
  }
}

extension JSONValue {
  /// The kind of the value in a sentence, with its article.
  package var kindName: String {
    switch kind {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  /// The value in a sentence: a scalar itself, anything else by its kind.
  var shown: String {
    string?.quoted ?? numberText ?? bool.map { $0 ? "true" : "false" } ?? kindName
  }
}

extension DocumentPath {
  /// The row or section that contains a value of a template; nil for values of the form itself.
  fileprivate var templateOwner: TemplateOwner? {
    let parts = parts
    guard parts.count >= 2, parts[0] == .name("sections"), case .index(let section) = parts[1]
    else { return nil }
    guard parts.count >= 4, parts[2] == .name("rows"), case .index(let row) = parts[3] else {
      return TemplateOwner(section: section)
    }
    return TemplateOwner(section: section, row: row)
  }

  /// The keys from the owner to the value, `"repeat.min"`; `a row`, `a section` or `a form` for the
  /// owner itself.
  var templateKey: String {
    let owner = templateOwner
    let inner = parts.dropFirst(owner?.depth ?? 0)
      .reduce(DocumentPath.root) { $0.appending($1) }.description
    if inner.isEmpty { return owner?.noun ?? "a form" }
    return "\"\(inner.prefix(60).endIndex < inner.endIndex ? "\(inner.prefix(59))…" : inner)\""
  }
}

/// A row or section of a template, by its indices in the document.
private struct TemplateOwner: Hashable {
  var section: Int
  /// nil for the section itself.
  var row: Int?

  /// The number of parts of its path.
  var depth: Int { row == nil ? 2 : 4 }

  var noun: String { row == nil ? "a section" : "a row" }

  var path: DocumentPath {
    let section = DocumentPath.root.appending("sections").appending(section)
    return row.map { section.appending("rows").appending($0) } ?? section
  }
}

/// The ids of the rows and sections in error messages.
struct TemplatePlaces {
  private var ids: [TemplateOwner: String] = [:]

  /// Collects the ids in a template. O(document)
  init(of root: JSONValue) {
    guard let sections = root["sections"], sections.kind == .array else { return }
    for (index, section) in sections.elements.enumerated() where section.kind == .object {
      note(section, as: TemplateOwner(section: index))
      guard let rows = section["rows"], rows.kind == .array else { continue }
      for (row, value) in rows.elements.enumerated() where value.kind == .object {
        note(value, as: TemplateOwner(section: index, row: row))
      }
    }
  }

  private mutating func note(_ value: JSONValue, as owner: TemplateOwner) {
    guard let id = value["id"]?.string, !id.isEmpty, id.utf8.count <= 80,
      id.unicodeScalars.allSatisfy({ $0.mayStandInID || $0 == "{" || $0 == "}" })
    else { return }
    ids[owner] = id
  }

  /// The row or section around a value: `row email`, `section work`, or the path of one without an
  /// id; empty for values of the form itself.
  func place(of path: DocumentPath) -> String {
    guard let owner = path.templateOwner else { return "" }
    let isOfID = path.parts.count == owner.depth + 1 && path.lastName == "id"
    guard let id = ids[owner], !isOfID else { return "\(owner.path)" }
    return owner.row == nil ? "section \(id)" : "row \(id)"
  }
}
