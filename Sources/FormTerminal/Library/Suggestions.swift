// Suggestions for a row that accepts any text. They come from a list, or from a search that runs
// while a person types.
//
// Invariants: a search runs in its own task and never delays a key (law 8). When the text changes,
// the search for the old text is stopped. Results are shown when no key is waiting, and change
// neither the text nor the cursor.

import Candidates
import FormModel
import FormScreen
import FormText
import Synchronization

/// A text to suggest for a row.
public struct Suggestion: Sendable, ExpressibleByStringLiteral {
  /// The text that the row has after the suggestion is chosen.
  public var text: String

  /// Creates a suggestion.
  public init(_ text: String) { self.text = text }

  /// Creates a suggestion from a string literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Row where Value == String {
  /// Offers texts while a person types. Other texts are allowed as answers.
  ///
  /// ```swift
  /// Row.text("city", "City").suggestions(["Bristol", "Lyon"])
  /// ```
  public func suggestions(_ list: some Sequence<String> & Sendable) -> Row {
    var seen = Set<String>()
    return suggesting(.list(list.filter { seen.insert($0).inserted }.map { .text($0) }), nil)
  }

  /// Offers the results of a search.
  package func suggestions(_ search: SuggestionSearch) -> Row {
    suggesting(.object([("file", .text(search.name(forRow: id)))]), search)
  }

  private func suggesting(_ choices: TemplateValue, _ search: SuggestionSearch?) -> Row {
    changed { details in
      details.type = .choice
      details.search = search
      details.set("choices", choices)
      details.set("strict", .yes(false))
    }
  }
}

/// A search for suggestions. It does not run on the thread that fills the form.
package struct SuggestionSearch: Sendable {
  /// Stops a search.
  package typealias Stop = @Sendable () -> Void

  /// Starts a search for a text. The search adds its results to `findings`. Returns the function
  /// that stops the search.
  let start: @Sendable (_ text: String, _ findings: SuggestionFindings) -> Stop

  package init(_ start: @escaping @Sendable (String, SuggestionFindings) -> Stop) {
    self.start = start
  }

  /// Returns the name by which the template refers to the search, as if the search were a file of
  /// candidates.
  func name(forRow row: String) -> String { "suggestions for \(row)" }
}

/// The results of a search for suggestions.
package final class SuggestionFindings: Sendable {
  /// The maximum number of suggestions from one search.
  private static let most = 1_000

  private let state = Mutex((texts: [String](), count: 0, isDone: false))

  /// Adds a suggestion.
  ///
  /// - Returns: whether the search may add more suggestions.
  package func add(_ suggestion: Suggestion) -> Bool {
    state.withLock { state in
      state.texts.append(suggestion.text)
      return state.texts.count < SuggestionFindings.most
    }
  }

  /// Records that the search is complete.
  package func end() { state.withLock { $0.isDone = true } }

  /// Returns the results if there are new ones since the last call, and whether more may follow.
  func news() -> (texts: [String]?, mayGrow: Bool) {
    state.withLock { state in
      defer { state.count = state.texts.count }
      return (state.count < state.texts.count ? state.texts : nil, !state.isDone)
    }
  }
}

/// The search for the text that the focused row contains now.
struct SuggestionFinder {
  /// The milliseconds between two checks for results of a search.
  static let interval = 20

  private let searches: [String: SuggestionSearch]
  private var running: Running?

  /// A search that is running.
  private struct Running {
    let name: String
    let text: String
    let findings: SuggestionFindings
    let stop: SuggestionSearch.Stop
  }

  init(_ searches: [String: SuggestionSearch]) { self.searches = searches }

  /// Starts a search for the text of the focused row if necessary, and passes its results to the
  /// form.
  ///
  /// - Returns: whether the results changed, and whether more may follow.
  mutating func advance(for dialogue: inout ScreenDialogue) -> (hasNews: Bool, mayGrow: Bool) {
    guard !searches.isEmpty, let focus = dialogue.session.focus,
      let name = dialogue.session.template[focus].choices.file, let search = searches[name]
    else {
      stop()
      return (false, false)
    }
    let text = dialogue.session.candidateQuery.string
    if running?.name != name || running?.text != text {
      stop()
      if text.isEmpty { return (false, false) }
      let findings = SuggestionFindings()
      running = Running(
        name: name, text: text, findings: findings, stop: search.start(text, findings))
    }
    guard let (texts, mayGrow) = running?.findings.news() else { return (false, false) }
    if let texts {
      dialogue.session.provideCandidates(CandidateIndex(texts.map { ($0, $0) }), for: name)
      // If the person has chosen a suggestion, it stays chosen.
      if dialogue.state.candidates?.isChosen == false { dialogue.state.candidates?.edited() }
    }
    return (texts != nil, mayGrow)
  }

  /// Stops the search.
  mutating func stop() {
    running?.stop()
    running = nil
  }
}

extension FormSession {
  /// Gives each row with a search an empty list of suggestions at first, because its candidates are
  /// not in a file.
  package mutating func provideNothing(for searches: some Sequence<String>) {
    for name in searches {
      provideCandidates(CandidateIndex([(label: String, value: String)]()), for: name)
    }
  }
}
