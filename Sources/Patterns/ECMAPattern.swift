// Translates patterns of JSON Schema to patterns of templates.
//
// JSON Schema's patterns are ECMA-262 expressions that may match anywhere in a text. A template's
// patterns are PCRE2 patterns that must match the whole answer. Parts that PCRE2 reads differently
// are rewritten. A pattern without an equivalent is refused, never approximated.

import FormText

/// A regular expression of ECMA-262 (with Unicode) that is rewritten for PCRE2.
package struct ECMAPattern {
  /// The reason that a pattern has no equivalent.
  package struct Untranslatable: Error {
    /// The unsupported part, as a noun phrase.
    package var construct: String
  }

  /// Returns a pattern that matches a whole text if and only if the source has a match in the text.
  package static func wholeMatch(of source: String) throws(Untranslatable) -> String {
    var pattern = ECMAPattern(source)
    try pattern.translate()
    if pattern.hasAlternatives { return "(?s:.*)(?:\(pattern.output))(?s:.*)" }
    var body = pattern.output
    var (before, after) = ("(?s:.*)", "(?s:.*)")
    // The body is edited as scalars, because a combining mark after the anchor would form one
    // character with the anchor.
    if pattern.beginsAnchored {
      body.unicodeScalars.removeFirst()
      before = ""
    }
    if pattern.endsAnchored {
      body.unicodeScalars.removeLast()
      after = ""
    }
    return before + body + after
  }

  private var rest: Substring.UnicodeScalarView
  private var output = ""
  private var depth = 0
  /// Whether the pattern contains a `|` outside all groups.
  private var hasAlternatives = false
  private var beginsAnchored = false
  private var endsAnchored = false

  private init(_ source: String) { rest = source.unicodeScalars[...] }

  private mutating func translate() throws(Untranslatable) {
    while let scalar = rest.popFirst() {
      endsAnchored = false
      switch scalar {
      case "\\": output += try escape(inClass: false).text
      case "[": try translateClass()
      case "(": try open()
      case ")":
        depth -= 1
        output += ")"
      case "|":
        if depth == 0 { hasAlternatives = true }
        output += "|"
      case "^":
        if output.isEmpty { beginsAnchored = true }
        output += "^"
      case "$":
        endsAnchored = rest.isEmpty
        output += "$"
      case "{": try translateBrace()
      case "]", "}": output += "\\\(scalar)"
      case "*", "+", "?":
        output.unicodeScalars.append(scalar)
        try endQuantifier()
      default: output.unicodeScalars.append(scalar)
      }
    }
  }

  /// Translates a quantifier in braces, or a brace that is an ordinary character.
  private mutating func translateBrace() throws(Untranslatable) {
    let body = rest.prefix { $0 != "}" }
    let parts = body.split(separator: ",", omittingEmptySubsequences: false)
    guard body.endIndex < rest.endIndex, parts.count <= 2, parts.first?.isEmpty == false,
      parts.allSatisfy({ $0.allSatisfy(isDigit) })
    else {
      output += "\\{"
      return
    }
    output += "{\(String(body))}"
    rest = rest.dropFirst(body.count + 1)
    try endQuantifier()
  }

  /// Translates the `?` after a quantifier. Refuses a `+`, which would make the quantifier
  /// possessive in PCRE2.
  private mutating func endQuantifier() throws(Untranslatable) {
    if rest.first == "?" {
      output += "?"
      rest = rest.dropFirst()
    }
    if rest.first == "+" { throw Untranslatable(construct: "a quantifier of a quantifier") }
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private mutating func open() throws(Untranslatable) {
    depth += 1
    output += "("
    if rest.first == "*" { throw Untranslatable(construct: "a quantifier of nothing") }
    guard rest.first == "?" else { return }
    let kind = String(rest.prefix(2))
    guard ["?:", "?=", "?!", "?<"].contains(kind) else {
      throw Untranslatable(construct: "a group of the kind (\(kind)")
    }
    output += kind
    rest = rest.dropFirst(2)
  }

  // MARK: - Escapes

  // The meanings of \w and \s in ECMA-262. In PCRE2 they match further Unicode characters.
  private static let word = "A-Za-z0-9_"
  private static let space = "\\p{Z}\\t-\\r\\uFEFF"
  // The complements of \d, \w and \s as ranges, because a class cannot contain classes.
  private static let notDigit = "\\u0000-/:-\\u{10FFFF}"
  private static let notWord = "\\u0000-/:-@\\[-\\^`{-\\u{10FFFF}"
  private static let notSpace =
    "\\u0000-\\u0008\\u000E-\\u001F!-\\u009F\\u00A1-\\u167F\\u1681-\\u1FFF\\u200B-\\u2027"
    + "\\u202A-\\u202E\\u2030-\\u205E\\u2060-\\u2FFF\\u3001-\\uFEFE\\uFF00-\\u{10FFFF}"

  /// The translation of an escape, and whether it represents a single character.
  private mutating func escape(
    inClass: Bool
  ) throws(Untranslatable) -> (text: String, isSingle: Bool) {
    guard let letter = rest.popFirst() else { throw Untranslatable(construct: "a \\ at its end") }
    switch letter {
    case "d": return (inClass ? "0-9" : "[0-9]", false)
    case "D": return (inClass ? Self.notDigit : "[^0-9]", false)
    case "w": return (inClass ? Self.word : "[\(Self.word)]", false)
    case "W": return (inClass ? Self.notWord : "[^\(Self.word)]", false)
    case "s": return (inClass ? Self.space : "[\(Self.space)]", false)
    case "S": return (inClass ? Self.notSpace : "[^\(Self.space)]", false)
    case "b" where inClass: return ("\\u0008", true)
    case "b":
      return (
        "(?:(?<=[\(Self.word)])(?![\(Self.word)])|(?<![\(Self.word)])(?=[\(Self.word)]))", false
      )
    case "B" where !inClass:
      return (
        "(?:(?<=[\(Self.word)])(?=[\(Self.word)])|(?<![\(Self.word)])(?![\(Self.word)]))", false
      )
    case "n", "r", "t", "f": return ("\\\(letter)", true)
    case "v": return ("\\u000B", true)
    case "0" where rest.first.map(isDigit) != true: return ("\\u0000", true)
    case "1"..."9" where !inClass: return (reference(from: letter), false)
    case "k" where !inClass && rest.first == "<": return try (namedReference(), false)
    case "c": return try (control(), true)
    case "x": return try (ECMAPattern.escaped(hexadecimal(2)), true)
    case "u" where rest.first == "{": return try (bracedCode(), true)
    case "u": return try (surrogatesOrCode(), true)
    case "p", "P": return try (property(letter), false)
    case _ where !letter.properties.isAlphabetic && !isDigit(letter) && letter.isASCII:
      return ("\\\(letter)", true)
    default: throw Untranslatable(construct: "the escape \\\(letter)")
    }
  }

  /// Translates a reference to a group by number. If the group did not take part in the match, the
  /// reference matches the empty text in ECMA-262, but fails in PCRE2. Therefore the translation
  /// refers to the group only if the group took part.
  private mutating func reference(from first: Unicode.Scalar) -> String {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    let number = String(first) + String(digits)
    return "(?(\(number))\\g{\(number)})"
  }

  private mutating func namedReference() throws(Untranslatable) -> String {
    let name = rest.prefix { $0 != ">" }
    guard name.endIndex < rest.endIndex else {
      throw Untranslatable(construct: "a \\k without a name")
    }
    rest = rest.dropFirst(name.count + 1)
    return "(?(\(String(name))>)\\k\(String(name))>)"
  }

  /// The control character that the letter after `\c` names.
  private mutating func control() throws(Untranslatable) -> String {
    guard let letter = rest.first, letter.isASCII, letter.properties.isAlphabetic else {
      throw Untranslatable(construct: "a \\c without its letter")
    }
    rest = rest.dropFirst()
    return ECMAPattern.escaped(letter.value & 0x1F)
  }

  private mutating func hexadecimal(_ digits: Int) throws(Untranslatable) -> UInt32 {
    let text = String(rest.prefix(digits))
    guard text.utf8.count == digits, let value = UInt32(text, radix: 16) else {
      throw Untranslatable(construct: "an escape without its \(digits) digits")
    }
    rest = rest.dropFirst(digits)
    return value
  }

  /// A scalar in the notation that PCRE2_EXTRA_ALT_BSUX allows.
  private static func escaped(_ value: UInt32) -> String { "\\u{\(String(value, radix: 16))}" }

  /// Translates `\uXXXX`, including surrogate pairs.
  private mutating func surrogatesOrCode() throws(Untranslatable) -> String {
    var value = try hexadecimal(4)
    if (0xD800..<0xDC00).contains(value), rest.starts(with: "\\u".unicodeScalars) {
      rest = rest.dropFirst(2)
      let low = try hexadecimal(4)
      guard (0xDC00..<0xE000).contains(low) else {
        throw Untranslatable(construct: "half of a surrogate pair")
      }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard Unicode.Scalar(value) != nil else {
      throw Untranslatable(construct: "half of a surrogate pair")
    }
    return ECMAPattern.escaped(value)
  }

  private mutating func bracedCode() throws(Untranslatable) -> String {
    let digits = String(rest.dropFirst().prefix { $0 != "}" })
    guard let value = UInt32(digits, radix: 16), Unicode.Scalar(value) != nil else {
      throw Untranslatable(construct: "an escape of no character")
    }
    rest = rest.dropFirst(digits.unicodeScalars.count + 2)
    return ECMAPattern.escaped(value)
  }

  private mutating func property(_ letter: Unicode.Scalar) throws(Untranslatable) -> String {
    let body = rest.dropFirst().prefix { $0 != "}" }
    guard rest.first == "{", body.endIndex < rest.endIndex else {
      throw Untranslatable(construct: "\\\(letter) without a property")
    }
    rest = rest.dropFirst(body.count + 2)
    var name = String(body)
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    return "\\\(letter){\(ECMAPattern.categories[name] ?? name)}"
  }

  /// Names of general categories for which PCRE2 knows only abbreviations.
  private static let categories: [String: String] = [
    "Letter": "L", "Cased_Letter": "L&", "LC": "L&", "Uppercase_Letter": "Lu",
    "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm",
    "Other_Letter": "Lo", "Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn",
    "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd",
    "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P",
    "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps",
    "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf",
    "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc",
    "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs",
    "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc",
    "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co", "Unassigned": "Cn",
  ]

  // MARK: - Classes

  /// Translates a class after its opening bracket. Puts a backslash before the brackets of texts
  /// such as `[:alpha:]`, which have a special meaning only in PCRE2.
  private mutating func translateClass() throws(Untranslatable) {
    let isNegated = rest.first == "^"
    if isNegated { rest = rest.dropFirst() }
    // An empty class matches no character; a negated empty class matches any character.
    if rest.first == "]" {
      rest = rest.dropFirst()
      output += isNegated ? "(?s:.)" : "(?!)"
      return
    }
    output += isNegated ? "[^" : "["
    /// Whether the last character or escape can be the beginning of a range.
    var mayBeginRange = false
    while let scalar = rest.popFirst() {
      if scalar == "]" {
        output += "]"
        return
      }
      var text = ""
      var isSingle = true
      switch scalar {
      case "\\": (text, isSingle) = try escape(inClass: true)
      case "-":
        if mayBeginRange, let end = rest.first, end != "]" {
          rest = rest.dropFirst()
          if end == "\\" {
            let (text, isSingle) = try escape(inClass: true)
            output += isSingle ? "-\(text)" : "\\-\(text)"
          } else {
            output += "-\(ECMAPattern.literal(end))"
          }
          mayBeginRange = false
          continue
        }
        text = "\\-"
      default: text = ECMAPattern.literal(scalar)
      }
      output += text
      mayBeginRange = isSingle
    }
    throw Untranslatable(construct: "a class without an end")
  }

  /// A literal character inside a class.
  private static func literal(_ scalar: Unicode.Scalar) -> String {
    scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
      && scalar != " " && scalar != "_" && !scalar.isControl
      ? "\\\(scalar)" : String(scalar)
  }
}
