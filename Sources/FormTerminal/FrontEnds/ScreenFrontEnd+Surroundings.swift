// How the screen does what every front end on a terminal does: saying, showing, giving way.

import Drafts
import FormModel
import FormScreen
import FormText
import LineEditing

extension ScreenFrontEnd {
  var ellipsis: String { state.hasUTF8 ? "…" : "..." }

  func takeLine() { readLine(.other) }
  var hasSignal: Bool { editor.hasSignal }
  func makeRoom() { clearRegion() }

  func runWithTerminal(_ arguments: [String]) -> JobEnd {
    clearRegion()
    return editor.run(arguments)
  }

  /// `:plain`: the same session, line by line.
  func goOnPlainly() throws(Failure) -> ExitStatus {
    takeLine()
    keeper?.keepEverything(of: &session)
    leaveTerminal(reporting: [])
    return try PlainFrontEnd.goOn(from: self)
  }

  /// `:show`, as far as a panel is of use.
  func showRows(ofSection section: Int?) {
    let places = FormSpeech.places(ofSection: section, in: session)
    let shown = places.prefix(1_000)
    var speech = FormSpeech()
    let rest = places.count - shown.count
    show(
      speech.rows(shown, ofSection: section, in: session)
        + (rest > 0 ? ["\(counted(rest, "more row")); :plain shows all"] : []))
  }

  /// Shows a sentence at once, before something slow begins.
  func reportAtOnce(_ sentence: String) {
    if isPainted {
      showMessage(sentence)
      paint()
      showMessage(nil)
    } else {
      _ = editor.write(Array("\(sentence)\n".utf8))
    }
  }

  /// Shows lines in a panel.
  func show(_ lines: [String]) {
    state.panel = .help(lines)
    state.panelTop = 0
  }

  func hidePanel() { state.panel = nil }

  /// Reports at the end of the status line whether everything is kept.
  ///
  /// - Returns: whether there is something new to say.
  func reportStorage() -> Bool {
    guard let keeper else { return false }
    let notes = keeper.takeNotes()
    if !notes.isEmpty { showMessage(notes.joined(separator: "; ")) }
    let storage = keeper.storage(of: &session)
    guard storage != self.storage else { return !notes.isEmpty }
    self.storage = storage
    state.storage =
      switch storage {
      case .nothing: ""
      case .kept: "kept"
      case .pending: ellipsis
      case .notKept(let error): "NOT KEPT: \(error.sentence)"
      }
    // Where there is no status line, what must be known stands in the place of one.
    if case .notKept = storage, !layout.showsStatus { showMessage(state.storage, style: .problem) }
    return true
  }
}
