// Errors in a template, and the functions by which `TemplateReader` reads values and reports
// errors.
//
// Invariant: an error about the id of a row never uses this id to name the row. Such an error, and
// every error in a row without an id, names the row by its path.

import FormText
public import LosslessJSON

/// An error in a template file: its position, a description, and the allowed values.
public struct TemplateError: Error, Hashable, Sendable {
  /// The line and column of the value, or of the key.
  public var position: TextPosition
  /// The path of the value from the root of the file, such as `sections[0].rows[2].label`.
  public var path: DocumentPath
  /// The row or section with the error, in words: `row email` or `section work`; its path if it has
  /// no id. Empty for the form itself.
  public var place = ""
  /// A description of the error and its remedy, without a full stop.
  public var sentence: String
  /// The allowed values, without a full stop.
  public var allowed: String

  /// The row or section with the error and the description, without the file name and position.
  public var located: String { place.isEmpty ? sentence : "\(place): \(sentence)" }

  /// The error in one line, without the file name.
  public var description: String { "\(position.line):\(position.column): \(located)" }
}

/// All errors in a template file, in the order of the file.
public struct TemplateErrors: Error, Sendable {
  /// The errors.
  public var errors: [TemplateError]
  /// The files of candidates that the template names, without duplicates. They can be checked even
  /// if the template has errors.
  public var candidateFiles: [String] = []
}

/// Collects errors, so that all of them are reported at once.
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
  /// The keys in the order in which messages list them.
  package let names: [String]
  private let bits: [UInt64]

  init(_ names: [String]) {
    self.names = names
    bits = names.map(TemplateKeys.bit)
  }

  package init(arrayLiteral names: String...) { self.init(names) }

  /// The bits of several names, combined. See `bit(of:)`.
  static func bits(of names: [String]) -> UInt64 { names.reduce(0) { $0 | bit(of: $1) } }

  /// The bit of a name. Several names may share a bit, so 64 bits represent any set of names. This
  /// is enough to skip most lookups of absent keys.
  static func bit(of name: String) -> UInt64 {
    let bytes = name.utf8.span
    return bytes.isEmpty ? 1 : bit(first: bytes[0], last: bytes[bytes.count - 1], bytes.count)
  }

  private static func bit(first: UInt8, last: UInt8, _ count: Int) -> UInt64 {
    1 << UInt64((first &+ last &* 3 &+ UInt8(truncatingIfNeeded: count) &* 8) & 63)
  }

  /// Finds the name of a key in a document; nil if the name is not allowed.
  fileprivate func key(_ key: JSONValue) -> (name: String, bit: UInt64)? {
    index(of: key).map { (names[$0], bits[$0]) }
  }

  /// Finds the index of the name that a string in a document equals; nil if the name is not
  /// allowed.
  func index(of key: JSONValue) -> Int? {
    // The bytes of a key without escapes are the bytes of the name.
    let index = key.withPlainBytes { bytes in
      guard let first = bytes.first, let last = bytes.last else { return Int?.none }
      let bit = TemplateKeys.bit(first: first, last: last, bytes.count)
      return names.indices.first { index in
        guard bits[index] == bit else { return false }
        let name = names[index].utf8.span
        return name.count == bytes.count && name.indices.allSatisfy { name[$0] == bytes[$0] }
      }
    }
    // The index is nil for a key with escapes and for a value that is not a string.
    return index ?? names.firstIndex { key.string?.hasSameScalars(as: $0) == true }
  }
}

/// An object of a template with its allowed keys. Its values are read one by one.
struct TemplateObject {
  let value: JSONValue
  let path: DocumentPath
  private var members: [Member] = []
  /// The keys that misspelled or foreign members probably mean.
  private var meant: [String] = []
  /// The bits of the members' names. Most lookups are for absent keys; with the bits, these seldom
  /// need to compare names.
  private var nameBits: UInt64 = 0

  private struct Member {
    let name: String
    /// The bit of the name.
    let bit: UInt64
    /// The index of the member's value in the JSON document, which is stored only once, in `value`.
    let index: Int
  }

