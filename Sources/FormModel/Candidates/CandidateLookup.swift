// Looks up the text being typed among candidates and earlier answers. The session keeps the result
// from one key press to the next.

import Candidates
public import FormText

/// An offer: a candidate or earlier answer that a person can pick for the row being typed, or one
/// side of a conflict (see Conflict.swift).
public struct CandidateOffer: Hashable, Sendable {
  /// The text that the row gets when the person picks this offer: one line.
  public let label: Text
  /// The text of the candidate's value; nil for an earlier answer that is not a candidate.
  public let value: Text?
  /// The part of the label that matches the typed text, as UTF-8 offsets; nil if no part matches.
  public let matched: Range<Int>?
  /// Whether the row already has this answer or entry.
  public let isTaken: Bool
  /// Whether this answer was saved earlier for the same row.
  public let isRemembered: Bool
  /// The text that picking this candidate fills into another row.
  public private(set) var fill: Text?
  /// The label and the filled text, such as `Bristol, United Kingdom`.
  package var labelWithFill: String { label.string + (fill.map { ", \($0.string)" } ?? "") }
  /// The side of a conflict that this offer selects; nil for a candidate or an earlier answer.
  let side: Conflict.Side?

  init(
    label: Text, value: Text?, matched: Range<Int>? = nil, isTaken: Bool = false,
    isRemembered: Bool = false, side: Conflict.Side? = nil
  ) {
    (self.label, self.value, self.matched, self.isTaken) = (label, value, matched, isTaken)
    (self.isRemembered, self.side) = (isRemembered, side)
  }

  /// Returns the same offer with the text that picking it fills into another row.
  func filling(_ text: Text?) -> CandidateOffer {
    var offer = self
    offer.fill = text?.isBlank == false ? text : nil
    return offer
  }

  /// Toggles the candidate among the entries of a text: replaces the typed query by the candidate,
  /// or removes the candidate if it is already taken.
  ///
  /// - Parameters:
  ///   - text: the text, one entry per line.
  ///   - place: the line of the cursor, from 0.
  ///   - typed: the query that found the candidate.
  /// - Returns: the new text and picks; nil if the candidate must be removed but is not in the
  ///   text.
  func toggled(
    in text: Text, picks before: [Pick], line place: Int, typed: Text
  ) -> (text: Text, picks: [Pick])? {
    var (lines, picks) = (text.lines, before)
    if isTaken {
      guard let taken = lines.firstIndex(where: { $0.trimmed == label }) else { return nil }
      lines.remove(at: taken)
      picks.removeAll { $0.text == label }
    } else {
      // Replace the query. If there is no query, insert the entry before the empty line.
      let isTyped = lines.indices.contains(place) && (!typed.isBlank || lines[place].isBlank)
      if isTyped {
        lines[place] = label
      } else {
        lines.insert(label, at: lines.last?.isBlank == true ? lines.count - 1 : lines.count)
      }
      if lines.last?.isBlank != true { lines.append(.empty) }
      // Two picks cannot have the same words, so drop an earlier pick with these words.
      picks.removeAll { $0.text == label }
      if let value { picks.append(Pick(text: label, value: value)) }
    }
    if lines.allSatisfy(\.isBlank) { lines = [] }
    return (Text(lines.map(\.string).joined(separator: "\n")), picks)
  }
}

/// The candidates for the typed text, in the order of the list: first the candidate that the text
/// means (see `CandidateIndex.candidate(meaning:)`), then earlier answers, then the other matches.
struct CandidateLookup: Sendable {
  /// The origin of an offer.
  enum Source: Hashable, Sendable {
    case candidate(Int)
    case remembered(Int)
  }

  let row: FormRow.ID
  let query: Text
  /// The candidates of the row. `remembered` has the answers that were saved earlier for it.
  let index: CandidateIndex?
  let remembered: CandidateIndex?
  /// The offers at the beginning of the list, before the other matches. `frontCandidates` has the
  /// candidates among these offers.
  private var front: [Source] = []
  private var frontCandidates: [Int] = []
  private var rememberedCandidates = Set<Int>()
  private var matches: CandidateMatches?

  init(
    _ query: Text, in index: CandidateIndex?, remembered: CandidateIndex?, isStrict: Bool,
    for row: FormRow.ID
  ) {
    (self.row, self.query, self.index, self.remembered) = (row, query, index, remembered)
    matches = index?.matches(query.string)
    if !query.isBlank, let meant = index?.candidate(meaning: query.string) {
      front.append(.candidate(meant))
      frontCandidates.append(meant)
    }
    guard let remembered else { return }
    var recent = remembered.matches(query.string)
    for place in recent.candidates(in: 0..<Answers.mostRemembered) {
      let label = remembered.label(of: place)
      let own = index.flatMap { index in
        index.candidate(meaning: label).flatMap {
          index.label(of: $0).hasSameScalars(as: label) ? $0 : nil
        }
      }
      if let own {
        rememberedCandidates.insert(own)
        if !frontCandidates.contains(own) {
          front.append(.candidate(own))
          frontCandidates.append(own)
        }
      } else if !isStrict {
        front.append(.remembered(place))
      }
    }
  }

