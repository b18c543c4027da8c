// Picking a candidate: one step of the history, with all that it fills in.

import FormText

extension FormSession {
  mutating func pick(_ offer: CandidateOffer) -> [Effect] {
    guard let focus, !answers.isSecret(focus) else { return [] }
    if answers.isReadOnly(focus) { return refusedToChange(focus) }
    return isFocusChoices ? toggle(offer, in: focus) : take(offer, in: focus)
  }

  /// Puts a candidate in the place of what the row holds.
  private mutating func take(_ offer: CandidateOffer, in row: FormRow.ID) -> [Effect] {
    let (before, earlier) = (focusText, answers.picks(of: row))
    let pick = offer.value.map { Pick(text: offer.label, value: $0) }
    let fills = answers.fills(
      ofPick: offer.label, in: row, replacing: before, picks: (earlier.first, pick))
    var changes: [Change] = []
    log.history.close()
    if let change = put(offer.label, in: row, picks: pick.map { [$0] } ?? []) {
      changes.append(change)
    }
    for fill in fills {
      guard let change = put(fill.text, in: fill.row) else { continue }
      changes.append(change)
      sweep.problems[fill.row] = answers.problem(of: fill.row)
    }
    confirm(row)
    check(row)
    record(changes)
    return [.lineReplaced]
  }

  /// Adds a candidate as an entry, in the place of what was typed to find it, or gives it back.
  private mutating func toggle(_ offer: CandidateOffer, in row: FormRow.ID) -> [Effect] {
    var lines = focusText.lines
    let place = lineOfCursor
    var picks = answers.picks(of: row)
    let typed = candidateQuery
    if offer.isTaken {
      guard let taken = lines.firstIndex(where: { $0.trimmed == offer.label }) else { return [] }
      lines.remove(at: taken)
      picks.removeAll { $0.text == offer.label }
    } else {
      // What was typed is replaced; where nothing was, the entry goes before the empty line.
      let isTyped = lines.indices.contains(place) && (!typed.isBlank || lines[place].isBlank)
      if isTyped {
        lines[place] = offer.label
      } else {
        lines.insert(offer.label, at: lines.last?.isBlank == true ? lines.count - 1 : lines.count)
      }
      if lines.last?.isBlank != true { lines.append(.empty) }
      // One of the same words that was picked before is given back: the text cannot hold both.
      picks.removeAll { $0.text == offer.label }
      if let value = offer.value { picks.append(Pick(text: offer.label, value: value)) }
    }
    if lines.allSatisfy(\.isBlank) { lines = [] }
    let text = Text(lines.map(\.string).joined(separator: "\n"))
    log.history.close()
    guard let change = put(text, in: row, picks: picks) else { return [] }
    record([change])
    return [.lineReplaced]
  }

  /// Which line of the focus's text the cursor is in, from 0.
  private var lineOfCursor: Int {
    focusText.string.unicodeScalars.prefix(cursor).count { $0 == "\n" }
  }
}

extension TextChange {
  /// Whether a candidate was picked by it, or given back.
  var isPick: Bool {
    picksBefore != picksAfter && (picksAfter.contains { !picksBefore.contains($0) } || removedLine)
  }

  private var removedLine: Bool { inserted.isEmpty && removed.utf8.contains(0x0A) }
}

extension Change {
  /// The row for which it picks a candidate, nil where it does not.
  var pickedRow: FormRow.ID? {
    guard case .text(let change) = self, change.isPick else { return nil }
    return change.row
  }
}
