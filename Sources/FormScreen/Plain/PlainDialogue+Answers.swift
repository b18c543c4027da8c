// Answers in plain mode: a single line, several lines, or choices.

import FormModel
import FormText

extension PlainDialogue {
  /// Takes a line as the answer, or a part of the answer, to the focused row.
  mutating func answer(_ line: String) -> Request? {
    guard session.focus != nil else {
      report("There is no row to fill")
      return nil
    }
    if session.isFocusReadOnly {
      // The session reports that the row is read-only. Then the focus moves on, so that the
      // following lines still go to their rows.
      edit(Text(line))
      return goToNext()
    }
    if session.isFocusChoices { return answerChoices(line) }
    if session.focusHoldsLines {
      addLine(line)
      return nil
    }
    return answerLine(Text(PlainLine.onOneLine(line)))
  }

  // MARK: - One line

  private mutating func answerLine(_ text: Text) -> Request? {
    let listed = listed
    self.listed = nil
    edit(text)
    guard session.candidateState != .none, !text.isBlank else { return goToNext() }
    provideCandidates()
    // If a candidate was picked before and its text is typed again, the candidate stays picked.
    guard session.candidateState == .found, let focus = session.focus,
      !session.candidateQuery.isBlank
    else { return goToNext() }
    guard session.answers.isStrict(focus) else {
      let count = session.meansCandidate() ? 0 : session.candidateCounts()?.fitting ?? 0
      guard count > 0 else { return goToNext() }
      return goToNext(
        noting: "\(counted(count, "suggestion")) for \(text.quotation): "
          + ":prev, then :pick lists them")
    }
    // A typed number selects from the last list, unless the number is itself a choice.
    if let listed, listed.row == focus, let number = Int(text.string), !session.meansCandidate(),
      let offer = offer(number, for: listed.query)
    {
      return take(offer, typed: text)
    }
    if let offer = meantOffer() { return take(offer, typed: text) }
    guard let counts = session.candidateCounts(), counts.fitting > 0 else { return goToNext() }
    list()
    return nil
  }

  /// Returns the only candidate that a text can mean: an exact match, or a single match.
  private mutating func meantOffer() -> CandidateOffer? {
    let offers = session.candidateOffers(in: 0..<2)
    guard let first = offers.first else { return nil }
    if offers.count == 1 { return first }
    return session.meansCandidate() && offers[1].label != first.label ? first : nil
  }

  /// Returns the candidate with this number in the list that was made for an earlier text. The row
  /// then has the earlier text again.
  private mutating func offer(_ number: Int, for query: Text) -> CandidateOffer? {
    let typed = session.focusText
    edit(query)
    if number >= 1, let offer = session.candidateOffers(in: number - 1..<number).first {
      return offer
    }
    edit(typed)
    return nil
  }

  private mutating func take(_ offer: CandidateOffer, typed: Text) -> Request? {
    let row = session.focus
    apply(.picked(offer))
    if let row, offer.label != typed { reportTaken(row) }
    return goToNext()
  }

  /// Reports the full text of the candidate that was taken for a shorter typed text.
  private mutating func reportTaken(_ row: FormRow.ID) {
    report("\(session.answers.fullLabel(of: row)): \(session.answers.text(of: row).string)")
  }

  // MARK: - Several lines

  /// Adds a line to the text that is being typed. The first line replaces the earlier text.
  package mutating func addLine(_ line: String) {
    guard let focus = session.focus else { return }
    var writing = writing ?? Writing(row: focus, end: nil)
    let holdsLines = session.focusHoldsLines
    let line = holdsLines ? line : PlainLine.onOneLine(line)
    if writing.lineCount == 0 || session.focusText.isEmpty && writing.end == nil {
      edit(Text(line))
    } else {
      edit(Text(session.focusText.string + (holdsLines ? "\n" : " ") + line))
    }
    writing.lineCount += 1
    self.writing = writing
  }

  // MARK: - Choices

  /// Takes a line as one of several choices.
  private mutating func answerChoices(_ line: String) -> Request? {
    guard let focus = session.focus else { return nil }
    if writing?.isOpen == true { closeOpenLine() }
    var writing = writing ?? Writing(row: focus, end: nil)
    let text = writing.lineCount == 0 ? "" : session.focusText.string
    let begins = text.isEmpty || text.utf8.last == 0x0A
    let before = session.focusText
    edit(Text(text + (begins ? "" : "\n") + PlainLine.onOneLine(line)))
    writing.lineCount += 1
    self.writing = writing
    provideCandidates()
    guard session.candidateState == .found, session.answers.isStrict(focus) else { return nil }
    if session.candidateQuery.isBlank {
      // The choice was picked before, so it is not added again.
      if !text.isEmpty { edit(before) }
      report("\(line) is taken already")
      return nil
    }
    guard let offer = meantOffer() else {
      self.writing?.isOpen = true
      guard let counts = session.candidateCounts(), counts.fitting > 0 else {
        report("No choice fits \(Text(line).quotation), so it was not added; type another")
        return nil
      }
      list()
      return nil
    }
    if offer.isTaken {
      edit(before)
      report("\(offer.label.string) is taken already")
    } else {
      apply(.picked(offer))
      report("\(offer.label.string) is taken")
    }
    return nil
  }

