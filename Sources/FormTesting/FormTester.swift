// A form for tests: a test fills the form with keys and reads its screen. The form uses no
// terminal, clock, file or thread. Therefore a test has the same result on every machine, and any
// number of tests can run at the same time.
//
// Limitations: the line editor knows only the most common keys of Emacs, and does not read
// `~/.editrc`. Suggestions from a search are not shown.

public import FormModel
import FormScreen
public import FormTerminal
import FormText
import Keys

/// A form that is filled with simulated keys.
///
/// ```swift
/// var test = try FormTester(form)
/// test.type("Ada\t13")
/// test.press(.control("s"))
/// #expect(test.problems.map(\.row) == ["cups"])
/// ```
public struct FormTester {
  private var dialogue: ScreenDialogue
  private var line = TesterLine()
  private var painted: Frame?
  private let confirmsSave: Bool
  /// The answers; nil until they are saved.
  public private(set) var answers: Answers?
  /// Whether the person left the form without saving.
  public private(set) var hasLeft = false

  /// Opens a form.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - answers: the answers with which the form opens; nil for none.
  ///   - columns: the number of columns of the terminal.
  ///   - lines: the number of lines of the terminal.
  ///   - confirmsSave: as `FillOptions.confirmsSave`.
  ///   - today: the value of `today()`; nil if it is unknown.
  /// - Throws: `invalidForm` if the form has errors.
  public init(
    _ form: Form, answers: Answers? = nil, columns: Int = 80, lines: Int = 24,
    confirmsSave: Bool = true, today: FormDate? = nil
  ) throws(FormError) {
    self.confirmsSave = confirmsSave
    dialogue = ScreenDialogue(
      try form.newSession(answers: answers, today: today),
      size: ScreenSize(rows: lines, columns: columns), height: .automatic, hasUTF8: true)
    dialogue.state.storage = .none
    dialogue.state.appearance.isInProgram = true
    handle(dialogue.loadFocus(), after: nil)
    settle()
  }

  // MARK: - Keys

  /// Types a text. A tab means the key Tab, and a line break means Enter.
  public mutating func type(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": follow(.tab)
      case "\n", "\r": follow(.enter)
      default: follow(.character(scalar))
      }
    }
  }

  /// Pastes a text from the clipboard, as a terminal does.
  public mutating func paste(_ text: String) {
    guard isOpen else { return }
    handle(dialogue.paste(text, leftOut: 0), after: nil)
    dialogue.textEdited(.emacs)
    settle()
  }

  /// Presses keys one after the other. The screen is painted after each key.
  public mutating func press(_ keys: Key...) {
    for key in keys { follow(key.key) }
  }

  // MARK: - The form

  /// The screen, as lines of text.
  public var screen: String { painted?.text ?? "" }

  /// The name of the focused row as exports write it, such as `cups` or `work[0].name`; empty if no
  /// row has the focus.
  public var focus: String {
    dialogue.session.focus.map(dialogue.session.answers.name(of:)) ?? ""
  }

  /// The problems that the screen shows, in the order of the form.
  public var problems: [Form.Problem] { dialogue.session.formProblems }

  // MARK: - Requests

  private var isOpen: Bool { answers == nil && !hasLeft }

  private mutating func follow(_ key: Keys.Key) {
    guard isOpen else { return }
    perform(key)
    settle()
  }

  private mutating func perform(_ key: Keys.Key) {
    if key == .control("c") {
      guard let meaning = dialogue.meaningOfInterrupt else { return leave() }
      return handle(dialogue.follow(meaning, of: key, mode: .emacs), after: key)
    }
    let meaning = dialogue.meaning(of: key, mode: .emacs)
    guard meaning == .edit else {
      return handle(dialogue.follow(meaning, of: key, mode: .emacs), after: key)
    }
    guard let kind = line.perform(key) else { return }
    let edited = EditedLine(Text(line.text), cursor: line.cursor, kind: kind.form)
    handle(
      dialogue.edited(edited, by: kind == .moved ? .motion(.emacs) : .edit(.emacs)), after: nil)
  }

  private mutating func leave() {
    if dialogue.question != nil || !dialogue.session.hasChanges {
      hasLeft = true
    } else {
      handle([.ask(.leave)], after: nil)
    }
  }

  private mutating func settle() {
    while dialogue.workRemains { handle(dialogue.advance(), after: nil) }
    let (frame, requests) = dialogue.frame(previous: painted, mode: .emacs)
    painted = frame
    handle(requests, after: nil)
  }

  private mutating func handle(_ requests: [ScreenDialogue.Request], after key: Keys.Key?) {
    for request in requests { handle(request, after: key) }
  }

  private mutating func handle(_ request: ScreenDialogue.Request, after key: Keys.Key?) {
    switch request {
    case .load(let text, let cursor, let holdsLines):
      line.load(text, cursor: cursor, holdsLines: holdsLines)
    case .loadPrompt(let text):
      line.load(text, cursor: text.unicodeScalars.count, holdsLines: false)
    case .insert(let text):
      line.insert(text)
      noteLine()
    case .moveCursor(let cursor):
      line.cursor = cursor
      noteLine()
    case .again: if let key { perform(key) }
    case .command(let command): handle(dialogue.perform(command), after: key)
    case .ask(let question) where question.isAboutSaving && !confirmsSave:
      handle(dialogue.answer(question, true), after: key)
    case .ask(let question): handle(dialogue.ask(question, destination: ""), after: key)
    case .answered(_, yes: true), .quit: hasLeft = true
    case .answered: break
    case .interrupt: leave()
    case .save(_, problems: 0): answers = dialogue.session.answers
    case .save: dialogue.showMessage("Not saved: this program accepts no answers with problems")
    case .readCandidates, .provideCandidates:
      dialogue.session.leaveOutCandidates()
      handle(dialogue.loadFocus(), after: nil)
    case .secretLeft, .restoreMode, .commandMode, .insertMode, .repaint, .saveTo, .export, .preview,
      .askForFile, .stopWork, .reportKept, .fresh, .drafts, .editElsewhere, .plain,
      .exchangeMouse:
      break
    }
  }

  private mutating func noteLine() {
    let edited = EditedLine(Text(line.text), cursor: line.cursor)
    handle(dialogue.edited(edited, by: .request), after: nil)
  }
}
