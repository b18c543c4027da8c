// The mouse at the screen: where on the terminal the region is, and whether the mouse is used.

import FormScreen
import Keys
import LineEditing

extension ScreenFrontEnd {
  /// Asks the terminal where the cursor is.
  func askForPlace(of event: MouseEvent) {
    if case .released = event.action { return }
    guard dialogue.takesMouse else { return }
    paint()
    guard let painted else { return }
    remembered.mouse = (event, painted.cursorLine)
    _ = editor.write(Array("\u{1b}[6n".utf8))
  }

  /// Follows the mouse, now that it is known where on the screen the region is.
  func followMouse(_ cursor: CursorPosition) {
    guard let (event, cursorLine) = remembered.mouse else { return }
    remembered.mouse = nil
    let line = event.line - cursor.line + cursorLine
    perform(dialogue.followMouse(event.action, onLine: line, mode: mode))
  }

  /// Uses the mouse from now on, or no longer.
  func exchangeMouse() {
    editor.usesMouse.toggle()
    dialogue.showMessage(
      editor.usesMouse
        ? "The mouse is on; most terminals still select text with Shift   :mouse turns it off"
        : "The mouse is off")
  }
}
