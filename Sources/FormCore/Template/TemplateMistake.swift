// What is wrong in a template, and the reading of its values that finds it.

/// One mistake in a template file: where, what, and what is allowed.
public struct TemplateMistake: Error, Hashable, Sendable {
  /// The line and column where the value, or the key, stands.
  public var position: TextPosition
  /// The way to it from the outermost object, like `sections[0].rows[2].label`.
  public var path: DocumentPath
  /// What is wrong, without a full stop.
  public var sentence: String
  /// What would be right, without a full stop.
  public var allowed: String

  /// The mistake in one line, without the file's name.
  public var description: String {
    let place = path.isRoot ? "" : "\(path): "
    return "\(position.line):\(position.column): \(place)\(sentence) (allowed: \(allowed))"
  }
}

/// Everything that is wrong in a template file, in the order of the file.
public struct TemplateMistakes: Error, Sendable {
  public var mistakes: [TemplateMistake]
}

/// Collects mistakes, so that all are told at once.
struct MistakeCollector {
  private(set) var mistakes: [TemplateMistake] = []

  mutating func report(
    _ sentence: String, at value: JSONValue, path: DocumentPath, allowed: String
  ) {
    report(sentence, position: value.position, path: path, allowed: allowed)
  }

  mutating func report(
    _ sentence: String, position: TextPosition, path: DocumentPath, allowed: String
  ) {
    mistakes.append(
      TemplateMistake(position: position, path: path, sentence: sentence, allowed: allowed))
  }
}

/// An object of a template with the keys it may have, read value by value.
struct TemplateObject {
  let value: JSONValue
  let path: DocumentPath
  private var members: [Member] = []
  /// A bit for each name there is, the same for some names: most keys are asked for in vain.
  private var nameBits: UInt64 = 0

  private struct Member {
    let name: String
    /// The place of its value in the document, which the object refers to for all.
    let index: Int
  }

  /// Takes the members whose keys are allowed and reports all others.
  init?(
    _ value: JSONValue, path: DocumentPath, keys: [String], into collector: inout MistakeCollector
  ) {
    guard value.kind == .object else {
      collector.report(
        "\(value.kindName) where an object is needed", at: value, path: path,
        allowed: "an object with \(keys.joined(separator: ", "))")
      return nil
    }
    self.value = value
    self.path = path
    members.reserveCapacity(value.count)
    for (key, member) in value.members {
      let name = key.string ?? ""
      if keys.contains(where: { $0.hasSameScalars(as: name) }) {
        members.append(Member(name: name, index: member.index))
        nameBits |= TemplateObject.bit(of: name)
      } else if name != "$schema", !name.hasPrefix("x-") {
        let hint = NearestName.hint(for: name, among: keys)
        collector.report(
          "unknown key \(name.quoted)\(hint)", at: key, path: self.path(to: name),
          allowed: keys.joined(separator: ", ") + ", $schema, x-…")
      }
    }
  }

  subscript(key: String) -> JSONValue? {
    guard nameBits & TemplateObject.bit(of: key) != 0 else { return nil }
    for member in members where member.name.hasSameScalars(as: key) {
      return JSONValue(document: value.document, index: member.index)
    }
    return nil
  }

  /// Whether it may have a key of which `bits` has the bit; never false where it has one.
  func mayHave(_ bits: UInt64) -> Bool { nameBits & bits != 0 }

  /// The bits of some keys.
  static func bits(of keys: [String]) -> UInt64 { keys.reduce(0) { $0 | bit(of: $1) } }

  private static func bit(of name: String) -> UInt64 {
    let bytes = name.utf8.span
    guard let last = bytes.indices.last else { return 1 }
    return 1 << UInt64((bytes[0] &+ bytes[last] &* 3 &+ UInt8(truncatingIfNeeded: last) &* 8) & 63)
  }

  /// The keys that it has, of those that are allowed.
  var keys: [String] { members.map(\.name) }

