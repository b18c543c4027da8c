// Lets a person choose a form if the command line names none. This file contains the event loop;
// `FormPicker` contains the list.
//
// Invariants: nothing is written to standard output. Before a form opens and before the program
// ends, the list is removed from the screen and the terminal is restored.

import Drafts
import FormScreen
import FormText
import Glibc
import Keys
import LineEditing
import System

/// Lets a person choose a form.
package struct FormPicking: ~Copyable {
  private let editor: LineEditor
  private var picker: FormPicker
  private var painter: RegionPainter
  private let paths: [String]
  private let settings: FillSettings
  /// The deadline of `--timeout`, in milliseconds of the monotonic clock.
  private let deadline: Int?
  private var hasReadDrafts = false
  /// The bytes that were typed after the choice.
  private var typedAhead: [UInt8] = []

  /// Returns the error for an empty list of forms, with the remedies.
  package static func noForms() -> Failure {
    let folders = FormFinder.folders().joined(separator: ", ")
    return Failure(
      .cannotOpen,
      "no forms in \(folders); put forms there, or name other folders in LONGFORM_PATH; "
        + "longform ask 'Name*' 'Email:email' needs no form")
  }

  /// Whether a person can be asked: standard input and standard error are terminals.
  package static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Lets the person choose a form.
  ///
  /// - Parameter settings: gets the bytes that were typed after the choice, as `typedAhead`.
  /// - Returns: the form's name; nil if the person leaves.
  package static func form(with settings: inout FillSettings) throws(Failure) -> String? {
    let forms = FormFinder.all()
    if forms.isEmpty { throw noForms() }
    if settings.prefersSentences { return choose(among: forms) }
    let hasUTF8 = localeHasUTF8()
    var picking = try FormPicking(forms, settings: settings, hasUTF8: hasUTF8)
    let name = try picking.run()
    settings.typedAhead = picking.typedAhead
    return name
  }

  private init(
    _ forms: [(name: String, path: String)], settings: FillSettings, hasUTF8: Bool
  ) throws(Failure) {
    let palette = try settings.palette()
    do throws(LineEditingError) {
      editor = try LineEditor(LineEditor.Configuration(for: settings))
    } catch { throw Failure(error) }
    let size = editor.size
    picker = FormPicker(
      names: forms.map(\.name), size: ScreenSize(rows: size.rows, columns: size.columns),
      hasUTF8: hasUTF8)
    painter = RegionPainter(palette: palette, shiftsCells: editor.shiftsCharacters)
    paths = forms.map(\.path)
    self.settings = settings
    deadline = settings.timeout.map { Monotonic.milliseconds + $0 * 1_000 }
  }

  // MARK: - The loop

  private mutating func run() throws(Failure) -> String? {
    var milliseconds = 0
    while true {
      let input = editor.next(milliseconds: milliseconds, escapeMatters: true)
      milliseconds = 0
      switch input {
      case .key(let press):
        switch press.belongsToLine ? .edit : picker.press(press.key) {
        case .edit: edit(press)
        case .done: break
        case .open(let name):
          typedAhead = editor.takeTypedAhead()
          leaveTerminal()
          return name
        case .leave:
          leaveTerminal()
          return nil
        case .repaint: clearRegion()
        }
      case .paste(let paste):
        let line = String(
          paste.text.drop(while: \.isNewline).prefix { !$0.isNewline })
        if !editor.insert(line) { picker.say("The line has no room for the paste") }
        picker.edited(editor.text, cursor: editor.cursor)
      case .pending, .mouse, .cursor, .woken: break
      case .nothing:
        milliseconds =
          workWhileIdle() ? 0 : deadline.map { max($0 - Monotonic.milliseconds, 0) } ?? -1
        if let deadline, Monotonic.milliseconds >= deadline {
          leaveTerminal()
          throw settings.timeoutFailure
        }
      case .resized:
        readSize()
        painter.reflow(columns: picker.size.columns)
      case .continued:
        readSize()
        painter.forget()
      case .signal(SIGTSTP):
        clearRegion()
        editor.suspend()
      case .signal(SIGINT):
        leaveTerminal()
        return nil
      case .signal(let number): end(by: number)
      case .hungUp: end(by: SIGHUP)
      case .failed(let code):
        leaveTerminal()
        throw .system(.fault, "the terminal", errno: code)
      }
    }
  }

  private mutating func edit(_ press: KeyPress) {
    switch editor.perform(press) {
    case .nothing: break
    case .edited: picker.edited(editor.text, cursor: editor.cursor)
    case .refused(.emptyDelete): picker.say("Esc leaves, Enter opens the form")
    case .refused(.tooLong): picker.say("The line is full")
    case .refused(.unknownChord): picker.say("That key does nothing here")
    }
  }

  /// Paints the list, and reads the template of one more form.
  ///
  /// - Returns: whether more templates remain.
  private mutating func workWhileIdle() -> Bool {
    picker.scroll()
    if !editor.write(painter.paint(picker.frame())) { end(by: SIGHUP) }
    if !hasReadDrafts {
      hasReadDrafts = true
      for (index, progress) in FormPicking.progress(ofFormsAt: paths) {
        picker.noteProgress(progress, of: index)
      }
      return true
    }
    guard let index = picker.undescribed else { return false }
    picker.describe(index, FormFinder.overview(of: paths[index]))
    return true
  }

  private mutating func readSize() {
    let size = editor.size
    picker.size = ScreenSize(rows: size.rows, columns: size.columns)
  }

  // MARK: - Ending

  private mutating func clearRegion() {
    // If the shell has the terminal again, the shell may already have written to the terminal.
    if editor.hasTerminal { _ = editor.write(painter.clear()) } else { painter.forget() }
  }

  private mutating func leaveTerminal() {
    clearRegion()
    editor.close()
  }

  private mutating func end(by number: Int32) {
    leaveTerminal()
    signal(number, SIG_DFL)
    raise(number)
  }

  // MARK: - Drafts

  /// Returns the progress of each form that has an unfinished draft named `main`, with the index of
  /// the form.
  private static func progress(ofFormsAt paths: [String]) -> [(index: Int, progress: String)] {
    var found: [String: DraftSummary] = [:]
    for draft in (try? DraftStore.unfinished()) ?? [] {
      guard let identity = draft.identity, draft.state == .open, draft.trouble == nil,
        identity.name == "main"
      else { continue }
      // The list begins with the latest draft. A draft without an output file has priority, because
      // `longform fill` opens it.
      if found[identity.templatePath] == nil || identity.outputPath == nil {
        found[identity.templatePath] = draft
      }
    }
    if found.isEmpty { return [] }
    return paths.enumerated().compactMap { index, path in
      guard let real = Descriptor.realPath(of: path), let draft = found[real] else { return nil }
      let count = "\(grouped(draft.progress.filled)) of \(grouped(draft.progress.total))"
      if case .held = draft.occupation { return (index, "\(count), open elsewhere") }
      return (index, "\(count), \(Age.day(seconds: draft.age, now: Wall.seconds))")
    }
  }

  // MARK: - Without a screen

  /// Lets the person choose a form by its number or its name, without a screen.
  private static func choose(among forms: [(name: String, path: String)]) -> String? {
    var picker = FormPicker(
      names: forms.map(\.name), size: ScreenSize(rows: 24, columns: 80), hasUTF8: false)
    for (index, form) in forms.enumerated() {
      picker.describe(index, FormFinder.overview(of: form.path))
    }
    for (index, progress) in progress(ofFormsAt: forms.map(\.path)) {
      picker.noteProgress(progress, of: index)
    }
    StandardError.report(
      ["Forms:"] + picker.numberedLines + ["Type a number or a name; an empty line leaves."])
    while let line = readLine(), !line.isEmpty {
      if let name = picker.form(meantBy: line) { return name }
      StandardError.report([
        "No form \(line.quoted). Type a number from 1 to \(forms.count) or a name; "
          + "an empty line leaves."
      ])
    }
    return nil
  }
}

extension FormPicker {
  fileprivate mutating func describe(_ index: Int, _ overview: FormFinder.Overview) {
    describe(index, title: overview.title, summary: overview.summary, fault: overview.fault)
  }
}
