// The texts about a row in the message line and the key line.

import FormModel
import FormText

/// The maximum numbers of choices and rows that are read for a text, and the function that shortens
/// a help text to its first sentence.
enum RowWords {
  static let mostChoices = 12
  static let mostNames = 4
  static let mostRowsForNames = 500
  static let leastColumnsOfSubject = 59

  /// Abbreviations whose full stop does not end a sentence.
  private static let abbreviations: Set = ["e.g", "i.e", "etc", "vs", "cf", "approx", "no"]

  /// Returns the first sentence of a text, with a mark at its end; returns a single sentence
  /// unchanged.
  static func firstSentence(of text: String, ending mark: String) -> String {
    var word = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      defer { word = character.isWhitespace || character == "(" ? "" : word + String(character) }
      guard ".!?".contains(character), rest.first?.isWhitespace == true,
        !abbreviations.contains(word.lowercased()), word.count > 1 || character != "."
      else { continue }
      let next = rest.first { !$0.isWhitespace }
      guard let next, !next.isLowercase else { continue }
      return text[..<rest.startIndex] + mark
    }
    return text
  }
}

extension FormSession {
  /// Returns the help about the focused row: its own help, its choices, the hint that a column of
  /// answers can be pasted, or the description of its section.
  func help(width: Int, symbols: Symbols) -> String {
    guard let focus else { return "" }
    let section = template.sections[focus.section]
    if isAddLine(focus) {
      let help = answers.addLineHelp(of: focus.listOfAddLine)
      return help.isEmpty ? section.summary : help
    }
    let choices = shortChoices(of: focus, symbols: symbols)
    let places = answers.outline.indices(of: answers.outline.list(of: focus))
    let isFirst = answers.outline.id(at: places.lowerBound) == focus
    let paste = isFirst && answers.filledCount == 0 ? answers.pasteHint(of: focus) : ""
    let whole = answers.help(of: focus) ?? ""
    let help =
      CellReader.columns(of: whole) <= width
      ? whole : RowWords.firstSentence(of: whole, ending: " \(symbols.ellipsis)")
    let mayChoose = focusText.isEmpty || isFocusUntouched
    let texts = [help, mayChoose ? choices : "", paste].filter { !$0.isEmpty }
    if texts.isEmpty, isFocusCalculated {
      return "Calculated " + focusSources(columns: width - 11)
    }
    if let first = texts.first {
      // `joined(separator:)` is avoided, because the runtime would instantiate its generic types
      // before the first paint.
      let all = texts.dropFirst().reduce(first) { "\($0)   \($1)" }
      return CellReader.columns(of: all) <= width ? all : first
    }
    return isFirst ? section.summary : ""
  }

  /// Returns whether a row has so few choices that they can all be named.
  func hasShortChoices(_ row: FormRow.ID) -> Bool {
    answers.rowType(of: row).takesPicks
      && answers.choiceLabels(of: row, most: RowWords.mostChoices)?.isEmpty == false
  }

  /// Returns the choices of a row, such as `New · Good · Worn`; empty if there are too many.
  private func shortChoices(of row: FormRow.ID, symbols: Symbols) -> String {
    guard answers.rowType(of: row).takesPicks, !isFocusReadOnly else { return "" }
    return answers.choiceLabels(of: row, most: RowWords.mostChoices)?
      .joined(separator: symbols.dot) ?? ""
  }

  /// Returns the problem of a row that the focus has left, such as
  /// `3 Email: “ada@@x” has two “@” signs   ↑ goes back`; nil if the row has no problem. Also nil
  /// in a row with a problem of its own, unless the left row's problem is new.
  ///
  /// - Parameters:
  ///   - known: the problem that the row had before it was left.
  ///   - columns: the width of the line. A shorter sentence is chosen if the line has no room for
  ///     the hint about the key.
  func sentence(onLeaving row: FormRow.ID, known: Problem?, columns: Int) -> String? {
    guard let problem = problems[row], let index = answers.outline.index(of: row) else {
      return nil
    }
    if problem == known, focus.map({ problems[$0] != nil }) == true {
      return nil
    }
    let number = answers.outline.number(at: index).map { "\($0) " } ?? ""
    // The row's number already identifies its item.
    let label = number.isEmpty ? answers.problemLabel(of: row) : answers.label(of: row)
    let distance = focus.flatMap(answers.outline.index(of:)).map { index.value - $0.value } ?? -1
    let hasJumped = rowBeforeJump == row && abs(distance) > 1
    // Enter passes over rows that take no answer, and so does Shift-Tab, but ↑ does not.
    // In a text of several lines, ↑ goes to the line above.
    let isPastOthers = distance < -1 || focusHoldsLines && cursor > 0
    // After a page, no single key goes back.
    let isNear = abs(distance) == 1
    let back: String? =
      if hasJumped {
        "^X^X"
      } else if isPastOthers, previousStop == row {
        "Shift-Tab"
      } else {
        isNear ? distance < 0 ? "↑" : "↓" : nil
      }
    let way = back.map { "\($0) then →" } ?? "→ there"
    let hints =
      problem.correction.map { ["   \(way) makes it \($0)", "   \(way) corrects it"] }
      ?? [back.map { "   \($0) goes back" } ?? ""]
    let facts = [problem.fact(naming: label), problem.brief(naming: label)]
    let sentences = facts.flatMap { fact in hints.map { "\(number)\(fact)\($0)" } }
    return sentences.first { CellReader.columns(of: $0) <= columns } ?? sentences.last
  }

