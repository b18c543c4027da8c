// The sentences of plain mode about the parts of the form that the focus reaches: titles, headers
// and notes, then the row and hints for answering it.

public import FormModel
import FormText

/// Describes a form in sentences. It does not repeat a title or header that was already written.
public struct FormSpeech: Sendable {
  private var section: Int?
  private var item: Int = 0
  private var row: FormRow.ID?

  /// Creates a speech that has written nothing yet.
  public init() {}

  /// Describes the focused row when the focus reaches it. Without `reportsProblem`, omits the row's
  /// problem, which was just written.
  public mutating func arrival(
    in session: inout FormSession, withProblem reportsProblem: Bool = true
  ) -> [String] {
    guard let focus = session.focus else { return ["There is no row to fill."] }
    if session.isFocusAddLine { return addLine(focus, in: session) }
    let isNew = row != focus
    let isWhole = session.matches == nil
    var lines = isNew ? headers(above: focus, in: session) : []
    lines.append(
      RowSentence.text(
        of: focus, in: session, namingItem: !isNew || !hasHeader(focus, in: session),
        problem: reportsProblem))
    lines += hints(for: focus, in: &session)
    if isNew, isWhole { lines += notesBelow(focus, in: session) }
    (section, item, row) = (focus.section, focus.item, focus)
    return lines
  }

  /// Describes the focused row again after it changed.
  public mutating func again(in session: inout FormSession) -> [String] {
    guard let focus = session.focus else { return ["There is no row to fill."] }
    guard row == focus, !session.isFocusAddLine else { return arrival(in: &session) }
    return [RowSentence.text(of: focus, in: session)]
  }

  // MARK: - Add lines

  /// Returns a sentence such as
  /// `Work, none yet. Type the company to add a job, or an empty line to go on to Volunteering.`
  private mutating func addLine(_ focus: FormRow.ID, in session: FormSession) -> [String] {
    var lines: [String] = []
    if section != focus.section {
      let title = session.answers.title(of: focus.listOfAddLine)
      if let title, !session.answers.outline.isFolded(focus.listOfAddLine) {
        lines.append(RowSentence.sentence(title))
      }
      lines += summary(of: focus.section, in: session)
    }
    lines.append(addLineSentence(focus, in: session))
    (section, item, row) = (focus.section, focus.item, focus)
    return lines
  }

  private func addLineSentence(_ focus: FormRow.ID, in session: FormSession) -> String {
    let label = session.answers.label(of: focus)
    let held = session.answers.text(of: focus)
    let isFolded = session.answers.outline.isFolded(focus.listOfAddLine)
    let state =
      !held.isBlank
      ? "\(label): \(held.string), not added yet."
      : isFolded ? "\(label), none yet." : RowSentence.sentence(label)
    let problem = session.problems[focus].map {
      " " + RowSentence.sentence($0.sentence(naming: session.answers.problemLabel(of: focus)))
    }
    let hint = session.answers.addLineHint(of: focus.listOfAddLine).sentenceCased
    let ways =
      held.isBlank
      ? "\(hint), or an empty line to go on\(goal(after: focus, in: session))."
      : "An empty line adds it."
    return "\(state)\(problem ?? "") \(ways)"
  }

  /// Returns where an empty line leads, such as ` to Volunteering`.
  private func goal(after focus: FormRow.ID, in session: FormSession) -> String {
    guard let next = session.nextStop else { return " to the end" }
    let title = session.answers.title(ofSection: next.section)
    if next.section != focus.section, let title { return " to \(title)" }
    return " to \(session.answers.fullLabel(of: next))"
  }

  /// Returns the description of a section that the focus has just entered.
  private func summary(of entered: Int, in session: FormSession) -> [String] {
    let summary = session.template.sections[entered].summary
    return section == entered || summary.isEmpty || session.matches != nil
      ? [] : [RowSentence.sentence(summary)]
  }

  // MARK: - Around the row

  /// Returns the section's title, the item's header and the notes above a row, unless they were
  /// already written.
  private func headers(above focus: FormRow.ID, in session: FormSession) -> [String] {
    var lines: [String] = []
    if section != focus.section {
      if let title = session.answers.title(ofSection: focus.section) {
        lines.append(RowSentence.sentence(title))
      }
      if session.matches != nil { return lines }
      lines += summary(of: focus.section, in: session)
    }
    if hasHeader(focus, in: session), section != focus.section || item != focus.item {
      lines.append(RowSentence.sentence(header(of: focus, in: session)))
    }
    guard var line = session.viewLine(of: focus) else { return lines }
    var notes: [String] = []
    while line > 0, let above = session.viewLine(at: line - 1), !above.isRow {
      if let note = note(above, in: session) { notes.insert(note, at: 0) }
      line -= 1
    }
    return lines + notes
  }

