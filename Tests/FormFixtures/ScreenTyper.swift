// Types keys into the dialogue of the screen, with a line editor that only knows letters and
// Backspace.

package import FormModel
package import FormScreen
package import FormText
package import Keys

/// A person at a screen, without a terminal.
package struct ScreenTyper {
  package private(set) var dialogue: ScreenDialogue
  package var mode: EditingMode
  /// The line editor's text and cursor.
  package private(set) var line: (text: [Unicode.Scalar], cursor: Int) = ([], 0)
  /// The requests of the dialogue, in order, apart from changes of the line.
  package private(set) var requests: [ScreenDialogue.Request] = []
  private var holdsLines = false
  /// Whether work over the whole form is finished after each key.
  package var finishesWork = true
  package private(set) var painted: Frame?

  package init(
    _ session: FormSession, mode: EditingMode = .emacs, rows: Int = 24,
    height: ScreenHeight = .viewport(8)
  ) {
    dialogue = ScreenDialogue(
      session, size: ScreenSize(rows: rows, columns: 80), height: height, hasUTF8: true)
    self.mode = mode
    handle(dialogue.loadFocus(), after: nil)
    paint()
  }

  // MARK: - Keys

  /// Presses keys one after the other. After each key, completes the remaining work (unless
  /// `finishesWork` is false) and paints the screen.
  package mutating func press(_ keys: Key...) {
    for key in keys { press(key) }
  }

  package mutating func press(_ key: Key) {
    let meaning = dialogue.meaning(of: key, mode: mode)
    if meaning == .edit {
      edit(key)
    } else {
      handle(dialogue.follow(meaning, of: key, mode: mode), after: key)
    }
    settle()
  }

  /// Types characters.
  package mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  /// Replaces the edited line in one step, as if a single key of the line editor had changed it.
  package mutating func edit(_ text: Text, cursor: Int, kind: EditKind = .other) {
    line = (Array(text.string.unicodeScalars), cursor)
    handEdited(kind)
    settle()
  }

  package mutating func paste(_ text: String) {
    handle(dialogue.paste(text, leftOut: 0), after: nil)
    dialogue.textEdited(mode)
    settle()
  }

  /// Gives the terminal another number of lines.
  package mutating func resize(rows: Int) {
    dialogue.view.size = ScreenSize(rows: rows, columns: 80)
    settle()
  }

  /// Asks a question, as a signal does.
  package mutating func ask(_ question: Question) {
    handle([.ask(question)], after: nil)
    settle()
  }

  /// Presses Ctrl-C, which a terminal turns into a signal.
  package mutating func interrupt() {
    guard let meaning = dialogue.meaningOfInterrupt else { return requests.append(.interrupt) }
    handle(dialogue.follow(meaning, of: .control("c"), mode: mode), after: nil)
    settle()
  }

  /// Shows the message of a wait, during which the answers are sent to a command or a file is
  /// compared.
  package mutating func wait(for work: ScreenState.Wait) {
    let sentence = work == .sending ? "Sending to psql" : "Comparing with resume.json"
    handle(dialogue.wait(sentence, for: work), after: nil)
    settle()
  }

  /// Returns the requests and clears them.
  package mutating func takeRequests() -> [ScreenDialogue.Request] {
    defer { requests = [] }
    return requests
  }

  /// The text of the line editor.
  package var text: String { String(String.UnicodeScalarView(line.text)) }

  private mutating func edit(_ key: Key) {
    switch key {
    case .character(let scalar):
      line.text.insert(scalar, at: line.cursor)
      line.cursor += 1
      handEdited(.typed)
    case .enter where holdsLines, .metaEnter where holdsLines:
      line.text.insert("\n", at: line.cursor)
      line.cursor += 1
      handEdited(.typed)
    case .left where line.cursor > 0, .home where line.cursor > 0, .right:
      switch key {
      case .home: line.cursor = 0
      case .left: line.cursor -= 1
      default: line.cursor = min(line.cursor + 1, line.text.count)
      }
      let moved = EditedLine(Text(text), cursor: line.cursor)
      handle(dialogue.edited(moved, by: .motion(mode)), after: nil)
    case .backspace where line.cursor > 0:
      line.cursor -= 1
      line.text.remove(at: line.cursor)
      handEdited(.deleted)
    case .controlX: dialogue.refuseUnknown(key)
    default: break
    }
  }

  private mutating func handEdited(_ kind: EditKind) {
    let edited = EditedLine(Text(text), cursor: line.cursor, kind: kind)
    handle(dialogue.edited(edited, by: .edit(mode)), after: nil)
  }

  // MARK: - Requests

  private mutating func settle() {
    while finishesWork, dialogue.workRemains { handle(dialogue.advance(), after: nil) }
    paint()
  }

  private mutating func paint() {
    let (frame, requests) = dialogue.frame(previous: painted, mode: mode)
    painted = frame
    handle(requests, after: nil)
  }

  private mutating func handle(_ requests: [ScreenDialogue.Request], after key: Key?) {
    for request in requests {
      switch request {
      case .load(let text, let cursor, let holdsLines):
        line = (Array(text.unicodeScalars), cursor)
        self.holdsLines = holdsLines
      case .loadPrompt(let text):
        line = (Array(text.unicodeScalars), text.unicodeScalars.count)
        holdsLines = false
      case .insert(let text):
        line.text.insert(contentsOf: text.unicodeScalars, at: line.cursor)
        line.cursor += text.unicodeScalars.count
        let edited = EditedLine(Text(self.text), cursor: line.cursor)
        handle(dialogue.edited(edited, by: .request), after: nil)
      case .moveCursor(let cursor):
        line.cursor = cursor
        let edited = EditedLine(Text(text), cursor: cursor)
        handle(dialogue.edited(edited, by: .request), after: nil)
      case .commandMode: mode = .viCommand
      case .insertMode: mode = .viInsert
      case .again: if let key { press(key) }
      case .ask(let question):
        self.requests.append(request)
        handle(dialogue.ask(question, destination: "a file"), after: nil)
      default: self.requests.append(request)
      }
    }
  }
}

