// The errors in a command line, each as one sentence.
//
// The parser finds the error and has no public cases for it, only a message. The messages are
// rewritten here; `ScriptTests` compares each with the parser's version in use. One that is not
// recognized keeps its words and gets the prefix.

import ArgumentParser
import FormModel
import FormText

/// An error in a command line.
struct UsageError {
  /// The parser's message, or that of a `ValidationError`.
  let message: String
  /// The command that was meant, like `longform drafts show`.
  let command: String

  /// - Parameter fullMessage: the parser's message with its usage and the line that names the help.
  init(message: String, fullMessage: String) {
    self.message = message
    let mark = fullMessage.ranges(of: "See '").last
    command =
      mark.flatMap { mark in
        fullMessage[mark.upperBound...].ranges(of: " --help'").first.map {
          String(fullMessage[mark.upperBound..<$0.lowerBound])
        }
      } ?? "longform"
  }

  /// The sentence with what helps.
  var sentence: String {
    let fact = fact
    let remedy =
      names == ["<form>"] ? "longform forms lists the forms" : "\(command) --help explains it"
    return fact + (fact.hasSuffix("?") ? " " : "; ") + remedy
  }

  /// The names that the parser puts in single quotes, in order.
  private var names: [String] { UsageError.names(in: message) }

  private static func names(in text: some StringProtocol) -> [String] {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private var fact: String {
    let names = names
    if message.hasPrefix("Unknown option '"), let name = names.first {
      // The parser proposes names that have little in common with the one that was typed.
      func bare(_ name: String) -> String { String(name.drop { $0 == "-" }) }
      let proposed = names.dropFirst().first { proposal in
        NearestName.nearest(to: bare(name), among: [bare(proposal)]) != nil
      }
      return "unknown option \(name)" + (proposed.map { "; did you mean \($0)?" } ?? "")
    }
    if message.hasPrefix("Missing value for '"), let option = names.first {
      let parts = option.split(separator: " ", maxSplits: 1)
      return "\(parts[0]) needs a value" + (parts.count > 1 ? ": \(option)" : "")
    }
    if message.hasPrefix("Missing expected argument '"), let argument = names.first {
      return "\(argument.replacing(" ...", with: "")) is missing"
    }
    if let rest = text(after: "Unexpected argument '") {
      return "unexpected argument \(rest.dropLast().asString.quoted)"
    }
    if let colon = message.ranges(of: " unexpected arguments: '").first {
      let arguments = message[colon.upperBound...].dropLast().asString
      return "unexpected arguments \(arguments.replacing("', '", with: "”, “").inQuotes)"
    }
    if let rest = text(after: "The value '") { return valueFact(rest) ?? message }
    if let rest = text(after: "The option '"), let end = rest.ranges(of: "' does not take").first {
      return "\(rest[..<end.lowerBound]) takes no value"
    }
    return message
  }

  /// The sentence for `VALUE' is invalid for 'OPTION <value>': REASON`.
  private func valueFact(_ rest: String) -> String? {
    guard let middle = rest.ranges(of: "' is invalid for '").first,
      let end = rest[middle.upperBound...].firstIndex(of: "'")
    else { return nil }
    let value = String(rest[..<middle.lowerBound]).quoted
    let option = rest[middle.upperBound..<end].split(separator: " ").first.map(String.init) ?? ""
    let reason = rest[rest.index(after: end)...]
    if reason.hasPrefix(": ") { return "\(option) \(reason.dropFirst(2))" }
    let choices = UsageError.names(in: reason)
    let allowed = choices.isEmpty ? "a whole number" : choices.list(joinedBy: "or")
    return "\(option) must be \(allowed), not \(value)"
  }

  private func text(after prefix: String) -> String? {
    message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
  }
}

extension Substring {
  fileprivate var asString: String { String(self) }
}

extension String {
  fileprivate var inQuotes: String { "“\(self)”" }

  /// Why it is no value of an option: the values there are, and the one that was likely meant.
  ///
  /// The parser puts the option's name in front.
  static func mustBe(_ names: [String], not value: String) -> String {
    "must be \(names.list(joinedBy: "or")), not \(value.quoted)"
      + NearestName.hint(for: value, among: names)
  }
}
