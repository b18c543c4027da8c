// What keys and commands do at the screen. Which key means which command stands in the table.

import FormModel
import FormScreen
import FormText
import Glibc
import Keys
import LineEditing

extension ScreenFrontEnd {
  /// Whether Escape has something to close.
  var isAnythingOpen: Bool {
    if state.prompt != .row || state.panel != nil || state.candidates != nil { return true }
    return session.workProgress != nil || session.currentFilter != nil
  }

  /// Whether a key is for the form, not for the line.
  func isApplicationKey(_ key: Key) -> Bool {
    switch key {
    case .enter: return !typesLineBreaks || mayTakeCandidate(key)
    case .control("g"), .control("l"), .control("c"): return true
    case .escape: return isAnythingOpen || !editor.usesViKeys
    default: break
    }
    if isFinding { return isFindKey(key) }
    if case .command = state.prompt {
      switch key {
      case .tab, .control("o"), .up, .down, .pageUp, .pageDown: return true
      case .character(":"): return editor.isEmpty
      default: return false
      }
    }
    if editor.isInCommandMode, CommandTable.name(forVi: key) != nil || key.findsAgain {
      return true
    }
    switch key {
    case .control("o"), .meta("x"): return true
    // A secret may begin with a colon, and the command prompt would show the rest of it.
    case .character(":"):
      return editor.isInCommandMode || editor.isEmpty && !session.isFocusSecret
    // In a row with text ^Y yanks the killed text, as everywhere.
    case .control("y"): return !session.pasteRest.isEmpty && session.focusText.isBlank
    case .metaEnter, .controlX(.control("j")): return !typesLineBreaks
    case .character(" "): return session.isFocusBoolean || mayTakeCandidate(key)
    default: return CommandTable.name(for: key) != nil
    }
  }

  /// Does what an application key does.
  func handle(_ key: Key) {
    if isFinding { return handleFinding(key) }
    if session.workProgress != nil, key == .escape || key == .control("g") {
      apply(.workStopped)
      return
    }
    if case .command(let text, _) = state.prompt {
      handle(key, typing: text.string)
      return
    }
    if refusesPrompt(key) { return }
    if scrollsPanel(key) || choosesCandidate(key) || movesInText(key) { return }
    showMessage(nil)
    if key != .control("l") { state.candidates = nil }
    switch key {
    case .enter: apply(.entered)
    // Where Enter makes a line, Tab does what Enter does elsewhere: behind the last row it offers
    // to save.
    case .tab where typesLineBreaks: apply(.entered)
    case .escape, .control("g"):
      if state.panel == nil, session.currentFilter != nil { apply(.findStopped) }
      state.panel = nil
      if key == .escape, editor.usesViKeys { editor.setCommandMode() }
    case .control("l"): clearRegion()
    case .control("c"): break
    case .control("o"), .meta("x"): openCommandPrompt()
    case .character(":")
    where editor.isInCommandMode || editor.isEmpty && session.isFocusEditable:
      openCommandPrompt()
    case .control("y"): apply(.pastedRest)
    case .character("n") where editor.isInCommandMode: apply(.foundAgain(forward: true))
    case .character("N") where editor.isInCommandMode: apply(.foundAgain(forward: false))
    case .character(" ") where session.isFocusBoolean: apply(.toggled)
    case .control("s"): ask(.save(nil))
    case .metaEnter, .controlX(.control("j")): reportLineBreakRefusal()
    default:
      let isVi = editor.isInCommandMode
      if let name = isVi ? CommandTable.name(forVi: key) : CommandTable.name(for: key) {
        perform(CommandTable.command(name, by: key))
      } else if !session.isFocusEditable {
        showMessage(whyNotEditable)
      }
    }
  }

  /// Refuses vi's keys that open a prompt in a secret row: someone who takes command mode for insert
  /// mode would type the secret where it is shown.
  private func refusesPrompt(_ key: Key) -> Bool {
    guard editor.isInCommandMode, session.isFocusSecret,
      key == .character(":") || key == .character("/")
    else { return false }
    showMessage("This row is secret: i types into it, ^O opens the commands")
    return true
  }

