// The formats of JSON Schema as types of rows and as patterns.

import FormModel

/// What a format of JSON Schema is in a template.
enum SchemaFormat {
  typealias Pattern = (pattern: String, message: String)

  /// A type of rows, the length of all its answers if they have the same, and the pattern that takes
  /// its place where the type cannot be.
  case type(RowType, length: (count: Int, noun: String)? = nil, pattern: Pattern? = nil)
  /// A pattern, and the message for an answer that does not match it.
  case pattern(String, message: String)

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

  /// The format with a name.
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
