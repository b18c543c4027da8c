// Determines the meaning of a key. The table of keys lists the functions of the key, and the state
// of the screen selects one of them.

import FormModel
import FormText
package import Keys

extension ScreenDialogue {
  /// Returns the current meaning of a key. May look up candidates, but changes nothing that is
  /// visible.
  package mutating func meaning(of key: Key, mode: EditingMode) -> Meaning {
    let functions = KeyTable.functions(of: key)
    let restOfWord = line.restOfWord
    line.restOfWord = ""
    if let question {
      return meaning(
        of: functions.first { $0.layer == .question }?.function, answering: question)
    }
    switch state.prompt {
    case .find: return meaning(ofFinding: functions.first { $0.layer == .find }?.function)
    case .command(let text, _):
      if session.workProgress != nil, state.palette?.below == .row,
        functions.contains(where: { $0.layer == .work })
      {
        return .action(.workStopped)
      }
      return meaning(ofTyping: functions.first { $0.layer == .prompt }?.function, in: text)
    case .file(let text, _, let isProposed):
      let function = functions.first { $0.layer == .prompt }?.function
      return meaning(of: function, namingFile: text, isProposed: isProposed)
    case .waiting(_, let work):
      return .ignored(work.refusal(stops: functions.contains { $0.layer == .work }))
    case .row, .question: break
    }
    if session.isLookingThrough { return meaning(whileLooking: functions) }
    if case .character(let scalar) = key, let meaning = panelMeaning(ofTyping: scalar, mode: mode) {
      return meaning
    }
    for (layer, function) in functions {
      let meaning: Meaning? =
        switch layer {
        case .question, .find, .prompt, .text: nil
        case .work: session.workProgress == nil ? nil : .action(.workStopped)
        case .panel: state.panel.flatMap { panelMeaning(of: function, key, $0) }
        case .list: listMeaning(of: function, mode: mode)
        case .toggle:
          session.isFocusBoolean && mode != .viCommand ? toggleMeaning(of: function) : nil
        case .lines: lineMeaning(of: function, mode: mode)
        case .vi: mode == .viCommand ? viMeaning(of: function) : nil
        case .row: rowMeaning(of: function, mode: mode)
        }
      if let meaning { return meaning }
    }
    if case .character(let scalar) = key {
      if session.isFocusBoolean, mode != .viCommand {
        return letterMeaning(scalar, after: restOfWord)
      }
      if session.isFocusAddLine, mode == .viCommand { return .edit }
    }
    if line.holdsFocus { return .edit }
    // The line does not hold the row's text, so keys that move the cursor have no effect.
    return .ignored(whyNotEditable)
  }

  /// Returns the meaning of a key during work on the whole form. Most keys are dropped, because the
  /// row that they would change is not visible.
  private func meaning(
    whileLooking functions: [(layer: KeyLayer, function: KeyFunction)]
  ) -> Meaning {
    if functions.contains(where: { $0.layer == .work }) { return .action(.workStopped) }
    if functions.contains(where: { $0.function == .repaint }) { return .repainted }
    return .ignored("Keys are dropped meanwhile")
  }

  /// The meaning of ^C (Ctrl-C). ^C stops work, or closes a prompt, a panel or the question whether
  /// to save. Nil if ^C leaves the form.
  package var meaningOfInterrupt: Meaning? {
    switch question {
    case .save: return .questionClosed
    case .leave, .quit, .resume, .takeOver, .takeText, .compare: return nil
    case nil: break
    }
    switch state.prompt {
    case .find: return .findEnded(.findStopped)
    case .command: return .promptClosed(typing: "")
    case .file: return .questionClosed
    case .waiting: return .waitStopped
    case .row, .question: break
    }
    if session.workProgress != nil { return .action(.workStopped) }
    // After the command of `--deliver` has refused the answers, ^C leaves the form, as the key line
    // says.
    if state.message?.outcome == .notAccepted { return nil }
    return state.panel == nil ? nil : .closed
  }

  /// Reports that a key has no meaning, even for the line editor.
  package mutating func refuseUnknown(_ key: Key) { showMessage("\(key.name) does nothing here") }

