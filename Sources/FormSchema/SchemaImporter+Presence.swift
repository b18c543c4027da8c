// Properties that an object must have if it is there at all. A form asks for the rows of an object
// without asking for the object itself, so such a row is needed as soon as another one has an
// answer.

import FormModel
import FormText

/// The rows of an object that may be left out.
struct Presence {
  /// A property that the object must have.
  struct Demand {
    /// The rows that need an answer for it.
    var rows: [Int]
    var part: SchemaPart
  }

  /// The first of its rows in the section.
  let first: Int
  var demands: [Demand] = []

  init(first: Int) { self.first = first }
}

extension SchemaImporter {
  /// The most rows of an object with such checks, because each check reads all of them.
  private static let mostRowsOfPresence = 30

  /// Adds checks to the rows that an object needs if it is there. Reports the properties that it
  /// cannot check.
  ///
  /// - Parameter hasSections: whether the object has sections of its own, like repeats.
  mutating func require(_ presence: Presence, at place: SchemaPlace, hasSections: Bool) {
    let rows = sketch.sections[place.section].rows
    let own = presence.first..<rows.count
    let mayCheck = !hasSections && own.count <= SchemaImporter.mostRowsOfPresence
    // A choice between alternatives is no part of the object.
    let counted = own.filter { !rows[$0].has("export") }
    let label = place.labels.last ?? sketch.sections[place.section].object.text("title")
    for demand in presence.demands {
      guard mayCheck, !demand.rows.isEmpty else {
        remarks.add(
          "the property is required only if \(place.names.joined(separator: ".")) is present; the "
            + "form does not require it", at: demand.part)
        continue
      }
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
  /// The keys of rules whose messages a check's message would replace.
  private static let ruleKeys: Set<String> = [
    "pattern", "min", "max", "minLength", "maxLength", "multipleOf", "precision", "type",
  ]

  /// Adds a check to those that a row has.
  ///
  /// - Parameter message: the problem's sentence, unless it would also be that of another rule.
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
