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

  /// Offers the texts that a closure returns for the typed text. Those that match it are shown as they
  /// arrive.
  ///
  /// ```swift
  /// Row.text("city", "City").suggestions { typed in cities.search(typed) }
  /// ```
  public func suggestions<Found: AsyncSequence & SendableMetatype>(
    _ find: @escaping @Sendable (String) -> Found
  ) -> Row where Found.Element == Suggestion, Found.AsyncIterator: SendableMetatype {
    let search = SuggestionSearch { text, receive in
      for try await suggestion in find(text) where !receive(suggestion.text) { return }
    }
    return suggesting(.object([("file", .text(search.name(forRow: id)))]), search)
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
  /// Passes each suggestion for a text to the receiver, until that returns false.
  let find: @Sendable (String, @Sendable (String) -> Bool) async throws -> Void

  /// The name of the candidates that represent the search in a template.
  func name(forRow row: String) -> String { "suggestions for \(row)" }
}

/// The search for the text that is typed now.
struct SuggestionFinder {
  /// The results of a search.
  private final class Findings: Sendable {
    private let state = Mutex((texts: [String](), count: 0, isDone: false))

    func add(_ text: String) -> Bool {
      state.withLock { state in
        state.texts.append(text)
        return state.texts.count < SuggestionFinder.most
      }
    }

    func end() { state.withLock { $0.isDone = true } }

    /// The results if there are more than the last time, and whether more may come.
    func news() -> (texts: [String]?, mayGrow: Bool) {
      state.withLock { state in
        defer { state.count = state.texts.count }
        return (state.count < state.texts.count ? state.texts : nil, !state.isDone)
      }
    }
  }

  /// The most suggestions of a search.
  private static let most = 1_000
  /// The milliseconds between two looks at the results of a search.
  static let interval = 20

  private let searches: [String: SuggestionSearch]
  private var running: (name: String, text: String, findings: Findings, task: Task<Void, Never>)?

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
      let findings = Findings()
      let task = Task.detached {
        // A search that throws has no further results.
        try? await search.find(text) { findings.add($0) && !Task.isCancelled }
        findings.end()
      }
      running = (name, text, findings, task)
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
    running?.task.cancel()
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