  private var whyNotEditable: String {
    session.focusText.isTooLongToEdit
      ? "This text is too long to edit here, ^X^E opens your editor"
      : "This text has line breaks or control characters, ^X^E opens your editor"
  }

  /// PgUp and PgDn page through a panel that is longer than its place.
  private func scrollsPanel(_ key: Key) -> Bool {
    guard let panel = state.panel, key == .pageDown || key == .pageUp else { return false }
    let count =
      switch panel {
      case .help(let lines): lines.count
      case .problems: session.listedProblems.count + 1
      }
    let step = max(session.panelHeight - 1, 1)
    let last = max(count - session.panelHeight, 0)
    state.panelTop = min(max(state.panelTop + (key == .pageDown ? step : -step), 0), last)
    return true
  }

  // MARK: - The command prompt

  private func handle(_ key: Key, typing text: String) {
    switch key {
    case .escape, .control("g"), .control("o"):
      showMessage(nil)
      closeCommandPrompt()
    case .control("l"): clearRegion()
    case .character(":"):
      closeCommandPrompt()
      typeIntoRow("::")
    case .tab: complete(text)
    case .enter: enterCommand(text)
    default: break
    }
  }

  private func enterCommand(_ text: String) {
    if text.isEmpty || unknownCommand == text {
      closeCommandPrompt()
      if !text.isEmpty { typeIntoRow(":" + text) }
      return
    }
    do {
      let command = try TypedCommand.read(text, abbreviates: true)
      showMessage(nil)
      closeCommandPrompt()
      perform(command)
    } catch {
      unknownCommand = text
      showMessage(
        error.sentence.sentenceCased + "; Enter again types it into the row, Esc closes",
        style: .problem)
    }
  }

  private func typeIntoRow(_ text: String) {
    if !editor.insert(text) { showMessage("The row has no room for \(text)") }
  }

  private func complete(_ text: String) {
    let names = TypedCommand.completions(of: text).map(\.rawValue)
    guard let first = names.first, !text.contains(" ") else { return }
    let common = names.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    if names.count > 1 { showMessage(names.map { ":\($0)" }.joined(separator: " ")) }
    openCommandPrompt(names.count == 1 ? common + " " : common)
  }

  // MARK: - Commands

  private func perform(_ command: TypedCommand) {
    switch CommandOutcome(command, in: session) {
    case .actions(let actions):
      for action in actions { apply(action) }
    case .save(let format, let anyway):
      apply(.saveRequested(as: format, anyway: anyway))
    case .export(let format, let path): export(format, path: path)
    case .resize(let height): state.height = height
    case .help:
      show(CommandTable.helpLines)
      showMessage("Help: PgDn for more, Esc closes")
    case .quit(let anyway): quit(anyway: anyway)
    case .reportKept: reportKept()
    case .fresh: startFresh()
    case .drafts: showDrafts()
    case .editElsewhere: editElsewhere()
    case .find(let command): perform(command)
    case .show(let section): showRows(ofSection: section)
    case .repeatRow: showMessage(session.focus.map { RowSentence.text(of: $0, in: session) })
    case .plain: becomesPlain = true
    case .pick(let number): pick(number)
    case .message(let sentence): showMessage(sentence)
    case .refuse(let sentence):
      showMessage(sentence.sentenceCased, style: .problem)
    }
  }

  // MARK: - Pasting

  /// Text from the clipboard: never a command, and no line break in it ever submits.
  func paste(_ paste: Paste) {
    showMessage(nil)
    if state.prompt != .row, question == nil {
      _ = editor.insert(String(paste.text.map { $0.isNewline ? " " : $0 }))
      return
    }
    if !session.isFocusEditable {
      showMessage(whyNotEditable)
      return
    }
    apply(.pasted(Text(paste.text)))
    textEdited()
    if paste.leftOut > 0 {
      showMessage(
        "\(counted(paste.leftOut, "control character or invalid byte")) left out of the paste")
    }
  }
}

extension Key {
  /// Whether it goes to the next or the last row found, in vi's command mode.
  fileprivate var findsAgain: Bool { self == .character("n") || self == .character("N") }
}
