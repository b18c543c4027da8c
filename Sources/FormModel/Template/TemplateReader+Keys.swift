// Keys of answers that several rows or sections have. The rows or sections share such a key if all
// of them have conditions; otherwise the key is reported as an error.

import FormText
import LosslessJSON

extension TemplateReader {
  /// Whether the row or section of a node in the `AnswerPlan` has a condition.
  func hasCondition(_ node: AnswerPlan.Node) -> Bool {
    switch node {
    case .answer(let row):
      unreadConditions.contains {
        $0.owner == .row(section: row.section, row: row.row) || $0.owner == .section(row.section)
      }
    case .items(let section, _): unreadConditions.contains { $0.owner == .section(section) }
    case .object, .list, .id, .name, .shared: false
    }
  }

  /// Lets a row share its key with other rows and sections; returns false unless all of them have
  /// conditions.
  mutating func share(
    _ row: RowTemplate, _ reference: AnswerPlan.RowReference, in root: Int
  ) -> Bool {
    let hasCondition = hasCondition
    return planBuilder.share(
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
