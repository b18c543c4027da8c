// What is known of a row by its kind: whether it is secret, read only or remembered, what it takes
// from an editor or a candidate, and whether a find looks for it.
//
// A secret is in the answers and nowhere else: it is shown as dots, is no part of the history or the
// journal, and of a loaded document everything else is kept.

public import Candidates
public import FormText
public import LosslessJSON

extension Answers {
  /// Whether the content of a row must not be shown or kept.
  public func isSecret(_ row: FormRow.ID) -> Bool {
    rowType(of: row).isSecret
  }

  /// The secret rows without an answer, at most `most` of them. O(row templates + items).
  public func unansweredSecrets(most: Int) -> [FormRow.ID] {
    var rows: [FormRow.ID] = []
    for (index, section) in template.sections.enumerated() {
      for (place, row) in section.rows.enumerated() where row.type.isSecret {
        let items =
          section.repetition == nil
          ? [0]
          : (0..<outline.itemCount(ofSection: index)).compactMap {
            outline.item(at: $0, ofSection: index)
          }
        for item in items {
          for number in row.numbers {
            guard rows.count < most else { return rows }
            let id = FormRow.ID(section: index, item: item, row: place, number: number)
            if answer(of: id) == nil { rows.append(id) }
          }
        }
      }
    }
    return rows
  }

  /// The document the form was opened with, an empty string in the place of each secret; nil
  /// without a document.
  public var documentWithoutSecrets: [UInt8]? {
    loaded.map { template.withoutSecrets($0) }
  }

  /// The row that is drawn as a box before the first row of an item, nil where there is none.
  func tick(ofItemAround row: FormRow.ID) -> FormRow.ID? {
    guard row.item > 0, let tick = template.sections[row.section].repetition?.tick else {
      return nil
    }
    let id = FormRow.ID(section: row.section, item: row.item, row: tick, number: 0)
    return outline.isShown(id) ? id : nil
  }

  /// Whether a person may only look at a row.
  func isReadOnly(_ row: FormRow.ID) -> Bool {
    template[row].isReadOnly
  }

  /// Whether a row holds several lines.
  func holdsLines(_ row: FormRow.ID) -> Bool {
    rowType(of: row).holdsLines && !row.isEntry(in: template.sections)
  }

  /// Returns the text that a row takes from an editor. A row that holds several lines takes it
  /// scalar for scalar; in others a line break or a tab becomes a space, as in a paste. The final line
  /// break that an editor appends is left out.
  ///
  /// - Parameters:
  ///   - row: the row that the text is for.
  ///   - edited: the text that the editor wrote.
  ///   - lent: the text that the editor was given.
  public func text(for row: FormRow.ID, edited: Text, lent: Text) -> Text {
    var scalars = Array(edited.string.unicodeScalars)
    if scalars.last == "\n", lent.string.unicodeScalars.last != "\n" {
      scalars.removeLast()
      if scalars.last == "\r" { scalars.removeLast() }
    }
    var text = String.UnicodeScalarView()
    guard !holdsLines(row) else {
      text.append(contentsOf: scalars)
      return Text(String(text))
    }
    var wasReturn = false
    for scalar in scalars {
      // CR LF is one line break.
      if !(wasReturn && scalar == "\n") {
        text.append(["\n", "\r", "\t"].contains(scalar) ? " " : scalar)
      }
      wasReturn = scalar == "\r"
    }
    return Text(String(text))
  }

  /// The files of candidates that are not provided yet, as the template names them.
  public var missingCandidateFiles: [String] {
    var missing: [String] = []
    for section in template.sections {
      for row in section.rows {
        guard let file = row.choices.file, case .pending = row.choices.candidates,
          !missing.contains(where: { $0.hasSameScalars(as: file) })
        else { continue }
        missing.append(file)
      }
    }
    return missing
  }

  /// The file of a row's candidates, nil where the template lists them or there are none.
  public func candidateFile(of row: FormRow.ID) -> String? { template[row].choices.file }

  /// The candidates of a row; nil where there are none, or their file was not provided. O(n log n)
  /// for choices of the template: who asks with every key keeps them.
  public func candidates(of row: FormRow.ID) -> CandidateIndex? {
    template[row].choices.index
  }

  /// Whether only a candidate answers the row.
  public func isStrict(_ row: FormRow.ID) -> Bool { template[row].isStrict }

