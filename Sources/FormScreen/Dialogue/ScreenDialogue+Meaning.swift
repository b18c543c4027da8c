// The meaning of a key: its functions come from the table of keys, and the state of the screen decides
// between them.

import FormModel
import FormText
package import Keys

extension ScreenDialogue {
  /// The meaning of a key now. May look up candidates; changes nothing else.
  package mutating func meaning(of key: Key, mode: EditingMode) -> Meaning {
    let functions = KeyTable.functions(of: key)
    if let question {
      return meaning(of: functions.first { $0.layer == .question }?.function, answering: question)
    }
    switch state.prompt {
    case .find: return meaning(ofFinding: functions.first { $0.layer == .find }?.function)
    case .command(let text, _):
      if session.workProgress != nil, functions.contains(where: { $0.layer == .work }) {
        return .action(.workStopped)
      }
      return meaning(ofTyping: functions.first { $0.layer == .prompt }?.function, in: text)
    case .row, .question: break
    }
    for (layer, function) in functions {
      let meaning: Meaning? =
        switch layer {
        case .question, .find, .prompt, .text: nil
        case .work: session.workProgress == nil ? nil : .action(.workStopped)
        case .panel: state.panel.flatMap { scrolled($0, function) }
        case .list: listMeaning(of: function, mode: mode)
        case .lines: lineMeaning(of: function, mode: mode)
        case .vi: mode == .viCommand ? viMeaning(of: function) : nil
        case .row: rowMeaning(of: function, mode: mode)
        }
      if let meaning { return meaning }
    }
    if line.holdsFocus { return .edit }
    // Keys that only move have nothing to move in.
    return .ignored(whyNotEditable)
  }

  /// Whether an Esc alone is a key now: something is open that it closes, or no key is the editor's.
  package var escapeMatters: Bool {
    question != nil || !line.holdsFocus || isAnythingOpen
  }

  /// Whether Escape has something to close.
  private var isAnythingOpen: Bool {
    if state.prompt != .row || state.panel != nil || state.candidates != nil { return true }
    return session.workProgress != nil || session.currentFilter != nil
  }

  // MARK: - Rows

  private func rowMeaning(of function: KeyFunction, mode: EditingMode) -> Meaning? {
    switch function {
    case .enter: return takesLineBreak(mode) ? .edit : .action(.entered)
    case .lineBreak:
      if takesLineBreak(mode) { return .edit }
      return .ignored(line.holdsFocus ? whyNoLineBreak : whyNotEditable)
    case .close:
      // vi goes to command mode by itself.
      if !isAnythingOpen, mode.usesViKeys, line.holdsFocus { return .edit }
      return .closed
    case .commands: return .promptOpened
    // A secret may begin with a colon, and the command prompt would show the rest of it.
    case .colon:
      return session.focusText.isEmpty && line.holdsFocus && !session.isFocusSecret
        ? .promptOpened : nil
    case .space: return session.isFocusBoolean ? .action(.toggled) : nil
    // In a row with text ^Y yanks the killed text, as everywhere.
    case .yank:
      return session.pasteRest.isEmpty || !session.focusText.isBlank ? nil : .action(.pastedRest)
    case .repaint: return .repainted
    case .signal: return .ignored()
    case .run(.save, _): return .asked(.save(nil))
    case .run(let name, let argument): return .command(TypedCommand(name: name, argument: argument))
    default: return nil
    }
  }

  private func viMeaning(of function: KeyFunction) -> Meaning? {
    switch function {
    // Someone who takes command mode for insert mode would type the secret where it is shown.
    case .commands where session.isFocusSecret, .run(.find, _) where session.isFocusSecret:
      return .ignored("This row is secret: i types into it, ^O opens the commands")
    case .commands: return .promptOpened
    case .findAgain(let forward): return .action(.foundAgain(forward: forward))
    case .run(let name, let argument): return .command(TypedCommand(name: name, argument: argument))
    default: return nil
    }
  }

  /// Whether Enter types a line break. In vi's command mode nothing types.
  private func takesLineBreak(_ mode: EditingMode) -> Bool {
    session.focusTakesLineBreaks && line.holdsFocus && mode != .viCommand
  }

  private var whyNoLineBreak: String? {
    session.focusedRow.map { row in
      let label = session.answers.fullLabel(of: row.id)
      return session.isFocusReadOnly
        ? "\(label) is read only"
        : "\(label) holds one line; Enter goes to the next row"
    }
  }

