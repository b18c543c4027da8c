// The meanings of keys while a panel is open. If a note between two rows is longer than its lines
// in the viewport, ↑ and ↓ show the whole note in a panel before they go to the next row.

import FormModel
import FormText
import Keys

extension ScreenDialogue {
  /// Shows that the command did not accept the answers, with the command's whole output.
  package mutating func showNotAccepted(_ sentence: String, lines: [String]) {
    showMessage(sentence, style: .problem)
    state.message?.outcome = .notAccepted
    let isCut = CellReader.columns(of: sentence) > 2 * view.size.usableColumns
    if lines.count > 1 || isCut { open(.lines(lines, title: "Not accepted")) }
    if isCut, let end = sentence.firstPlace(of: ": ") {
      // The panel shows the rest of the sentence.
      state.message?.sentence = String(sentence[..<end.lowerBound])
    }
  }

  /// Handles `:show`: lists the rows of a section, or of the form, in a panel.
  mutating func showRows(ofSection section: Int?) {
    let places = FormSpeech.places(ofSection: section, in: session)
    let shown = places.prefix(1_000)
    var speech = FormSpeech()
    let rest = places.count - shown.count
    open(
      .lines(
        speech.rows(shown, ofSection: section, in: session)
          + (rest > 0 ? ["\(counted(rest, "more row")); :plain shows all"] : []),
        title: section.flatMap { session.answers.title(ofSection: $0) } ?? session.template.title))
  }

  /// Returns the meaning of keys that scroll or close a panel.
  func panelMeaning(
    of function: KeyFunction, _ key: Key?, _ panel: ScreenState.Panel
  ) -> Meaning? {
    switch (panel, key) {
    // While the list of problems is open, the row can be edited, so letters and spaces are typed.
    case (.problems, .character), (.note, .character("q")): return nil
    case (.review(let review), _): return reviewMeaning(of: function, key, review)
    default: break
    }
    return switch function {
    // While the list of problems is open, the row can be edited, so Home and End move the cursor.
    case .edge where panel == .problems: nil
    case .edge(let isLast): scrolledPanel(by: isLast ? 1_000_000 : -1_000_000)
    case .page(let pages): scrolledPanel(by: pages * max(view.share.panel - 1, 1))
    case .line(let lines):
      if case .note(let note) = panel {
        noteMeaning(of: note, by: lines)
      } else {
        scrolledPanel(by: lines)
      }
    case .close: .closed
    default: nil
    }
  }

  /// Returns the meaning of keys that choose a change or go to its row.
  func reviewMeaning(of function: KeyFunction, _ key: Key?, _ review: ReviewPanel) -> Meaning? {
    var moved = review
    switch function {
    case .line(let lines): moved.move(by: lines)
    case .page(let pages): moved.page(by: pages)
    case .edge(let isLast): moved.move(by: isLast ? .max / 2 : -.max / 2)
    case .close where key == .enter: return review.difference.map { .changeShown($0) } ?? .closed
    case .close: return .closed
    default: return nil
    }
    return .changeChosen(moved)
  }

  /// Replaces the panel of changes by one in which another change is chosen.
  mutating func choose(_ review: ReviewPanel) -> [Request] {
    state.panel = .review(review)
    return []
  }

  /// Shows the text that a save would write. If the panel of changes is open, it is shown again when
  /// the preview is closed.
  package mutating func open(_ preview: PreviewText) {
    open(.preview(preview, over: state.review))
  }

  /// Closes the preview, and shows the panel of changes again if the preview replaced it.
  mutating func closePreview() -> [Request] {
    guard case .preview(_, let review) = state.panel else { return [] }
    state.panel = review.map { .review($0) }
    // The search for changes may have been interrupted.
    workRemains = review?.changes.isComplete == false || workRemains
    return []
  }

  /// Shows the changes that a save would write, if the form was opened with a document. Returns
  /// whether the search for changes must be continued.
  mutating func review(before destination: String?) -> Bool {
    guard session.hasDocument else { return false }
    let review = ReviewPanel(of: session, destination: destination)
    if review.changes.isComplete, review.count == 0 {
      showMessage("Nothing has changed since the form was opened")
    } else {
      open(.review(review))
    }
    return !review.changes.isComplete
  }

