// The panel of candidates (the answers that a row proposes): its contents, and the highlighted
// candidate.
//
// Invariants: nothing here changes a row. A panel belongs to one row, and closes when the focus
// leaves that row. A typed key never waits for candidates: it only marks the panel as outdated, and
// `lookUp` finds the candidates later.

public import FormModel
import FormText

/// The panel that lists candidates for the text of a row.
public struct CandidatePanel: Hashable, Sendable {
  /// The row to which the candidates belong.
  public let row: FormRow.ID
  /// The index of the highlighted candidate; nil if none is highlighted.
  public private(set) var highlighted: Int?
  /// Whether the person chose the highlighted candidate with a key or a click. If false, the typed
  /// text determined the candidate.
  public private(set) var isChosen = false
  /// Whether the person asked for the list. If so, a candidate may be highlighted even if nothing
  /// is typed.
  private let wasAskedFor: Bool
  /// The last text that was looked up; nil before the first look-up.
  private var query: Text?
  private var state = FormSession.CandidateState.none
  private var found = Found()
  private var window = Window()
  /// The best candidate for the typed text. The key → takes it while no candidate is highlighted.
  private var first: CandidateOffer?
  private var rules = Rules()

  /// The number of all candidates, and the number of matching candidates. `text` is the second
  /// number as text.
  private struct Found: Hashable {
    var (all, fitting, text) = (0, 0, "0")
    /// The reason for an empty list, if the answers of other rows caused it.
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

  /// Creates a panel for the focused row; nil if the row has no candidates.
  ///
  /// - Parameters:
  ///   - session: the session with the row.
  ///   - isAskedFor: whether the person asked for the list. If not, the list opened because text
  ///     was typed.
  public init?(of session: FormSession, isAskedFor: Bool = false) {
    guard let focus = session.focus, session.candidateState != .none else { return nil }
    row = focus
    wasAskedFor = isAskedFor
  }

  // MARK: - Looking up

  /// Finds the candidates for the current text, unless they were already found.
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
      // The best candidate of a row that allows only candidates is highlighted at once. In other
      // rows that hold a single answer, an exact match is highlighted at once.
      if isStrict || !rules.takesSeveral && session.meansCandidate() { highlighted = 0 }
    } else if wasAskedFor, rules.takesSeveral {
      (highlighted, isChosen) = (0, true)
    } else if wasAskedFor {
      let offers = session.candidateOffers(in: 0..<CandidatePanel.mostLookedAt)
      highlighted = offers.firstIndex(where: \.isTaken)
    }
  }

  /// Whether the candidates are outdated, because more candidates were read or filtered after
  /// `lookUp`.
  public func isOutOfDate(in session: FormSession) -> Bool { state != session.candidateState }

  /// Records that the text was edited. A candidate that was chosen with a key is then no longer
  /// chosen.
  public mutating func edited() { (isChosen, query) = (false, nil) }

  /// Moves the highlight by a number of candidates. Moving up from the first candidate removes the
  /// highlight.
  ///
  /// - Returns: whether the highlight could be moved.
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

  /// Chooses the candidate on a line of the panel, counted from 0. Returns whether that line has a
  /// candidate.
  mutating func choose(onLine line: Int, in session: inout FormSession) -> Bool {
    lookUp(in: &session)
    guard window.offers.indices.contains(line) else { return false }
    (highlighted, isChosen) = (window.top + line, true)
    return true
  }

  /// Moves the highlight by a page of `lines` lines. Returns whether there are candidates.
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

  /// Returns the candidate that a key takes: the highlighted candidate. If none is highlighted, it
  /// is the first candidate, provided that `best` is true and something is typed.
  public mutating func offer(best: Bool, in session: inout FormSession) -> CandidateOffer? {
    lookUp(in: &session)
    let place = highlighted ?? (best && query?.isBlank == false ? 0 : nil)
    guard let place, place < found.fitting else { return nil }
    return session.candidateOffers(in: place..<place + 1).first
  }

  // MARK: - In view

  /// Whether the panel shows candidates. If false, the panel shows a sentence.
  var hasOffers: Bool { state == .found && found.fitting > 0 }

  /// The preferred number of lines. It does not depend on the typed text, so the form does not move
  /// while the person types.
  var wantedLines: Int { min(found.all, CandidatePanel.mostLines) }

  /// The maximum number of candidates that are compared with the current answer.
  private static let mostLookedAt = 200

  /// The maximum number of candidates that are shown at once.
  private static let mostLines = 8

  /// Scrolls to the highlighted candidate, and copies the candidates in view. `lines` is the number
  /// of lines of the panel, including the title.
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

  /// The label of the highlighted candidate, with the text that it fills into another row.
  var chosenLabel: String? { highlighted == nil ? nil : window.offered?.labelWithFill }

  /// Whether some candidates are not in view.
  var hasMore: Bool { found.fitting > window.offers.count }

  /// The label of the best candidate while no candidate is highlighted.
  var bestLabel: String? { best?.label.string }

  /// The best candidate while no candidate is highlighted. The key → takes this candidate.
  var best: CandidateOffer? { highlighted == nil ? first : nil }

  /// Returns a title such as `City: matches for “bris”`.
  func title(of session: FormSession) -> String {
    let label = session.answers.label(of: row)
    guard let query, !query.isBlank else { return label }
    return "\(label): matches for \(KeyLine.cut(query.string, ellipsis: "…").quoted)"
  }

  /// The number of matching candidates, as text.
  var count: String { found.text }

  /// The sentence that replaces a missing list; nil if the panel has a list.
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

  /// Returns the line of a candidate: a bar if it is highlighted, a tick if the row contains it,
  /// and its label with the matching part. Then comes the text that the candidate fills into other
  /// rows, or else the candidate's value. Neither is shown if it equals the label.
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
      line.pad(to: min(max(end, line.columns) + 2, width), style)
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
