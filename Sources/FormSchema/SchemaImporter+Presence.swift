// Properties that an object must have if the object exists. A form asks for the rows of an object,
// but not for the object itself. So the row of such a property needs an answer as soon as another
// row of the object has one.

import FormModel
import FormText

/// An object that may be left out: its rows, and the properties that it must have if it exists.
struct Presence {
  /// A property that the object must have.
  struct Demand {
    /// The rows that need an answer for the property.
    var rows: [Int]
    var part: SchemaPart
  }

  /// The index, in its section, of the object's first row.
  let first: Int
  var demands: [Demand] = []

  init(first: Int) { self.first = first }
}

extension SchemaImporter {
  /// The maximum number of rows of an object with such checks, because each check reads all of the
  /// rows.
  private static let mostRowsOfPresence = 30

  /// Adds checks to the rows that an object must have if the object exists.
  ///
  /// - Parameter hasSections: whether the object has sections of its own, for example repeating
  ///   sections.
  mutating func require(_ presence: Presence, at place: SchemaPlace, hasSections: Bool) {
    let rows = sketch.sections[place.section].rows
    let own = presence.first..<rows.count
    let mayCheck = !hasSections && own.count <= SchemaImporter.mostRowsOfPresence
    // A row that chooses between alternatives is not exported, so its answer does not make the
    // object exist.
    let counted = own.filter { !rows[$0].has("export") }
    let label = place.labels.last ?? sketch.sections[place.section].object.text("title")
    for demand in presence.demands {
      guard mayCheck else { continue }
      for row in demand.rows {
        let others = counted.filter { $0 != row }.compactMap { rows[$0].text("id") }
        guard !others.isEmpty, let id = rows[row].text("id") else { continue }
        let isThere = others.map { "${\($0)} != ''" }.joined(separator: " or ")
        sketch.sections[place.section].rows[row].addCheck(
          "if(\(isThere), ${\(id)} != '', true())",
          message: label.map { "needed because \($0) has other answers" }, from: demand.part)
      }
    }
  }
}

extension SketchObject {
  /// The keys of rules whose messages would be replaced by the message of a check, because a row
  /// has only one message.
  private static let ruleKeys: Set<String> = [
    "pattern", "min", "max", "minLength", "maxLength", "multipleOf", "precision", "type",
  ]

  /// Adds a check to the checks of a row.
  ///
  /// - Parameter message: the sentence about a failed check; nil for a general sentence. Ignored if
  ///   it would also be the message of another rule.
  mutating func addCheck(_ check: String, message: String?, from origin: SchemaPart) {
    let before = text("check")
    let mayHaveMessage =
      before == nil && members.allSatisfy { !SketchObject.ruleKeys.contains($0.key) }
    _ = remove("check")
    if before != nil { _ = remove("message") }
    set("check", before.map { "\($0) and \(check)" } ?? check, from: origin)
    if mayHaveMessage, let message { set("message", AnsweredText.escaped(message), from: origin) }
    sort(by: TemplateReader.rowKeys.names)
  }
}