// MARK: - Random walks

extension ScreenTyper: ActionSpeaker {
  package mutating func perform(_ action: Action, on session: inout FormSession) -> Bool {
    // Swap instead of copying: two copies of a form would duplicate its storage at every change.
    swap(&dialogue.session, &session)
    defer { swap(&dialogue.session, &session) }
    handle(dialogue.loadFocus(), after: nil)
    if dialogue.state.candidates != nil || dialogue.state.panel != nil { press(.escape) }
    switch action {
    case .edited(let text, let cursor, let kind):
      guard dialogue.session.isFocusEditable, text.isEditable || text.string.contains("\n") else {
        return false
      }
      edit(text, cursor: cursor, kind: kind)
    case .pasted(let text):
      guard dialogue.session.isFocusEditable else { return false }
      paste(text.string)
    case .entered:
      guard !dialogue.session.focusTakesLineBreaks, dialogue.session.isFocusEditable else {
        return false
      }
      press(.enter)
    case .undone: press(.control("_"))
    case .redone: press(.meta("_"))
    case .moved(.first): press(.meta("<"))
    case .moved(.last): press(.meta(">"))
    case .toggled: press(.meta("t"))
    case .resized: return false
    default:
      guard let lines = PlainSpeaker.lines(for: action, in: dialogue.session) else { return false }
      for line in lines { run(String(line.dropFirst())) }
    }
    if dialogue.question != nil { press(.character("n")) }
    return true
  }

  /// Types a command at the prompt and runs it.
  private mutating func run(_ command: String) {
    press(.control("o"))
    edit(Text(command), cursor: command.unicodeScalars.count, kind: .typed)
    press(.enter)
  }
}