  /// The path of a member.
  func path(to key: String) -> DocumentPath { path.appending(key) }

  /// Reports the member, or the object when it has no such member.
  func report(
    _ sentence: String, at key: String, allowed: String, into collector: inout MistakeCollector
  ) {
    collector.report(sentence, at: self[key] ?? value, path: path(to: key), allowed: allowed)
  }

  // MARK: - Values

  /// The string at `key`; anything else that stands there is reported.
  func string(
    _ key: String, _ allowed: @autoclosure () -> String, into collector: inout MistakeCollector
  ) -> String? {
    guard let member = self[key] else { return nil }
    if let string = member.string { return string }
    report(
      "\(member.kindName) where a string is needed", at: key, allowed: allowed(), into: &collector)
    return nil
  }

  /// The string at `key`, in which `{n}` is a number or means nothing.
  func text(_ key: String, numbered: Bool, into collector: inout MistakeCollector)
    -> NumberedText?
  {
    string(key, "a string", into: &collector).map {
      numbered ? NumberedText($0) : NumberedText(verbatim: $0)
    }
  }

  /// The boolean at `key`.
  func boolean(_ key: String, into collector: inout MistakeCollector) -> Bool? {
    guard let member = self[key] else { return nil }
    if let bool = member.bool { return bool }
    report(
      "\(member.kindName) where true or false is needed", at: key, allowed: "true, false",
      into: &collector)
    return nil
  }

  /// The whole number at `key`, when it lies in `range`.
  func integer(_ key: String, in range: ClosedRange<Int>, into collector: inout MistakeCollector)
    -> Int?
  {
    guard let member = self[key] else { return nil }
    if let number = member.numberText.flatMap({ Int($0) }), range.contains(number) { return number }
    let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let what = member.numberText ?? member.kindName
    report("\(what) where \(allowed) is needed", at: key, allowed: allowed, into: &collector)
    return nil
  }

  /// The case that the string at `key` names.
  func oneOf<Choice>(_ key: String, into collector: inout MistakeCollector) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    // Most keys are not given or right, and then nobody needs the names.
    guard let member = self[key] else { return nil }
    if let choice = member.string.flatMap(Choice.init) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    let allowed = names.joined(separator: ", ")
    guard let name = string(key, allowed, into: &collector) else { return nil }
    report(
      "\(name.quoted) is not known\(NearestName.hint(for: name, among: names))", at: key,
      allowed: allowed, into: &collector)
    return nil
  }

  /// The elements of the array at `key`.
  func array(_ key: String, of what: String, into collector: inout MistakeCollector)
    -> TemplateElements?
  {
    guard let member = self[key] else { return nil }
    guard member.kind == .array else {
      report(
        "\(member.kindName) where an array is needed", at: key, allowed: "an array of \(what)",
        into: &collector)
      return nil
    }
    return TemplateElements(array: member, path: path(to: key))
  }
}

/// The elements of an array of a template, each with its path.
struct TemplateElements: Sequence {
  private let array: JSONValue
  private let path: DocumentPath

  init(array: JSONValue, path: DocumentPath) {
    (self.array, self.path) = (array, path)
  }

  var count: Int { array.count }
  var isEmpty: Bool { count == 0 }
  var underestimatedCount: Int { count }

  func makeIterator() -> some IteratorProtocol<(value: JSONValue, path: DocumentPath)> {
    array.elements.lazy.enumerated().map { [path] in ($1, path.appending($0)) }.makeIterator()
  }
}

extension JSONValue {
  /// What the value is, with its article.
  var kindName: String {
    switch kind {
    case .null: "a null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension String {
  /// The string in quotation marks, shortened when it is long.
  var quoted: String {
    // Not count: a text may be a megabyte.
    prefix(40).endIndex < endIndex ? "\"\(prefix(39))…\"" : "\"\(self)\""
  }
}
