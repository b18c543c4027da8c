// Plain mode without its terminal: a line in, its effect on the form, sentences out.
//
// Invariants: whether a line is an answer, a command, or nothing does not depend on earlier output
// or on timing; when `take` returns, the line's text is in the form, so it can be kept before the
// next line is read; no sentence contains a secret.

package import FormModel
package import FormText

/// A form that is filled line by line, and the messages about it.
package struct PlainDialogue {
  /// A request that needs files or a terminal.
  package enum Request {
    /// Asks whether to save and finish, because there are no problems.
    case askToFinish
    case askToSave(ExportFormat?)
    /// Writes the answers, which have this number of problems.
    case save(ExportFormat?, problems: Int)
    /// Directs the answers to this file from now on, and saves them.
    case saveTo(String, as: ExportFormat?, anyway: Bool)
    case export(ExportFormat, path: String)
    /// Lists the rows at these places.
    case show(Range<Int>, section: Int?)
    case quit(anyway: Bool)
    case reportKept, fresh, drafts, edit
  }

  /// Access to candidates, and a way to stop long work.
  package struct Surroundings {
    /// Provides the candidates of the focused row, however long that takes; returns the reasons if
    /// they cannot be used.
    var provideForFocus: (inout FormSession) -> [String]
    /// As above, for the whole form.
    package var provideAll: (inout FormSession) -> [String]
    /// Provides the earlier answers of the focused row.
    var provideRemembered: (inout FormSession) -> Void
    /// Whether the person asked to stop the work.
    var isInterrupted: () -> Bool

    package init(
      provideForFocus: @escaping (inout FormSession) -> [String] = { _ in [] },
      provideAll: @escaping (inout FormSession) -> [String] = { _ in [] },
      provideRemembered: @escaping (inout FormSession) -> Void = { _ in },
      isInterrupted: @escaping () -> Bool = { false }
    ) {
      self.provideForFocus = provideForFocus
      self.provideAll = provideAll
      self.provideRemembered = provideRemembered
      self.isInterrupted = isInterrupted
    }
  }

  /// A text of several lines that is being typed.
  package struct Writing {
    let row: FormRow.ID
    /// The line that ends it; nil for an empty line, in which case commands also work.
    package let end: String?
    var lineCount = 0
    /// Whether the last line is not a choice yet; the next line then replaces it.
    var isOpen = false
  }

  package var session: FormSession
  package var surroundings: Surroundings
  var speech = FormSpeech()
  /// The sentences that were not taken yet.
  private(set) var sentences: [String] = []
  package var writing: Writing?
  /// The last list of candidates: its row, its text, and the place to continue.
  var listed: (row: FormRow.ID, query: Text, next: Int)?
  /// The last suggested correction and its row, until another row is left.
  var offer: (row: FormRow.ID, text: Text)?
  /// The last unknown command; repeating the line makes it an answer.
  package var unknownCommand: String?

  private var hasReportedRemedy = false

  package init(_ session: FormSession, surroundings: Surroundings = Surroundings()) {
    self.session = session
    self.surroundings = surroundings
    showHeaders(height: session.viewportFullHeight)
  }

  /// Replaces the form by another one.
  package mutating func replaceSession(with session: FormSession) {
    let height = self.session.viewportFullHeight
    self.session = session
    (speech, writing, listed, unknownCommand, offer) = (FormSpeech(), nil, nil, nil, nil)
    showHeaders(height: height)
  }

  mutating func showHeaders(height: Int) {
    _ = session.apply(.resized(height: height, showsHeaders: true))
  }

  // MARK: - Sentences

  /// Returns and removes the pending sentences.
  package mutating func takeSentences() -> [String] {
    defer { sentences = [] }
    return sentences
  }

  /// Adds a sentence with a full stop.
  mutating func report(_ sentence: String) { sentences.append(RowSentence.sentence(sentence)) }

  mutating func report(lines: [String]) { sentences += lines }

  /// Adds the sentences for arriving at the focused row.
  package mutating func reportArrival(withProblem reportsProblem: Bool = true) {
    surroundings.provideRemembered(&session)
    sentences += speech.arrival(in: &session, withProblem: reportsProblem)
  }

  /// Adds the focused row: in full if it changed, or if its problem was just written.
  mutating func reportRow(after before: FormRow.ID?, withProblem reportsProblem: Bool = true) {
    if session.focus != before || !reportsProblem {
      return reportArrival(withProblem: reportsProblem)
    }
    sentences += speech.again(in: &session)
  }

  /// Adds the reason of a refusal, with a capital letter.
  mutating func refuse(_ sentence: String) { report(sentence.sentenceCased) }

  // MARK: - Lines

  /// Handles a line.
  package mutating func take(_ line: String) -> Request? {
    if writing?.row != session.focus { writing = nil }
    if let writing, let end = writing.end {
      guard line == end else {
        addLine(line)
        return nil
      }
      if writing.lineCount == 0 { edit(.empty) }
      self.writing = nil
      return goToNext()
    }
    if line.hasPrefix("::") { return answer(String(line.dropFirst())) }
    if line.hasPrefix(":") {
      guard unknownCommand == line else { return perform(line) }
      unknownCommand = nil
      return answer(line)
    }
    unknownCommand = nil
    if line.isEmpty {
      writing = nil
      return goToNext()
    }
    return answer(line)
  }

  // MARK: - Actions

  /// Applies an action completely, and adds the messages.
  @discardableResult
  package mutating func apply(_ action: Action) -> [Effect] { changed(session.apply(action)) }

  /// Handles the effects of an action, and adds the messages.
  @discardableResult
  package mutating func changed(_ effects: [Effect]) -> [Effect] {
    var effects = effects
    var all = effects
    while effects.contains(.workRemains) {
      if effects.contains(.candidatesNeeded) { report(lines: surroundings.provideAll(&session)) }
      effects = session.apply(surroundings.isInterrupted() ? .workStopped : .workContinued)
      all += effects
    }
    for effect in all {
      switch effect {
      // The sentence about the row includes this.
      case .message(.notAdded): break
      case .message(.problems(_, let count, _)) where all.contains(.problemsListed):
        report(lines: FormSpeech.problems(of: session, most: 20))
        report("\(counted(count, "problem")); :save! saves all the same")
      case .message(let message): report(message.plainSentence)
      default: break
      }
    }
    return all
  }

  /// Replaces the focused row's text.
  package mutating func edit(_ text: Text) {
    // Typing the displayed text confirms it.
    if let focus = session.focus, text == session.focusText { apply(.answered(focus, text)) }
    apply(.edited(text, cursor: text.scalarCount, kind: .other))
  }

  /// Leaves the row and goes to the next; after the last one, to the first problem.
  ///
  /// - Parameter note: a sentence to add when the row is left.
  mutating func goToNext(noting note: String? = nil) -> Request? {
    let before = session.focus
    let effects = apply(.entered)
    let reportsProblems = effects.contains(where: \.reportsProblems)
    if !reportsProblems { reportProblem(of: before) }
    if effects.contains(where: \.offersSave) { return .askToFinish }
    if let note, session.focus != before { report(note) }
    reportRow(after: before, withProblem: !reportsProblems)
    return nil
  }

  /// Reports the problem of a row that was left.
  mutating func reportProblem(of row: FormRow.ID?) {
    offer = nil
    guard let row, let problem = session.problems[row] else { return }
    let sentence = problem.sentence(naming: session.answers.problemLabel(of: row))
    let remedy: String
    if let correction = problem.correction {
      offer = (row, Text(correction))
      remedy = " :take takes it."
    } else {
      remedy = hasReportedRemedy ? "" : " :prev goes back."
      hasReportedRemedy = true
    }
    report(lines: [RowSentence.sentence(sentence) + remedy])
  }
}

extension Effect {
  /// Whether the form can be saved without problems.
  fileprivate var offersSave: Bool {
    switch self {
    case .saveOffered, .save: true
    default: false
    }
  }

  var reportsProblems: Bool {
    switch self {
    case .message(.problems), .message(.notSaved): true
    default: false
    }
  }
}
