// Plain mode without its terminal: a line in, what it does to the form, sentences out.
//
// Invariants: a line is an answer, a command, or nothing, whatever was written before it and however
// fast it came; what a line holds is in the form when `take` returns, so that it can be kept before
// the next is read; a secret is never in a sentence.

package import FormModel
package import FormText

/// A form that is filled line by line, and the messages about it.
package struct PlainDialogue {
  /// What only somebody with files and a terminal can do.
  package enum Request {
    /// Asks whether to save and finish: nothing stands against it.
    case askToFinish
    case askToSave(ExportFormat?)
    /// Writes the answers, which have so many problems.
    case save(ExportFormat?, problems: Int)
    /// The answers go to this file from now on, and are saved.
    case saveTo(String, as: ExportFormat?, anyway: Bool)
    case export(ExportFormat, path: String)
    /// Lists the rows at these places.
    case show(Range<Int>, section: Int?)
    case quit(anyway: Bool)
    case reportKept, fresh, drafts, edit
  }

  /// Where candidates come from, and who may stop what takes long.
  package struct Surroundings {
    /// Provides the candidates of the row with focus, however long that takes; why they cannot be
    /// used, where that is so.
    var provideForFocus: (inout FormSession) -> [String]
    /// The same of the whole form.
    package var provideAll: (inout FormSession) -> [String]
    /// Provides what the row with focus remembers.
    var provideRemembered: (inout FormSession) -> Void
    /// Whether somebody wants the work to stop.
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
    /// The line that ends it; nil for an empty one, where commands count too.
    package let end: String?
    var lineCount = 0
    /// The last line is no choice yet; the next takes its place.
    var isOpen = false
  }

  package var session: FormSession
  package var surroundings: Surroundings
  var speech = FormSpeech()
  /// The sentences that nobody has taken yet.
  private(set) var sentences: [String] = []
  package var writing: Writing?
  /// The list of candidates shown last: of which row and text, and where it goes on.
  var listed: (row: FormRow.ID, query: Text, next: Int)?
  /// The correction that was offered last, and its row, until another row is left.
  var offer: (row: FormRow.ID, text: Text)?
  /// The command that was not known; the same line again is an answer.
  package var unknownCommand: String?

  private var hasReportedRemedy = false

  package init(_ session: FormSession, surroundings: Surroundings = Surroundings()) {
    self.session = session
    self.surroundings = surroundings
    showHeaders(height: session.viewportFullHeight)
  }

  /// Puts another form in the place of this one.
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

  /// Returns these sentences and forgets them.
  package mutating func takeSentences() -> [String] {
    defer { sentences = [] }
    return sentences
  }

  /// Writes a sentence with a full stop.
  mutating func report(_ sentence: String) { sentences.append(RowSentence.sentence(sentence)) }

  mutating func report(lines: [String]) { sentences += lines }

  /// Writes the row with focus as one comes to it.
  package mutating func reportArrival(withProblem reportsProblem: Bool = true) {
    surroundings.provideRemembered(&session)
    sentences += speech.arrival(in: &session, withProblem: reportsProblem)
  }

  /// Writes the row with focus: in full where it is another than before, or where what is wrong with
  /// it was just written.
  mutating func reportRow(after before: FormRow.ID?, withProblem reportsProblem: Bool = true) {
    if session.focus != before || !reportsProblem {
      return reportArrival(withProblem: reportsProblem)
    }
    sentences += speech.again(in: &session)
  }

  /// What is wrong, with a capital letter.
  mutating func refuse(_ sentence: String) { report(sentence.sentenceCased) }

  // MARK: - Lines

  /// Does what a line says.
  package mutating func take(_ line: String) -> Request? {
    if writing?.row != session.focus { writing = nil }
    if let writing, let end = writing.end {
      guard line == end else {
        addLine(line)
        return nil
      }
      if writing.lineCount == 0 { edit(.empty) }
      self.writing = nil
      return goOn()
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
      return goOn()
    }
    return answer(line)
  }

  // MARK: - Actions

  /// Lets something happen to the form, all of it, and says what there is to say.
  @discardableResult
  package mutating func apply(_ action: Action) -> [Effect] { changed(session.apply(action)) }

  /// Does what follows from something that happened to the form, and says what there is to say.
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
      // The sentence about the row says it.
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

  /// Puts a text in the place of the focus's.
  package mutating func edit(_ text: Text) {
    // A line equal to the text shown confirms it.
    if let focus = session.focus, text == session.focusText { apply(.answered(focus, text)) }
    apply(.edited(text, cursor: text.scalarCount, kind: .other))
  }

  /// Leaves the row and goes on to the next; behind the last to what stands against saving.
  ///
  /// - Parameter note: a sentence to write when the row is left.
  mutating func goOn(noting note: String? = nil) -> Request? {
    let before = session.focus
    let effects = apply(.entered)
    let reportsProblems = effects.contains(where: \.reportsProblems)
    if !reportsProblems { reportProblem(of: before) }
    if effects.contains(where: \.offersSave) { return .askToFinish }
    if let note, session.focus != before { report(note) }
    reportRow(after: before, withProblem: !reportsProblems)
    return nil
  }

  /// Reports what is wrong with a row that was left.
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
  /// Whether nothing stands against saving.
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