  /// Removes the last line, because it is not a choice.
  mutating func closeOpenLine() {
    writing?.isOpen = false
    let lines = session.focusText.string.split(separator: "\n", omittingEmptySubsequences: false)
    edit(Text(lines.dropLast().joined(separator: "\n")))
  }

  // MARK: - Candidates

  mutating func provideCandidates() {
    if case .missing = session.candidateState {
      report(lines: surroundings.provideForFocus(&session))
    }
    while session.filterChoices() {}
  }

  /// Lists the candidates for the row's text. A second call continues the list.
  mutating func list() {
    guard let focus = session.focus else { return }
    provideCandidates()
    guard session.candidateState == .found else {
      if let correction {
        report(lines: ["1: \(correction)"])
        return report(":pick 1 takes it")
      }
      do throws(PickRefusal) {
        _ = try session.candidate(numbered: 1)
      } catch {
        refuse(error.sentence)
      }
      return
    }
    let query = session.candidateQuery
    let continues = listed.map { $0.row == focus && $0.query == query } ?? false
    var start = continues ? listed?.next ?? 0 : 0
    if start >= session.candidateCounts()?.fitting ?? 0 { start = 0 }
    report(lines: CandidateSentences.list(from: start, in: &session))
    listed = (focus, query, start + CandidateSentences.listed)
  }

  /// The suggested correction of an answer that was refused.
  private var correction: String? {
    session.focus.flatMap { session.problems[$0]?.correction }
  }

  /// Handles `:pick N`.
  mutating func pick(_ number: Int) -> Request? {
    provideCandidates()
    if session.candidateState == .none, number == 1, let correction, let focus = session.focus {
      apply(.answered(focus, Text(correction)))
      return goToNext()
    }
    let row = session.focus
    do throws(PickRefusal) {
      let offer = try session.candidate(numbered: number)
      apply(.picked(offer))
      writing?.isOpen = false
      guard !session.isFocusChoices else {
        report("\(offer.label.string) is \(offer.isTaken ? "no longer taken" : "taken")")
        if writing == nil, let row { writing = Writing(row: row, end: nil, lineCount: 1) }
        return nil
      }
      if let row { reportTaken(row) }
      return goToNext()
    } catch {
      refuse(error.sentence)
      return nil
    }
  }
}

/// Prepares a line for a row. The line comes from a terminal in line mode.
package enum PlainLine {
  /// Returns the line without control characters and without the escape sequences of keys that have
  /// no meaning here. Also returns the number of removed characters and sequences. Keeps tabs.
  package static func cleaned(_ line: String) -> (text: String, leftOut: Int) {
    guard line.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" }) else {
      return (line, 0)
    }
    var scalars = String.UnicodeScalarView()
    var leftOut = 0
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar.isControl, scalar != "\t" else {
        scalars.append(scalar)
        continue
      }
      leftOut += 1
      if scalar == "\u{1B}" { dropSequence(&rest) }
      if scalar == "\u{9B}" { dropParameters(&rest) }
    }
    return (String(scalars), leftOut)
  }

  /// Drops the rest of an escape sequence (ECMA-48): `[`, parameters and a final byte, or `O` and
  /// one byte.
  private static func dropSequence(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.first {
    case "[":
      rest.removeFirst()
      dropParameters(&rest)
    case "O":
      if let next = rest.dropFirst().first, ("A"..."z").contains(next) { rest.removeFirst(2) }
    default: break
    }
  }

  private static func dropParameters(_ rest: inout Substring.UnicodeScalarView) {
    while let next = rest.first, (0x20...0x3F).contains(next.value) { rest.removeFirst() }
    if let next = rest.first, (0x40...0x7E).contains(next.value) { rest.removeFirst() }
  }

  /// Returns the line with a space in place of each tab, because a row for a single line cannot
  /// contain tabs.
  package static func onOneLine(_ line: String) -> String {
    line.utf8.contains(0x09)
      ? String(String.UnicodeScalarView(line.unicodeScalars.map { $0 == "\t" ? " " : $0 })) : line
  }
}
