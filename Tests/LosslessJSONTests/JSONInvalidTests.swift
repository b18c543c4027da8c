// Texts that are not valid JSON. Each has the reason and the position that the reader must report.

import LosslessJSON
import Testing

@Suite("Invalid JSON")
struct JSONInvalidTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let reason: JSONError.Reason
    let offset: Int
    let position: String

    /// A text on one line of ASCII, so that the column is the offset plus one.
    init(_ text: String, _ reason: JSONError.Reason, at offset: Int) {
      self.init(text, reason, at: offset, "1:\(offset + 1)")
    }

    init(_ text: String, _ reason: JSONError.Reason, at offset: Int, _ position: String) {
      self.init(bytes: Array(text.utf8), reason, at: offset, position)
    }

    init(bytes: [UInt8], _ reason: JSONError.Reason, at offset: Int, _ position: String) {
      self.bytes = bytes
      self.reason = reason
      self.offset = offset
      self.position = position
    }

    /// A string that contains `a` and then `bytes`.
    init(inString bytes: [UInt8], _ reason: JSONError.Reason) {
      self.init(bytes: [0x22, 0x61] + bytes + [0x22], reason, at: 2, "1:3")
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
  }

  private static let structure: [Case] = [
    Case("", .empty, at: 0),
    Case("   ", .empty, at: 3),
    Case("\n\n", .empty, at: 2, "3:1"),
    Case("\r\n\r", .empty, at: 3, "3:1"),
    Case("[", .unexpectedEnd, at: 1),
    Case("[ ", .unexpectedEnd, at: 2),
    Case("[1", .unexpectedEnd, at: 2),
    Case("[1,", .unexpectedEnd, at: 3),
    Case("[[]", .unexpectedEnd, at: 3),
    Case("{", .unexpectedEnd, at: 1),
    Case(#"{"a""#, .unexpectedEnd, at: 4),
    Case(#"{"a":"#, .unexpectedEnd, at: 5),
    Case(#"{"a":1"#, .unexpectedEnd, at: 6),
    Case(#"{"a":1,"#, .unexpectedEnd, at: 7),
    Case("{\n\"a\":\n", .unexpectedEnd, at: 7, "3:1"),
    Case("]", .expectedValue, at: 0),
    Case("}", .expectedValue, at: 0),
    Case(",", .expectedValue, at: 0),
    Case(":", .expectedValue, at: 0),
    Case("'a'", .expectedValue, at: 0),
    Case("\u{0}", .expectedValue, at: 0),
    Case("\u{A0}1", .expectedValue, at: 0),
    Case("\u{B}1", .expectedValue, at: 0),
    Case("[,]", .expectedValue, at: 1),
    Case("[,1]", .expectedValue, at: 1),
    Case("[1,,2]", .expectedValue, at: 3),
    Case("[1,:2]", .expectedValue, at: 3),
    Case("[1,}", .expectedValue, at: 3),
    Case("[}", .expectedValue, at: 1),
    Case(#"{"a":}"#, .expectedValue, at: 5),
    Case(#"{"a":,"b":1}"#, .expectedValue, at: 5),
    Case(#"{"a"::1}"#, .expectedValue, at: 5),
    Case("[\u{FEFF}]", .expectedValue, at: 1),
    Case("[/]", .expectedValue, at: 1),
    Case("{]", .expectedKey, at: 1),
    Case("{,}", .expectedKey, at: 1),
    Case("{a:1}", .expectedKey, at: 1),
    Case("{'a':1}", .expectedKey, at: 1),
    Case("{1:2}", .expectedKey, at: 1),
    Case("{null:2}", .expectedKey, at: 1),
    Case("{[]:2}", .expectedKey, at: 1),
    Case(#"{"a":1,,"b":2}"#, .expectedKey, at: 7),
    Case(#"{"a":1,b:2}"#, .expectedKey, at: 7),
    Case(#"{"a"}"#, .expectedColon, at: 4),
    Case(#"{"a" 1}"#, .expectedColon, at: 5),
    Case(#"{"a","b"}"#, .expectedColon, at: 4),
    Case(#"{"a"=1}"#, .expectedColon, at: 4),
    Case("[1 2]", .expectedCommaOrBracket, at: 3),
    Case("[1;2]", .expectedCommaOrBracket, at: 2),
    Case("[1}", .expectedCommaOrBracket, at: 2),
    Case("[1:2]", .expectedCommaOrBracket, at: 2),
    Case(#"["a" "b"]"#, .expectedCommaOrBracket, at: 5),
    Case("[\n  [1]\r\n  [2]]", .expectedCommaOrBracket, at: 11, "3:3"),
    Case(#"{"a":1 "b":2}"#, .expectedCommaOrBrace, at: 7),
    Case(#"{"a":1]"#, .expectedCommaOrBrace, at: 6),
    Case(#"{"a":1;"b":2}"#, .expectedCommaOrBrace, at: 6),
    Case(#"{"a":1:2}"#, .expectedCommaOrBrace, at: 6),
    Case("[1,]", .trailingComma, at: 2),
    Case("[1 , ]", .trailingComma, at: 3),
    Case("[[1,],2]", .trailingComma, at: 3),
    Case(#"{"a":1,}"#, .trailingComma, at: 6),
    Case("{\"a\":1,\n}", .trailingComma, at: 6, "1:7"),
    Case("[\n1\n,\n]", .trailingComma, at: 4, "3:1"),
    Case("1 2", .trailingText, at: 2),
    Case("{}{}", .trailingText, at: 2),
    Case("[],", .trailingText, at: 2),
    Case("[]]", .trailingText, at: 2),
    Case("{}}", .trailingText, at: 2),
    Case("\"a\"b", .trailingText, at: 3),
    Case("null\nnull", .trailingText, at: 5, "2:1"),
    Case("1\u{0}", .trailingText, at: 1),
    Case("\"é\" é", .trailingText, at: 5, "1:5"),
    Case("// c\n1", .comment, at: 0),
    Case("1 // c", .comment, at: 2),
    Case("/* c */ 1", .comment, at: 0),
    Case("[1, /* c */ 2]", .comment, at: 4),
    Case("[1 /* c */, 2]", .comment, at: 3),
    Case(#"{/**/"a":1}"#, .comment, at: 1),
    Case("{\"a\"//\n:1}", .comment, at: 4),
    Case("# c\n1", .comment, at: 0),
    Case("1 # c", .comment, at: 2),
  ]

  private static let keys: [Case] = [
    Case(#"{"a":1,"a":2}"#, .duplicateKey, at: 7),
    Case(#"{"a":1,"b":2,"a":3}"#, .duplicateKey, at: 13),
    Case(#"{"":1,"":2}"#, .duplicateKey, at: 6),
    Case(#"{"a":1,"\u0061":2}"#, .duplicateKey, at: 7),
    Case(#"{"\u0061":1,"a":2}"#, .duplicateKey, at: 12),
    Case(#"{"\u00e9":1,"\u00E9":2}"#, .duplicateKey, at: 12),
    Case(#"{"/":1,"\/":2}"#, .duplicateKey, at: 7),
    Case("{\"é\":1,\"\\u00e9\":2}", .duplicateKey, at: 8, "1:8"),
    Case("{\"😀\":1,\n \"\\ud83d\\ude00\":2}", .duplicateKey, at: 12, "2:2"),
    Case(#"{"a":{"a":1,"a":2}}"#, .duplicateKey, at: 12),
    Case(#"{"a":{"b":1},"a":{"c":1,"c":2}}"#, .duplicateKey, at: 13),
    Case(#"{"a":1,"a" oops"#, .duplicateKey, at: 7),
  ]

  private static let numbersAndWords: [Case] = [
    Case("01", .leadingZero, at: 0),
    Case("-01", .leadingZero, at: 1),
    Case("00", .leadingZero, at: 0),
    Case("[1,007.5]", .leadingZero, at: 3),
    Case("-", .missingDigits, at: 1),
    Case("--1", .missingDigits, at: 1),
    Case("-a", .missingDigits, at: 1),
    Case("-Infinity", .missingDigits, at: 1),
    Case("-.5", .missingDigits, at: 1),
    Case("1.", .missingDigits, at: 2),
    Case("[1.]", .missingDigits, at: 3),
    Case("1.e5", .missingDigits, at: 2),
    Case("1e", .missingDigits, at: 2),
    Case("1e+", .missingDigits, at: 3),
    Case("1E-x", .missingDigits, at: 3),
    Case("+1", .invalidNumber, at: 0),
    Case(".5", .invalidNumber, at: 0),
    Case("1.2.3", .invalidNumber, at: 3),
    Case("1e5.2", .invalidNumber, at: 3),
    Case("1_000", .invalidNumber, at: 1),
    Case("0x1F", .invalidNumber, at: 1),
    Case("1n", .invalidNumber, at: 1),
    Case("[1-2]", .invalidNumber, at: 2),
    Case("2024-01-01", .invalidNumber, at: 4),
    Case("1,5", .trailingText, at: 1),
    Case("\u{0661}", .expectedValue, at: 0),
    Case("nul", .unknownWord, at: 0),
    Case("[nul]", .unknownWord, at: 1),
    Case("nulll", .unknownWord, at: 0),
    Case("null_", .unknownWord, at: 0),
    Case("True", .unknownWord, at: 0),
    Case("TRUE", .unknownWord, at: 0),
    Case("tru", .unknownWord, at: 0),
    Case("fals", .unknownWord, at: 0),
    Case("truefalse", .unknownWord, at: 0),
    Case("NaN", .unknownWord, at: 0),
    Case("Infinity", .unknownWord, at: 0),
    Case("undefined", .unknownWord, at: 0),
    Case(#"{"a":yes}"#, .unknownWord, at: 5),
  ]

  private static let strings: [Case] = [
    Case("\"", .unterminatedString, at: 0),
    Case("[\"abc", .unterminatedString, at: 1),
    Case(#""abc\""#, .unterminatedString, at: 0),
    Case(#""abc\"#, .unterminatedString, at: 0),
    Case(#"{"a"#, .unterminatedString, at: 1),
    Case("\"a\u{0}\"", .controlCharacter(0), at: 2),
    Case("\"a\nb\"", .controlCharacter(0x0A), at: 2),
    Case("\"a\r\n\"", .controlCharacter(0x0D), at: 2),
    Case("\"\t\"", .controlCharacter(0x09), at: 1),
    Case("\"\u{1F}\"", .controlCharacter(0x1F), at: 1),
    Case("\"0123456789\u{1B}[0m\"", .controlCharacter(0x1B), at: 11),
    Case("\"é\u{1}\"", .controlCharacter(1), at: 3, "1:3"),
    Case("{\"a\u{8}\":1}", .controlCharacter(8), at: 3),
    Case("\"\\\n\"", .invalidEscape, at: 1),
    Case(#""\a""#, .invalidEscape, at: 1),
    Case(#""\'""#, .invalidEscape, at: 1),
    Case(#""\x41""#, .invalidEscape, at: 1),
    Case(#""\0""#, .invalidEscape, at: 1),
    Case(#""\U0041""#, .invalidEscape, at: 1),
    Case(#""\N""#, .invalidEscape, at: 1),
    Case(#""ab\u12""#, .invalidEscape, at: 3),
    Case(#""\u""#, .invalidEscape, at: 1),
    Case(#""\u12g4""#, .invalidEscape, at: 1),
    Case(#""\u{61}""#, .invalidEscape, at: 1),
    Case(#""\u+061""#, .invalidEscape, at: 1),
    Case(#""\u00é""#, .invalidEscape, at: 1),
    Case(#""\ud800""#, .loneSurrogate, at: 1),
    Case(#""\udc00""#, .loneSurrogate, at: 1),
    Case(#""\uDFFF\uD800""#, .loneSurrogate, at: 1),
    Case(#""\ud800x""#, .loneSurrogate, at: 1),
    Case(#""\ud800\n""#, .loneSurrogate, at: 1),
    Case(#""\ud800\u0041""#, .loneSurrogate, at: 1),
    Case(#""\ud800\ud800\udc00""#, .loneSurrogate, at: 1),
    Case(#""\ud83d\ude00\ude00""#, .loneSurrogate, at: 13),
    Case(#""\ud800\ude0"#, .loneSurrogate, at: 1),
    Case(#"{"\ud800":1}"#, .loneSurrogate, at: 2),
  ]

  private static let encoding: [Case] = [
    Case("\u{FEFF}1", .byteOrderMark, at: 0),
    Case("\u{FEFF}", .byteOrderMark, at: 0),
    Case(bytes: [0xEF, 0xBB], .invalidUTF8, at: 0, "1:1"),
    Case(bytes: [0xFF, 0xFE, 0x31, 0x00], .invalidUTF8, at: 0, "1:1"),
    Case(bytes: [0x31, 0x00], .trailingText, at: 1, "1:2"),
    Case(bytes: [0x00, 0x31], .expectedValue, at: 0, "1:1"),
    Case(bytes: [0x5B, 0x0A, 0xFF, 0x5D], .invalidUTF8, at: 2, "2:1"),
    Case(bytes: [0x31, 0x20, 0x80], .invalidUTF8, at: 2, "1:3"),
    Case(bytes: [0x7B, 0xC3], .invalidUTF8, at: 1, "1:2"),
    Case(inString: [0x80], .invalidUTF8),
    Case(inString: [0xBF], .invalidUTF8),
    Case(inString: [0xC0, 0x80], .invalidUTF8),
    Case(inString: [0xC1, 0xBF], .invalidUTF8),
    Case(inString: [0xC3], .invalidUTF8),
    Case(inString: [0xC3, 0x28], .invalidUTF8),
    Case(inString: [0xE0, 0x80, 0x80], .invalidUTF8),
    Case(inString: [0xE0, 0x9F, 0xBF], .invalidUTF8),
    Case(inString: [0xE2, 0x82], .invalidUTF8),
    Case(inString: [0xE2, 0x28, 0xA1], .invalidUTF8),
    Case(inString: [0xED, 0xA0, 0x80], .invalidUTF8),
    Case(inString: [0xED, 0xBF, 0xBF], .invalidUTF8),
    Case(inString: [0xF0, 0x80, 0x80, 0x80], .invalidUTF8),
    Case(inString: [0xF0, 0x8F, 0xBF, 0xBF], .invalidUTF8),
    Case(inString: [0xF0, 0x9F, 0x98], .invalidUTF8),
    Case(inString: [0xF4, 0x90, 0x80, 0x80], .invalidUTF8),
    Case(inString: [0xF5, 0x80, 0x80, 0x80], .invalidUTF8),
    Case(inString: [0xF8, 0x88, 0x80, 0x80, 0x80], .invalidUTF8),
    Case(inString: [0xFE], .invalidUTF8),
    Case(inString: [0xFF], .invalidUTF8),
    Case(bytes: [0x22, 0xC3, 0xA9, 0xC3], .invalidUTF8, at: 3, "1:3"),
    Case(bytes: [0x22, 0xF0, 0x9F, 0x98], .invalidUTF8, at: 1, "1:2"),
  ]

  @Test(
    "The first error of an invalid text is reported with its position",
    arguments: structure + keys + numbersAndWords + strings + encoding)
  func fault(_ example: Case) throws {
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: example.bytes) }
    #expect(error.reason == example.reason)
    #expect(error.offset == example.offset)
    #expect(error.position.description == example.position)
  }

  @Test("An array or object at level 513 is refused at its opening bracket")
  func tooDeep() throws {
    for (opener, width) in [("[", 1), (#"{"a":"#, 5)] {
      let text = String(repeating: opener, count: 100_000)
      let error = try #require(throws: JSONError.self) {
        try JSONDocument(parsing: Array(text.utf8))
      }
      #expect(error.reason == .tooDeep)
      #expect(error.offset == 512 * width)
    }
  }

  @Test(
    "Every duplicate key is found among any number of keys", arguments: [2, 16, 17, 18, 40, 999])
  func duplicateAmongMany(count: Int) throws {
    for first in [0, count / 2, count - 1] {
      for copy in ["key\(first)", "\\u006bey\(first)"] {
        let members = (0..<count).map { #""key\#($0)":{"key\#($0)":[]}"# }.joined(separator: ",")
        let text = #"{\#(members),"\#(copy)":0}"#
        let error = try #require(throws: JSONError.self) {
          try JSONDocument(parsing: Array(text.utf8))
        }
        #expect(error.reason == .duplicateKey)
        #expect(error.offset == members.utf8.count + 2)
      }
    }
  }

  @Test("A text over the size limit is refused, and a text at the limit is read")
  func tooLarge() throws {
    #expect(throws: Never.self) {
      try JSONDocument(parsing: Array("[1,2]".utf8), maximumByteCount: 5)
    }
    let error = try #require(throws: JSONError.self) {
      try JSONDocument(parsing: Array("[1,2]".utf8), maximumByteCount: 4)
    }
    #expect(error.reason == .tooLarge)
    #expect(error.position.description == "1:1")
  }

  @Test("An error is a sentence that names the remedy and does not quote the text")
  func sentences() throws {
    let error = try #require(throws: JSONError.self) {
      try JSONDocument(parsing: Array("[\"secret\u{1B}\"]".utf8))
    }
    #expect(
      "\(error)"
        == #"a string cannot contain the control character U+001B; write it as \u001b"#)
    let examples = Self.structure + Self.keys + Self.numbersAndWords + Self.strings + Self.encoding
    for reason in examples.map(\.reason) + [.tooDeep, .tooLarge] {
      let text = reason.description
      #expect(text.first?.isLowercase == true)
      #expect(text.last != ".")
    }
  }
}
