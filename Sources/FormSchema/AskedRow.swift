// A row in one argument of `longform ask`: `LABEL[*][:TYPE][=DEFAULT]`. For the types choice and
// choices, `=VALUE,VALUE` lists the values.
//
// Invariant: a backslash escapes only `\ * : = ,`. Before any other character it is an ordinary
// character, so paths and patterns need no escapes. `init(reading:)` can read every result of
// `argument`.

package import FormModel
import FormText

/// A row that an argument describes.
package struct AskedRow: Equatable, Sendable {
  package var label: String
  package var isRequired = false
  package var type = RowType.text
  /// The default, as a person would type it.
  package var defaultText: String?
  /// The values of a `choice` or `choices` row.
  package var choices: [String] = []

  package init(
    label: String, isRequired: Bool = false, type: RowType = .text, defaultText: String? = nil,
    choices: [String] = []
  ) {
    (self.label, self.isRequired, self.type) = (label, isRequired, type)
    (self.defaultText, self.choices) = (defaultText, choices)
  }

  /// The error in an argument, with its remedy.
  package struct Trouble: Error, Equatable {
    package var sentence: String
  }

  /// Reads an argument.
  package init(reading argument: String) throws(Trouble) {
    var rest = AskedRow.tokens(of: argument)[...]
    func take(until isEnd: (Token) -> Bool) -> [Token] {
      let part = rest.prefix { !isEnd($0) }
      rest = rest.dropFirst(part.count)
      return Array(part)
    }
    var name = take { $0.isMark(":") || $0.isMark("=") }
    if name.last?.isMark("*") == true {
      isRequired = true
      name.removeLast()
    }
    label = AskedRow.text(of: name)
    if rest.first?.isMark(":") == true {
      rest = rest.dropFirst()
      type = try AskedRow.type(named: AskedRow.text(of: take { $0.isMark("=") }))
    }
    guard !label.isEmpty else { throw Trouble(sentence: "the label is missing") }
    guard let sign = rest.popFirst(), sign.isMark("=") else {
      if type.takesPicks { throw AskedRow.withoutValues(type) }
      return
    }
    if type.takesPicks {
      choices = rest.split(omittingEmptySubsequences: false) { $0.isMark(",") }.map {
        AskedRow.text(of: $0)
      }
      if choices.allSatisfy(\.isEmpty) { throw AskedRow.withoutValues(type) }
      if choices.contains("") { throw Trouble(sentence: "a value between the commas is empty") }
    } else if !rest.isEmpty {
      // A secret must not be on the command line: other users can see command lines, and a draft
      // stores the command line with which to go on.
      if type.isSecret { throw Trouble(sentence: "a secret has no default") }
      defaultText = AskedRow.text(of: rest)
    }
  }

  private static func withoutValues(_ type: RowType) -> Trouble {
    Trouble(sentence: "\(type.rawValue) needs its values, like :\(type.rawValue)=S,M,L")
  }

  private static func type(named name: String) throws(Trouble) -> RowType {
    if let type = RowType(rawValue: name) { return type }
    let names = RowType.allCases.map(\.rawValue)
    if name.last == "*", RowType(rawValue: String(name.dropLast())) != nil {
      throw Trouble(sentence: "the * belongs before the colon")
    }
    let literal = "; \\: makes the colon a part of the label"
    if name.isEmpty { throw Trouble(sentence: "the type is missing after the colon\(literal)") }
    guard let nearest = NearestName.nearest(to: name, among: names) else {
      throw Trouble(
        sentence:
          "\(name.quoted) is not a type; types are \(names.list(joinedBy: "and"))\(literal)")
    }
    throw Trouble(sentence: "\(name.quoted) is not a type; did you mean \(nearest)?")
  }

  /// The argument that describes this row.
  package var argument: String {
    var text = AskedRow.escaped(label) + (isRequired ? "*" : "")
    if type != .text { text += ":\(type.rawValue)" }
    if type.takesPicks {
      text += "=" + choices.map(AskedRow.escaped).joined(separator: ",")
    } else if let defaultText {
      text += "=" + AskedRow.escaped(defaultText)
    }
    return text
  }

  // MARK: - Escapes

  private static let marks: Set<Unicode.Scalar> = ["\\", "*", ":", "=", ","]

  /// A scalar of an argument. It is literal if a backslash preceded it.
  private struct Token {
    let scalar: Unicode.Scalar
    var isLiteral = false

    func isMark(_ mark: Unicode.Scalar) -> Bool { !isLiteral && scalar == mark }
  }

  private static func tokens(of argument: String) -> [Token] {
    var tokens: [Token] = []
    var rest = argument.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first, marks.contains(next) {
        rest.removeFirst()
        tokens.append(Token(scalar: next, isLiteral: true))
      } else {
        tokens.append(Token(scalar: scalar))
      }
    }
    return tokens
  }

  private static func text(of tokens: some Sequence<Token>) -> String {
    var scalars = String.UnicodeScalarView()
    for token in tokens { scalars.append(token.scalar) }
    return String(scalars)
  }

  private static func escaped(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if marks.contains(scalar) { scalars.append("\\") }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
