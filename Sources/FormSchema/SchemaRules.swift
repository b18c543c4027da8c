// The rules of a row: formats, patterns and lengths of texts, and limits of numbers.

import FormModel
import FormText
import LosslessJSON
import Patterns

extension SketchObject {
  /// Sets the type and the rules of a row whose value is a string.
  mutating func setText(_ node: SchemaNode, _ remarks: inout SchemaRemarks) {
    var type = RowType.text
    var length: (count: Int, noun: String)?
    var (formatPattern, typePattern): (SchemaFormat.Pattern?, SchemaFormat.Pattern?)
    if let media = node.string("contentMediaType"), media.hasPrefix("text/") { type = .paragraph }
    if let keyword = node["format"], let name = keyword.value.string {
      switch SchemaFormat.named(name) {
      case .type(let named, let common, let substitute):
        (type, length, typePattern) = (named, common, substitute)
      case .pattern(let pattern, let message): formatPattern = (pattern, message)
      case nil: remarks.add("\"format\": \(name.quoted) is not checked", at: keyword)
      }
      for other in node.all("format").dropFirst() where other.value.string != name {
        remarks.add("a second \"format\" is not checked", at: other)
      }
    }
    let pattern = SketchObject.pattern(of: node, &remarks)
    if pattern != nil, !type.understands(key: "pattern") {
      (type, length, formatPattern) = (.text, nil, typePattern)
    }
    if type != .text { set("type", type.rawValue) }
    if type.understands(key: "precision") { set("precision", "day") }
    if let pattern {
      set("pattern", pattern.text, from: pattern.origin)
      if formatPattern != nil, let keyword = node["format"] {
        remarks.add("\"format\" is not checked beside a pattern", at: keyword)
      }
    } else if let formatPattern {
      set("pattern", formatPattern.pattern)
      set("message", formatPattern.message)
    }
    if let length {
      SketchObject.checkLengths(of: node, are: length.count, length.noun, &remarks)
    } else {
      setLengths(node)
    }
  }

  /// Sets the rules of the entries of a list.
  mutating func setEntryRules(_ items: SchemaNode, _ remarks: inout SchemaRemarks) {
    if let pattern = SketchObject.pattern(of: items, &remarks) {
      set("pattern", pattern.text, from: pattern.origin)
    }
    if let keyword = items["format"], let name = keyword.value.string {
      let format: SchemaFormat.Pattern? =
        switch SchemaFormat.named(name) {
        case .pattern(let pattern, let message): (pattern, message)
        case .type(_, _, let pattern): pattern
        case nil: nil
        }
      if let format, !has("pattern") {
        set("pattern", format.pattern)
        set("message", format.message)
      } else {
        remarks.add("\"format\" is not checked in entries", at: keyword)
      }
    }
    // An entry of a list always has at least one character.
    for keyword in items.all("minLength") + items.all("maxLength") {
      if keyword.path.lastName == "minLength", ["0", "1"].contains(keyword.value.numberText) {
        continue
      }
      remarks.add("\"\(keyword.path.lastName ?? "")\" is not checked in entries", at: keyword)
    }
  }

  /// The pattern that the whole answer must match; nil if there is none.
  private static func pattern(
    of node: SchemaNode, _ remarks: inout SchemaRemarks
  ) -> (text: String, origin: SchemaPart)? {
    var found: (text: String, origin: SchemaPart)?
    for part in node.all("pattern") {
      guard let source = part.value.string else { continue }
      if found != nil {
        remarks.add("a second \"pattern\" is not checked", at: part)
        continue
      }
      do throws(ECMAPattern.Untranslatable) {
        found = (try ECMAPattern.wholeMatch(of: source), part)
      } catch {
        remarks.add(
          "\"pattern\" is not checked: it has \(error.construct), which a form cannot express",
          at: part)
      }
    }
    return found
  }

  private mutating func setLengths(_ node: SchemaNode) {
    if let least = node.number("minLength", tightest: >), least.text != "0" {
      set("minLength", source: least.text, from: least.part)
    }
    if let most = node.number("maxLength", tightest: <) {
      set("maxLength", source: most.text, from: most.part)
    }
  }