  /// Whether Esc alone is a key now: something is open that Esc closes, or the row's text cannot be
  /// edited. If false, Esc is a prefix: Esc and x together mean Alt-x.
  package var escapeMatters: Bool {
    question != nil || !line.holdsFocus || isAnythingOpen
  }

  /// Whether something is open that Esc closes.
  private var isAnythingOpen: Bool {
    if state.prompt != .row || state.panel != nil || state.candidates != nil { return true }
    return session.workProgress != nil || session.currentFilter != nil
  }

  // MARK: - Rows

  private mutating func rowMeaning(of function: KeyFunction, mode: EditingMode) -> Meaning? {
    switch function {
    case .tab where isReading, .backTab where isReading, .run(.undo, _) where isReading:
      return .ignored()
    case .enter:
      guard takesLineBreak(mode) else { return .action(.entered) }
      return session.focusEnterGoesOn ? .action(.textEnded) : .edit
    case .tab: return .action(.entered)
    case .backTab: return .action(.moved(.previousStop))
    case .offer: return offerMeaning()
    case .lineBreak:
      if takesLineBreak(mode) { return .edit }
      return .ignored(line.holdsFocus ? whyNoLineBreak : whyNotEditable)
    case .close:
      // The line editor itself switches to vi's command mode.
      if !isAnythingOpen, mode.usesViKeys, line.holdsFocus { return .edit }
      return isAnythingOpen ? .closed : .ignored("Nothing is open   ^C leaves")
    case .commands: return .promptOpened(isColon: false)
    // In a secret row, a colon is typed into the row. If it opened the command prompt, the prompt
    // would show the rest of a secret that begins with a colon.
    case .colon:
      return session.focusText.isEmpty && line.holdsFocus && !session.isFocusSecret
        ? .promptOpened(isColon: true) : nil
    case .space:
      guard session.isFocusAddLine, session.focusText.isEmpty, mode != .viCommand,
        let focus = session.focus, !session.template.sections[focus.section].hasEntry
      else { return nil }
      return .action(.itemAdded(section: focus.section, parent: focus.listOfAddLine.parent))
    case .backspace:
      guard mode != .viCommand else { return nil }
      if line.isUntouched { return .action(.cleared) }
      return session.cursor == 0 && session.unmakesItem ? .action(.itemUnmade) : nil
    // In a row with text, ^Y inserts the text that was cut, as usual, unless the message names it.
    case .yank:
      guard !session.pasteRest.isEmpty else { return nil }
      let pastesElsewhere = state.message?.namesPaste == true && session.nextFreePlace != nil
      return session.focusText.isBlank || pastesElsewhere ? .action(.pastedRest) : nil
    case .repaint: return .repainted
    case .signal: return .ignored()
    case .run(.save, _): return state.panel == nil ? .action(.saveProposed) : .closedFirst
    case .run(let name, let argument): return runMeaning(name, argument)
    default: return nil
    }
  }

  /// Whether a panel of text covers the form. Keys that change the form then have no effect.
  private var isReading: Bool {
    switch state.panel {
    case .lines, .note, .review, .preview: true
    case .problems, nil: false
    }
  }

  /// Returns the meaning of → at the end of the text. The key takes the chosen candidate; if none
  /// is chosen, it takes the dim text after the cursor.
  private mutating func offerMeaning() -> Meaning? {
    guard session.cursor == session.focusText.scalarCount else { return nil }
    state.candidates?.lookUp(in: &session)
    if var list = state.candidates, list.row == session.focus, !session.isFocusChoices,
      let chosen = list.offer(best: false, in: &session)
    {
      return .offerTaken(.candidate(chosen))
    }
    return session.offer(state.candidates).map { .offerTaken($0) }
  }

  private func viMeaning(of function: KeyFunction) -> Meaning? {
    switch function {
    // Refused in a secret row: in insert mode these keys type letters, so a person who mistakes
    // command mode for insert mode would type the secret into a visible prompt.
    case .commands where session.isFocusSecret, .run(.find, _) where session.isFocusSecret:
      return .ignored("This row is secret   i to type into it   ^O for the commands")
    case .commands: return .promptOpened(isColon: false)
    case .enter: return .action(.entered)
    case .findAgain(let forward): return .action(.foundAgain(forward: forward))
    case .insert(let below): return insertMeaning(below: below)
    case .run(let name, let argument): return runMeaning(name, argument)
    default: return nil
    }
  }

