// Patterns: PCRE2 regular expressions that must match a whole text.
//
// Invariant: the verdict on a text depends only on the pattern and the text. The limits of a match
// count steps and visited characters, never time. They keep every match below a tenth of a second
// of CPU time (measured by Tests/Patterns). CPCRE2/pattern.c sets the options.

import CPCRE2
import FormText

/// A compiled pattern. It is a class, so that all copies of a template share it.
package final class Pattern: Sendable {
  /// The reason that a pattern does not compile.
  package struct Fault: Error {
    /// A description of the error, without a full stop.
    package let sentence: String
    /// The offset of the error in the UTF-8 of the pattern.
    package let offset: Int
  }

  /// The result of matching a text.
  package enum Verdict: Hashable {
    case matches
    case differs
    /// The result is unknown because a limit was reached; the reason has no full stop.
    case unchecked(String)
  }

  /// The work that is still allowed for an answer. All entries of a list share it.
  ///
  /// A unit of work is one character that one part of the pattern visits, forward or backward.
  package struct Allowance {
    package fileprivate(set) var left = Pattern.mostWork

    package init() {}

    /// The work done so far.
    package var spent: Int { Pattern.mostWork - left }
  }

  /// The longest text to match, in bytes.
  package static let longestText = 65_536
  /// The largest number of steps for a text of up to `fullStepsLength` bytes. For longer texts, the
  /// limit is lower.
  package static let mostSteps = 50_000
  package static let fullStepsLength = 4_096
  /// The largest amount of work for an answer.
  package static let mostWork = 4_000_000
  /// The largest amount of memory for a match, in KiB.
  private static let mostMemory: UInt32 = 32_768

  private let code: cp_pattern

  /// Compiles a pattern.
  package init(_ source: String) throws(Fault) {
    guard source.utf8.count <= Int(cp_longest_pattern) else {
      throw Fault(
        sentence: "it has more than \(grouped(Int(cp_longest_pattern))) bytes",
        offset: Int(cp_longest_pattern))
    }
    var source = source
    var code = cp_pattern()
    var offset = 0
    let error = source.withUTF8 { cp_compile($0.baseAddress, $0.count, &code, &offset) }
    guard error == 0 else {
      throw Fault(
        sentence: Pattern.sentence(of: error), offset: min(max(offset, 0), source.utf8.count))
    }
    self.code = code
  }

  deinit { cp_free(code) }

  /// Matches a whole text, using up a part of the allowance.
  package func verdict(on text: String, within allowance: inout Allowance) -> Verdict {
    var text = text
    let length = text.utf8.count
    guard length <= Pattern.longestText else {
      return .unchecked("too long for its pattern, at most 64 KiB; shorten it")
    }
    var limits = cp_limits(
      steps: UInt32(Pattern.steps(for: length)), work: UInt64(allowance.left),
      memory: Pattern.mostMemory)
    let result = text.withUTF8 { cp_match(code, $0.baseAddress, $0.count, &limits) }
    allowance.left = Int(limits.work)
    switch result {
    case Int32(cp_matches): return .matches
    case Int32(cp_differs): return .differs
    case _ where cp_is_limit(result):
      return .unchecked("its pattern takes too long for this text; shorten it")
    default: return .unchecked(Pattern.sentence(of: result))
    }
  }

  /// Matches a text that is the whole answer.
  package func verdict(on text: String) -> Verdict {
    var allowance = Allowance()
    return verdict(on: text, within: &allowance)
  }

  /// The largest number of steps for a text with a length in bytes.
  package static func steps(for length: Int) -> Int {
    length <= fullStepsLength ? mostSteps : mostSteps * fullStepsLength / length
  }

  /// The description of an error by PCRE2.
  private static func sentence(of error: Int32) -> String {
    let capacity = 256
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      cp_describe(error, start, capacity)
      return String(cString: start)
    }
  }
}
