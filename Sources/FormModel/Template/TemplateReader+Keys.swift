// Keys of answers that several rows or sections have. The rows or sections share such a key if all
// of them have conditions; otherwise the key is reported as an error.

import FormText
import LosslessJSON

extension TemplateReader {
  /// Returns whether the row or section of a node in the `AnswerPlan` has a condition. The closure
  /// holds no copy of the reader, because then each change of the plan would copy the plan.
  var hasCondition: (AnswerPlan.Node) -> Bool {
    { [conditionOwners] node in
      switch node {
      case .answer(let row):
        conditionOwners.contains(.row(section: row.section, row: row.row))
          || conditionOwners.contains(.section(row.section))
      case .items(let section, _): conditionOwners.contains(.section(section))
      case .object, .list, .id, .name, .shared: false
      }
    }
  }

  /// Lets a row share its key with other rows and sections; returns false unless all of them have
  /// conditions.
  mutating func share(
    _ row: RowTemplate, _ reference: AnswerPlan.RowReference, in root: Int
  ) -> Bool {
    planBuilder.share(
      reference, at: row.path, numbers: row.numbers, in: root, isConditional: hasCondition)
  }

  mutating func report(
    _ conflict: AnswerPathConflict, of answerPath: AnswerPath, at value: JSONValue,
    path: DocumentPath
  ) {
    let sentence =
      switch conflict {
      case .taken:
        "\(planBuilder.isID(answerPath) ? "output.id" : "an earlier row or repeat") already has the key "
          + "\(answerPath.source.quoted); choose another \"key\", or show one of them at a time with \"when\""
      case .prefix:
        "the key \(answerPath.source.quoted) and an earlier key overlap: "
          + "one begins with the other; choose another \"key\", or show one of them at a time with \"when\""
      case .crowded: "the key \(answerPath.source.quoted) \(TemplateReader.crowdedNames)"
      }
    collector.report(sentence, at: value, path: path, allowed: "a path of its own")
  }
}
