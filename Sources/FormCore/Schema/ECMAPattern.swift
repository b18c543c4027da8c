// Patterns of JSON Schema as patterns of templates.
//
// The two differ: JSON Schema's are ECMA-262 expressions that are looked for anywhere in a text, a
// template's are Swift's and match the whole answer. What the one writes and the other reads in
// another way is rewritten; what has no such way is refused, never guessed.

/// A regular expression of ECMA-262 (with Unicode), rewritten for Swift.
struct ECMAPattern {
  /// Why a pattern has no counterpart.
  struct Untranslatable: Error {
    /// What in the pattern, as a noun.
    var what: String
  }

  /// A pattern that matches the whole of exactly those texts in which the source is found.
  static func wholeMatch(of source: String) throws(Untranslatable) -> String {
    var pattern = ECMAPattern(source)
    try pattern.translate()
    if pattern.hasAlternatives {
      return "(?s:.*)(?:\(pattern.output))(?s:.*)"
    }
    var body = pattern.output
    var (before, after) = ("(?s:.*)", "(?s:.*)")
    // A mark behind the anchor is one character with it.
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
  /// Whether a `|` stands outside of all groups.
  private var hasAlternatives = false
  private var beginsAnchored = false
  private var endsAnchored = false

  private init(_ source: String) {
    rest = source.unicodeScalars[...]
  }

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
      case "{": output += isQuantifier ? "{" : "\\{"
      case "]": output += "\\]"
      case "*", "+", "?", "}":
        output.unicodeScalars.append(scalar)
        // Swift takes a further + as possessive, which ECMA-262 has not.
        if rest.first == "+" { throw Untranslatable(what: "a quantifier of a quantifier") }
      default: output.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether digits, perhaps a comma and digits, and a brace follow.
  private var isQuantifier: Bool {
    let body = rest.prefix { $0 != "}" }
    guard body.endIndex < rest.endIndex, let first = body.first, isDigit(first) else {
      return false
    }
    let parts = body.split(separator: ",", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { $0.allSatisfy(isDigit) }
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private mutating func open() throws(Untranslatable) {
    depth += 1
    output += "("
    guard rest.first == "?" else { return }
    let kind = String(rest.prefix(3))
    if kind.hasPrefix("?<=") || kind.hasPrefix("?<!") {
      throw Untranslatable(what: "a look behind")
    }
    guard ["?:", "?=", "?!", "?<"].contains(where: kind.hasPrefix) else {
      throw Untranslatable(what: "a group of the kind (\(kind.prefix(2))")
    }
    output += String(kind.prefix(2))
    rest = rest.dropFirst(2)
  }

  // MARK: - Escapes

  /// What an escape stands for: its text, and whether that is one character.
  private mutating func escape(
    inClass: Bool
  ) throws(Untranslatable) -> (text: String, isSingle: Bool) {
    guard let letter = rest.popFirst() else { throw Untranslatable(what: "a \\ at its end") }
    switch letter {
    // ECMA-262 means ASCII, Swift means Unicode.
    case "d": return (inClass ? "0-9" : "[0-9]", false)
    case "D": return ("[^0-9]", false)
    case "w": return (inClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]", false)
    case "W": return ("[^A-Za-z0-9_]", false)
    case "s", "S": return ("\\\(letter)", false)
    case "b" where inClass: return ("\\u0008", true)
    case "b", "B": throw Untranslatable(what: "the edge of a word, \\\(letter)")
    case "n", "r", "t", "v", "f": return ("\\\(letter)", true)
    case "0" where rest.first.map(isDigit) != true: return ("\\u0000", true)
    case "1"..."9" where !inClass: return ("\\\(letter)", false)
    case "k" where !inClass && rest.first == "<": return ("\\k", false)
    case "x": return try (code(digits: 2), true)
    case "u" where rest.first == "{": return try (bracedCode(), true)
    case "u": return try (surrogatesOrCode(), true)
    case "p", "P": return try (property(letter), false)
    case _ where !letter.properties.isAlphabetic && !isDigit(letter) && letter.isASCII:
      return ("\\\(letter)", true)
    default: throw Untranslatable(what: "the escape \\\(letter)")
    }
  }

  private mutating func hexadecimal(_ digits: Int) throws(Untranslatable) -> UInt32 {
    let text = String(rest.prefix(digits))
    guard text.utf8.count == digits, let value = UInt32(text, radix: 16) else {
      throw Untranslatable(what: "an escape without its \(digits) digits")
    }
    rest = rest.dropFirst(digits)
    return value
  }

  private mutating func code(digits: Int) throws(Untranslatable) -> String {
    "\\u{\(String(try hexadecimal(digits), radix: 16))}"
  }

  /// `\uXXXX`, also where two of them are one character.
  private mutating func surrogatesOrCode() throws(Untranslatable) -> String {
    var value = try hexadecimal(4)
    if (0xD800..<0xDC00).contains(value), rest.starts(with: "\\u".unicodeScalars) {
      rest = rest.dropFirst(2)
      let low = try hexadecimal(4)
      guard (0xDC00..<0xE000).contains(low) else {
        throw Untranslatable(what: "half of a surrogate pair")
      }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard Unicode.Scalar(value) != nil else {
      throw Untranslatable(what: "half of a surrogate pair")
    }
    return "\\u{\(String(value, radix: 16))}"
  }

  private mutating func bracedCode() throws(Untranslatable) -> String {
    let digits = String(rest.dropFirst().prefix { $0 != "}" })
    guard let value = UInt32(digits, radix: 16), Unicode.Scalar(value) != nil else {
      throw Untranslatable(what: "an escape of no character")
    }
    rest = rest.dropFirst(digits.unicodeScalars.count + 2)
    return "\\u{\(String(value, radix: 16))}"
  }

  private mutating func property(_ letter: Unicode.Scalar) throws(Untranslatable) -> String {
    let name = rest.prefix { $0 != "}" }
    guard rest.first == "{", name.endIndex < rest.endIndex else {
      throw Untranslatable(what: "\\\(letter) without a property")
    }
    rest = rest.dropFirst(name.count + 1)
    return "\\\(letter)\(String(name))}"
  }

  // MARK: - Classes

  /// A class, after its bracket. Swift knows classes in classes, and `&&`, `--` and `~~` between
  /// them; ECMA-262 means those characters.
  private mutating func translateClass() throws(Untranslatable) {
    output += "["
    if rest.first == "^" {
      output += "^"
      rest = rest.dropFirst()
    }
    guard rest.first != "]" else { throw Untranslatable(what: "a class without characters") }
    /// Whether a range can begin with what came last.
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
          var bound = ""
          rest = rest.dropFirst()
          if end == "\\" {
            let (text, isSingle) = try escape(inClass: true)
            bound = isSingle ? "-\(text)" : "\\-\(text)"
          } else {
            bound = "-\(ECMAPattern.literal(end))"
          }
          output += bound
          mayBeginRange = false
          continue
        }
        text = "\\-"
      default: text = ECMAPattern.literal(scalar)
      }
      output += text
      mayBeginRange = isSingle
    }
    throw Untranslatable(what: "a class without an end")
  }

  /// A character of a class, as Swift reads it.
  private static func literal(_ scalar: Unicode.Scalar) -> String {
    scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
      && scalar != " " && scalar != "_" && !scalar.isControl
      ? "\\\(scalar)" : String(scalar)
  }
}
