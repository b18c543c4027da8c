// Rows of type `uuid`: 8-4-4-4-12 hexadecimal digits of any version (RFC 9562, section 4). Typed
// text may have capitals, braces or a `urn:uuid:` prefix, which are not in the value.

import FormText
import LosslessJSON

/// Interprets the texts of UUID rows.
enum UUIDRow {
  static let kind = RowKind(
    shape: .line, wording: .reworded, traits: [], limits: nil,
    json: RowKind.JSONForm(noun: "a string", bareNoun: "a bare UUID") { value, _ in
      value.string.map { !isDecorated($0) } ?? false
    }, value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in value.text }, exported: nil)

  /// Returns the UUID in lower case.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    if let uuid = canonical(answer.string) { return .string(Text(uuid)) }
    throw Refusal(
      "\(answer.quoted) is not a UUID", correction: nearMiss(answer.string),
      allowed: "8-4-4-4-12 hexadecimal digits")
  }

  /// Whether a text is a UUID in braces or after `urn:uuid:`. In documents, these forms are not
  /// allowed.
  private static func isDecorated(_ text: String) -> Bool {
    canonical(text).map { $0.utf8.count != text.utf8.count } ?? false
  }

  /// Returns the UUID in a text, in lower case; nil if the text is not a UUID. RFC 9562, section 4,
  /// requires lower case in output and accepts both cases in input.
  private static func canonical(_ text: String) -> String? {
    var bytes = text.utf8[...]
    let prefix = bytes.prefix(urn.utf8.count)
    if prefix.map(\.asciiLowercased).elementsEqual(urn.utf8) {
      bytes = bytes.dropFirst(prefix.count)
    } else if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") {
      bytes = bytes.dropFirst().dropLast()
    }
    guard UUIDSyntax.isUUID(bytes) else { return nil }
    return String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
  }

  /// Returns the UUID that was probably meant. Hyphens may be missing or extra, there may be white
  /// space, and O or l may have been typed for 0 or 1.
  private static func nearMiss(_ text: String) -> String? {
    guard text.utf8.count < 100 else { return nil }
    let lowercased = String(decoding: text.utf8.map(\.asciiLowercased), as: UTF8.self)
    var scalars = lowercased.unicodeScalars.filter {
      !marks.unicodeScalars.contains($0) && !$0.isWhitespace
    }[...]
    if scalars.starts(with: urn.unicodeScalars) {
      scalars = scalars.dropFirst(urn.unicodeScalars.count)
    }
    let digits = scalars.map { $0 == "o" ? "0" : $0 == "l" ? "1" : $0 }
    guard digits.count == UUIDSyntax.groupLengths.reduce(0, +) else { return nil }
    var rest = digits[...]
    let groups = UUIDSyntax.groupLengths.map { length in
      defer { rest = rest.dropFirst(length) }
      return String(String.UnicodeScalarView(rest.prefix(length)))
    }
    return canonical(groups.joined(separator: "-"))
  }

  /// Characters that may surround or separate the digits of a mistyped UUID: hyphens of all kinds,
  /// and brackets.
  private static let marks = "-\u{2010}\u{2011}\u{2012}\u{2013}\u{2212}{}()[]<>\"'"
  private static let urn = "urn:uuid:"
}
