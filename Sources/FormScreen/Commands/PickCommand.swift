// `:pick N`: picks a candidate by its number, for front ends in which keys cannot choose a
// candidate.

package import FormModel
import FormText

/// The reason that no candidate can be picked.
package struct PickRefusal: Error {
  /// The reason, without a full stop.
  package var sentence: String
}

extension FormSession {
  /// Returns the candidate with a number, counted from 1, among the candidates for the text of the
  /// focused row.
  package mutating func candidate(numbered number: Int) throws(PickRefusal) -> CandidateOffer {
    switch candidateState {
    case .none: throw PickRefusal(sentence: "this row has no candidates")
    case .missing(let file): throw PickRefusal(sentence: "\(file) is not read yet")
    case .unavailable(let reason):
      throw PickRefusal(sentence: "the candidates cannot be used: \(reason)")
    case .filtering: while filterChoices() {}
    case .found: break
    }
    if let offer = candidateOffers(in: number - 1..<number).first { return offer }
    let query = candidateQuery
    let about = query.isBlank ? "" : " for \(query.string.quoted)"
    guard let counts = candidateCounts(), counts.fitting > 0 else {
      throw PickRefusal(sentence: "no candidate\(about)")
    }
    throw PickRefusal(
      sentence: "no candidate \(number)\(about); "
        + (counts.fitting == 1 ? "only 1 fits" : "\(counts.text) fit"))
  }
}

extension Text {
  /// The whole text in quotation marks.
  package var quotation: String { "“\(string)”" }
}
