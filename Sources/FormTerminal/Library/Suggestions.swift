// Suggestions for a row that takes any text: from a sequence, or searched for while a person types.
//
// Invariants: a search runs in its own task and never delays a key (law 8). A newer text ends the
// search for an older one. Results are shown when no key waits, and change neither text nor cursor.

import Candidates
import FormModel
import FormScreen
import FormText
import Synchronization

/// A text to suggest for a row.
public struct Suggestion: Sendable, ExpressibleByStringLiteral {
  /// The text of the row after the suggestion is taken.
  public var text: String

  /// A suggestion of a text.
  public init(_ text: String) { self.text = text }

  /// A suggestion of a text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Row where Value == String {
  /// Offers texts while a person types; any other text is an answer too.
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

/// A search for suggestions, which does not run on the thread that fills the form.
package struct SuggestionSearch: Sendable {
  /// Ends a search.
  package typealias Stop = @Sendable () -> Void

  /// Starts a search for a text, which adds its results, and returns the function that ends it.
  let start: @Sendable (_ text: String, _ findings: SuggestionFindings) -> Stop

  package init(_ start: @escaping @Sendable (String, SuggestionFindings) -> Stop) {
    self.start = start
  }

  /// The name of the candidates that represent the search in a template.
  func name(forRow row: String) -> String { "suggestions for \(row)" }
}

/// The results of a search for suggestions.
package final class SuggestionFindings: Sendable {
  /// The most suggestions of a search.
  private static let most = 1_000

  private let state = Mutex((texts: [String](), count: 0, isDone: false))

  /// Adds a suggestion.
  ///
  /// - Returns: whether more are wanted.
  package func add(_ suggestion: Suggestion) -> Bool {
    state.withLock { state in
      state.texts.append(suggestion.text)
      return state.texts.count < SuggestionFindings.most
    }
  }

  /// Records that the search is over.
  package func end() { state.withLock { $0.isDone = true } }

  /// The results if there are more than the last time, and whether more may come.
  func news() -> (texts: [String]?, mayGrow: Bool) {
    state.withLock { state in
      defer { state.count = state.texts.count }
      return (state.count < state.texts.count ? state.texts : nil, !state.isDone)
    }
  }
}

/// The search for the text that is typed now.
struct SuggestionFinder {
  /// The milliseconds between two looks at the results of a search.
  static let interval = 20

  private let searches: [String: SuggestionSearch]
  private var running: Running?

  /// A search that was started.
  private struct Running {
    let name: String
    let text: String
    let findings: SuggestionFindings
    let stop: SuggestionSearch.Stop
  }

  init(_ searches: [String: SuggestionSearch]) { self.searches = searches }

  /// Searches for the text of the focused row, and passes the results to the form.
  ///
  /// - Returns: whether the results changed, and whether more may come.
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
      // A suggestion that the person has chosen stays.
      if dialogue.state.candidates?.isChosen == false { dialogue.state.candidates?.edited() }
    }
    return (texts != nil, mayGrow)
  }

  /// Ends the search.
  mutating func stop() {
    running?.stop()
    running = nil
  }
}

extension FormSession {
  /// Gives rows with a search an empty list of suggestions at first: they have no file.
  package mutating func provideNothing(for searches: some Sequence<String>) {
    for name in searches {
      provideCandidates(CandidateIndex([(label: String, value: String)]()), for: name)
    }
  }
}
