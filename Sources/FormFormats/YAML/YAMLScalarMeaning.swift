// The meaning of YAML scalars in the core schema of YAML 1.2 (section 10.3), if JSON can express
// it. In the JSON tree of a document, `.inf`, `-.inf` and `.nan` are strings; YAMLText knows which
// strings of the tree are such numbers.

import LosslessJSON

/// The meaning of a scalar whose quotes and escapes were already removed.
struct YAMLScalarMeaning {
  /// The JSON value of a scalar.
  enum Value {
    case string
    /// A number, `true`, `false` or `null`.
    case word(String)
    /// An infinity or `.nan`, which JSON cannot express.
    case notInJSON
    case refused(String)
  }

  /// The meaning of the text of a scalar.
  ///
  /// - Parameters:
  ///   - isPlain: whether the text is written without quotes.
  ///   - tag: the tag before the text; nil if there is none.
  static func value(
    of text: UnsafeBufferPointer<UInt8>, isPlain: Bool, tag: String?
  ) -> Value {
    switch tag {
    case nil: return isPlain ? plain(text) : .string
    case "!", YAMLTag.string: return .string
    case YAMLTag.null:
      if case .word("null") = plain(text) { return .word("null") }
    case YAMLTag.boolean:
      switch plain(text) {
      case .word("true"): return .word("true")
      case .word("false"): return .word("false")
      default: break
      }
    case YAMLTag.integer, YAMLTag.float:
      switch plain(text) {
      case .word(let word) where YAMLNumber.isNumber(word, isWhole: tag == YAMLTag.integer):
        return .word(word)
      case .notInJSON where tag == YAMLTag.float: return .notInJSON
      case .refused(let sentence): return .refused(sentence)
      default: break
      }
    case let tag?: return .refused(YAMLTag.refusal(of: tag))
    }
    return .refused("the tag and the text contradict each other; remove the tag or change the text")
  }

  /// The meaning of a text without quotes and without a tag.
  private static func plain(_ text: UnsafeBufferPointer<UInt8>) -> Value {
    guard let first = text.first else { return .word("null") }
    switch first {
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"):
      let isNull =
        text.elementsEqual("~".utf8) || text.elementsEqual("null".utf8)
        || text.elementsEqual("Null".utf8) || text.elementsEqual("NULL".utf8)
      return isNull ? .word("null") : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      let isTrue =
        text.elementsEqual("true".utf8) || text.elementsEqual("True".utf8)
        || text.elementsEqual("TRUE".utf8)
      return isTrue ? .word("true") : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      let isFalse =
        text.elementsEqual("false".utf8) || text.elementsEqual("False".utf8)
        || text.elementsEqual("FALSE".utf8)
      return isFalse ? .word("false") : .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      return YAMLNumber.value(of: text)
    default: return .string
    }
  }
}

/// Numbers of the core schema, in the notation of JSON.
enum YAMLNumber {
  /// The maximum number of digits of a number whose base is not ten. The time to convert it grows
  /// with the square of the number of digits.
  private static let mostDigits = 1_000

  /// The meaning of a text that begins like a number.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> YAMLScalarMeaning.Value {
    if text.count > 2, text[0] == UInt8(ascii: "0") {
      let digits = text[2...]
      if text[1] == UInt8(ascii: "x"), digits.allSatisfy({ digit($0, base: 16) != nil }) {
        return whole(digits, base: 16)
      }
      if text[1] == UInt8(ascii: "o"), digits.allSatisfy({ digit($0, base: 8) != nil }) {
        return whole(digits, base: 8)
      }
    }
    var rest = text[...]
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    if isInfinity(rest) || text.elementsEqual(".nan".utf8) || text.elementsEqual(".NaN".utf8)
      || text.elementsEqual(".NAN".utf8)
    {
      return .notInJSON
    }
    let front = rest.prefix { digit($0, base: 10) != nil }
    rest = rest.dropFirst(front.count)
    var fraction: Slice<UnsafeBufferPointer<UInt8>>?
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { digit($0, base: 10) != nil }
      guard !front.isEmpty || !digits.isEmpty else { return .string }
      rest = rest.dropFirst(1 + digits.count)
      fraction = digits
    } else if front.isEmpty {
      return .string
    }
    let exponent = rest
    if let letter = exponent.first {
      guard letter | 0x20 == UInt8(ascii: "e") else { return .string }
      var digits = exponent.dropFirst()
      if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") {
        digits = digits.dropFirst()
      }
      guard !digits.isEmpty, digits.allSatisfy({ digit($0, base: 10) != nil }) else {
        return .string
      }
    }
    var number = isNegative ? "-" : ""
    let significant = front.drop { $0 == UInt8(ascii: "0") }
    number += significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    if let fraction {
      number += "." + (fraction.isEmpty ? "0" : String(decoding: fraction, as: UTF8.self))
    }
    return .word(number + String(decoding: exponent, as: UTF8.self))
  }

  /// Whether a JSON word is a number; if `isWhole` is true, whether it is a whole number.
  static func isNumber(_ word: String, isWhole: Bool) -> Bool {
    guard let first = word.utf8.first, first < UInt8(ascii: "a") else { return false }
    return !isWhole || !word.utf8.contains { ".eE".utf8.contains($0) }
  }

  private static func isInfinity(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    text.elementsEqual(".inf".utf8) || text.elementsEqual(".Inf".utf8)
      || text.elementsEqual(".INF".utf8)
  }

  private static func digit(_ byte: UInt8, base: UInt8) -> UInt8? {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    return digit < base ? digit : nil
  }

  /// Converts the digits of a whole number in another base to base ten.
  private static func whole(
    _ digits: Slice<UnsafeBufferPointer<UInt8>>, base: UInt8
  ) -> YAMLScalarMeaning.Value {
    guard digits.count <= mostDigits else {
      return .refused("the number has more than \(mostDigits) digits; write it in base ten")
    }
    /// The digits in base ten, the last digit first.
    var result: [UInt8] = [0]
    for byte in digits {
      var carry = UInt(digit(byte, base: base) ?? 0)
      for index in result.indices {
        let sum = UInt(result[index]) * UInt(base) + carry
        result[index] = UInt8(sum % 10)
        carry = sum / 10
      }
      while carry > 0 {
        result.append(UInt8(carry % 10))
        carry /= 10
      }
    }
    while result.count > 1, result.last == 0 { result.removeLast() }
    return .word(String(decoding: result.reversed().map { $0 + UInt8(ascii: "0") }, as: UTF8.self))
  }
}

/// The tags of the core schema.
enum YAMLTag {
  static let string = "tag:yaml.org,2002:str"
  static let integer = "tag:yaml.org,2002:int"
  static let float = "tag:yaml.org,2002:float"
  static let boolean = "tag:yaml.org,2002:bool"
  static let null = "tag:yaml.org,2002:null"
  static let map = "tag:yaml.org,2002:map"
  static let sequence = "tag:yaml.org,2002:seq"
  static let merge = "tag:yaml.org,2002:merge"

  /// The error for a tag that longform does not know.
  static func refusal(of tag: String) -> String {
    "longform does not know the tag \(tag.prefix(60)) here; use !!str, !!int, !!float, !!bool, "
      + "!!null, !!map or !!seq"
  }
}