  /// Adds remarks on length limits that contradict a type whose answers have a fixed length.
  private static func checkLengths(
    of node: SchemaNode, are length: Int, _ noun: String, _ remarks: inout SchemaRemarks
  ) {
    if let least = node.number("minLength", tightest: >), Int(least.text) ?? .max > length {
      remarks.add("\"minLength\" is not checked: \(noun) has \(length) characters", at: least.part)
    }
    if let most = node.number("maxLength", tightest: <), Int(most.text) ?? 0 < length {
      remarks.add("\"maxLength\" is not checked: \(noun) has \(length) characters", at: most.part)
    }
  }

  // MARK: - Numbers

  /// Sets the type and the rules of a row whose value is a number.
  mutating func setNumber(
    _ node: SchemaNode, _ kind: SchemaType, _ remarks: inout SchemaRemarks
  ) {
    var isWhole = kind == .integer
    var divisors: [DecimalNumber] = []
    for part in node.all("multipleOf") {
      guard let text = part.value.numberText, let divisor = DecimalNumber(text) else {
        remarks.add("\"multipleOf\" is not a number; it is not checked", at: part)
        continue
      }
      if divisor == DecimalNumber("1") {
        isWhole = true
      } else if divisors.isEmpty {
        set("multipleOf", source: text, from: part)
        divisors.append(divisor)
      } else if !divisors.contains(divisor) {
        remarks.add("a second \"multipleOf\" is not checked", at: part)
      }
    }
    set("type", isWhole ? "integer" : "decimal")
    setLimit("min", node, ("minimum", "exclusiveMinimum"), isWhole, step: 1, tightest: >, &remarks)
    setLimit("max", node, ("maximum", "exclusiveMaximum"), isWhole, step: -1, tightest: <, &remarks)
  }

  private mutating func setLimit(
    _ key: String, _ node: SchemaNode,
    _ keywords: (inclusive: String, exclusive: String), _ isWhole: Bool, step: Int,
    tightest isTighter: (DecimalNumber, DecimalNumber) -> Bool, _ remarks: inout SchemaRemarks
  ) {
    var limit = node.number(keywords.inclusive, tightest: isTighter)
    if let exclusive = node.number(keywords.exclusive, tightest: isTighter) {
      var text = exclusive.text
      let next = Int(text).map { $0.addingReportingOverflow(step) }
      if isWhole, let next, !next.overflow {
        text = "\(next.partialValue)"
      } else {
        remarks.add(
          "\"\(keywords.exclusive)\" is checked like \"\(keywords.inclusive)\"",
          at: exclusive.part)
      }
      if let number = DecimalNumber(text),
        limit.flatMap({ DecimalNumber($0.text) }).map({ isTighter(number, $0) }) ?? true
      {
        limit = (text, exclusive.part)
      }
    }
    for part in node.all(keywords.exclusive) where part.value.bool == true {
      remarks.add("\"\(keywords.exclusive)\" as in draft-04 is not checked", at: part)
    }
    if let limit { set(key, source: limit.text, from: limit.part) }
  }
}

// MARK: - Formats

/// The equivalent of a JSON Schema format in a template.
enum SchemaFormat {
  typealias Pattern = (pattern: String, message: String)

  /// A row type. `length` is the length of the answers, if all answers have the same length.
  /// `pattern` is used if the type cannot be used.
  case type(RowType, length: (count: Int, noun: String)? = nil, pattern: Pattern? = nil)
  /// A pattern, and the message about an answer that does not match it.
  case pattern(String, message: String)

  /// A calendar date (RFC 3339, section 5.7).
  private static let date =
    "([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    + "|02-(0[1-9]|1[0-9]|2[0-8]))"
    + "|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)"

  /// A time with its time zone, in upper- or lower-case letters (RFC 3339, section 5.6).
  private static let time =
    "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"

  /// A leap second, which is the last second of a day in UTC: 23:59:60Z, or 01:29:60+01:30 in
  /// another zone. Zones differ from UTC by multiples of a quarter of an hour.
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

  /// The pattern for a UUID in an entry of a list, because entries cannot have the type `uuid`.
  private static let uuid = (
    pattern: "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    message: "a UUID is like 123e4567-e89b-12d3-a456-426614174000"
  )

  /// The equivalent of a format, by the name of the format; nil if there is none.
  static func named(_ name: String) -> SchemaFormat? {
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
    case "ipv4": .pattern("\(byte)(\\.\(byte)){3}", message: "an IPv4 address is like 192.0.2.1")
    case "hostname":
      .pattern(
        "(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
          + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*",
        message: "a host name is like www.example.org")
    default: nil
    }
  }
}
