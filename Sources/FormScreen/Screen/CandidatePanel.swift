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
  private var rules = Rules()

  /// How many there are, how many fit, and that for people.
  private struct Found: Hashable { var (all, fitting, text) = (0, 0, "0") }

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
    found = Found()
    guard let counts = session.candidateCounts() else { return }
    (found.all, found.fitting, found.text) = counts
    let isAskedFor = query.isBlank && wasAskedFor && (isStrict || rules.takesSeveral)
    if found.fitting > 0, isAskedFor || isStrict && !query.isBlank {
      (highlighted, isChosen) = (0, isAskedFor)
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

  /// One panel of `lines` on or back, while one is highlighted; whether one was.
  public mutating func page(by direction: Int, lines: Int, in session: inout FormSession) -> Bool {
    lookUp(in: &session)
    guard let highlighted, found.fitting > 0 else { return false }
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

  // MARK: - What is in view

  /// Whether the panel has candidates to show, rather than a sentence.
  private var hasOffers: Bool { state == .found && found.fitting > 0 }

  /// The lines it would like to have: as many as it could ever need, so that typing moves nothing.
  func wantedLines(of half: Int) -> Int { min(max(found.all, 1), half) }

  /// Scrolls to the highlight, and takes out what is in view in so many lines.
  mutating func arrange(in session: inout FormSession, lines: Int, hasStatus: Bool) {
    let lines = lines - (showsHint(lines: lines, hasStatus: hasStatus) ? 1 : 0)
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

  private func showsHint(lines: Int, hasStatus: Bool) -> Bool { !hasStatus && lines >= 3 }

  /// How many candidates fit, and what the keys do: in the most words that fit into `width` columns.
  func hint(width: Int, ellipsis: Character) -> String {
    let hints = hints(ellipsis: ellipsis)
    return hints.first { CellReader.columns(of: $0) <= width } ?? hints.last ?? ""
  }

  /// The same in more and in fewer words, the most first.
  private func hints(ellipsis: Character) -> [String] {
    switch state {
    case .none: return []
    case .missing(let file): return ["Reading \(file)\(ellipsis)"]
    case .unavailable(let reason): return ["The candidates cannot be used: \(reason)"]
    case .found: break
    }
    let goesOn = rules.takesSeveral ? "Tab goes on" : "Enter goes on"
    guard found.fitting > 0 else {
      if query?.isBlank != false { return ["There are no candidates"] }
      if rules.isStrict {
        return ["None of the choices fits; \(goesOn), Esc closes", "No choice fits"]
      }
      let keeps = rules.takesSeveral ? goesOn : "Enter keeps the text"
      return ["No candidate fits; \(keeps)", "None fits; \(keeps)", "None fits"]
    }
    let (top, offers) = (window.top, window.offers)
    let last = top + offers.count
    let shown =
      top == 0 || offers.isEmpty
      ? grouped(last) : "\(grouped(top + 1))\(ellipsis == "…" ? "–" : "-")\(grouped(last))"
    let place = "\(shown) of \(found.text)"
    guard let offered = window.offered else {
      return [
        "\(place)   Down chooses, \(goesOn), Esc closes", "\(place)  Down chooses, \(goesOn)",
        "\(place)  Down chooses", place,
      ]
    }
    let verb = rules.takesSeveral && offered.isTaken ? "gives back" : "takes"
    let key = highlighted == nil ? "Tab" : rules.takesSeveral && isChosen ? "Space" : "Enter"
    let keeps = highlighted == nil && !rules.takesSeveral ? "Enter keeps the text, " : ""
    let leaves = rules.takesSeveral && query?.isBlank != false ? ", \(goesOn)" : ""
    return [
      "\(place)   \(keeps)\(key) \(verb) \(offered.label.string)\(leaves)",
      "\(place)   \(keeps)\(key) \(verb) \(highlighted == nil ? "the first" : "it")\(leaves)",
      "\(place)  \(keeps.isEmpty ? "" : "Enter keeps, ")\(key) \(verb) it",
      "\(place)  \(key) \(verb) it", place,
    ]
  }

  // MARK: - Lines

  func lines(
    _ count: Int, width: Int, hasStatus: Bool, mark: Character, tick: Character, ellipsis: Character
  ) -> [Line] {
    let showsHint = showsHint(lines: count, hasStatus: hasStatus)
    return (0..<count).map { number in
      var line = Line()
      if showsHint && number == count - 1 || !hasOffers && number == 0 {
        line.pad(to: min(hasOffers ? 0 : 2, width))
        append(hint(width: width, ellipsis: ellipsis), .dim, to: &line, end: width, ellipsis)
        return line
      }
      guard hasOffers, window.offers.indices.contains(number) else { return line }
      append(
        window.offers[number], isHighlighted: window.top + number == highlighted, to: &line,
        width: width, marks: (mark, tick, ellipsis))
      return line
    }
  }

  /// A candidate: the highlight's mark, a tick where the row holds it, the part that matches what
  /// was typed in bold, the value where it is another text.
  private func append(
    _ offer: CandidateOffer, isHighlighted: Bool, to line: inout Line, width: Int,
    marks: (highlight: Character, tick: Character, ellipsis: Character)
  ) {
    line.pad(to: min(1, width))
    line.append(isHighlighted ? String(marks.highlight) : " ", .strong, end: width)
    line.append(offer.isTaken ? String(marks.tick) : " ", .strong, end: width)
    line.append(" ", end: width)
    let label = offer.label.string
    let style: Style = isHighlighted ? .question : .plain
    let bytes = label.utf8
    let parts: [(Substring, Style)]
    if let matched = offer.matched, matched.upperBound <= bytes.count {
      var start = bytes.index(bytes.startIndex, offsetBy: matched.lowerBound)
      var end = bytes.index(bytes.startIndex, offsetBy: matched.upperBound)
      if !CellReader.isPrintableASCII(label) {
        // What is typed may be a part of a character: its thumb without the colour of its skin.
        start = label.indices.last { $0 <= start } ?? start
        end = label.indices.first { $0 >= end } ?? label.endIndex
      }
      parts = [(label[..<start], style), (label[start..<end], .strong), (label[end...], style)]
    } else {
      parts = [(label[...], style)]
    }
    for (part, style) in parts where !part.isEmpty {
      guard append(String(part), style, to: &line, end: width, marks.ellipsis) else { return }
    }
    if let value = offer.value, value != offer.label {
      append("  " + value.string, .dim, to: &line, end: width, marks.ellipsis)
    }
    if offer.isRemembered, line.columns + 13 <= width {
      line.append("  used before", .dim, end: width)
    }
  }

  /// Appends a text, shortened where it does not fit; whether all of it did.
  @discardableResult
  private func append(
    _ text: String, _ style: Style, to line: inout Line, end: Int, _ ellipsis: Character
  ) -> Bool {
    if line.append(text, style, end: end) { return true }
    line.cut(to: max(end - 1, 0))
    if end > 0 { line.append(ellipsis, style: style) }
    return false
  }
}
