// Chooses the key line that belongs to the state of the screen.

import FormModel
import FormText

extension KeyLine {
  /// The part of an open panel that is in view.
  enum PanelView {
    case whole, cut
  }

  /// Chooses the key line for the state of the screen.
  ///
  /// - Parameters:
  ///   - lines: the number of lines that the panel has, including its title.
  ///   - width: the width of the screen.
  init(
    of session: borrowing FormSession, state: ScreenState, panel: Panel?, lines: Int, width: Int
  ) {
    let view = panel.map { $0.wantedLines(width: width) > lines ? PanelView.cut : .whole }
    // `??` would capture the session in a closure.
    let around = KeyLine.aroundForm(
      of: session, state: state, panel: state.panel == nil ? nil : view)
    if let around {
      self = around
    } else {
      self = KeyLine.ofFocus(in: session, state: state, panel: panel)
    }
  }

  /// Returns the keys of an open prompt or panel that replaces or covers the form; nil if there is
  /// none.
  private static func aroundForm(
    of session: FormSession, state: ScreenState, panel: PanelView?
  ) -> KeyLine? {
    switch state.keys.prefix {
    case .controlX: return .afterControlX(ItemKeys(atFocusOf: session))
    case .escape: return .afterEscape
    case nil: break
    }
    switch state.prompt {
    case .question(_, _, .save) where state.isPreviewing: return .preview(prints: false)
    case .question(_, _, .print) where state.isPreviewing: return .preview(prints: true)
    case .question(_, _, .save):
      guard let review = state.review else { return .save(hasChanges: false) }
      return review.chosen == nil ? .save(hasChanges: review.count > 0) : .saveOrChange
    case .question(_, _, .print):
      guard let review = state.review else { return .print(hasChanges: false) }
      return review.chosen == nil ? .print(hasChanges: review.count > 0) : .printOrChange
    case .question(_, _, .compare): return .compare
    case .question(_, _, .resume): return .resume
    case .question(_, _, let kind): return .question(leaves: kind == .first)
    case .command: return .palette
    case .file: return .file
    case .find: return .find
    case .waiting(_, let wait): return .waiting(wait)
    case .row: break
    }
    if session.workProgress != nil { return .work }
    if state.message?.outcome == .notAccepted { return .notAccepted(panel: panel) }
    if case .note = state.panel { return .note }
    if let review = state.review { return .review(isChosen: review.chosen != nil) }
    if state.panel != nil { return state.isRefused ? .refused : .panel }
    return state.keys.isInCommandMode ? .viCommand : nil
  }

  private static func ofFocus(
    in session: FormSession, state: ScreenState, panel: Panel?
  ) -> KeyLine {
    guard let focus = session.focus else { return .row }
    if case .candidates(let list) = panel {
      return ofList(list, of: focus, in: session, state: state)
    }
    let isCorrected = session.problems[focus]?.correction != nil && state.line.offer != nil
    if state.isRefused, !isCorrected { return .refused }
    if session.currentFilter != nil, let found = session.findProgress {
      return .filter(count: found.count, of: session.answers.rowCount)
    }
    return ofRow(focus, in: session, state: state)
  }

  /// Returns the keys of an open list of candidates.
  private static func ofList(
    _ list: CandidatePanel, of focus: FormRow.ID, in session: FormSession, state: ScreenState
  ) -> KeyLine {
    let ellipsis = state.symbols.ellipsis
    let takes = list.chosenLabel.map { KeyLine.cut($0, to: 28, ellipsis: ellipsis) }
    if session.isFocusChoices {
      guard session.candidateQuery.isBlank else { return .severalTyped(takes: takes) }
      return .severalList(hasTicks: session.removesLastEntry)
    }
    if session.isFocusInConflict, takes == nil { return .conflict }
    if session.answers.isStrict(focus) {
      return .strictList(takes: takes, hasMore: list.hasMore)
    }
    if let takes { return .chosenList(takes: takes) }
    let typed = session.focusText.string
    let keeps = typed.isEmpty ? "it empty" : KeyLine.cut(typed, to: 12, ellipsis: ellipsis).quoted
    let best = list.bestLabel.map { KeyLine.cut($0, ellipsis: ellipsis) }
    return .freeList(keeps: keeps, takes: state.line.offer == nil ? nil : best)
  }

  private static func ofRow(
    _ focus: FormRow.ID, in session: FormSession, state: ScreenState
  ) -> KeyLine {
    let type = session.answers.rowType(of: focus)
    if session.isAddLine(focus) {
      let noun = session.itemNoun(ofSection: focus.section)
      return session.template.sections[focus.section].hasEntry
        ? .entryLine(noun: noun) : .addLine(noun: noun)
    }
    if let correction = session.problems[focus]?.correction, state.line.offer != nil {
      return .correction(KeyLine.cut(correction, ellipsis: state.symbols.ellipsis))
    }
    if session.isFocusCalculated {
      return .calculated(from: session.focusSources(columns: KeyLine.columnsOfSources))
    }
    if session.isFocusReadOnly { return .readOnly }
    if type.toggles { return .boolean }
    if session.isFocusChoices { return .several(hasTicks: session.removesLastEntry) }
    if session.focusHoldsLines {
      if type.holdsEntries { return session.focusEnterGoesOn ? .emptyEntry : .entries }
      return session.focusEnterGoesOn ? .emptyParagraph : .paragraph
    }
    if state.line.isUntouched { return .untouched }
    let hasChoices = session.answers.isStrict(focus) || session.hasShortChoices(focus)
    if hasChoices, session.focusText.isEmpty { return .choice }
    if session.answers.tick(before: focus) != nil { return .ticked }
    if focus.item > 0 {
      return .item(noun: session.itemNoun(ofSection: focus.section, article: false))
    }
    return .row
  }
}
