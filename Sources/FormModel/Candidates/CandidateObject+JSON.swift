// Reads a file of candidates with one JSON object per line.

public import Candidates
import FormText
import LosslessJSON

extension CandidateFormat {
  /// One JSON object per line, with `value` and `label`; the label defaults to the value.
  public static let jsonLines = CandidateFormat.objects(CandidateObject.read)

  /// Selects the format of a file by its file name extension.
  public init(fileName: String) {
    func ends(_ ending: String) -> Bool {
      Folding.folded(String(fileName.suffix(ending.count))) == ending
    }
    self = ends(".tsv") ? .columns : ends(".jsonl") ? .jsonLines : .lines
  }
}

extension CandidateObject {
  @Sendable fileprivate static func read(
    _ bytes: [UInt8], line: Int
  ) throws(CandidateError) -> CandidateObject {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw CandidateError(
        line: line, sentence: "column \(error.position.column): \(error.sentence)")
    }
    guard document.root.kind == .object else {
      throw CandidateError(
        line: line,
        sentence: "the line must be an object like {\"value\": \"it\", \"label\": \"Italy\"}, not "
          + document.root.kindName)
    }
    guard let member = document.root["value"], let value = RowValue(member)?.text else {
      throw CandidateError(
        line: line,
        sentence: document.root["value"] == nil
          ? "\"value\" is missing; every object needs one"
          : "\"value\" must be a string, a number, true or false, not "
            + (document.root["value"]?.kindName ?? "null"))
    }
    let label = document.root["label"].map(\.string) ?? value.string
    guard let label else {
      throw CandidateError(
        line: line,
        sentence: "\"label\" must be a string, not \(document.root["label"]?.kindName ?? "null")")
    }
    guard !value.isBlank, !Text(label).isBlank, !value.string.utf8.contains(0),
      !label.utf8.contains(0)
    else {
      throw CandidateError(
        line: line,
        sentence: "the value or label cannot be typed; it must not be blank or contain NUL")
    }
    return CandidateObject(
      label: label, value: value.string,
      fieldNames: document.root.members.map { $0.key.string ?? "" })
  }
}

extension CandidateIndex {
  /// The text of a candidate's field; nil if the candidate lacks the field.
  public func field(_ name: String, of candidate: Int) -> String? {
    cell(named: name, of: candidate)
      ?? record(of: candidate)?[name].flatMap(RowValue.init)?.text?.string
  }

  /// The value of a candidate, as exported.
  func value(of candidate: Int) -> RowValue {
    record(of: candidate)?["value"].flatMap(RowValue.init)
      ?? .string(Text(valueText(of: candidate)))
  }

  /// The candidate's object in its file.
  private func record(of candidate: Int) -> JSONValue? {
    object(of: candidate).flatMap { try? JSONDocument(parsing: $0) }?.root
  }
}
