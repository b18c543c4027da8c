import FormFormats
import FormModel
import FormScreen
import FormText
import Keys
import LineEditing

let form = """
  { "longform": 1, "id": "tea", "title": "Tea", "sections": [ { "rows": [
    { "id": "guest", "label": "Your name", "required": true },
    { "id": "cups", "label": "Cups", "type": "integer", "min": 1, "default": 1 },
    { "id": "milk", "label": "With milk", "type": "boolean" } ] } ] }
  """
func fill(_ template: Template, with editor: borrowing LineEditor) -> [UInt8] {
  var session = FormSession(template)
  var painter = RegionPainter(palette: .init(usesColor: true), shiftsCells: editor.shiftsCharacters)
  var (screen, answers, isOpen) = (ScreenState(height: .automatic, hasUTF8: true), [UInt8](), true)
  let actions: [Key: Action] = [
    .enter: .entered, .up: .moved(.previous), .down: .moved(.next), .control("_"): .undone,
    .control("s"): .saveRequested(anyway: false),
  ]
  func apply(_ action: Action) {  // give the session the line first
    let line = EditedLine(Text(editor.text), cursor: editor.cursor, kind: .typed)
    for effect in session.applyToEnd(action, line: line) {
      switch effect {
      case .lineReplaced: editor.load(session.focusText.string, cursor: session.cursor)
      case .message(let message): screen.message = ScreenState.Message(message.sentence)
      case .saveOffered: apply(.saveRequested(anyway: false))
      case .save(_, problems: 0):
        var export = AnswerExport(.json, of: session.answers)
        while export.append(to: &answers, of: session.answers) {}
        isOpen = false
      case .save, .problemsListed, .workRemains, .candidatesNeeded: break
      }
    }
  }
  func paint() {
    let size = ScreenSize(rows: editor.size.rows, columns: editor.size.columns)
    let layout = ScreenLayout(
      size: size, height: .automatic, lineCount: session.answers.lineCountWithHeaders)
    apply(.resized(height: max(layout.viewportLines, 1), showsHeaders: layout.showsHeaders))
    let frame = Screen.frame(of: session, state: screen, size: size, layout: layout)
    isOpen = editor.write(painter.paint(frame))
  }
  editor.load(session.focusText.string, cursor: session.cursor)
  while isOpen {
    paint()
    switch editor.next() {
    case .key(let press):
      if let action = actions[press.key] { apply(action) } else { editor.perform(press) }
      screen.message = nil
    case .paste(let paste): apply(.pasted(Text(paste.text)))
    case .signal, .hungUp, .failed: isOpen = false  // ^C: the answers are discarded
    default: painter.reflow(columns: editor.size.columns)
    }
  }
  editor.write(painter.clear())
  return answers
}

let editor = try LineEditor()  // on /dev/tty: standard output is for the answers
let answers = fill(try TemplateReader.template(from: Array(form.utf8)), with: editor)
editor.close()  // The terminal is restored.
print(String(decoding: answers, as: UTF8.self), terminator: "")
