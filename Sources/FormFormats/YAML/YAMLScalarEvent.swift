// What a YAML scalar means: the core schema of YAML 1.2 (section 10.3), as far as JSON can say it.

/// A scalar as it stands in a document.
struct YAMLScalarEvent: Equatable {
  /// Its text without quotes and escapes.
  var text: String
  /// Whether it stands without quotes.
  var isPlain: Bool
  /// The tag that is written before it.
  var tag: String?

  /// What a scalar is in JSON.
  enum Value {
    case string
    /// A number, digit for digit, `true`, `false` or `null`.
    case word(String)
    case refused(String)
  }

  /// What it means.
  var value: Value {
    let word = word
    switch tag {
    case nil: return isPlain ? word.map(Value.word) ?? .string : .string
    case "!", YAMLTag.string: return .string
    case YAMLTag.null where word == "null": return .word("null")
    case YAMLTag.boolean where word == "true" || word == "false": return .word(word ?? "")
    case YAMLTag.integer, YAMLTag.float:
      if DocumentBuilder.isNumber(text) { return .word(text) }
      return .refused("the number must be one of JSON; write it without +, 0x and leading zeros")
    case YAMLTag.null, YAMLTag.boolean:
      return .refused(
        "the tag and the text contradict each other; remove the tag or change the text")
    case let tag?: return .refused(YAMLTag.refusal(of: tag))
    }
  }

  private var word: String? {
    switch text {
    case "", "~", "null", "Null", "NULL": "null"
    case "true", "True", "TRUE": "true"
    case "false", "False", "FALSE": "false"
    default: DocumentBuilder.isNumber(text) ? text : nil
    }
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

  /// The error of a tag that cannot be read.
  static func refusal(of tag: String) -> String {
    "longform does not know the tag \(tag.prefix(60)) here; use !!str, !!int, !!float, !!bool, "
      + "!!null, !!map or !!seq"
  }
}