  /// Returns the meaning of a key that begins vi's insert mode. On an add line (the line that adds
  /// an item at the end of a list), the key adds an item. With `below`, it moves the focus from a
  /// row of an item to the add line.
  private func insertMeaning(below: Bool) -> Meaning? {
    guard let focus = session.focus, line.holdsFocus else { return nil }
    if session.isFocusAddLine {
      return session.isFocusEntry
        ? nil : .inserted(.itemAdded(section: focus.section, parent: focus.listOfAddLine.parent))
    }
    guard below, focus.item > 0, !session.focusHoldsLines,
      let addLine = session.addLine(around: focus)
    else { return nil }
    return .inserted(.moved(.to(addLine)))
  }

  /// Returns whether Enter types a line break. In vi's command mode, no key types text.
  private func takesLineBreak(_ mode: EditingMode) -> Bool {
    session.focusTakesLineBreaks && line.holdsFocus && mode != .viCommand
  }

  private var whyNoLineBreak: String? {
    session.focusedRow.map { row in
      let label = session.answers.fullLabel(of: row.id)
      return session.isFocusReadOnly
        ? "\(label) is \(session.isFocusCalculated ? "calculated" : "read only")"
        : "\(label) holds one line; Enter goes to the next row"
    }
  }

  var whyNotEditable: String {
    session.focusText.isTooLongToEdit
      ? "This text is too long to edit here, ^X^E opens your editor"
      : "This text has line breaks or control characters, ^X^E opens your editor"
  }

  // MARK: - Yes-or-no rows

  private mutating func toggleMeaning(of function: KeyFunction) -> Meaning? {
    guard let focus = session.focus, !session.isFocusReadOnly else { return nil }
    switch function {
    case .answer(let isYes, let rest):
      line.restOfWord = rest
      return .action(.answered(focus, isYes ? "yes" : "no"))
    case .change: return .action(.toggled)
    case .backspace: return .action(.cleared)
    default: return nil
    }
  }

  /// Returns the meaning of a letter in a yes-or-no row. The rest of a typed word, such as `es`
  /// after `y`, has no effect; any other letter is refused.
  private mutating func letterMeaning(_ scalar: Unicode.Scalar, after rest: String) -> Meaning {
    guard rest.unicodeScalars.first == scalar else { return .ignored("y or n") }
    line.restOfWord = String(rest.dropFirst())
    return .ignored()
  }

  // MARK: - Lines of a text

  private mutating func lineMeaning(of function: KeyFunction, mode: EditingMode) -> Meaning? {
    switch function {
    case .line(let step):
      guard line.holdsFocus,
        let moved = Screen.cursor(
          movedBy: step, goal: goalColumn, in: session, state: state, size: view.size,
          layout: view.layout)
      else { return nil }
      return .cursorMoved(moved.cursor, goal: moved.goal)
    case .viLine(let step):
      return mode == .viCommand ? lineMeaning(of: .line(by: step), mode: mode) : nil
    default: return nil
    }
  }

  // MARK: - Candidates

  /// Returns whether the current prompt offers candidates.
  func offersCandidates(_ mode: EditingMode) -> Bool {
    line.mayOfferCandidates && state.prompt == .row && state.panel == nil && line.holdsFocus
      && mode != .viCommand && session.candidateState != .none
  }

  /// Returns the meaning of a key for the list of candidates; nil if the key has none.
  private mutating func listMeaning(of function: KeyFunction, mode: EditingMode) -> Meaning? {
    guard offersCandidates(mode) else { return nil }
    var list = state.candidates?.row == session.focus ? state.candidates : nil
    switch function {
    case .enter: return enterMeaning(list)
    case .tab: return session.isFocusChoices ? nil : enterMeaning(list)
    case .space: return spaceMeaning(list)
    case .backspace:
      guard session.removesLastEntry, let text = session.withoutLastEntry else { return nil }
      return session.focus.map { .action(.answered($0, text)) }
    case .candidate(let step):
      return list?.move(by: step, in: &session) == true ? .listChanged(list) : nil
    case .page(let pages):
      return list?.page(by: pages, lines: max(view.share.panel - 1, 1), in: &session) == true
        ? .listChanged(list) : nil
    case .close: return list == nil ? nil : .listChanged(nil)
    default: return nil
    }
  }

