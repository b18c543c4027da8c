// Describes a row as a sentence: its label, text, state and position. This helps people who hear
// the form, or who read it as a log.
//
// The sentences may contain unsafe characters from answers. The caller must replace these
// characters (`VisibleText`) before it writes to a terminal. No sentence contains a secret.

public import FormModel
import FormText

/// Sentences about a row.
public enum RowSentence {
  /// The maximum length of an answer in a sentence, in characters.
  private static let mostCharacters = 300

  /// Returns a sentence such as `Classmate 3: Ada. Required. 3 of 20.`
  ///
  /// - Parameters:
  ///   - row: the row to describe.
  ///   - session: the session of the row's form.
  ///   - names: whether to begin with the label of the row's item.
  ///   - problem: whether to include the row's problem.
  public static func text(
    of row: FormRow.ID, in session: FormSession, namingItem names: Bool = true, problem: Bool = true
  ) -> String {
    let label = names ? session.answers.fullLabel(of: row) : session.answers.label(of: row)
    var parts = [beginning(label, answer(of: row, in: session))]
    parts += states(of: row, in: session, reportsProblem: problem)
    if let place = place(of: row, in: session) { parts.append(place) }
    return parts.joined(separator: " ")
  }

  /// Returns the sentence about a row. If the row's text is long or has several lines, the whole
  /// text follows on lines of its own.
  public static func whole(of row: FormRow.ID, in session: FormSession) -> [String] {
    let text = session.answers.text(of: row)
    let lines = text.lines
    guard !session.answers.isSecret(row), lines.count > 1 || text.string.count > mostCharacters
    else { return [self.text(of: row, in: session)] }
    let states = states(of: row, in: session, reportsProblem: true)
    let size =
      lines.count > 1 ? counted(lines.count, "line") : counted(text.string.count, "character")
    let place = place(of: row, in: session).map { [$0] } ?? []
    return [
      ([beginning(session.answers.fullLabel(of: row), size)] + states + place).joined(
        separator: " ")
    ] + lines.map(\.string)
  }

  // MARK: - Parts

  private static func beginning(_ label: String, _ answer: String?) -> String {
    // A label that ends with punctuation needs no colon.
    let isEnded = label.last.map { "?!.:".contains($0) } ?? true
    guard let answer else { return isEnded ? "\(label) Empty." : "\(label), empty." }
    return sentence(isEnded ? "\(label) \(answer)" : "\(label): \(answer)")
  }

  /// Returns the answer of a row on one line, with the labels of its choices; nil if the row is
  /// empty.
  private static func answer(of row: FormRow.ID, in session: FormSession) -> String? {
    let text = session.answers.text(of: row)
    if text.isBlank { return nil }
    let template = session.template[row]
    if template.type.isSecret { return "\(counted(text.string.count, "character")), not shown" }
    let line =
      text.isTooLongToEdit
      ? String(text.string.prefix(mostCharacters + 1)).onOneLine
      : template.readableLine(text).string
    let shown = line.count > mostCharacters ? "\(line.prefix(mostCharacters))..." : line
    let lines = text.lineCount
    var notes: [String] = []
    if line.count > mostCharacters {
      notes.append("\(counted(text.string.count, "character")) in all, :repeat says them")
    } else if lines > 1, template.type.holdsLines, !template.type.holdsEntries {
      notes.append("\(counted(lines, "line")), :repeat says them")
    }
    if session.answers.isPicked(row) { notes.append("picked") }
    return notes.isEmpty ? shown : "\(shown) (\(notes.joined(separator: ", ")))"
  }

  private static func states(
    of row: FormRow.ID, in session: FormSession, reportsProblem: Bool
  ) -> [String] {
    var states: [String] = []
    if let tick = session.answers.tick(before: row) {
      let answer = BooleanRow.isYes(session.answers.text(of: tick)) ? "yes" : "no"
      states.append("\(session.answers.label(of: tick)): \(answer).")
    }
    let template = session.template[row]
    if reportsProblem, let problem = session.problems[row] {
      states.append(sentence(problem.sentence(label: session.answers.problemLabel(of: row))))
    } else if template.isRequired, !row.isAddLine(in: session.template.sections) {
      states.append("Required.")
    }
    if template.isCalculated, template.constantText == nil,
      !row.isAddLine(in: session.template.sections)
    {
      let sources = session.answers.sourceLabels(of: row)
      states.append(
        sources.isEmpty ? "Calculated." : "Calculated from \(sources.list(joinedBy: "and")).")
    } else if template.isReadOnly {
      states.append("Read only.")
    }
    return states
  }

  /// Returns the position of a row, such as `3 of 20.`, or `Kept row 1 of 4.` if there is a filter.
  private static func place(of row: FormRow.ID, in session: FormSession) -> String? {
    if session.matches != nil, let place = session.viewPlace(of: row) {
      return "Kept row \(grouped(place + 1)) of \(grouped(session.viewCount))."
    }
    guard let index = session.answers.outline.index(of: row),
      let number = session.answers.outline.number(at: index)
    else { return nil }
    return "\(grouped(number.value)) of \(grouped(session.answers.rowCount))."
  }

  /// Returns a sentence with a full stop, unless it already ends with punctuation.
  public static func sentence(_ text: String) -> String {
    text.last.map { ".!?…:".contains($0) } ?? true ? text : text + "."
  }
}
