// The candidates of a form at a terminal: read between keys, offered in a panel, picked.
//
// Invariants: while keys wait nothing is looked up, but by the key that takes what is looked up; a
// key that finds nothing to do here does what it always does. What a key takes does not depend on
// how fast it came: where the file is not read yet, Tab and Enter wait for it.

import FormModel
import FormScreen
import FormText
import Keys
import LineEditing

/// A file of candidates that is being read.
struct CandidateReading {
  /// As the template names it.
  var name: String
  var file: CandidateFile
}

extension ScreenFrontEnd {
  // MARK: - Reading

  /// Provides what answers are judged by, and what their values are made with, before both.
  func provideCandidates() {
    reading = nil
    guard !session.answers.missingCandidateFiles.isEmpty else { return }
    let failures = session.provideCandidates(besideTemplate: source.path)
    if let failure = failures.first {
      showMessage("The candidates cannot be used: \(failure.reason)", style: .problem)
    }
    loadFocus()
  }

  /// Reads on in the file of the row with focus, one slice; whether there is more to read.
  func readCandidates() -> Bool {
    guard mayOfferCandidates else { return false }
    session.provideRemembered()
    guard case .missing(let name) = session.candidateState else {
      // Of another row's file the rest is read when that row has its turn again.
      return false
    }
    do throws(CandidateFailure) {
      if reading?.name != name {
        let path = CandidateFile.path(of: name, besideTemplate: source.path)
        reading = CandidateReading(name: name, file: try CandidateFile(path: path))
      }
      guard let index = try reading?.file.advance() else { return true }
      session.provideCandidates(index, for: name)
    } catch {
      session.candidatesAreUnavailable(error.reason, for: name)
    }
    reading = nil
    return false
  }

  /// Reads the file of the row with focus to its end, for a key that needs it.
  private func finishReadingCandidates() {
    guard case .missing(let name) = session.candidateState else { return }
    if readCandidates() {
      showMessage("Reading \(name)\(ellipsis)")
      paint()
      while readCandidates() {}
      showMessage(nil)
    }
  }

  // MARK: - Keys

  /// Whether candidates are offered where keys go now.
  private var offersCandidates: Bool {
    mayOfferCandidates && state.prompt == .row && state.panel == nil && isFocusInLine
      && !editor.isInCommandMode && session.candidateState != .none
  }

  /// Opens the panel for what was typed; what was emptied needs none.
  func textEdited() {
    // What the row remembers belongs to what is offered for the first key too.
    if mayOfferCandidates { session.provideRemembered() }
    guard offersCandidates else { return }
    if session.candidateQuery.isEmpty, !session.isFocusChoices {
      state.candidates = nil
    } else if state.candidates == nil {
      if !session.candidateQuery.isEmpty { state.candidates = CandidatePanel(of: session) }
    } else {
      state.candidates?.edited()
    }
  }

  /// Whether Enter or Space takes a candidate where it would otherwise be typed.
  func mayTakeCandidate(_ key: Key) -> Bool {
    guard offersCandidates else { return false }
    switch key {
    case .enter: return state.candidates != nil
    case .character(" "):
      return session.candidateQuery.isEmpty || state.candidates?.isChosen == true
    default: return false
    }
  }

  /// Does what a key does with the candidates; false where it does what it always does.
  func choosesCandidate(_ key: Key) -> Bool {
    // What was likely meant by a near miss is the one candidate of a row that has no others.
    guard offersCandidates else { return key == .tab && takesCorrection() }
    if state.candidates?.row != session.focus { state.candidates = nil }
    switch key {
    case .tab: return takeWithTab()
    case .enter: return takeWithEnter()
    case .character(" "): return takeWithSpace()
    case .down, .control("n"): return state.candidates?.move(by: 1, in: &session) ?? false
    case .up, .control("p"): return state.candidates?.move(by: -1, in: &session) ?? false
    case .pageDown, .control("v"): return pageCandidates(1)
    case .pageUp, .meta("v"): return pageCandidates(-1)
    case .escape, .control("g"):
      guard state.candidates != nil else { return false }
      state.candidates = nil
      if key == .escape, editor.usesViKeys { editor.setCommandMode() }
      return true
    default: return false
    }
  }

  private func pageCandidates(_ direction: Int) -> Bool {
    state.candidates?.page(by: direction, lines: session.panelHeight, in: &session) ?? false
  }

  /// Tab takes the highlighted candidate or the best, and stays; with nothing to take it opens the
  /// panel once, and then goes on.
  private func takeWithTab() -> Bool {
    let isBlank = session.candidateQuery.isBlank
    // In a row of several lines Tab leaves, unless something is typed to find an entry.
    if isBlank, session.isFocusChoices { return false }
    if !isBlank { finishReadingCandidates() }
    guard state.candidates != nil else {
      guard let focus = session.focus, !session.answers.isPicked(focus) else { return false }
      if !isBlank, session.meansCandidate() { return false }
      var panel = CandidatePanel(of: session)
      panel?.lookUp(in: &session)
      if !isBlank, panel?.offer(best: true, in: &session) == nil { return takesCorrection() }
      showMessage(nil)
      state.candidates = panel
      return true
    }
    guard let offer = state.candidates?.offer(best: true, in: &session) else {
      return takesCorrection()
    }
    take(offer)
    return true
  }

  /// Takes what was likely meant by a text that is none of the choices.
  private func takesCorrection() -> Bool {
    guard let focus = session.focus, let correction = session.problems[focus]?.correction else {
      return false
    }
    showMessage(nil)
    apply(.answered(focus, Text(correction)))
    return true
  }

  /// Enter takes the highlighted candidate and goes on; in a row of several it stays.
  private func takeWithEnter() -> Bool {
    guard state.candidates != nil else { return false }
    if session.focus.map(session.answers.isStrict) == true { finishReadingCandidates() }
    guard let offer = state.candidates?.offer(best: false, in: &session) else {
      return typesLineBreak()
    }
    take(offer)
    if !session.isFocusChoices { apply(.entered) }
    return true
  }

  /// A line break, where Enter types one but was asked for a candidate first.
  private func typesLineBreak() -> Bool {
    guard typesLineBreaks else { return false }
    if editor.insert("\n") { readLine(.typed) }
    textEdited()
    return true
  }

  /// Space takes the candidate that a key highlighted; in an empty row it opens the panel.
  private func takeWithSpace() -> Bool {
    let isEmpty = session.candidateQuery.isEmpty
    if state.candidates == nil, isEmpty, session.focus.map(session.answers.isPicked) == false {
      showMessage(nil)
      state.candidates = CandidatePanel(of: session, isAskedFor: true)
      return true
    }
    if state.candidates == nil, isEmpty, session.isFocusChoices {
      state.candidates = CandidatePanel(of: session, isAskedFor: true)
      return true
    }
    if state.candidates?.isChosen == true,
      let offer = state.candidates?.offer(best: false, in: &session)
    {
      take(offer)
      return true
    }
    if state.candidates != nil, isEmpty, state.candidates?.move(by: 1, in: &session) == true {
      return true
    }
    if editor.insert(" ") { readLine(.typed) }
    textEdited()
    return true
  }

  /// `:pick`.
  func pick(_ number: Int) {
    finishReadingCandidates()
    do throws(PickRefusal) {
      take(try session.candidate(numbered: number))
    } catch {
      showMessage(error.sentence.sentenceCased, style: .problem)
    }
  }

  private func take(_ offer: CandidateOffer) {
    showMessage(nil)
    let panel = session.isFocusChoices ? state.candidates : nil
    apply(.picked(offer))
    state.candidates = panel
  }
}
