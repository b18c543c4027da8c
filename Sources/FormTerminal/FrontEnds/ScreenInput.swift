// Converts types of the line editor to types of the dialogue.

import FormModel
import FormScreen
import FormText
import Keys
import LineEditing

extension ScreenState.Prefix {
  init(_ prefix: KeyPrefix) {
    self =
      switch prefix {
      case .escape: .escape
      case .controlX: .controlX
      }
  }
}

extension ScreenSize {
  /// The size of the editor's terminal.
  init(of editor: borrowing LineEditor) {
    let size = editor.size
    self.init(rows: size.rows, columns: size.columns)
  }
}

extension EditedLine {
  /// The line of an editor after a key.
  init(of editor: borrowing LineEditor, after kind: LineEditing.EditKind) {
    let kind: FormModel.EditKind =
      switch kind {
      case .typed: .typed
      case .deleted: .deleted
      case .killed, .yanked, .moved, .other: .other
      }
    self.init(Text(editor.text), cursor: editor.cursor, kind: kind)
  }
}
