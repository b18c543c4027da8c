// The rules of a row: formats, patterns and lengths of texts, and limits of numbers. People hear about
// them while they type; the schema in the template checks all others.

import FormModel
import FormText
import LosslessJSON
import Patterns

extension SketchObject {
  /// Sets the type and the rules of a row whose value is a string.
  mutating func setText(_ node: SchemaNode) {
    var type = RowType.text
    var hasLength = false
    var (formatPattern, typePattern): (SchemaFormat.Pattern?, SchemaFormat.Pattern?)
    if let media = node.string("contentMediaType"), media.hasPrefix("text/") { type = .paragraph }
    switch node.string("format").flatMap(SchemaFormat.named) {
    case .type(let named, let hasFixedLength, let substitute):
      (type, hasLength, typePattern) = (named, hasFixedLength, substitute)
    case .pattern(let pattern, let message): formatPattern = (pattern, message)
    case nil: break
    }
    let pattern = SketchObject.pattern(of: node)
    if pattern != nil, !type.understands(key: "pattern") {
      (type, hasLength, formatPattern) = (.text, false, typePattern)
    }
    if type != .text { set("type", type.rawValue) }
    if type.understands(key: "precision") { set("precision", "day") }
    if let pattern {
      set("pattern", pattern.text, from: pattern.origin)
    } else if let formatPattern {
      set("pattern", formatPattern.pattern)
      set("message", formatPattern.message)
    }
    if !hasLength { setLengths(node) }
  }

  /// Sets the rules of the entries of a list.
  mutating func setEntryRules(_ items: SchemaNode) {
    if let pattern = SketchObject.pattern(of: items) {
      return set("pattern", pattern.text, from: pattern.origin)
    }
    let format: SchemaFormat.Pattern? =
      switch items.string("format").flatMap(SchemaFormat.named) {
      case .pattern(let pattern, let message): (pattern, message)
      case .type(_, _, let pattern): pattern
      case nil: nil
      }
    guard let format else { return }
    set("pattern", format.pattern)
    set("message", format.message)
  }

  /// The first pattern that the whole answer must match; nil if there is none, or none that a row
  /// can express.
  private static func pattern(of node: SchemaNode) -> (text: String, origin: SchemaPart)? {
    node.all("pattern").lazy.compactMap { part in
      part.value.string.flatMap { try? ECMAPattern.wholeMatch(of: $0) }.map { ($0, part) }
    }.first
  }

  private mutating func setLengths(_ node: SchemaNode) {
    if let least = node.number("minLength", tightest: >), least.text != "0" {
      set("minLength", source: least.text, from: least.part)
    }
    if let most = node.number("maxLength", tightest: <) {
      set("maxLength", source: most.text, from: most.part)
    }
  }

  // MARK: - Numbers

  /// Sets the type and the rules of a row whose value is a number.
  mutating func setNumber(_ node: SchemaNode, _ kind: SchemaType) {
    var isWhole = kind == .integer
    for part in node.all("multipleOf") {
      guard let text = part.value.numberText, let divisor = DecimalNumber(text) else { continue }
      if divisor == DecimalNumber("1") {
        isWhole = true
      } else if !has("multipleOf") {
        set("multipleOf", source: text, from: part)
      }
    }
    set("type", isWhole ? "integer" : "decimal")
    setLimit("min", node, ("minimum", "exclusiveMinimum"), isWhole, step: 1, tightest: >)
    setLimit("max", node, ("maximum", "exclusiveMaximum"), isWhole, step: -1, tightest: <)
  }

  /// Sets the smallest or the greatest number. An exclusive limit of a number that need not be whole
  /// becomes an inclusive one; the schema itself refuses the limit.
  private mutating func setLimit(
    _ key: String, _ node: SchemaNode,
    _ keywords: (inclusive: String, exclusive: String), _ isWhole: Bool, step: Int,
    tightest isTighter: (DecimalNumber, DecimalNumber) -> Bool
  ) {
    var limit = node.number(keywords.inclusive, tightest: isTighter)
    if let exclusive = node.number(keywords.exclusive, tightest: isTighter) {
      var text = exclusive.text
      let next = Int(text).map { $0.addingReportingOverflow(step) }
      if isWhole, let next, !next.overflow { text = "\(next.partialValue)" }
      if let number = DecimalNumber(text),
        limit.flatMap({ DecimalNumber($0.text) }).map({ isTighter(number, $0) }) ?? true
      {
        limit = (text, exclusive.part)
      }
    }
    if let limit { set(key, source: limit.text, from: limit.part) }
  }
}

// MARK: - Formats

/// The equivalent of a JSON Schema format in a template.
enum SchemaFormat {
  typealias Pattern = (pattern: String, message: String)

  /// A row type. `hasFixedLength` says whether all its answers have the same length. `pattern` is
  /// used if the type cannot be used.
  case type(RowType, hasFixedLength: Bool = false, pattern: Pattern? = nil)
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
    case "date": .type(.date, hasFixedLength: true)
    case "password": .type(.secret)
    case "textarea", "multiline", "markdown": .type(.paragraph)
    case "date-time":
      .pattern(
        "\(date)[Tt](\(time)|\(leapSecond))", message: "a moment is like 2024-05-17T09:30:00Z")
    case "time":
      .pattern("(\(time)|\(leapSecond))", message: "a time with its zone is like 09:30:00Z")
    case "uuid": .type(.uuid, hasFixedLength: true, pattern: uuid)
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
