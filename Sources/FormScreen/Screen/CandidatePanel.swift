// The panel of candidates: whether it is open, its contents and its highlight.
//
// Invariants: nothing here changes a row. A panel belongs to one row and closes with it. A typed
// key is never blocked: if the text has changed, the candidates are looked up again.

public import FormModel
import FormText

/// The panel of the candidates for the row being typed.
public struct CandidatePanel: Hashable, Sendable {
  /// The row for which it was opened.
  public let row: FormRow.ID
  /// The position of the highlighted candidate, from 0.
  public private(set) var highlighted: Int?
  /// Whether a key chose it, and not the text.
  public private(set) var isChosen = false
  /// Whether the best candidate is offered without typed text, because the person asked for the
  /// list.
  private let wasAskedFor: Bool
  /// The last text that was looked up; nil before the first.
  private var query: Text?
  private var state = FormSession.CandidateState.none
  private var found = Found()
  private var window = Window()
  /// The first candidate that matches the typed text, which → takes while none is chosen.
  private var first: CandidateOffer?
  private var rules = Rules()

  /// The number of candidates, the number of matches, and the latter as text.
  private struct Found: Hashable {
    var (all, fitting, text) = (0, 0, "0")
    /// The reason for an empty list, if other rows decide it.
    var reason: String?
  }

  /// The candidates in view.
  private struct Window: Hashable {
    var top = 0
    var offers: [CandidateOffer] = []
    /// The candidate that Tab or Enter takes.
    var offered: CandidateOffer?
  }

  private struct Rules: Hashable { var (isStrict, takesSeveral) = (false, false) }

  /// A panel for the focused row; nil if the row has no candidates.
  ///
  /// - Parameters:
  ///   - session: the session with the row.
  ///   - isAskedFor: whether the person asked for the list; if not, something was typed.
  public init?(of session: FormSession, isAskedFor: Bool = false) {
    guard let focus = session.focus, session.candidateState != .none else { return nil }
    row = focus
    wasAskedFor = isAskedFor
  }

  // MARK: - Looking up

  /// Looks up the present text, unless that was already done.
  public mutating func lookUp(in session: inout FormSession) {
    let (query, state) = (session.candidateQuery, session.candidateState)
    if query == self.query, state == self.state { return }
    (self.query, self.state) = (query, state)
    let isStrict = session.answers.isStrict(row)
    (rules.isStrict, rules.takesSeveral) = (isStrict, session.isFocusChoices)
    (window.top, highlighted, isChosen) = (0, nil, false)
    (found, first) = (Found(), nil)
    guard let counts = session.candidateCounts() else { return }
    (found.all, found.fitting, found.text) = counts
    found.reason = session.reasonForNoChoices
    guard found.fitting > 0 else { return }
    if !query.isBlank {
      if !isStrict { first = session.candidateOffers(in: 0..<1).first }
      // The best candidate of a strict row, and an exact match, are chosen at once.
      if isStrict || !rules.takesSeveral && session.meansCandidate() { highlighted = 0 }
    } else if wasAskedFor, rules.takesSeveral {
      (highlighted, isChosen) = (0, true)
    } else if wasAskedFor {
      let offers = session.candidateOffers(in: 0..<CandidatePanel.mostLookedAt)
      highlighted = offers.firstIndex(where: \.isTaken)
    }
  }

  /// Whether candidates are available now that were not at the last look-up.
  public func isOutOfDate(in session: FormSession) -> Bool { state != session.candidateState }

  /// Records that the text was edited: a highlight that a key chose no longer counts.
  public mutating func edited() { (isChosen, query) = (false, nil) }

  /// Moves the highlight by a number of candidates; before the first, none is highlighted.
  ///
  /// - Returns: whether it could move.
  public mutating func move(by step: Int, in session: inout FormSession) -> Bool {
    lookUp(in: &session)
    guard found.fitting > 0 else { return false }
    guard let place = highlighted else {
      guard step > 0 else { return false }
      (highlighted, isChosen) = (0, true)
      return true
    }
    let next = place + step
    if next < 0, step == -1 {
      (highlighted, isChosen) = (nil, false)
    } else {
      (highlighted, isChosen) = (min(max(next, 0), found.fitting - 1), true)
    }
    return true
  }

  /// Chooses the candidate on a line in view, from 0; returns whether there is one.
  mutating func choose(onLine line: Int, in session: inout FormSession) -> Bool {
    lookUp(in: &session)
    guard window.offers.indices.contains(line) else { return false }
    (highlighted, isChosen) = (window.top + line, true)
    return true
  }

  /// Moves the highlight by a panel of `lines`; returns whether a candidate was highlighted.
  public mutating func page(by direction: Int, lines: Int, in session: inout FormSession) -> Bool {
    lookUp(in: &session)
    guard found.fitting > 0 else { return false }
    guard let highlighted else {
      (self.highlighted, isChosen) = (direction > 0 ? 0 : found.fitting - 1, true)
      return true
    }
    let place = min(max(highlighted + direction * max(lines, 1), 0), found.fitting - 1)
    (self.highlighted, isChosen) = (place, true)
    return true
  }

