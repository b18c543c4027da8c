// Asks and closes questions, and determines the meaning of keys that answer them. The question for
// a file name has a prompt for its answer.

package import FormModel
import FormText

extension ScreenDialogue {
  /// Asks a question. Keys that were typed before the question was painted do not answer it.
  ///
  /// - Parameters:
  ///   - destination: the name of the destination to which a save writes the answers.
  ///   - prints: whether the destination is the terminal that shows the form.
  package mutating func ask(
    _ question: Question, destination: String, prints: Bool = false
  ) -> [Request] {
    let requests = closePrompts()
    (self.question, questionIsPainted) = (question, false)
    if question.isAboutSaving {
      showMessage(session.sentenceBeforeSave(columns: view.size.usableColumns))
      workRemains = review(before: prints ? nil : destination) || workRemains
    }
    // If each change needs two lines, the question is short, to leave room for the panel of
    // changes.
    let isShort = question.isAboutSaving && state.review?.isNarrow(view.size.usableColumns) == true
    let place = prints ? "to a file, or print" : destination.isEmpty ? "" : "to \(destination)"
    let short = "Save\(place.isEmpty ? "" : " \(place)")?"
    let whole = question.sentence(in: session, destination: destination, prints: prints)
    state.prompt = .question(
      isShort ? short : whole, shorter: question.isAboutSaving ? [short, "Save?"] : [],
      kind: question.kind(prints: prints))
    return requests
  }

  package mutating func closeQuestion() {
    if state.review != nil || state.isPreviewing { state.panel = nil }
    if question?.comesFirst == true || question?.isAboutSaving == true { showMessage(nil) }
    question = nil
    state.prompt = .row
  }

  /// Returns the meaning of a key while a question waits for its answer.
  func meaning(of function: KeyFunction?, answering question: Question) -> Meaning {
    // Keys that were typed before the question was painted do not answer it.
    guard questionIsPainted else { return .ignored("Keys typed before the question were dropped") }
    switch question {
    case .save, .compare:
      let prints = state.asksToPrint
      switch function {
      // If a save would print the answers, the question proposes a file first, so ^S asks for the
      // file name.
      case .run(.save, _) where prints: return .fileAsked
      case .yes, .run(.save, _): return .answered(question, yes: true)
      case .close where state.isPreviewing: return .previewClosed
      case .no, .close: return .questionClosed
      case .preview:
        guard case .save(let format) = question else { break }
        return state.isPreviewing ? .previewClosed : .previewAsked(format)
      case .line, .page:
        if let panel = state.panel, state.isPreviewing, let function {
          return panelMeaning(of: function, nil, panel) ?? .ignored()
        }
        guard let review = state.review, let function else { break }
        return reviewMeaning(of: function, nil, review) ?? .ignored()
      case .file where state.appearance.takesFile: return .fileAsked
      case .enter:
        if let difference = state.review?.difference { return .changeShown(difference) }
      default: break
      }
      return .ignored(
        question.keys(takesFile: state.appearance.takesFile, prints: prints))
    case .leave, .quit, .resume, .takeOver, .takeText:
      switch function {
      case .yes: return .answered(question, yes: true)
      case .no: return .answered(question, yes: false)
      case .enter where question.isAnsweredByEnter: return .answered(question, yes: true)
      case .close:
        switch question {
        case .takeOver: return .answered(question, yes: false)
        case .resume, .takeText: return .interrupted
        case .leave, .quit, .save, .compare: return .questionClosed
        }
      default: return .ignored(question.keys(takesFile: true))
      }
    }
  }

  // MARK: - The name of a file

  /// Asks for the name of the file to which the answers are saved.
  ///
  /// - Parameter proposal: the proposed name. Enter accepts the proposal, and typing replaces it.
  package mutating func askForFile(proposing proposal: String) -> [Request] {
    closeQuestion()
    let requests = loadPrompt(Text(proposal))
    state.prompt = .file(
      Text(proposal), cursor: proposal.unicodeScalars.count, isProposed: !proposal.isEmpty)
    return requests
  }

  /// Stores the name that is typed. The first typed character replaces the proposal.
  mutating func fileTyped(
    _ new: EditedLine, after text: Text, isProposed: Bool
  ) -> [Request] {
    let typed = isProposed ? new.typed(after: text) : nil
    let line = typed.map { EditedLine($0, cursor: $0.scalarCount, kind: .typed) } ?? new
    promptHistory.note(text, changedTo: line)
    let isSame = line.text == text && line.cursor == text.scalarCount
    state.prompt = .file(line.text, cursor: line.cursor, isProposed: isProposed && isSame)
    return typed.map { [.load($0.string, cursor: line.cursor)] } ?? []
  }

  /// Returns the meaning of a key while a file name is typed.
  func meaning(
    of function: KeyFunction?, namingFile text: Text, isProposed: Bool
  ) -> Meaning {
    switch function {
    case .enter, .run(.save, _): text.isBlank ? .ignored("Type a name for the file") : .promptEnded
    case .close: .questionClosed
    case .backspace where text.isEmpty: .questionClosed
    case .backspace where isProposed: .offerTaken(.prompt(.empty))
    case .complete, .candidate, .page: .ignored()
    case .offer, .colon, .backspace: .edit
    case .run(.undo, _): .promptUndone
    case .run: .closedFirst
    case .repaint: .repainted
    default: .edit
    }
  }

  /// Saves to the file with the typed name. The prompt stays open, so that the name can be
  /// corrected.
  func saveToFile(named name: Text) -> [Request] {
    let path = name.trimmed.string
    return [.saveTo(path, as: ExportFormat(fileName: path), anyway: false)]
  }

  /// Saves the answers. Called after the destination was accepted.
  package mutating func save(as format: ExportFormat?, anyway: Bool) -> [Request] {
    closePrompts() + apply(.saveRequested(as: format, anyway: anyway))
  }
}