  /// What picking a candidate fills in elsewhere: the rows of the same item that the template names,
  /// with their new texts.
  ///
  /// A row is filled in only where nobody typed: where it is empty, holds its default, or what the
  /// pick before put there.
  ///
  /// - Parameters:
  ///   - pick: the text of the row after the pick.
  ///   - row: the row that was picked for.
  ///   - earlier: its text before.
  ///   - picks: the candidates that were picked for the two, where that is known.
  public func fills(
    ofPick pick: Text, in row: FormRow.ID, replacing earlier: Text,
    picks: (before: Pick?, after: Pick?) = (nil, nil)
  ) -> [(row: FormRow.ID, text: Text)] {
    let template = self.template[row]
    guard let choices = template.fills.isEmpty ? nil : template.choices else { return [] }
    func text(_ fill: Fill, of pick: Text, _ picked: Pick?, for target: FormRow.ID) -> Text? {
      guard !pick.isBlank,
        let text = choices.field(fill.field, of: pick.trimmed, picked: picked)
      else { return nil }
      return rowType(of: target).holdsLines ? Text(text) : Text(text.onOneLine)
    }
    return template.fills.compactMap { fill in
      var target = row
      (target.row, target.number) = (fill.row, 0)
      guard outline.index(of: target) != nil else { return nil }
      let present = self.text(of: target)
      let before = text(fill, of: earlier, picks.before, for: target)
      let isOfPick = before != nil && present == before
      guard present.isBlank || present == defaultText(of: target) || isOfPick else { return nil }
      // A candidate without the field takes back only what the one before put there.
      guard let new = text(fill, of: pick, picks.after, for: target) ?? (isOfPick ? .empty : nil),
        new != present
      else { return nil }
      return (row: target, text: new)
    }
  }

  /// The most texts of one place that are worth keeping.
  public static let mostRemembered = 300

  /// The lasting name under which the rows of one place keep what they remember.
  func rememberedName(of id: FormRow.ID) -> String {
    "\(template.sections[id.section].id)/\(template[id].id.source)"
  }

  func remembers(_ id: FormRow.ID) -> Bool {
    template[id].remembers
  }

  /// What a save leaves to be remembered: what the person put into such rows, by the names of the
  /// places. O(rows ever changed).
  public var answersToRemember: [(name: String, texts: [Text])] {
    var answers: [AnswerPlan.RowReference: (name: String, texts: [Text])] = [:]
    let rows = changedRows.filter { remembers($0) && !isSecret($0) }
      .sorted {
        (outline.index(of: $0) ?? 0) < (outline.index(of: $1) ?? 0)
      }
    for row in rows {
      guard let answer = answer(of: row) else { continue }
      let texts = rowType(of: row).takesManyPicks ? ChoicesRow.entries(of: answer) : [answer]
      answers[AnswerPlan.RowReference(row), default: (rememberedName(of: row), [])].texts +=
        texts.filter { !$0.isTooLongToEdit }
    }
    return answers.values.sorted { $0.name < $1.name }
  }

  /// The name of a row that outlives the process and changes of the template, as `KeptForm` has it.
  public func lastingName(of row: FormRow.ID) -> String { template.name(of: row) }

  /// The row with a lasting name, if it is shown and may be changed.
  public func changeableRow(lastingName name: String) -> FormRow.ID? {
    guard let row = template.row(named: name), outline.isShown(row), !isReadOnly(row) else {
      return nil
    }
    return row
  }

  /// Whether a row is, or was, one of the form: items that were removed keep their rows.
  func isKnown(_ row: FormRow.ID) -> Bool {
    row.item == 0 || row.item <= outline.lastItem(ofSection: row.section)
  }

  /// Whether a change is of a text, or of an item, that is, or was, one of the form.
  func isKnown(_ change: Change) -> Bool {
    switch change {
    case .text(let change): isKnown(change.row)
    case .itemInserted(let section, let item, _), .itemRemoved(let section, let item, _),
      .itemMoved(let section, let item, _, _):
      item >= 1 && item <= outline.lastItem(ofSection: section)
    }
  }

  // MARK: - One row

  /// Whether a row is one that is looked for.
  func matches(_ row: FormRow.ID, _ find: Find, _ query: FindQuery) -> Bool {
    if row.isEntry(in: template.sections) { return false }
    let scope = find.scope
    switch scope {
    case .empty where answer(of: row) != nil: return false
    case .filled where answer(of: row) == nil: return false
    case .invalid where problem(of: row) == nil: return false
    case .changed where !isChanged(row): return false
    case .section(let section) where row.section != section: return false
    default: break
    }
    if query.isEmpty { return scope.choosesRows }
    let rowTemplate = template[row]
    var searched: [String] = []
    if scope != .value, scope != .help { searched.append(fullLabel(of: row)) }
    if scope != .label, scope != .help, !isSecret(row), let answer = answer(of: row) {
      searched.append(rowTemplate.readable(answer).string)
    }
    if scope != .label, scope != .value, let help = rowTemplate.help {
      searched.append(help.text(number: number(of: row)))
    }
    return query.matches(searched)
  }
}

extension Template {
  /// A document, an empty string in the place of each secret as far as it has the shape of the form.
  public func withoutSecrets(_ document: JSONDocument) -> [UInt8] {
    withoutSecrets(LoadedAnswers(document, for: self))
  }

  fileprivate func withoutSecrets(_ loaded: LoadedAnswers) -> [UInt8] {
    let secrets = loaded.values
      .filter { self[$0.key].type.isSecret }
      .map { JSONValue(document: loaded.document, index: $0.value).range }
    guard !secrets.isEmpty else { return loaded.document.bytes }
    var bytes: [UInt8] = []
    var start = 0
    for range in secrets.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      bytes += loaded.document.bytes[start..<range.lowerBound] + Array("\"\"".utf8)
      start = range.upperBound
    }
    return bytes + loaded.document.bytes[start...]
  }
}
