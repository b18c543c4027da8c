// Why a text is not JSON, and where.
//
// The sentences are for people: lower case, no full stop, no position (the caller prints that in
// front), and each says what is allowed as well as what is wrong. They quote nothing from the text,
// so a message never carries somebody's value into a log.

/// The first thing that keeps a text from being a JSON document.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong with the text.
  public enum Reason: Equatable, Sendable {
    /// Nothing but white space; the offset is the end of the text.
    case empty
    /// More bytes than ``JSONDocument/maximumByteCount``; the offset is 0.
    case tooLarge
    /// A byte order mark in front of the text.
    case byteOrderMark
    /// Bytes that encode no Unicode scalar; the offset is that of the first of them.
    case invalidUTF8
    /// The end of the text inside an array or an object.
    case unexpectedEnd
    /// Something other than a value where a value must be.
    case expectedValue
    /// Something other than a string where the key of a member must be.
    case expectedKey
    /// Something other than `:` after a key.
    case expectedColon
    /// Something other than `,` or `]` after an element.
    case expectedCommaOrBracket
    /// Something other than `,` or `}` after a member.
    case expectedCommaOrBrace
    /// A comma in front of `]` or `}`; the offset is that of the comma.
    case trailingComma
    /// More text after the document's one value.
    case trailingText
    /// A comment: `//`, `/*` or `#`.
    case comment
    /// A key that its object already has; the offset is that of the second one's quote.
    case duplicateKey
    /// An array or object inside ``JSONDocument/maximumDepth`` others.
    case tooDeep
    /// A bare word other than `true`, `false` and `null`; the offset is that of its first letter.
    case unknownWord
    /// A zero in front of other digits.
    case leadingZero
    /// No digit after a minus sign, a decimal point or an exponent's `e`.
    case missingDigits
    /// A character that has no place in a number, such as `+` in front or `x` inside.
    case invalidNumber
    /// A string without an end; the offset is that of its opening quote.
    case unterminatedString
    /// A raw control character, U+0000 to U+001F, in a string.
    case controlCharacter(UInt8)
    /// A backslash with nothing after it that RFC 8259 knows; the offset is the backslash's.
    case invalidEscape
    /// Half of a surrogate pair, written as `\uD800` to `\uDFFF`; the offset is the backslash's.
    case loneSurrogate
  }

  public let reason: Reason
  /// The place in bytes from the start of the text.
  public let offset: Int
  /// The same place in lines and columns.
  public let position: TextPosition
}

// MARK: - CustomStringConvertible

extension JSONError: CustomStringConvertible {
  /// A sentence that says what is wrong and what is allowed, without the position.
  public var description: String { reason.description }
}

extension JSONError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      "the text is empty; a JSON document has exactly one value"
    case .tooLarge:
      "the text is too large; a document may have up to 2 GiB"
    case .byteOrderMark:
      "the text starts with a byte order mark; JSON is UTF-8 without one"
    case .invalidUTF8:
      "these bytes are not valid UTF-8; JSON is always UTF-8"
    case .unexpectedEnd:
      "the text ends inside an array or object; each [ needs its ] and each { its }"
    case .expectedValue:
      "a value is missing here; it can be a string in double quotes, a number, true, false, null, "
        + "an array or an object"
    case .expectedKey:
      "a key is missing here; it must be a string in double quotes"
    case .expectedColon:
      "a key must be followed by a colon and a value"
    case .expectedCommaOrBracket:
      "an element must be followed by a comma and another element, or by ]"
    case .expectedCommaOrBrace:
      "a member must be followed by a comma and another member, or by }"
    case .trailingComma:
      "there is a comma after the last item; commas only go between items"
    case .trailingText:
      "there is more text after the end of the value; a JSON document has exactly one value"
    case .comment:
      "comments are not allowed in JSON; only spaces, tabs and line breaks go between values"
    case .duplicateKey:
      "the object already has this key; each key may appear once in an object"
    case .tooDeep:
      "arrays and objects are nested too deeply; up to \(JSONDocument.maximumDepth) levels are "
        + "allowed"
    case .unknownWord:
      "this word is not a JSON value; only true, false and null go without quotes"
    case .leadingZero:
      "a number may not start with an extra zero; write 0 alone or drop it"
    case .missingDigits:
      "a number needs a digit here; allowed are forms such as 12, -0.5 and 6.02e23"
    case .invalidNumber:
      "this character has no place in a number; allowed are forms such as 12, -0.5 and 6.02e23"
    case .unterminatedString:
      "this string has no closing quote; a string ends with a double quote"
    case .controlCharacter(let byte):
      "the control character \(Self.scalarName(byte)) may not stand in a string as it is; "
        + "write it as \(JSONWriter.escape(forControl: byte))"
    case .invalidEscape:
      "this backslash starts no known escape; allowed are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and "
        + "\\u with four hexadecimal digits"
    case .loneSurrogate:
      "this escape is half of a surrogate pair; \\ud800 to \\udbff must be followed at once by "
        + "\\udc00 to \\udfff"
    }
  }

  private static func scalarName(_ byte: UInt8) -> String {
    (byte < 0x10 ? "U+000" : "U+00") + String(byte, radix: 16, uppercase: true)
  }
}