  var whyNotEditable: String {
    session.focusText.isTooLongToEdit
      ? "This text is too long to edit here, ^X^E opens your editor"
      : "This text has line breaks or control characters, ^X^E opens your editor"
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
    // Where Enter makes a line, Tab does what Enter does elsewhere: behind the last row it offers
    // to save.
    case .toOtherRow:
      return session.focusTakesLineBreaks && mode != .viCommand ? .action(.entered) : nil
    default: return nil
    }
  }

  // MARK: - Panels

  /// PgUp and PgDn page through a panel that is longer than its place.
  private func scrolled(_ panel: ScreenState.Panel, _ function: KeyFunction) -> Meaning? {
    guard case .page(let pages) = function else { return nil }
    let count =
      switch panel {
      case .lines(let lines): lines.count
      case .problems: session.listedProblems.count + 1
      }
    let step = pages * max(session.panelHeight - 1, 1)
    let last = max(count - session.panelHeight, 0)
    return .panelScrolled(to: min(max(state.scrolling.panel + step, 0), last))
  }

  // MARK: - Candidates

  /// Whether candidates are offered where keys go now.
  func offersCandidates(_ mode: EditingMode) -> Bool {
    line.mayOfferCandidates && state.prompt == .row && state.panel == nil && line.holdsFocus
      && mode != .viCommand && session.candidateState != .none
  }

  /// The meaning of a key for the candidates; nil without one.
  private mutating func listMeaning(of function: KeyFunction, mode: EditingMode) -> Meaning? {
    // What was likely meant by a near miss is the one candidate of a row that has no others.
    guard offersCandidates(mode) else { return function == .tab ? correction : nil }
    var list = state.candidates?.row == session.focus ? state.candidates : nil
    switch function {
    case .tab: return tabMeaning(list)
    case .enter: return enterMeaning(list)
    case .space: return spaceMeaning(list)
    case .candidate(let step):
      return list?.move(by: step, in: &session) == true ? .listChanged(list) : nil
    case .page(let pages):
      return list?.page(by: pages, lines: session.panelHeight, in: &session) == true
        ? .listChanged(list) : nil
    case .close: return list == nil ? nil : .listChanged(nil)
    default: return nil
    }
  }

  var isMissing: Bool {
    if case .missing = session.candidateState { true } else { false }
  }

  /// Tab takes the highlighted candidate or the best, and stays; with nothing to take it opens the
  /// list once, and then goes on.
  private mutating func tabMeaning(_ list: CandidatePanel?) -> Meaning? {
    let isBlank = session.candidateQuery.isBlank
    // In a row of several lines Tab leaves, unless something is typed to find an entry.
    if isBlank, session.isFocusChoices { return nil }
    if !isBlank, isMissing { return .candidatesNeeded }
    if var list {
      guard let offer = list.offer(best: true, in: &session) else { return correction }
      return .taken(offer, goesOn: false)
    }
    guard let focus = session.focus, !session.answers.isPicked(focus) else { return nil }
    if !isBlank, session.meansCandidate() { return nil }
    var opened = CandidatePanel(of: session)
    opened?.lookUp(in: &session)
    if !isBlank, opened?.offer(best: true, in: &session) == nil { return correction }
    return .listChanged(opened)
  }

  /// The likely meaning of a text that is none of the choices.
  private var correction: Meaning? {
    guard let focus = session.focus, let correction = session.problems[focus]?.correction else {
      return nil
    }
    return .action(.answered(focus, Text(correction)))
  }

  /// Enter takes the highlighted candidate and goes on; in a row of several it stays.
  private mutating func enterMeaning(_ list: CandidatePanel?) -> Meaning? {
    guard var list else { return nil }
    if isMissing, session.focus.map(session.answers.isStrict) == true { return .candidatesNeeded }
    return list.offer(best: false, in: &session).map { .taken($0, goesOn: !session.isFocusChoices) }
  }

  /// Space takes the candidate that a key highlighted; in an empty row it opens the list.
  private mutating func spaceMeaning(_ list: CandidatePanel?) -> Meaning? {
    let isEmpty = session.candidateQuery.isEmpty
    guard var list else {
      guard isEmpty, session.isFocusChoices || session.focus.map(session.answers.isPicked) == false
      else { return nil }
      return .listChanged(CandidatePanel(of: session, isAskedFor: true))
    }
    if list.isChosen, let offer = list.offer(best: false, in: &session) {
      return .taken(offer, goesOn: false)
    }
    return isEmpty && list.move(by: 1, in: &session) ? .listChanged(list) : nil
  }

  // MARK: - Prompts

  private func meaning(ofFinding function: KeyFunction?) -> Meaning {
    guard let find = session.currentFind else { return .edit }
    switch function {
    case .stop where session.findProgress?.isComplete == false: return .action(.workStopped)
    case .close, .stop: return .findEnded(.findStopped)
    case .enter: return .findEnded(.findEnded)
    case .keepMatches: return .findEnded(.filtered)
    case .match(let step): return .action(.matchChosen(by: step))
    case .page(let pages): return .action(.matchChosen(by: pages * session.viewportHeight))
    case .scope(let step):
      let scopes = FindScope.all(in: session.template)
      let place = scopes.firstIndex(of: find.scope) ?? 0
      return .scopeChosen(scopes[(place + step + scopes.count) % scopes.count])
    case .repaint: return .repainted
    default: return .edit
    }
  }

  private func meaning(ofTyping function: KeyFunction?, in text: Text) -> Meaning {
    switch function {
    case .close: .promptClosed(typing: "")
    case .colon: text.isEmpty ? .promptClosed(typing: "::") : .edit
    case .complete: .completed(text.string)
    case .enter: .promptEnded(text.string)
    case .repaint: .repainted
    default: .edit
    }
  }

  // MARK: - Questions

  private func meaning(of function: KeyFunction?, answering question: Question) -> Meaning {
    // Keys that were typed before the question was painted never answer it.
    let isEarly = !questionIsPainted
    switch question {
    case .finish, .quit:
      switch function {
      case .enter: return .ignored()
      case .yes: return isEarly ? .ignored() : .answered(question, yes: true)
      case .no: return isEarly ? .ignored() : .answered(question, yes: false)
      case .close: return .questionClosed(question, goesOn: false)
      default: return .questionClosed(question, goesOn: true)
      }
    case .save:
      switch function {
      case .yes, .run(.save, _): return .answered(question, yes: true)
      case .close: return .questionClosed(question, goesOn: false)
      default: return .questionClosed(question, goesOn: true)
      }
    case .leave: return .questionClosed(question, goesOn: function != .close)
    case .goOn, .takeOver, .takeText:
      switch function {
      case .yes where !isEarly: return .answered(question, yes: true)
      case .no where !isEarly: return .answered(question, yes: false)
      case .enter where !isEarly && question.isAnsweredByEnter:
        return .answered(question, yes: true)
      case .close where !isEarly:
        return question == .takeOver ? .answered(question, yes: false) : .interrupted
      default: return .ignored()
      }
    }
  }
}