  /// The number of offers counted so far.
  private var count: Int { (matches?.count ?? 0) + front.count - frontCandidates.count }

  /// The number of all candidates and the number of matching candidates. `text` is the second
  /// number as shown, such as `17` or `10,000+`.
  var counts: (all: Int, fitting: Int, text: String) {
    let text = grouped(count) + (matches?.isCountExact == false ? "+" : "")
    return ((index?.count ?? 0) + (remembered?.count ?? 0), count, text)
  }

  /// Whether the text means a candidate or an earlier answer.
  var isMeant: Bool {
    index?.candidate(meaning: query.trimmed.string) != nil
      || remembered?.candidate(meaning: query.trimmed.string) != nil
  }

  /// The offers at the given indices; fewer at the end of the list. O(log n) for each offer up to
  /// the last.
  ///
  /// - Parameters:
  ///   - entries: the entries of the row, including the one being typed.
  ///   - picks: the candidates that were picked for the entries.
  mutating func offers(in range: Range<Int>, entries: [Text], picks: [Pick]) -> [CandidateOffer] {
    var entries = entries
    // The query is not yet an entry, even if an entry has the same words.
    if let typed = entries.firstIndex(of: query.trimmed) { entries.remove(at: typed) }
    let query = query.string
    return sources(in: range).compactMap { source in
      switch source {
      case .remembered(let place):
        guard let index = remembered else { return nil }
        let label = Text(index.label(of: place).onOneLine)
        return CandidateOffer(
          label: label, value: nil, matched: index.matchedPart(of: place, query: query),
          isTaken: entries.contains(label), isRemembered: true)
      case .candidate(let candidate):
        guard let index = index else { return nil }
        let label = Text(index.label(of: candidate).onOneLine)
        let value = Text(index.valueText(of: candidate))
        // An entry with the same words may have been picked as another candidate.
        let isTaken =
          picks.contains { $0.text == label }
          ? picks.contains(Pick(text: label, value: value)) : entries.contains(label)
        return CandidateOffer(
          label: label, value: value, matched: index.matchedPart(of: candidate, query: query),
          isTaken: isTaken, isRemembered: rememberedCandidates.contains(candidate))
      }
    }
  }

  /// Returns the origins of the offers at the given indices.
  private mutating func sources(in range: Range<Int>) -> [Source] {
    if front.isEmpty { return matches?.candidates(in: range).map(Source.candidate) ?? [] }
    // Skip the candidates that `front` already contains.
    let end = min(range.upperBound, count)
    let others = matches?.candidates(in: 0..<end + frontCandidates.count)
      .filter { !frontCandidates.contains($0) }.map(Source.candidate)
    return Array((front + (others ?? [])).prefix(end).dropFirst(range.lowerBound))
  }
}

/// The suggestions for the focused row, and the earlier answers and filtered choices of all rows.
struct Suggestions: Sendable {
  /// The last lookup in the focused row.
  var lookup: CandidateLookup?
  /// The earlier answers of rows that remember them, most recent first.
  private(set) var remembered: [AnswerPlan.RowReference: CandidateIndex] = [:]

  /// The choices that pass the rows' filters, by row template.
  var offers: [AnswerPlan.RowReference: OfferedChoices] = [:]

  /// The earlier answers of a row; nil if none were provided.
  func remembered(by row: FormRow.ID) -> CandidateIndex? {
    guard let index = remembered[AnswerPlan.RowReference(row)], index.count > 0 else { return nil }
    return index
  }

  /// Provides the earlier answers of a row, most recent first.
  mutating func provide(_ texts: [Text], for row: FormRow.ID) {
    var seen = Set<Text>()
    let choices = texts.prefix(Answers.mostRemembered)
      .filter { !$0.isBlank && $0.isEditable && seen.insert($0).inserted }
    remembered[AnswerPlan.RowReference(row)] = CandidateIndex(
      choices.map { ($0.string, $0.string) })
    lookup = nil
  }

  /// Looks up the typed text, unless the last lookup was for the same text.
  mutating func lookUp(_ query: Text, for row: FormRow.ID, in answers: Answers) {
    if let lookup, lookup.row == row, lookup.query == query { return }
    let isSame = lookup.map { ($0.row.section, $0.row.row) == (row.section, row.row) } ?? false
    let isFiltered = answers.template[row].filter != nil
    lookup = CandidateLookup(
      query,
      in: isFiltered
        ? offered(by: row) : isSame ? lookup?.index : answers.candidates(of: row),
      remembered: remembered(by: row), isStrict: answers.isStrict(row), for: row)
  }
}