  /// Reads the members with allowed keys, and reports all others. A reported member is read as the
  /// member that was probably meant, so that one wrong name causes one error.
  ///
  /// - Parameter noun: a noun for the object in messages, such as `a row`.
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
        members.append(Member(name: known.name, bit: known.bit, index: member.index))
        nameBits |= known.bit
        continue
      }
      let name = key.string ?? ""
      if name != "$schema", !name.hasPrefix("x-") {
        let meant = TemplateObject.key(meantBy: name, member, of: noun, keys: keys)
        if let meant { adopt(member, as: meant, of: noun) }
        let hint =
          meant.map { "did you mean \($0)?" }
          ?? (keys.names.count == 1
            ? "its key is \(keys.names[0])" : "its keys are \(keys.names.list(joinedBy: "and"))")
        collector.report(
          "\(name.quoted) is not a key of \(noun); \(hint)", at: key, path: self.path(to: name),
          allowed: keys.names.joined(separator: ", ") + ", $schema, x-…")
      }
    }
  }

  // MARK: - Wrong names

  /// The allowed key that a wrong name probably means.
  private static func key(
    meantBy name: String, _ member: JSONValue, of noun: String, keys: TemplateKeys
  ) -> String? {
    let key =
      ForeignNames.key(for: name, of: noun) ?? NearestName.nearest(to: name, among: keys.names)
    guard key == "id", member.string?.mayStandInID != true else { return key }
    // A name with spaces is a label or a title.
    return keys.names.first { $0 == "label" || $0 == "title" }
  }

  /// Reads a member with a wrong name as the key that it means, unless the object has that key, or
  /// unless a wrong value would cause another error.
  private mutating func adopt(_ member: JSONValue, as key: String, of noun: String) {
    meant.append(key)
    let isPossible =
      switch key {
      case "id", "label", "title", "type", "row", "file", "where": member.kind == .string
      case "rows", "sections", "values", "all", "any", "in": member.kind == .array
      case "choices": member.kind == .array || member.kind == .object
      case "is": RowValue(member)?.text != nil
      case "value": noun == "a choice" && RowValue(member)?.text != nil
      default: false
      }
    guard isPossible, value[key] == nil, self[key] == nil else { return }
    let bit = TemplateKeys.bit(of: key)
    members.append(Member(name: key, bit: bit, index: member.index))
    nameBits |= bit
  }

  /// Whether the object lacks a key, and no member with a wrong name means it.
  func lacks(_ key: String) -> Bool { self[key] == nil && !meant.contains(key) }

  /// Whether all members have allowed names.
  var meansOnlyKeys: Bool { meant.isEmpty }

  subscript(key: String) -> JSONValue? {
    let bit = TemplateKeys.bit(of: key)
    guard nameBits & bit != 0 else { return nil }
    for member in members where member.bit == bit && member.name == key {
      return JSONValue(document: value.document, index: member.index)
    }
    return nil
  }

  /// Whether the object may have a key with one of these bits. False means that the object has no
  /// such key.
  func mayHave(_ bits: UInt64) -> Bool { nameBits & bits != 0 }

  /// The allowed keys that the object has.
  var keys: some Collection<String> { members.lazy.map(\.name) }

  /// The path of a member.
  func path(to key: String) -> DocumentPath { path.appending(key) }

  /// The name of a member in messages: `"count"`, or `"repeat.min"` for a member of an inner
  /// object.
  func name(of key: String) -> String { path(to: key).templateKey }

  /// Reports an error at a member, or at the object if it lacks the member.
  func report(
    _ sentence: String, at key: String, allowed: String, into collector: inout ErrorCollector
  ) { collector.report(sentence, at: self[key] ?? value, path: path(to: key), allowed: allowed) }

  // MARK: - Values

  /// Reads the string at `key`; reports an error for any other value.
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

  /// Reads the string at `key`. In it, `{n}` means a number only if `numbered` is true.
  func text(_ key: String, numbered: Bool, into collector: inout ErrorCollector) -> NumberedText? {
    string(key, "a string", into: &collector).map {
      numbered ? NumberedText($0) : NumberedText(verbatim: $0)
    }
  }

  /// Reads the boolean at `key`.
  func boolean(_ key: String, into collector: inout ErrorCollector) -> Bool? {
    guard let member = self[key] else { return nil }
    if let bool = member.bool { return bool }
    let word = member.string?.lowercased() ?? member.numberText
    let meant =
      ["true", "yes", "y", "on", "1"].contains(word)
      ? "true" : ["false", "no", "n", "off", "0"].contains(word) ? "false" : nil
    let isExpression = key == "required" && member.string?.holds("${") == true
    let kind = isExpression ? "an expression; write the condition as a check" : member.kindName
    report(
      "\(name(of: key)) must be true or false, not "
        + (meant.map { "\(member.shown); write \($0)" } ?? kind), at: key,
      allowed: "true, false", into: &collector)
    return nil
  }

  /// Reads the whole number at `key`; reports a number outside of `range`.
  func integer(_ key: String, in range: ClosedRange<Int>, into collector: inout ErrorCollector)
    -> Int?
  {
    guard let member = self[key] else { return nil }
    if let number = member.numberText.flatMap({ Int($0) }), range.contains(number) { return number }
    let allowed =
      range.count == 1
      ? "\(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let meant = member.string.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
    let given =
      meant.map { "\(member.shown); write \($0) without quotation marks" } ?? member.numberText
      ?? member.kindName
    report(
      "\(name(of: key)) must be \(allowed), not \(given)", at: key, allowed: allowed,
      into: &collector)
    return nil
  }

  /// Reads the string at `key` as the name of a case.
  func oneOf<Choice>(_ key: String, into collector: inout ErrorCollector) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    // Most keys are absent or have an allowed value. Then the names need not be created.
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

  /// Reads the elements of the array at `key`.
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

/// The elements of an array in a template, each with its path.
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
  /// A noun for the kind of the value in messages, with its article.
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
  /// The value in messages: a scalar as written, any other value as its kind.
  var shown: String {
    string?.quoted ?? numberText ?? bool.map { $0 ? "true" : "false" } ?? kindName
  }
}
