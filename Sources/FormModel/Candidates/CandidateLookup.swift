// What was found for the row being typed, kept from key to key. Earlier answers are offered too.

import Candidates
public import FormText

/// Something that is offered for the row being typed.
public struct CandidateOffer: Hashable, Sendable {
  /// What stands in the row once it is taken: one line.
  public let label: Text
  /// The text of its value, nil for a text that is no candidate.
  public let value: Text?
  /// Where in the label, in UTF-8 bytes, stands what was typed.
  public let matched: Range<Int>?
  /// Whether the row holds it.
  public let isTaken: Bool
  /// Whether it was saved in such a row before.
  public let isRemembered: Bool
  /// What taking it fills in elsewhere.
  public private(set) var fill: Text?

  init(
    label: Text, value: Text?, matched: Range<Int>? = nil, isTaken: Bool = false,
    isRemembered: Bool = false
  ) {
    (self.label, self.value, self.matched, self.isTaken) = (label, value, matched, isTaken)
    self.isRemembered = isRemembered
  }

  /// The same offer, which fills in a text elsewhere.
  func filling(_ text: Text?) -> CandidateOffer {
    var offer = self
    offer.fill = text?.isBlank == false ? text : nil
    return offer
  }

  /// Adds the candidate to the entries of a text, in the place of what was typed to find it, or takes it
  /// out; nil where it is to be taken out and is not in it.
  ///
  /// - Parameters:
  ///   - text: the text, an entry a line.
  ///   - place: the line of the cursor, from 0.
  ///   - typed: what was typed to find the candidate.
  func toggled(
    in text: Text, picks before: [Pick], line place: Int, typed: Text
  ) -> (text: Text, picks: [Pick])? {
    var (lines, picks) = (text.lines, before)
    if isTaken {
      guard let taken = lines.firstIndex(where: { $0.trimmed == label }) else { return nil }
      lines.remove(at: taken)
      picks.removeAll { $0.text == label }
    } else {
      // What was typed is replaced; where nothing was, the entry goes before the empty line.
      let isTyped = lines.indices.contains(place) && (!typed.isBlank || lines[place].isBlank)
      if isTyped {
        lines[place] = label
      } else {
        lines.insert(label, at: lines.last?.isBlank == true ? lines.count - 1 : lines.count)
      }
      if lines.last?.isBlank != true { lines.append(.empty) }
      // One of the same words that was picked before is given back: the text cannot hold both.
      picks.removeAll { $0.text == label }
      if let value { picks.append(Pick(text: label, value: value)) }
    }
    if lines.allSatisfy(\.isBlank) { lines = [] }
    return (Text(lines.map(\.string).joined(separator: "\n")), picks)
  }
}

/// The candidates for what is typed, in the order they are offered: the one that is meant exactly
/// goes first, then what was saved in such rows before.
struct CandidateLookup: Sendable {
  /// What is offered.
  enum Source: Hashable, Sendable {
    case candidate(Int)
    case remembered(Int)
  }

  let row: FormRow.ID
  let query: Text
  /// The row's own candidates, and what it remembers.
  let index: CandidateIndex?
  let remembered: CandidateIndex?
  /// What goes first, of that the row's own candidates, and how many are none of these.
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

  /// The number offered, as far as they are counted.
  private var count: Int { (matches?.count ?? 0) + front.count - frontCandidates.count }

  /// The number of candidates in all, and of those offered, also for people: `17`, `10,000+`.
  var counts: (all: Int, fitting: Int, text: String) {
    let text = grouped(count) + (matches?.isCountExact == false ? "+" : "")
    return ((index?.count ?? 0) + (remembered?.count ?? 0), count, text)
  }

  /// Whether the text is that of a candidate, or was saved before.
  var isMeant: Bool {
    index?.candidate(meaning: query.trimmed.string) != nil
      || remembered?.candidate(meaning: query.trimmed.string) != nil
  }

  /// What is offered from one place to another, fewer at the end. O(log n) for each place up to the
  /// last.
  ///
  /// - Parameters:
  ///   - entries: the entries that the row holds, with the one being typed.
  ///   - picks: the candidates picked for them.
  mutating func offers(in range: Range<Int>, entries: [Text], picks: [Pick]) -> [CandidateOffer] {
    var entries = entries
    // What is typed to find an entry is none yet, also where it has the same words.
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
        // An entry of the same words is another candidate where it was picked as one.
        let isTaken =
          picks.contains { $0.text == label }
          ? picks.contains(Pick(text: label, value: value)) : entries.contains(label)
        return CandidateOffer(
          label: label, value: value, matched: index.matchedPart(of: candidate, query: query),
          isTaken: isTaken, isRemembered: rememberedCandidates.contains(candidate))
      }
    }
  }

  /// The same as places among the candidates.
  private mutating func sources(in range: Range<Int>) -> [Source] {
    if front.isEmpty { return matches?.candidates(in: range).map(Source.candidate) ?? [] }
    // What stands in front is left out behind.
    let end = min(range.upperBound, count)
    let others = matches?.candidates(in: 0..<end + frontCandidates.count)
      .filter { !frontCandidates.contains($0) }.map(Source.candidate)
    return Array((front + (others ?? [])).prefix(end).dropFirst(range.lowerBound))
  }
}

/// The candidates of the row with focus.
struct Suggestions: Sendable {
  /// The last lookup for the row with focus.
  var lookup: CandidateLookup?
  /// Earlier answers of rows that remember them, most recent first.
  private(set) var remembered: [AnswerPlan.RowReference: CandidateIndex] = [:]

  /// The choices that are left by filters, by the row template.
  var offers: [AnswerPlan.RowReference: OfferedChoices] = [:]

  /// What a row remembers, where there is anything.
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

  /// Looks up what is typed, where that was not done yet.
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
