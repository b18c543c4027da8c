// The rule behind `pattern`: the whole answer, or every entry of a list, matches.

import Synchronization

/// A pattern that is compiled once, when its template is read.
final class PatternRule: Rule {
  private let source: String
  private let quotesAnswer: Bool
  /// `Regex` is not `Sendable`, as one may hold code of its author's; the lock lets a template be.
  private let regex: Mutex<Regex<AnyRegexOutput>>

  /// - Parameter quotesAnswer: whether the answer may be shown.
  /// - Throws: what is wrong with the pattern.
  init(_ source: String, quotesAnswer: Bool) throws {
    self.source = source
    self.quotesAnswer = quotesAnswer
    regex = Mutex(try Regex(source).matchingSemantics(.unicodeScalar))
  }

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    if case .list = value {
      for entry in ListRow.entries(of: text) { try check(entry) }
    } else {
      try check(text)
    }
  }

  private func check(_ text: Text) throws(Refusal) {
    let matches = regex.withLock { regex in
      ((try? regex.wholeMatch(in: text.string)) ?? nil) != nil
    }
    if matches { return }
    let subject = quotesAnswer ? text.quoted : "What was typed"
    throw Refusal("\(subject) does not match the pattern \(source)")
  }
}
