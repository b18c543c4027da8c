// The candidates of a template: their files, and the rows that picking a candidate fills in.

public import Candidates
import FormText
import LosslessJSON

/// A field of a picked candidate that fills in another row of the same item.
struct Fill: Sendable {
  /// The name of the candidate's field.
  var field: String
  /// The index of the filled row among its section's row templates.
  var row: Int
  /// The id of the filled row as the template writes it, and the position of the id in the file.
  let target: String
  let position: TextPosition
  let path: DocumentPath
}

/// The filter of a row's choices.
struct ChoiceFilter: Sendable {
  let expression: Expression
  /// The fields of the candidates that the filter reads, with their positions in the template.
  let fields: [(name: String, position: TextPosition)]
  let path: DocumentPath
}

extension Template {
  /// The files of candidates, as the template writes their paths, without duplicates.
  public var candidateFiles: [String] {
    var files: [String] = []
    for row in sections.lazy.flatMap(\.rows) {
      guard let file = row.choices.file, !files.contains(where: { $0.hasSameScalars(as: file) })
      else { continue }
      files.append(file)
    }
    return files
  }

  /// The errors about fields that rows use but the file of candidates lacks.
  public func errors(using candidates: CandidateIndex, of file: String) -> [TemplateError] {
    let names = candidates.fieldNames
    var errors: [TemplateError] = []
    for row in sections.flatMap(\.rows) where row.choices.file?.hasSameScalars(as: file) == true {
      let read =
        row.fills.map { ($0.field, $0.position, $0.path) }
        + (row.choiceFilter.map { filter in
          filter.fields.map { ($0.name, $0.position, filter.path) }
        } ?? [])
      for (field, position, path) in read
      where !names.contains(where: { $0.hasSameScalars(as: field) }) {
        let hint =
          if names.isEmpty {
            "; use a file of objects (.jsonl) or of named columns (.tsv)"
          } else if let name = NearestName.nearest(to: field, among: names) {
            "; did you mean \(name)?"
          } else {
            "; it has \(names.prefix(20).list(joinedBy: "and"))"
          }
        errors.append(
          TemplateError(
            position: position, path: path, place: "row \(row.id.source)",
            sentence: "\(file) has no field \(field.quoted)\(hint)",
            allowed: names.isEmpty
              ? "a file of objects (.jsonl) or of columns with names (.tsv)"
              : names.joined(separator: ", ")))
      }
    }
    return errors
  }

  /// Sets the candidates of a file, or the state of reading them, in all rows that take their
  /// choices from this file.
  mutating func setCandidates(_ candidates: ChoiceList.Candidates, of file: String) {
    let list = ChoiceList(file: file, candidates: candidates)
    for section in sections.indices {
      for row in sections[section].rows.indices
      where sections[section].rows[row].choices.file?.hasSameScalars(as: file) == true {
        sections[section].rows[row].details.choices = list
      }
    }
  }
}

extension RowTemplate {
  /// The row as it was before its file of candidates was read.
  var withoutCandidates: RowTemplate {
    guard let file = choices.file else { return self }
    var row = self
    row.details.choices = ChoiceList(file: file)
    return row
  }
}
