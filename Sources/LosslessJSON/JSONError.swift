// The errors of JSON texts, with their positions.
//
// The sentences are for people. They are in lower case, without a full stop and without the
// position, which the caller prints first. Each names the error and the allowed syntax. They never
// quote the text, so no message leaks a person's data into a log.

/// The first error that makes a text invalid JSON.
public struct JSONError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Reason: Equatable, Sendable {
    /// A text with nothing but white space; the offset is the end of the text.
    case empty
    /// A text with more bytes than ``JSONDocument/maximumByteCount``; the offset is 0.
    case tooLarge
    /// A byte order mark before the text.
    case byteOrderMark
    /// Bytes that do not encode a Unicode scalar; the offset is that of the first such byte.
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
    /// A comma before `]` or `}`; the offset is that of the comma.
    case trailingComma
    /// More text after the outermost value.
    case trailingText
    /// A comment: `//`, `/*` or `#`.
    case comment
    /// A comment that begins with `/*` and has no end. Reported only if comments are allowed.
    case unterminatedComment
    /// A duplicate key in an object; the offset is that of the second key's opening quote.
    case duplicateKey
    /// An array or object that is nested more than ``JSONDocument/maximumDepth`` levels deep.
    case tooDeep
    /// A bare word other than `true`, `false` and `null`; the offset is that of its first letter.
    case unknownWord
    /// A zero before other digits.
    case leadingZero
    /// No digit after a minus sign, a decimal point or an exponent's `e`.
    case missingDigits
    /// A character that is not allowed in a number, such as `+` at the beginning or `x` inside.
    case invalidNumber
    /// A string without an end; the offset is that of its opening quote.
    case unterminatedString
    /// A raw control character, U+0000 to U+001F, in a string.
    case controlCharacter(UInt8)
    /// A backslash without a valid escape; the offset is that of the backslash.
    case invalidEscape
    /// Half of a surrogate pair, written as `\uD800` to `\uDFFF`; the offset is that of the
    /// backslash.
    case loneSurrogate
  }

  /// The kind of error.
  public let reason: Reason
  /// The position in bytes from the start of the text.
  public let offset: Int
  /// The position as line and column.
  public let position: TextPosition
}

// MARK: - CustomStringConvertible

extension JSONError: CustomStringConvertible {
  /// The error and its remedy in a sentence, without the position.
  public var description: String { reason.description }

  /// The sentence of `description` after `not JSON: `, for people who may not know that the text
  /// must be JSON.
  public var sentence: String { "not JSON: \(description)" }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The error and its remedy in a sentence, without a full stop.
  public var description: String {
    switch self {
    case .empty: "the text is empty; a JSON document has one value"
    case .tooLarge: "the text is larger than 2 GiB"
    case .byteOrderMark: "the text begins with a byte order mark; save it as UTF-8 without one"
    case .invalidUTF8: "these bytes are not UTF-8; save the file as UTF-8"
    case .unexpectedEnd:
      "the text ends inside an array or object; close every [ with ] and every { with }"
    case .expectedValue:
      "a value is missing here; write a string in double quotes, a number, true, false, null, "
        + "an array or an object"
    case .expectedKey: "a key is missing here; write a string in double quotes"
    case .expectedColon: "a colon is missing here; it goes between a key and its value"
    case .expectedCommaOrBracket: "a comma or ] is missing here, after an element of an array"
    case .expectedCommaOrBrace: "a comma or } is missing here, after a member of an object"
    case .trailingComma: "this comma follows the last item; remove it"
    case .trailingText: "more text follows the end of the value; a JSON document has one value"
    case .comment: "this is a comment; remove it"
    case .unterminatedComment: "this comment has no end; close it with */"
    case .duplicateKey: "the object already has this key; remove or rename one"
    case .tooDeep:
      "arrays and objects are nested more than \(JSONDocument.maximumDepth) levels deep"
    case .unknownWord:
      "this word is not a JSON value; put it in double quotes, or write true, false or null"
    case .leadingZero: "a number cannot begin with an extra zero; remove it"
    case .missingDigits: "a digit is missing here; write a number like 12, -0.5 or 6.02e23"
    case .invalidNumber:
      "this character cannot be in a number; write a number like 12, -0.5 or 6.02e23"
    case .unterminatedString: "this string has no closing quote; end it with a double quote"
    case .controlCharacter(let byte):
      "a string cannot contain the control character \(Self.scalarName(byte)); "
        + "write it as \(JSONWriter.escape(forControl: byte))"
    case .invalidEscape:
      "this backslash starts no escape; write \\\\ for a backslash (the escapes are \\\" \\/ \\b \\f "
        + "\\n \\r \\t, and \\u with four hexadecimal digits)"
    case .loneSurrogate:
      "this escape is half of a surrogate pair; write both halves, \\ud800 to \\udbff and then "
        + "\\udc00 to \\udfff"
    }
  }

  private static func scalarName(_ byte: UInt8) -> String {
    (byte < 0x10 ? "U+000" : "U+00") + String(byte, radix: 16, uppercase: true)
  }
}