  /// Continues the search for changes; returns whether the search was still incomplete before this
  /// call.
  mutating func advanceReview() -> Bool {
    guard state.review?.changes.isComplete == false else { return false }
    state.review?.changes.advance(in: session.answers)
    return true
  }

  /// Opens the panel of changes since the form was opened, or reports that there are none. In a
  /// form without a document, names the empty rows instead. Returns whether the search for changes
  /// must be continued.
  mutating func openReview() -> Bool {
    guard session.hasDocument else {
      showMessage(session.emptySentence(columns: view.size.usableColumns) ?? "Nothing is empty")
      return false
    }
    return review(before: nil)
  }

  /// Closes the question and the panel of changes, and moves the focus to the row of a change.
  mutating func show(_ difference: Difference) -> [Request] {
    guard let row = session.row(of: difference) else {
      showMessage("Other answers hide that row")
      return []
    }
    closeQuestion()
    state.panel = nil
    return apply(.moved(.to(row)))
  }

  /// Returns the meaning of a character while a panel of sentences is open: the panel closes, and
  /// the character is typed. Space scrolls the panel instead, and `q` only closes it, except beside
  /// a note, which opens without a command.
  func panelMeaning(ofTyping scalar: Unicode.Scalar, mode: EditingMode) -> Meaning? {
    switch state.panel {
    case .lines, .review, .preview:
      " q".unicodeScalars.contains(scalar) || mode == .viCommand ? nil : .closedFirst
    case .note: scalar == " " || mode == .viCommand ? nil : .closedFirst
    case .problems, nil: nil
    }
  }

  /// Returns the meaning of scrolling the panel by a number of lines.
  func scrolledPanel(by step: Int) -> Meaning? {
    let shown = max(view.share.panel - 1, 1)
    let count =
      Panel(of: session, state: state, width: view.size.usableColumns)?
      .wantedLines(width: view.size.usableColumns) ?? 0
    let last = max(count - 1 - shown, 0)
    return .panelScrolled(to: min(max(state.scrolling.panel + step, 0), last))
  }

  /// Returns the meaning of ↑ or ↓ in a note's panel. The key scrolls the note by a line. At the
  /// end of the note, the key shows the next note that does not fit; if there is none, the key goes
  /// to the next row.
  private func noteMeaning(of note: FormRow.ID, by step: Int) -> Meaning? {
    let scrolled = scrolledPanel(by: step)
    if scrolled != .panelScrolled(to: state.scrolling.panel) { return scrolled }
    let side = cutNotes(by: 1).contains(note) ? 1 : -1
    let notes = cutNotes(by: side)
    guard let place = notes.firstIndex(of: note) else { return .closed }
    let next = place + step * side
    if notes.indices.contains(next) { return .noteShown(notes[next]) }
    return next < 0 ? .closed : .noteLeft(by: step)
  }

  /// Returns the notes that lie between the focus and the next or previous row, and that do not
  /// fit.
  private func cutNotes(by step: Int) -> [FormRow.ID] {
    guard var line = session.focus.flatMap(session.viewLine(of:)) else { return [] }
    let room = NoteText(size: view.size)
    var notes: [FormRow.ID] = []
    line = line + step
    while let found = session.viewLine(at: line), !found.isRow {
      line = line + step
      guard case .note(let id, line: 0) = found else { continue }
      if room.cuts(id, in: session, symbols: state.symbols) { notes.append(id) }
    }
    return notes
  }

  /// Returns the meaning of a key that runs a command. ↑ and ↓ first show a note that does not fit.
  func runMeaning(_ name: CommandName, _ argument: String) -> Meaning {
    let step = name == .next ? 1 : name == .previous ? -1 : 0
    if step != 0, let note = cutNotes(by: step).first { return .noteShown(note) }
    return .command(TypedCommand(name: name, argument: argument))
  }

  /// Returns the frame with another message. The caller can paint this frame during an operation
  /// that uses this dialogue.
  package func frame(saying sentence: String) -> Frame {
    var state = state
    state.message = ScreenState.Message(state.symbols.sentence(sentence))
    return Screen.frame(of: session, state: state, size: view.size, layout: view.layout)
  }
}
