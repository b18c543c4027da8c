// What was found for the row being typed, kept from key to key.

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

  init(
    label: Text, value: Text?, matched: Range<Int>? = nil, isTaken: Bool = false,
    isRemembered: Bool = false
  ) {
    self.label = label
    self.value = value
    self.matched = matched
    self.isTaken = isTaken
    self.isRemembered = isRemembered
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
  private(set) var rememberedCandidates = Set<Int>()
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

  /// How many are offered, as far as they are counted.
  var count: Int { (matches?.count ?? 0) + front.count - frontCandidates.count }

  /// The same for people: `17`, `10,000+`.
  var countText: String { grouped(count) + (matches?.isCountExact == false ? "+" : "") }

  /// How many there are, whatever is typed.
  var total: Int { (index?.count ?? 0) + (remembered?.count ?? 0) }

  /// Whether the text is that of a candidate, or was saved before.
  var isMeant: Bool {
    index?.candidate(meaning: query.trimmed.string) != nil
      || remembered?.candidate(meaning: query.trimmed.string) != nil
  }

  /// What is offered from one place to another. O(log n) for each place up to the last.
  mutating func sources(in range: Range<Int>) -> [Source] {
    if front.isEmpty { return matches?.candidates(in: range).map(Source.candidate) ?? [] }
    // What stands in front is left out behind.
    let end = min(range.upperBound, count)
    let others = matches?.candidates(in: 0..<end + frontCandidates.count)
      .filter { !frontCandidates.contains($0) }.map(Source.candidate)
    return Array((front + (others ?? [])).prefix(end).dropFirst(range.lowerBound))
  }
}

extension FormSession {
  /// What is known of the candidates of the row with focus.
  public enum CandidateState: Hashable, Sendable {
    /// The row has none, or can only be looked at.
    case none
    /// Their file was not provided yet.
    case missing(file: String)
    case unavailable(String)
    case found
  }

  /// Whether the row with focus is of a kind that may have candidates, now or later.
  public var focusMayHaveCandidates: Bool {
    focus.map { answers.rowType(of: $0).takesPicks || answers.remembers($0) } ?? false
  }

  /// What is known of the candidates of the row with focus.
  public var candidateState: CandidateState {
    guard let focus, answers.rowType(of: focus).takesPicks || rememberedOfFocus != nil,
      !answers.isReadOnly(focus), isFocusEditable
    else { return .none }
    let choices = template[focus].choices
    guard let file = choices.file else {
      return choices.isEmpty && rememberedOfFocus == nil ? .none : .found
    }
    switch choices.candidates {
    case .pending: return .missing(file: file)
    case .unavailable(let reason): return .unavailable(reason)
    case .found: return .found
    }
  }

  /// Whether the row with focus takes any number of candidates, an entry each.
  public var isFocusChoices: Bool { focus.map { answers.rowType(of: $0).takesManyPicks } ?? false }

  /// What the candidates of the row with focus are looked for by: its text, or the entry that the
  /// cursor is in. What was picked already asks for nothing.
  public var candidateQuery: Text {
    guard let focus else { return .empty }
    let entry = isFocusChoices ? logicalLine.text : focusText
    return answers.picks(of: focus).contains { $0.text == entry.trimmed } ? .empty : entry
  }

  /// Looks up what is typed, where that was not done yet; whether there is anything to look in.
  mutating func lookUpCandidates() -> Bool {
    guard let focus, candidateState == .found else { return false }
    let query = candidateQuery
    if let lookup = suggestions.lookup, lookup.row == focus, lookup.query == query { return true }
    let isSame =
      suggestions.lookup.map { ($0.row.section, $0.row.row) == (focus.section, focus.row) } ?? false
    suggestions.lookup = CandidateLookup(
      query, in: isSame ? suggestions.lookup?.index : answers.candidates(of: focus),
      remembered: rememberedOfFocus,
      isStrict: answers.isStrict(focus), for: focus)
    return true
  }

  /// How many candidates the row with focus has in all, and how many fit what is typed.
  public mutating func candidateCounts() -> (all: Int, fitting: Int, text: String)? {
    guard lookUpCandidates(), let lookup = suggestions.lookup else { return nil }
    return (lookup.total, lookup.count, lookup.countText)
  }

  /// The candidates at some places among those that fit what is typed; fewer at the end.
  public mutating func candidateOffers(in range: Range<Int>) -> [CandidateOffer] {
    guard lookUpCandidates(), let focus else { return [] }
    let found = suggestions.lookup?.sources(in: range) ?? []
    guard let lookup = suggestions.lookup else { return [] }
    var entries = isFocusChoices ? ChoicesRow.entries(of: focusText) : []
    // What is typed to find an entry is none yet, also where it has the same words.
    if let typed = entries.firstIndex(of: lookup.query.trimmed) { entries.remove(at: typed) }
    let picks = answers.picks(of: focus)
    let query = lookup.query.string
    return found.compactMap { source in
      switch source {
      case .remembered(let place):
        guard let index = lookup.remembered else { return nil }
        let label = Text(index.label(of: place).onOneLine)
        return CandidateOffer(
          label: label, value: nil, matched: index.matchedPart(of: place, query: query),
          isTaken: entries.contains(label), isRemembered: true)
      case .candidate(let candidate):
        guard let index = lookup.index else { return nil }
        let label = Text(index.label(of: candidate).onOneLine)
        let value = Text(index.valueText(of: candidate))
        // An entry of the same words is another candidate where it was picked as one.
        let isTaken =
          picks.contains { $0.text == label }
          ? picks.contains(Pick(text: label, value: value)) : entries.contains(label)
        return CandidateOffer(
          label: label, value: value, matched: index.matchedPart(of: candidate, query: query),
          isTaken: isTaken, isRemembered: lookup.rememberedCandidates.contains(candidate))
      }
    }
  }

  /// Whether the text of the focus is that of a candidate, or was saved before.
  public mutating func meansCandidate() -> Bool {
    guard lookUpCandidates() else { return false }
    return suggestions.lookup?.isMeant == true
  }
}