  /// The candidate that a key takes: the highlighted one; without one, the first if `best` is true
  /// and something is typed.
  public mutating func offer(best: Bool, in session: inout FormSession) -> CandidateOffer? {
    lookUp(in: &session)
    let place = highlighted ?? (best && query?.isBlank == false ? 0 : nil)
    guard let place, place < found.fitting else { return nil }
    return session.candidateOffers(in: place..<place + 1).first
  }

  // MARK: - In view

  /// Whether the panel shows candidates, and not a sentence.
  var hasOffers: Bool { state == .found && found.fitting > 0 }

  /// The preferred number of lines: as many as it can ever need, so that typing moves nothing.
  var wantedLines: Int { min(found.all, CandidatePanel.mostLines) }

  /// The most candidates among which the present answer is searched.
  private static let mostLookedAt = 200

  /// The most candidates shown at once.
  private static let mostLines = 8

  /// Scrolls to the chosen candidate, and copies those in view for a number of lines with a title.
  mutating func arrange(in session: inout FormSession, lines: Int) {
    let lines = lines > 1 ? lines - 1 : lines
    if let highlighted { window.top = min(max(window.top, highlighted - lines + 1), highlighted) }
    window.top = max(min(window.top, found.fitting - lines), 0)
    window.offers = session.candidateOffers(in: window.top..<window.top + max(lines, 0))
    let place = (highlighted ?? 0) - window.top
    if window.offers.indices.contains(place), highlighted != nil || query?.isBlank == false {
      window.offered = window.offers[place]
    } else {
      window.offered = offer(best: true, in: &session)
    }
  }

  /// The label of the chosen candidate.
  var chosenLabel: String? { highlighted == nil ? nil : window.offered?.label.string }

  /// Whether there are candidates that are not in view.
  var hasMore: Bool { found.fitting > window.offers.count }

  /// The label of the best candidate while none is chosen.
  var bestLabel: String? { best?.label.string }

  /// The best candidate while none is chosen; → takes it.
  var best: CandidateOffer? { highlighted == nil ? first : nil }

  /// `City: matches for “bris”`.
  func title(of session: FormSession) -> String {
    let label = session.answers.label(of: row)
    guard let query, !query.isBlank else { return label }
    return "\(label): matches for \(KeyLine.cut(query.string, ellipsis: "…").quoted)"
  }

  /// The number of matches.
  var count: String { found.text }

  /// The sentence in place of a missing list; nil if the panel has a list.
  var sentence: String? {
    switch state {
    case .none: return nil
    case .missing(let file): return "Reading \(file)…"
    case .unavailable(let reason): return "The candidates cannot be used: \(reason)"
    case .filtering: return "Looking for the choices…"
    case .found: break
    }
    guard found.fitting == 0 else { return nil }
    if let reason = found.reason { return reason }
    if query?.isBlank != false { return "There are no candidates" }
    return rules.isStrict ? "None of the choices fits   Esc closes" : "No candidate fits"
  }

  // MARK: - Lines

  func lines(_ count: Int, width: Int, symbols: Symbols) -> [Line] {
    let columns = window.offers.reduce(0) { max($0, CellReader.columns(of: $1.label.string)) }
    return window.offers.prefix(count).enumerated().map { number, offer in
      line(
        of: offer, isChosen: window.top + number == highlighted, width: width,
        labelColumns: min(columns, width / 2), symbols)
    }
  }

  /// A line for a candidate: the bar if it is chosen, a tick if the row contains it, the part that
  /// matches the typed text, and the text that it fills in, or else a value other than the label.
  private func line(
    of offer: CandidateOffer, isChosen: Bool, width: Int, labelColumns: Int, _ symbols: Symbols
  ) -> Line {
    let style: Style = isChosen ? .chosen : .plain
    let dim: Style = isChosen ? .chosen : .dim
    var line = Line()
    line.append(isChosen ? symbols.bar : " ", style: style)
    line.append(" ", style, end: width)
    line.append(offer.isTaken ? symbols.tick : " ", style: style)
    line.append(" ", style, end: width)
    let end = line.columns + labelColumns
    for (part, isMatch) in offer.label.string.parts(around: offer.matched) where !part.isEmpty {
      let partStyle = isMatch ? (isChosen ? Style.chosenMatch : .match) : style
      guard line.append(String(part), partStyle, end: width, ellipsis: symbols.ellipsis) else {
        return line
      }
    }
    if let detail = offer.fill ?? offer.value, detail != offer.label {
      line.pad(to: min(end + 2, width), style)
      line.append(detail.string, dim, end: width, ellipsis: symbols.ellipsis)
    }
    if offer.isRemembered, max(line.columns, end) + 13 <= width {
      line.pad(to: end, style)
      line.append("  used before", dim, end: width)
    }
    if isChosen { line.pad(to: width, style) }
    return line
  }
}
