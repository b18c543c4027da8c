// Describes the candidates of the focused row (the answers that it proposes) in plain mode: their
// number, and a numbered list.

public import FormModel
import FormText

/// Sentences about candidates.
public enum CandidateSentences {
  /// The maximum number of candidates that are named when the row gets the focus.
  private static let mostNamed = 8
  /// The number of candidates in one part of the list.
  public static let listed = 10

  /// Returns the sentence about the candidates of a row that gets the focus; nil if the row has no
  /// candidates.
  static func hint(in session: inout FormSession) -> String? {
    guard let focus = session.focus else { return nil }
    let isStrict = session.answers.isStrict(focus)
    switch session.candidateState {
    case .none: return nil
    // The row's file of candidates is read only after the person types something. Do not wait for
    // the file here.
    case .missing: return isStrict ? searchHint : "Suggestions come as you type; :pick lists them."
    case .unavailable(let reason):
      return RowSentence.sentence("The candidates cannot be used: \(reason)")
    case .filtering: while session.filterChoices() {}
    case .found: break
    }
    if let reason = session.reasonForNoChoices { return RowSentence.sentence(reason) }
    guard let counts = session.candidateCounts(), counts.all > 0 else { return nil }
    guard session.candidateQuery.isBlank else { return nil }
    guard isStrict else { return "\(counted(counts.all, "suggestion")); :pick lists them." }
    guard counts.all <= mostNamed else { return "\(grouped(counts.all)) choices. \(searchHint)" }
    let names = session.candidateOffers(in: 0..<counts.all).enumerated().map {
      "\($0 + 1) \($1.label.string)"
    }
    return RowSentence.sentence("Choices: \(names.joined(separator: ", "))")
  }

  private static let searchHint = "Type the beginning of one; :pick lists them."

  /// Returns a part of the list of matching candidates, each with its number. The part begins with
  /// the candidate at index `start`.
  public static func list(from start: Int, in session: inout FormSession) -> [String] {
    guard let counts = session.candidateCounts() else { return [] }
    let query = session.candidateQuery
    let about = query.isBlank ? "" : " for \(query.quoted)"
    guard counts.fitting > 0 else {
      let none = session.reasonForNoChoices.map(RowSentence.sentence) ?? "There are no candidates."
      return [counts.all == 0 ? none : "None of the candidates fits\(about)."]
    }
    let offers = session.candidateOffers(in: start..<start + listed)
    let lines = offers.enumerated().map { line(of: $1, number: start + $0 + 1) }
    let last = start + offers.count
    let place =
      offers.count == counts.fitting
      ? "\(counts.text) fit\(counts.fitting == 1 ? "s" : "")\(about)"
      : "\(grouped(start + 1)) to \(grouped(last)) of \(counts.text)\(about)"
    let more = last < counts.fitting ? ", :pick continues the list" : ""
    return lines + ["\(place). Type :pick and a number to take one\(more)."]
  }

  /// Returns a line such as `3: London (United Kingdom)`.
  private static func line(of offer: CandidateOffer, number: Int) -> String {
    var line = "\(grouped(number)): \(offer.label.string)"
    if let detail = offer.fill ?? offer.value, detail != offer.label {
      line += " (\(detail.string))"
    }
    if offer.isTaken { line += ", taken" }
    if offer.isRemembered { line += ", used before" }
    return line
  }
}
