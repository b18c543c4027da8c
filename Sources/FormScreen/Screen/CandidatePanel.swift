// The panel of candidates: whether it is open, what it shows, what is highlighted.
//
// Invariants: nothing here changes a row; a panel belongs to one row and is gone with it. What is
// typed closes no key's way: whatever is looked up is looked up again where the text is another.

public import FormModel
import FormText

/// The panel of the candidates for the row being typed.
public struct CandidatePanel: Hashable, Sendable {
  /// The row it was opened for.
  public let row: FormRow.ID
  /// The place of the highlighted candidate, from 0.
  public private(set) var highlighted: Int?
  /// Whether a key went there, rather than the text.
  public private(set) var isChosen = false
  /// Whether the best is offered although nothing is typed: the person asked for the list.
  private let wasAskedFor: Bool
  /// What was looked up last, nil before that.
  private var query: Text?
  private var state = FormSession.CandidateState.none
  private var found = Found()
  private var window = Window()
  /// The first that fits what is typed, which → takes while none is chosen.
  private var first: CandidateOffer?
  private var rules = Rules()

  /// How many there are, how many fit, and that for people.
  private struct Found: Hashable {
    var (all, fitting, text) = (0, 0, "0")
    /// Why there is none at all, if other rows decide that.
    var reason: String?
  }

  /// The candidates in view.
  private struct Window: Hashable {
    var top = 0
    var offers: [CandidateOffer] = []
    /// The one that Tab or Enter takes.
    var offered: CandidateOffer?
  }

  private struct Rules: Hashable { var (isStrict, takesSeveral) = (false, false) }

  /// A panel for the row with focus.
  ///
  /// - Parameters:
  ///   - session: the one whose row it is for; nil where that row has no candidates.
  ///   - isAskedFor: somebody asked for the list; otherwise something was typed.
  public init?(of session: FormSession, isAskedFor: Bool = false) {
    guard let focus = session.focus, session.candidateState != .none else { return nil }
    row = focus
    wasAskedFor = isAskedFor
  }

  // MARK: - Looking up

  /// Looks up what is typed now, where that was not done yet.
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
      // The best of a strict row, and a candidate that is meant exactly, are chosen at once.
      if isStrict || !rules.takesSeveral && session.meansCandidate() { highlighted = 0 }
    } else if wasAskedFor, rules.takesSeveral {
      (highlighted, isChosen) = (0, true)
    } else if wasAskedFor {
      let offers = session.candidateOffers(in: 0..<CandidatePanel.mostLookedAt)
      highlighted = offers.firstIndex(where: \.isTaken)
    }
  }

  /// Whether there are candidates now that were not there when it was looked up.
  public func isOutOfDate(in session: FormSession) -> Bool { state != session.candidateState }

  /// Takes note that the text was edited: a highlight that a key chose is none any more.
  public mutating func edited() { (isChosen, query) = (false, nil) }

  /// Goes a number of candidates on or back; from the first back to none.
  ///
  /// - Returns: whether there was somewhere to go.
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

  /// Chooses the candidate on a line in view, from 0; whether there is one.
  mutating func choose(onLine line: Int, in session: inout FormSession) -> Bool {
    lookUp(in: &session)
    guard window.offers.indices.contains(line) else { return false }
    (highlighted, isChosen) = (window.top + line, true)
    return true
  }

  /// One panel of `lines` on or back, while one is highlighted; whether one was.
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

  /// The candidate that a key takes: the highlighted one, else, where `best` asks for it and
  /// something is typed, the first.
  public mutating func offer(best: Bool, in session: inout FormSession) -> CandidateOffer? {
    lookUp(in: &session)
    let place = highlighted ?? (best && query?.isBlank == false ? 0 : nil)
    guard let place, place < found.fitting else { return nil }
    return session.candidateOffers(in: place..<place + 1).first
  }

  // MARK: - In view

  /// Whether the panel has candidates to show, rather than a sentence.
  var hasOffers: Bool { state == .found && found.fitting > 0 }

  /// The lines it would like to have: as many as it could ever need, so that typing moves nothing.
  var wantedLines: Int { min(found.all, CandidatePanel.mostLines) }

  /// The most candidates among which the present answer is looked for.
  private static let mostLookedAt = 200

  /// The most candidates that are shown at once.
  private static let mostLines = 8

  /// Scrolls to the chosen one, and takes out those in view on so many lines with a title.
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

  /// The label of the best one while none is chosen.
  var bestLabel: String? { best?.label.string }

  /// The best candidate while none is chosen: → takes it.
  var best: CandidateOffer? { highlighted == nil ? first : nil }

  /// `City: matches for “bris”`.
  func title(of session: FormSession) -> String {
    let label = session.answers.label(of: row)
    guard let query, !query.isBlank else { return label }
    return "\(label): matches for \(KeyLine.cut(query.string, ellipsis: "…").quoted)"
  }

  /// The number of those that fit.
  var count: String { found.text }

  /// Why there is no list; nil where there is one.
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

  /// A candidate: the bar where it is chosen, a tick where the row holds it, the part that matches
  /// what was typed, and what it fills in, else the value where that is another text.
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