  /// Returns the sentence above the question whether to save. It counts the pasted lines that are in
  /// no row, or else names the empty parts of the form.
  func sentenceBeforeSave(columns: Int) -> String? {
    pasteRest.isEmpty
      ? emptySentence(columns: columns, isChecked: true)
      : "\(counted(pasteRest.count, "pasted line")) in no row, not saved"
  }

  /// Returns a sentence about the empty parts of the form, such as `Empty: Volunteering, Awards and
  /// 4 more`; nil if nothing is empty. The sentence names sections without answers, or rows if
  /// every section has answers or calculated values. It names only as many as fit into `columns`.
  ///
  /// - Parameters:
  ///   - columns: the maximum width of the sentence.
  ///   - isChecked: whether a check of the whole form found no problem. Then nothing that is empty
  ///     is required, and the sentence says so.
  func emptySentence(columns: Int, isChecked: Bool = false) -> String? {
    guard answers.filledCount < answers.askedCount || template.sections.count > 1 else {
      return nil
    }
    let shown = template.sections.indices.filter { section in
      template.sections[section].parent == nil && answers.outline.isShown(section: section)
        && template.sections[section].rows.contains { $0.type.takesAnswer && !$0.isCalculated }
    }
    var names = shown.filter(isUnanswered).flatMap { section in
      // A section with calculated values does not look empty.
      template.sections[section].repetition == nil
        && template.sections[section].rows.contains(where: \.isCalculated)
        ? emptyRows(ofSection: section).map(answers.fullLabel(of:))
        : answers.title(ofSection: section).map { [$0] } ?? []
    }
    if names.isEmpty, answers.rowCount <= RowWords.mostRowsForNames {
      names = shown.flatMap(emptyRows).map(answers.fullLabel(of:))
    }
    guard !names.isEmpty else { return nil }
    // On a narrow terminal the longer sentence would take a line from the list of changes.
    let isWide = columns >= RowWords.leastColumnsOfSubject
    let subject = isChecked && isWide ? "Empty, none required: " : "Empty: "
    let all = names.count > RowWords.mostNames + 1 ? RowWords.mostNames : names.count
    for count in (1...all).reversed() {
      let more = names.count - count
      let sentence =
        subject + names.prefix(count).joined(separator: ", ")
        + (more > 0 ? " and \(grouped(more)) more" : "")
      if count == 1 || CellReader.columns(of: sentence) <= columns { return sentence }
    }
    return nil
  }

  /// Returns the sources of a calculated row, such as `from Price and Count`.
  func focusSources(columns: Int) -> String {
    let sources = focusSources
    if sources.isEmpty { return "by the form" }
    let sentence = "from \(sources.list(joinedBy: "and"))"
    return CellReader.columns(of: sentence) <= columns
      ? sentence : "from \(counted(sources.count, "row"))"
  }

  /// Returns whether neither a section nor the sections inside its items have any answer.
  private func isUnanswered(_ section: Int) -> Bool {
    answers.filledLines(ofSection: section) == 0
      && template.sections[section].children.allSatisfy(isUnanswered)
  }

  private func emptyRows(ofSection section: Int) -> [FormRow.ID] {
    answers.outline.indices(of: ItemList(section: section, parent: 0)).compactMap { index in
      answers.outline.id(at: index).flatMap { row in
        isAddLine(row) || template[row].isCalculated || answers.exportedAnswer(of: row) != nil
          ? nil : row
      }
    }
  }

  /// Returns the noun for an item of a section, such as `a job`.
  ///
  /// - Parameter article: whether to begin with `a` or `an`.
  func itemNoun(ofSection section: Int, article: Bool = true) -> String {
    let noun = template.sections[section].itemNoun
    return article ? "\(FormSection.article(before: noun)) \(noun)" : noun
  }

  /// Whether Backspace removes the last entry of a row of several choices, because nothing is typed
  /// after it.
  var removesLastEntry: Bool { isFocusChoices && candidateQuery.isEmpty && !focusText.isBlank }

  /// The text of a row of several choices without its last entry; nil if the row has no entries.
  var withoutLastEntry: Text? {
    guard isFocusChoices else { return nil }
    var lines = focusText.lines
    while lines.last?.isBlank == true { lines.removeLast() }
    guard !lines.isEmpty else { return nil }
    lines.removeLast()
    if !lines.isEmpty { lines.append(.empty) }
    return Text(lines.map(\.string).joined(separator: "\n"))
  }
}