  /// Returns whether the item of a row has a header, so that the row's label need not name the
  /// item.
  private func hasHeader(_ row: FormRow.ID, in session: FormSession) -> Bool {
    row.item > 0 && session.matches == nil && session.template.sections[row.section].hasItemHeaders
  }

  /// Returns the header of a row's item. If the header would contain the text of this row, returns
  /// the item's label instead.
  private func header(of row: FormRow.ID, in session: FormSession) -> String {
    let (section, item) = (row.section, row.item)
    guard session.answers.headerRow(section: section, item: item) != row,
      let position = session.answers.outline.itemPosition(of: row)
    else { return session.answers.itemLabel(of: row) ?? "" }
    return session.answers.itemHeader(section: section, item: item, position: position)
  }

  /// Returns the notes below the last row. The focus never passes them, so they come with the last
  /// row.
  private func notesBelow(_ focus: FormRow.ID, in session: FormSession) -> [String] {
    guard session.viewPlace(of: focus) == session.viewCount - 1,
      var line = session.viewLine(of: focus)
    else { return [] }
    var notes: [String] = []
    while let below = session.viewLine(at: line + 1) {
      if let note = note(below, in: session) { notes.append(note) }
      line += 1
    }
    return notes
  }

  private func note(_ line: Outline.Line, in session: FormSession) -> String? {
    guard case .note(let id, line: 0) = line else { return nil }
    return session.noteText(id).map(RowSentence.sentence)
  }

  // MARK: - Hints

  /// Returns hints for answering a row.
  private func hints(for focus: FormRow.ID, in session: inout FormSession) -> [String] {
    let template = session.template[focus]
    var hints: [String] = []
    if let help = session.answers.help(of: focus), !help.isEmpty {
      hints.append(RowSentence.sentence(help))
    }
    if template.isReadOnly { return hints }
    let isEmpty = session.answers.text(of: focus).isBlank
    if isEmpty,
      let placeholder = template.example(number: session.answers.number(of: focus)),
      !placeholder.isEmpty
    {
      hints.append("Like this: \(placeholder)")
    }
    let type = template.type
    if type.toggles { hints.append("Yes or no.") }
    if type.isSecret { hints.append("What you type is not shown.") }
    if type.holdsLines {
      let lines =
        !type.holdsEntries
        ? "Lines of text" : type.takesPicks ? "One choice per line" : "One entry per line"
      hints.append(lines + end(of: type.holdsEntries ? "list" : "text", replacing: !isEmpty))
    }
    if let choices = CandidateSentences.hint(in: &session) { hints.append(choices) }
    return hints
  }

  private func end(of noun: String, replacing: Bool) -> String {
    "; an empty line ends the \(noun)."
      + (replacing ? " The \(noun) replaces the answer; :append adds to the answer." : "")
  }

  // MARK: - All rows

  /// Describes the rows at the given positions among the rows that the form shows, one on each
  /// line, with the titles and headers above them. If a section is `wanted`, only its rows are
  /// described.
  public mutating func rows(
    _ places: Range<Int>, ofSection wanted: Int? = nil, in session: FormSession
  ) -> [String] {
    var lines: [String] = []
    for place in places {
      guard let id = session.viewID(at: place) else { break }
      if id.isAddLine(in: session.template.sections), session.answers.text(of: id).isBlank {
        continue
      }
      if let wanted, id.section != wanted { continue }
      lines += headers(above: id, in: session)
      lines.append(RowSentence.text(of: id, in: session, namingItem: !hasHeader(id, in: session)))
      (section, item, row) = (id.section, id.item, id)
    }
    return lines
  }

  /// Returns the positions of a section's rows among the rows that the form shows. If the section
  /// has several lists of items, only the rows of one list count: the list around the focus or, if
  /// there is none, the first list. If the section is nil, or a search or filter limits the rows,
  /// returns the positions of all rows that the form shows.
  public static func places(ofSection section: Int?, in session: FormSession) -> Range<Int> {
    guard let section, session.matches == nil else { return 0..<session.viewCount }
    let list =
      session.list(ofSection: section) ?? session.answers.outline.lists(ofSection: section).first
    guard let places = list.map({ session.answers.outline.indices(of: $0) }) else { return 0..<0 }
    return places.lowerBound.value..<places.upperBound.value
  }

  // MARK: - Problems

  /// Returns the problems that the last check of the whole form found, one on each line.
  public static func problems(of session: FormSession, most: Int) -> [String] {
    var lines = session.listedProblems.prefix(most).compactMap { row -> String? in
      guard let problem = session.problems[row], let index = session.answers.indexToCorrect(row)
      else {
        return nil
      }
      let number = session.answers.outline.number(at: index).map { " :goto \($0.value)" } ?? ""
      let sentence = problem.sentence(naming: session.answers.problemLabel(of: row))
      return RowSentence.sentence(sentence) + number
    }
    let rest = session.listedProblems.count - most
    if rest > 0 { lines.append("And \(grouped(rest)) more; :next-error goes through them.") }
    return lines
  }
}