  /// Whether the candidates of the focused row must still be read or filtered.
  var isMissing: Bool {
    switch session.candidateState {
    case .missing, .filtering: true
    case .none, .unavailable, .found: false
    }
  }

  /// Returns the meaning of Enter for the list of candidates: Enter takes the chosen candidate and
  /// moves to the next row. In a row of several choices with typed text, the focus stays in the
  /// row.
  private mutating func enterMeaning(_ list: CandidatePanel?) -> Meaning? {
    guard var list else { return nil }
    if isMissing, session.focus.map(session.answers.isStrict) == true { return .candidatesNeeded }
    let isSeveral = session.isFocusChoices
    if isSeveral, session.candidateQuery.isBlank { return .action(.entered) }
    return list.offer(best: isSeveral, in: &session).map { .taken($0, movesOn: !isSeveral) }
  }

  /// Returns the meaning of Space for the list of candidates. Space opens the list in an empty row
  /// or an untouched choice. In a row of several choices without typed text, Space ticks the chosen
  /// candidate.
  private mutating func spaceMeaning(_ list: CandidatePanel?) -> Meaning? {
    let isEmpty = session.candidateQuery.isEmpty
    guard var list else {
      guard isEmpty, session.isFocusChoices || session.focusText.isEmpty || line.isUntouched else {
        return nil
      }
      var opened = CandidatePanel(of: session, isAskedFor: true)
      opened?.lookUp(in: &session)
      return .listChanged(opened)
    }
    guard isEmpty, session.isFocusChoices else { return nil }
    if let offer = list.offer(best: false, in: &session) { return .taken(offer, movesOn: false) }
    return list.move(by: 1, in: &session) ? .listChanged(list) : nil
  }

  // MARK: - Prompts

  private func meaning(ofFinding function: KeyFunction?) -> Meaning {
    guard let find = session.currentFind, case .find(let text, let cursor) = state.prompt else {
      return .edit
    }
    switch function {
    case .close where session.findProgress?.isComplete == false: return .action(.workStopped)
    case .close: return .findEnded(.findStopped)
    case .enter: return .findEnded(.findEnded)
    case .keepMatches: return .findEnded(.filtered)
    case .match(let step): return .action(.matchChosen(by: step))
    case .page(let pages):
      let lines = session.foundLines(max(view.layout.viewportLines - view.share.lines, 1))
      let rows = lines.count { if case .row = $0 { true } else { false } }
      let place = session.focus.flatMap(session.viewPlace(of:)) ?? 0
      let target = min(max(place + pages * max(rows, 1), 0), max(session.viewCount - 1, 0))
      return .action(.matchChosen(by: target - place))
    case .scope(let step):
      let scopes = FindScope.all(in: session.template)
      let place = scopes.firstIndex(of: find.scope) ?? 0
      return .scopeChosen(scopes[(place + step + scopes.count) % scopes.count])
    case .offer where text.isEmpty && !session.lastFind.text.isBlank:
      return .offerTaken(.prompt(session.lastFind.text))
    case .offer: return cursor < text.scalarCount ? .edit : .ignored()
    case .olderSearch: return olderSearch(than: text)
    case .run(.undo, _): return .promptUndone
    case .commands: return .promptOpened(isColon: false)
    case .run: return .closedFirst
    case .repaint: return .repainted
    default: return .edit
    }
  }

  private func meaning(ofTyping function: KeyFunction?, in text: Text) -> Meaning {
    switch function {
    case .close: return .promptClosed(typing: "")
    case .colon where text.isEmpty && state.palette?.isColon == true:
      return .promptClosed(typing: ":")
    case .backspace where text.isEmpty: return .promptClosed(typing: "")
    case .complete: return .completed
    case .offer:
      if case .command(_, let cursor) = state.prompt, cursor < text.scalarCount { return .edit }
      return .completed
    case .candidate(let step): return .paletteMoved(by: step)
    case .page(let pages): return .paletteMoved(by: pages * max(view.share.panel - 1, 1))
    case .enter: return .promptEnded
    case .run(.undo, _): return .promptUndone
    case .run: return .closedFirst
    case .repaint: return .repainted
    default: return .edit
    }
  }
}
