// The names of a form's variables in the format `env`, and the reasons that a shell cannot accept
// them.
//
// The names are checked before the first row is written. The number of items and of rows with
// `count` is not limited, so names are described by patterns of text and numbers, never by lists.

public import FormModel
import FormText

/// The reason that the answers of a form cannot be written as assignments.
public struct EnvironmentError: Error, Hashable, Sendable {
  /// The errors and their remedies, one sentence each, without full stops.
  public var sentences: [String]
}

/// The names of a form's variables.
public enum EnvironmentNames {
  /// The maximum number of sentences in an error.
  private static let mostSentences = 100
  /// The maximum number of pairs of names that are compared for one form.
  private static let mostComparisons = 500_000

  /// Throws an error if variable names have a meaning to a shell or the loader, or if two rows have
  /// the same name.
  public static func check(_ template: Template, prefix: String) throws(EnvironmentError) {
    var sentences: [String] = []
    let patterns = template.variablePatterns(prefix: prefix)
    var trials = VariablePattern.mostTried
    var comparisons = mostComparisons
    // The indexes in `patterns` of the earlier patterns. A pattern that matches only one name is in
    // `single`, with this name as its key, and in `plain`, with the name without digits as its key.
    // Any other pattern is in `numbered`, with its text without digits as its key.
    var single: [Text: [Int]] = [:]
    var plain: [[UInt8]: [Int]] = [:]
    var numbered: [[UInt8]: [Int]] = [:]
    for (place, pattern) in patterns.enumerated() {
      guard sentences.count < mostSentences else { break }
      if let name = ReservedNames.name(matching: pattern) {
        sentences.append(
          "\(pattern.path) would set the variable \(name), which shells use themselves; "
            + "--env-prefix TEXT puts a text before all names")
      }
      let (name, skeleton) = (Text(pattern.example), pattern.skeleton)
      let alike =
        (pattern.hasNumber ? plain[skeleton] ?? [] : single[name] ?? [])
        + (numbered[skeleton] ?? [])
      if pattern.hasNumber {
        numbered[skeleton, default: []].append(place)
      } else {
        single[name, default: []].append(place)
        plain[skeleton, default: []].append(place)
      }
      comparisons -= alike.count
      guard comparisons >= 0 else {
        sentences.append(
          "\(pattern.path) would be a variable such as \(pattern.example), and too many other names "
            + "are similar to compare them all; give it another key, or choose another format")
        break
      }
      for other in alike.map({ patterns[$0] })
      where (pattern.sharedKey == nil || pattern.sharedKey != other.sharedKey)
        && pattern.meets(other, trials: &trials)
      {
        sentences.append(
          "\(other.path) and \(pattern.path) would be one variable, \(pattern.example); "
            + "give one of them another key, or choose another format")
      }
    }
    if !sentences.isEmpty { throw EnvironmentError(sentences: sentences) }
  }

  /// The reason that these answers cannot be written as assignments: no variable can contain
  /// U+0000. O(rows).
  public static func obstacle(in answers: Answers) -> String? {
    if answers.id?.cellText.utf8.contains(0) == true {
      return "the id of the document contains U+0000, but no variable can; choose json or yaml"
    }
    var cursor = AnswerCursor()
    while let entry = cursor.next(in: answers) {
      if answers.value(of: entry.row)?.cellText.utf8.contains(0) == true {
        return "\(answers.fullLabel(of: entry.row)) contains U+0000, but no variable can; "
          + "choose json or yaml"
      }
    }
    return nil
  }
}

extension Template {
  /// The variable names of all rows, as one pattern for each row template.
  func variablePatterns(prefix: String) -> [VariablePattern] {
    var patterns: [VariablePattern] = []
    if let path = plan.id?.path {
      var pattern = VariablePattern(path: path.source)
      pattern.append(prefix)
      pattern.append(path.names, numbers: 0...0)
      pattern.beginWithoutDigit()
      patterns.append(pattern)
    }
    for (sectionIndex, section) in sections.enumerated() {
      let outer = section.chain.compactMap { sections[$0].repetition?.path }
      for (rowIndex, row) in section.rows.enumerated() where row.isExported {
        let first = FormRow.ID(
          section: sectionIndex, item: 0, row: rowIndex, number: row.numbers.lowerBound)
        let length = plan.listLength(of: .init(section: sectionIndex, row: rowIndex))
        // All rows of a list have the same pattern, so only the list's first row is used.
        if length != nil, plan.position(inListOf: first) > 0 { continue }
        var pattern = VariablePattern(
          path: outer.map { "\($0.source)[n]." }.joined() + row.path.source)
        pattern.append(prefix)
        var isFirst = true
        func separate(_ names: [NumberedText]) -> Bool {
          defer { if !names.isEmpty { isFirst = false } }
          return !names.isEmpty && !isFirst
        }
        for path in outer {
          if separate(path.names) { pattern.append("_") }
          pattern.append(path.names, numbers: 0...0)
          if !isFirst { pattern.append("_") }
          pattern.append(VariablePattern.anyItem)
          isFirst = false
        }
        if separate(row.path.names) { pattern.append("_") }
        pattern.append(row.path.names, numbers: row.numbers)
        if let length {
          pattern.append("_")
          pattern.append(0...(length - 1))
        }
        pattern.beginWithoutDigit()
        pattern.sharedKey = sharedKey(of: first)
        patterns.append(pattern)
      }
    }
    return patterns
  }

  /// The index in the answer plan of a shared key: the key that the row shares with other rows, or
  /// that its section shares with other sections. Nil if neither key is shared.
  private func sharedKey(of row: FormRow.ID) -> Int? {
    let ofRow = plan.sharers(of: AnswerPlan.RowReference(row))
    let sharers = ofRow.isEmpty ? plan.sharers(ofSection: row.section) : ofRow
    return sharers.first.flatMap(plan.parent(of:))
  }
}

extension VariablePattern {
  /// Appends the names of a key path. Numbers in the names become parts of the pattern.
  fileprivate mutating func append(_ names: [NumberedText], numbers: ClosedRange<Int>) {
    for (index, name) in names.enumerated() {
      if index > 0 { append("_") }
      for (place, part) in name.parts.enumerated() {
        if place > 0 { append(numbers) }
        append(VariableName.capitals(of: part))
      }
    }
  }
}
