// What was found for the row being typed, kept from key to key.

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

  init(label: Text, value: Text?, matched: Range<Int>? = nil, isTaken: Bool = false) {
    self.label = label
    self.value = value
    self.matched = matched
    self.isTaken = isTaken
  }
}

/// The candidates for what is typed, in the order they are offered: the one that is meant exactly
/// goes first.
struct CandidateLookup: Sendable {
  let row: Row.ID
  let query: Text
  let index: CandidateIndex
  /// The candidate that the text means.
  private let meant: Int?
  private var matches: CandidateMatches

  init(_ query: Text, in index: CandidateIndex, for row: Row.ID) {
    self.row = row
    self.query = query
    self.index = index
    matches = index.matches(query.string)
    meant = query.isBlank ? nil : index.candidate(meaning: query.string)
  }

  /// How many are offered, as far as they are counted.
  var count: Int { matches.count }

  /// The same for people.
  var countText: String { matches.countText }

  /// The candidates at some places among those offered. O(log n) for each place up to the last.
  mutating func candidates(in range: Range<Int>) -> [Int] {
    guard let meant else { return matches.candidates(in: range) }
    // It stands in front, and is left out behind.
    let others = matches.candidates(in: 0..<range.upperBound).filter { $0 != meant }
    return Array(
      ([meant] + others).prefix(min(range.upperBound, count)).dropFirst(range.lowerBound))
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

  /// What is known of the candidates of the row with focus.
  public var candidateState: CandidateState {
    guard let focus, rowType(of: focus).takesPicks, !isReadOnly(focus), isFocusEditable,
      !focus.isEntry(in: template.sections)
    else { return .none }
    let choices = rowTemplate(of: focus).choices
    guard let file = choices.file else { return choices.isEmpty ? .none : .found }
    switch choices.candidates {
    case .pending: return .missing(file: file)
    case .unavailable(let reason): return .unavailable(reason)
    case .found: return .found
    }
  }

  /// Whether the row with focus takes any number of candidates, an entry each.
  public var isFocusChoices: Bool { focus.map { rowType(of: $0) == .choices } ?? false }

  /// What the candidates of the row with focus are looked for by: its text, or the entry that the
  /// cursor is in. What was picked already asks for nothing.
  public var candidateQuery: Text {
    guard let focus else { return .empty }
    let entry = isFocusChoices ? Screen.logicalLine(of: self).text : focusText
    return picks(of: focus).contains { $0.text == entry.trimmed } ? .empty : entry
  }

  /// Looks up what is typed, where that was not done yet; whether there is anything to look in.
  mutating func lookUpCandidates() -> Bool {
    guard let focus, candidateState == .found else { return false }
    let query = candidateQuery
    if let lookup, lookup.row == focus, lookup.query == query { return true }
    let isSame = lookup.map { ($0.row.section, $0.row.row) == (focus.section, focus.row) } ?? false
    guard let index = isSame ? lookup?.index : candidates(of: focus) else { return false }
    lookup = CandidateLookup(query, in: index, for: focus)
    return true
  }

  /// How many candidates the row with focus has in all, and how many fit what is typed.
  public mutating func candidateCounts() -> (all: Int, fitting: Int, text: String)? {
    guard lookUpCandidates(), let lookup else { return nil }
    return (lookup.index.count, lookup.count, lookup.countText)
  }

  /// The candidates at some places among those that fit what is typed; fewer at the end.
  public mutating func candidateOffers(in range: Range<Int>) -> [CandidateOffer] {
    guard lookUpCandidates(), let focus else { return [] }
    let found = lookup?.candidates(in: range) ?? []
    guard let lookup else { return [] }
    var entries = isFocusChoices ? ChoicesRow.entries(of: focusText) : []
    // What is typed to find an entry is none yet, also where it has the same words.
    if let typed = entries.firstIndex(of: lookup.query.trimmed) { entries.remove(at: typed) }
    let picks = picks(of: focus)
    return found.map { candidate in
      let label = Text(lookup.index.label(of: candidate).onOneLine)
      let value = Text(lookup.index.valueText(of: candidate))
      // An entry of the same words is another candidate where it was picked as one.
      let isTaken =
        picks.contains { $0.text == label }
        ? picks.contains(Pick(text: label, value: value)) : entries.contains(label)
      return CandidateOffer(
        label: label, value: value,
        matched: lookup.index.matchedPart(of: candidate, query: lookup.query.string),
        isTaken: isTaken)
    }
  }

  /// The candidate that the text of the focus means, by label or value.
  public mutating func meansCandidate() -> Bool {
    guard lookUpCandidates() else { return false }
    return lookup?.index.candidate(meaning: candidateQuery.trimmed.string) != nil
  }
}
