// Strings become rows of text: their formats, patterns and lengths.

import FormModel
import FormText
import LosslessJSON

/// What a format of JSON Schema is in a template.
private enum SchemaFormat {
  typealias Pattern = (pattern: String, message: String)

  /// A type of rows, the length of all its answers if they have the same, and the pattern that takes
  /// its place where the type cannot be.
  case type(RowType, length: (count: Int, noun: String)? = nil, pattern: Pattern? = nil)
  /// A pattern, and the message for an answer that does not match it.
  case pattern(String, message: String)
}

extension SchemaImporter {
  /// A day of the calendar (RFC 3339, section 5.7).
  private static let date =
    "([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    + "|02-(0[1-9]|1[0-9]|2[0-8]))"
    + "|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)"

  /// A time with its zone, whose letters may be small (RFC 3339, section 5.6).
  private static let time =
    "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"

  /// A leap second, the last second of a day in UTC: 23:59:60Z, 01:29:60+01:30. Zones differ from UTC
  /// by quarters of an hour.
  private static let leapSecond: String = {
    func pad(_ hour: Int) -> String { hour < 10 ? "0\(hour)" : "\(hour)" }
    let east = (0...23).map { "\(pad(($0 + 23) % 24))(?=.*\\+\(pad($0)):00$)" }
    let west = (0...23).map { "\(pad(23 - $0))(?=.*-\(pad($0)):[0-9]{2}$)" }
    let others = ["23(?=.*[Zz]$)", "(?<hour>[0-9]{2})(?=.*\\+\\k<hour>:(15|30|45)$)"]
    let end = ":60(\\.[0-9]+)?"
    return "(\((others + east + west).joined(separator: "|")))"
      + ":(59\(end)([Zz]|[+-][0-9]{2}:00)|29\(end)[+-][0-9]{2}:30"
      + "|14\(end)(\\+[0-9]{2}:15|-[0-9]{2}:45)|44\(end)(\\+[0-9]{2}:45|-[0-9]{2}:15))"
  }()
  private static let byte = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"

  /// What an entry of a list must match, whose type has no counterpart there.
  private static let uuid = (
    pattern: "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    message: "a UUID is like 123e4567-e89b-12d3-a456-426614174000"
  )

  private static func format(named name: String) -> SchemaFormat? {
    switch name {
    case "email": .type(.email)
    case "uri", "url": .type(.url)
    case "date": .type(.date, length: (10, "a date"))
    case "password": .type(.secret)
    case "textarea", "multiline", "markdown": .type(.paragraph)
    case "date-time":
      .pattern(
        "\(date)[Tt](\(time)|\(leapSecond))", message: "a moment is like 2024-05-17T09:30:00Z")
    case "time":
      .pattern("(\(time)|\(leapSecond))", message: "a time with its zone is like 09:30:00Z")
    case "uuid": .type(.uuid, length: (36, "a UUID"), pattern: uuid)
    case "ipv4":
      .pattern("\(byte)(\\.\(byte)){3}", message: "an IPv4 address is like 192.0.2.1")
    case "hostname":
      .pattern(
        "(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
          + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*",
        message: "a host name is like www.example.org")
    default: nil
    }
  }

  /// Sets the type and the rules of a row that takes a string.
  mutating func setText(of row: inout SketchObject, _ node: SchemaNode) {
    var type = RowType.text
    var length: (count: Int, noun: String)?
    var (formatPattern, typePattern): (SchemaFormat.Pattern?, SchemaFormat.Pattern?)
    if let media = node.string("contentMediaType"), media.hasPrefix("text/") { type = .paragraph }
    if let keyword = node["format"], let name = keyword.value.string {
      switch SchemaImporter.format(named: name) {
      case .type(let named, let common, let substitute):
        (type, length, typePattern) = (named, common, substitute)
      case .pattern(let pattern, let message): formatPattern = (pattern, message)
      case nil: remark("\"format\": \(name.quoted) is not checked", at: keyword)
      }
      for other in node.all("format").dropFirst() where other.value.string != name {
        remark("a second \"format\" is not checked", at: other)
      }
    }
    let pattern = pattern(of: node)
    if pattern != nil, !type.understands(key: "pattern") {
      (type, length, formatPattern) = (.text, nil, typePattern)
    }
    if type != .text { row.set("type", type.rawValue) }
    if type.understands(key: "precision") { row.set("precision", "day") }
    if let pattern {
      row.set("pattern", pattern.text, from: pattern.origin)
      if formatPattern != nil, let keyword = node["format"] {
        remark("\"format\" is not checked beside a pattern", at: keyword)
      }
    } else if let formatPattern {
      row.set("pattern", formatPattern.pattern)
      row.set("message", formatPattern.message)
    }
    if let length {
      checkLengths(of: node, are: length.count, length.noun)
    } else {
      setLengths(of: &row, node)
    }
  }

  /// Sets the rules of the entries of a list.
  mutating func setEntryRules(of row: inout SketchObject, _ items: SchemaNode) {
    if let pattern = pattern(of: items) {
      row.set("pattern", pattern.text, from: pattern.origin)
    }
    if let keyword = items["format"], let name = keyword.value.string {
      let format: SchemaFormat.Pattern? =
        switch SchemaImporter.format(named: name) {
        case .pattern(let pattern, let message): (pattern, message)
        case .type(_, _, let pattern): pattern
        case nil: nil
        }
      if let format, !row.has("pattern") {
        row.set("pattern", format.pattern)
        row.set("message", format.message)
      } else {
        remark("\"format\" is not checked in entries", at: keyword)
      }
    }
    // An entry has at least one character.
    for keyword in items.all("minLength") + items.all("maxLength") {
      if keyword.path.lastName == "minLength", ["0", "1"].contains(keyword.value.numberText) {
        continue
      }
      remark("\"\(keyword.path.lastName ?? "")\" is not checked in entries", at: keyword)
    }
  }

  /// The pattern that the whole answer must match.
  private mutating func pattern(of node: SchemaNode) -> (text: String, origin: SchemaPart)? {
    var found: (text: String, origin: SchemaPart)?
    for part in node.all("pattern") {
      guard let source = part.value.string else { continue }
      if found != nil {
        remark("a second \"pattern\" is not checked", at: part)
        continue
      }
      do throws(ECMAPattern.Untranslatable) {
        found = (try ECMAPattern.wholeMatch(of: source), part)
      } catch {
        remark(
          "\"pattern\" is not checked: it has \(error.what), which a form cannot express", at: part)
      }
    }
    return found
  }

  private mutating func setLengths(of row: inout SketchObject, _ node: SchemaNode) {
    if let least = number("minLength", of: node, tightest: >), least.text != "0" {
      row.set("minLength", source: least.text, from: least.part)
    }
    if let most = number("maxLength", of: node, tightest: <) {
      row.set("maxLength", source: most.text, from: most.part)
    }
  }

  /// Reports lengths that contradict a type whose answers all have the same length.
  private mutating func checkLengths(of node: SchemaNode, are length: Int, _ noun: String) {
    if let least = number("minLength", of: node, tightest: >), Int(least.text) ?? .max > length {
      remark("\"minLength\" is not checked: \(noun) has \(length) characters", at: least.part)
    }
    if let most = number("maxLength", of: node, tightest: <), Int(most.text) ?? 0 < length {
      remark("\"maxLength\" is not checked: \(noun) has \(length) characters", at: most.part)
    }
  }

  // MARK: - Labels and lines

  /// A title this long is a help, no label.
  private static let longestLabel = 40

  /// A text on one line, nil where nothing is left of it.
  func line(_ text: String?) -> String? {
    guard let text else { return nil }
    let words = text.unicodeScalars.split { $0.isWhitespace || $0.isControl }
    let line = words.map { String($0) }.joined(separator: " ")
    return line.isEmpty ? nil : line
  }

  /// The title if it is short enough for a label.
  func short(_ title: String) -> String? {
    title.count <= SchemaImporter.longestLabel ? title : nil
  }

  /// What a row, a section or an item is called.
  func label(of node: SchemaNode, named name: String) -> String {
    line(node.string("title")).flatMap(short) ?? humanized(name)
  }

  /// Labels from the outermost object's to the row's, without those that the next one repeats:
  /// `Supplier: Name` in a `Supplier`, but `Supplier name` alone.
  func nested(_ labels: [String]) -> String {
    var kept: [String] = []
    for label in labels {
      if let last = kept.last, label.lowercased().hasPrefix(last.lowercased() + " ") {
        kept.removeLast()
      }
      kept.append(label)
    }
    return kept.joined(separator: ": ")
  }

  /// The title if it is too long for a label.
  func longTitle(of node: SchemaNode) -> String? {
    line(node.string("title")).flatMap { short($0) == nil ? $0 : nil }
  }

  /// `First name` for `firstName`, `first_name` and `first-name`; `Homepage URL` for `homepageURL`.
  func humanized(_ name: String) -> String {
    var words: [String] = []
    var wasLower = false
    for character in line(name) ?? name {
      let isSeparator = character == "_" || character == "-" || character == " "
      if isSeparator || wasLower && character.isUppercase { words.append("") }
      if !isSeparator {
        if words.isEmpty { words.append("") }
        words[words.count - 1].append(character)
      }
      wasLower = character.isLowercase || character.isNumber
    }
    words.removeAll(where: \.isEmpty)
    guard let first = words.first else { return name.isEmpty ? "(no name)" : name }
    let others = words.dropFirst().map { $0.allSatisfy(\.isUppercase) ? $0 : $0.lowercased() }
    let abbreviations: Set = ["id", "ip", "uri", "url", "uuid"]
    return ([first.prefix(1).uppercased() + first.dropFirst()] + others)
      .map { abbreviations.contains($0.lowercased()) ? $0.uppercased() : $0 }
      .joined(separator: " ")
  }

  /// A text of a repeat, in which `{n}` would be the number of the item.
  func unnumbered(_ text: String) -> String { text.replacing("{n}", with: "{ n }") }

  /// A key path as a template writes it: names between dots, or as an array.
  func encodedPath(_ names: [String]) -> [UInt8] {
    let isPlain = names.allSatisfy { name in
      !name.isEmpty && !name.contains { ".[]".contains($0) }
    }
    return isPlain
      ? SketchObject.encoded(names.joined(separator: "."))
      : SketchObject.array(names.map(SketchObject.encoded))
  }
}
