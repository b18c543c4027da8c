// Plain mode without its terminal. In plain mode, a person fills a form line by line and reads
// sentences about it, without a screen. The dialogue takes a line, changes the form, and returns
// sentences.
//
// Invariants: earlier output and timing do not influence whether a line is an answer or a command.
// When `take` returns, the form contains the line's text, so that it can be stored before the next
// line is read. No sentence contains a secret.

package import FormModel
package import FormText

/// A form that is filled line by line, with the pending sentences about it.
package struct PlainDialogue {
  /// A request that needs files or a terminal.
  package enum Request {
    /// Asks whether to save and finish, because there are no problems.
    case askToFinish
    case askToSave(ExportFormat?)
    /// Writes the answers. `problems` is the number of their problems.
    case save(ExportFormat?, problems: Int)
    /// Saves the answers to this file, now and at later saves.
    case saveTo(String, as: ExportFormat?, anyway: Bool)
    case export(ExportFormat, path: String)
    /// Shows the text that a save would write.
    case preview(ExportFormat?)
    /// Lists the rows at these positions among the rows that the form shows. Unless `section` is
    /// nil, lists only the rows of that section.
    case show(Range<Int>, section: Int?)
    case quit(anyway: Bool)
    case reportKept, fresh, drafts, edit
  }

  /// Access to candidates, and a way to stop long work.
  package struct Surroundings {
    /// Reads the candidates of the focused row, even if that takes long. Returns the reasons if
    /// they cannot be used.
    var provideForFocus: (inout FormSession) -> [String]
    /// Reads the candidates of the whole form. Returns the reasons if they cannot be used.
    package var provideAll: (inout FormSession) -> [String]
    /// Reads the earlier answers of the focused row.
    var provideRemembered: (inout FormSession) -> Void
    /// Returns whether the person wants to stop the work.
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
    /// The line that ends the text. If this is nil, an empty line ends the text, and commands still
    /// work while the text is typed.
    package let end: String?
    var lineCount = 0
    /// Whether the last line is not a choice, so that the next line replaces it.
    var isOpen = false
  }

  package var session: FormSession
  package var surroundings: Surroundings
  var speech = FormSpeech()
  /// The sentences that the front end has not fetched yet.
  private(set) var sentences: [String] = []
  package var writing: Writing?
  /// The last list of candidates: the row and the text for which it was made, and the index at
  /// which it continues.
  var listed: (row: FormRow.ID, query: Text, next: Int)?
  /// The last suggested correction, which `:take` accepts, with its row. The correction is dropped
  /// when the focus leaves another row.
  var offer: (row: FormRow.ID, text: Text)?
  /// The last unknown command. If the line is typed again, it is the answer.
  package var unknownCommand: String?

  private var hasReportedRemedy = false

  package init(_ session: FormSession, surroundings: Surroundings = Surroundings()) {
    self.session = session
    self.surroundings = surroundings
    showHeaders(height: session.viewportFullHeight)
  }

  /// Replaces the form with another one.
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

  /// Adds a sentence. A missing full stop is added.
  mutating func report(_ sentence: String) { sentences.append(RowSentence.sentence(sentence)) }

  mutating func report(lines: [String]) { sentences += lines }

  /// Adds the sentences about the focused row when the focus reaches it.
  package mutating func reportArrival(withProblem reportsProblem: Bool = true) {
    surroundings.provideRemembered(&session)
    sentences += speech.arrival(in: &session, withProblem: reportsProblem)
  }

  /// Adds the sentences about the focused row. If the focus moved, or the row's problem was just
  /// written, describes the row as on arrival. In all other cases, describes only the row again.
  mutating func reportRow(after before: FormRow.ID?, withProblem reportsProblem: Bool = true) {
    if session.focus != before || !reportsProblem {
      return reportArrival(withProblem: reportsProblem)
    }
    sentences += speech.again(in: &session)
  }

  /// Adds the reason of a refusal, beginning with a capital letter.
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
    if line == " ", session.isFocusBoolean { return perform(":toggle") }
    return answer(line)
  }

  // MARK: - Actions

  /// Applies an action and completes the work that the action begins. Adds its messages.
  @discardableResult
  package mutating func apply(_ action: Action) -> [Effect] { changed(session.apply(action)) }

  /// Handles the effects of an action. Completes the work that the action begins, and adds its
  /// messages.
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
      // The sentence about the row includes this message.
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

  /// Replaces the text of the focused row.
  package mutating func edit(_ text: Text) {
    // If the typed text equals the displayed text, it confirms the answer.
    if let focus = session.focus, text == session.focusText { apply(.answered(focus, text)) }
    apply(.edited(text, cursor: text.scalarCount, kind: .other))
  }

  /// Moves from the focused row to the next row, or from the last row to the first problem.
  ///
  /// - Parameter note: a sentence to add when the focus leaves the row.
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

  /// Reports the problem of a row that the focus has left.
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
  /// Whether the form has no problems that prevent a save.
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
