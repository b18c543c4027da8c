// What else the file says of a candidate, as a form reads it.

public import Candidates
import FormText
import LosslessJSON

extension CandidateIndex {
  /// The text of a field of a candidate, nil where it has none.
  public func field(_ name: String, of candidate: Int) -> String? {
    cell(named: name, of: candidate)
      ?? record(of: candidate)?[name].flatMap(RowValue.init)?.text?.string
  }

  /// The value of a candidate, as it is exported.
  func value(of candidate: Int) -> RowValue {
    record(of: candidate)?["value"].flatMap(RowValue.init)
      ?? .string(Text(valueText(of: candidate)))
  }

  /// The object that a candidate is in its file.
  private func record(of candidate: Int) -> JSONValue? {
    object(of: candidate).flatMap { try? JSONDocument(parsing: $0) }?.root
  }
}
