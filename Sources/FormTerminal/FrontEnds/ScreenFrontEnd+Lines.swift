// Rows of several lines at the screen: Enter, and going up and down in the text before going on to
// another row.

import FormModel
import FormScreen
import Keys
import LineEditing

extension ScreenFrontEnd {
  /// Whether Enter types a line break. In vi's command mode nothing types.
  var typesLineBreaks: Bool {
    state.prompt == .row && session.focusTakesLineBreaks && !editor.isInCommandMode
  }

  /// Goes a line up or down in the text; false where the text ends there or the key is another.
  func movesInText(_ key: Key) -> Bool {
    guard state.prompt == .row, isFocusInLine, let step = verticalStep(of: key) else {
      return false
    }
    readLine(.moved)
    guard
      let moved = Screen.cursor(
        movedBy: step, goal: goalColumn, in: &session, state: state, size: size, layout: layout)
    else { return false }
    editor.moveCursor(to: moved.cursor)
    goalColumn = moved.goal
    readLine(.moved)
    return true
  }

  /// Whether the column wished for stays.
  func movesVertically(_ input: Input) -> Bool {
    switch input {
    case .key(let press): verticalStep(of: press.key) != nil
    case .nothing, .resized, .continued: true
    default: false
    }
  }

  private func verticalStep(of key: Key) -> Int? {
    switch key {
    case .up, .control("p"): -1
    case .down, .control("n"): 1
    case .character("k") where editor.isInCommandMode: -1
    case .character("j") where editor.isInCommandMode, .enter where editor.isInCommandMode: 1
    default: nil
    }
  }

  /// The panel of a text goes with its row: a page, a jump, a row on begin from the viewport as it
  /// was without the panel.
  func giveBackTextPanel(before action: Action) {
    guard panelLines > 0, state.panel == nil else { return }
    switch action {
    case .moved, .entered, .undone, .redone, .itemAdded, .itemDuplicated, .itemRemoved, .itemMoved:
      panelLines = 0
      perform(session.apply(.panelOpened(lines: 0)))
    default: break
    }
  }

  func reportLineBreakRefusal() {
    guard let focus = session.focusedRow else { return }
    let label = session.answers.fullLabel(of: focus.id)
    showMessage(
      session.isFocusReadOnly
        ? "\(label) is read only"
        : "\(label) holds one line; Enter goes to the next row")
  }
}
