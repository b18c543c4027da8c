// Finds the line of the form at which the mouse was used, and switches the use of the mouse on and
// off.

import FormScreen
import Keys
import LineEditing

extension ScreenFrontEnd {
  /// Asks the terminal for the cursor's position, which shows where the form is on the terminal.
  func askForPlace(of event: MouseEvent) {
    if case .released = event.action { return }
    guard dialogue.takesMouse else { return }
    paint()
    guard let painted = region.frame else { return }
    remembered.mouse = (event, painted.cursorLine)
    _ = editor.write(Array("\u{1b}[6n".utf8))
  }

  /// Handles the mouse event. The cursor's position shows on which line of the form the mouse was
  /// used.
  func followMouse(_ cursor: CursorPosition) {
    guard let (event, cursorLine) = remembered.mouse else { return }
    remembered.mouse = nil
    let line = event.line - cursor.line + cursorLine
    perform(dialogue.followMouse(event.action, onLine: line, mode: mode))
  }

  /// Switches the mouse on or off.
  func exchangeMouse() {
    editor.usesMouse.toggle()
    dialogue.showMessage(
      editor.usesMouse
        ? "The mouse is on; most terminals still select text with Shift   :mouse turns it off"
        : "The mouse is off")
  }
}
