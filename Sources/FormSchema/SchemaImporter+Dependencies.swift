// Properties that make other properties required: `dependentRequired`, and an `if` about one
// property whose `then` or `else` contains only `required`. They become checks of rows in the same
// object.

import FormModel
import FormText
import LosslessJSON

/// The rows of an object's properties, by property name.
struct PropertyRows {
  let section: Int
  /// The indexes of the rows in the section.
  var places: [Text: Int] = [:]
}

extension SchemaImporter {
  /// Adds checks for the dependencies between an object's properties. A keyword that becomes checks
  /// causes no remark.
  mutating func addDependencies(of object: SchemaNode, among rows: PropertyRows) {
    for keyword in object.all("dependentRequired") where keyword.value.kind == .object {
      resolver.charge(keyword.value.count)
      let checks = keyword.children.map { list -> [Demand]? in
        let name = list.path.lastName ?? ""
        guard let id = id(of: name, in: rows) else { return nil }
        return demands(of: list, unless: "${\(id)} = ''", of: name, in: rows)
      }
      add(checks, for: keyword, to: rows)
    }
    for keyword in object.all("if") {
      guard
        let schema = object.parts.first(where: { $0["if"]?.identity == keyword.identity }),
        let condition = condition(keyword, in: rows)
      else { continue }
      func demands(_ branch: String, if isTrue: String, unless isFalse: String, holds: Bool)
        -> [[Demand]?]
      {
        guard let part = schema[branch] else { return [] }
        guard part.value.kind == .object, part.value.count == 1, let list = part["required"] else {
          return [nil]
        }
        // Without an answer to the row in the condition, the condition is unknown, and the function
        // `if` of a template's expressions returns its last argument. So if the schema's condition
        // also holds without an answer, the requirement must be the last argument.
        return [
          holds
            ? self.demands(of: list, unless: isFalse, of: condition.name, in: rows)
            : self.demands(of: list, if: isTrue, of: condition.name, in: rows)
        ]
      }
      let (isTrue, isFalse) = (condition.equation("="), condition.equation("!="))
      let holds = condition.holdsUnanswered
      add(
        demands("then", if: isTrue, unless: isFalse, holds: holds)
          + demands("else", if: isFalse, unless: isTrue, holds: !holds), for: keyword, to: rows)
    }
  }

  /// A check to add to a row.
  private struct Demand {
    let place: Int
    let check: String
    /// The property that makes the row required.
    let name: String
  }

  /// A condition of the schema: a property equals a constant.
  private struct Equality {
    let name: String
    let id: String
    let literal: String
    /// Whether the condition also holds if the property has no answer.
    let holdsUnanswered: Bool

    func equation(_ symbol: String) -> String { "${\(id)} \(symbol) \(literal)" }
  }

  /// The checks for the properties in a list; nil if one of the properties has no row, or a row
  /// that is read-only.
  ///
  /// - Parameters:
  ///   - isTrue: the condition under which the properties are required; nil if they are required
  ///     unless `isFalse` is true.
  ///   - name: the property on which the requirement depends.
  private func demands(
    of list: SchemaPart, if isTrue: String? = nil, unless isFalse: String = "", of name: String,
    in rows: PropertyRows
  ) -> [Demand]? {
    guard list.value.kind == .array else { return nil }
    var demands: [Demand] = []
    for element in list.value.elements {
      guard let other = element.string, let place = rows.places[Text(other)],
        let id = id(of: other, in: rows),
        !sketch.sections[rows.section].rows[place].has("readOnly")
      else { return nil }
      if sketch.sections[rows.section].rows[place].has("required") { continue }
      let check =
        isTrue.map { "if(\($0), ${\(id)} != '', true())" }
        ?? "if(\(isFalse), true(), ${\(id)} != '')"
      demands.append(Demand(place: place, check: check, name: name))
    }
    return demands
  }

  private mutating func add(
    _ checks: [[Demand]?], for keyword: SchemaPart, to rows: PropertyRows
  ) {
    let known = checks.compactMap { $0 }
    guard known.count == checks.count else { return }
    remarks.answered.insert(keyword.identity)
    for demand in known.joined() {
      let label = rows.places[Text(demand.name)].flatMap { sketched($0, in: rows).text("label") }
      sketch.sections[rows.section].rows[demand.place].addCheck(
        demand.check, message: label.map { "needed because of \($0)" }, from: keyword)
    }
  }

  // MARK: - Conditions

  /// The condition in an `if`; nil if the condition has another form.
  private func condition(_ keyword: SchemaPart, in rows: PropertyRows) -> Equality? {
    guard let properties = keyword["properties"], properties.value.count == 1,
      let property = properties.children.first, property.value.kind == .object,
      property.value.count == 1, let constant = property["const"],
      let name = property.path.lastName, let place = rows.places[Text(name)],
      let id = id(of: name, in: rows),
      let literal = literal(constant.value, as: sketched(place, in: rows).text("type") ?? "text")
    else { return nil }
    let required = keyword["required"]?.value
    let others = keyword.value.members.compactMap(\.key.string).filter {
      !["properties", "required"].contains($0)
    }
    let isRequired = required.map {
      $0.count == 1 && $0.elements.first { _ in true }?.string == name
    }
    guard others.isEmpty, isRequired ?? true else { return nil }
    return Equality(name: name, id: id, literal: literal, holdsUnanswered: isRequired == nil)
  }

  /// A constant as a literal of expressions that can be compared with a row of a type; nil if there
  /// is no such literal.
  private func literal(_ value: JSONValue, as type: String) -> String? {
    switch type {
    case "text", "choice", "email", "url", "paragraph":
      guard let text = value.string, !text.isEmpty,
        !text.unicodeScalars.contains(where: \.isControl)
      else { return nil }
      return text.contains("'") ? (text.contains("\"") ? nil : "\"\(text)\"") : "'\(text)'"
    case "integer", "decimal":
      // The number keeps its spelling, unless expressions do not allow that spelling.
      guard let number = value.numberText,
        number.utf8.allSatisfy({
          $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        })
      else { return nil }
      return number
    case "boolean": return value.bool.map { "\($0)()" }
    default: return nil
    }
  }

  // MARK: - Rows

  private func sketched(_ place: Int, in rows: PropertyRows) -> SketchObject {
    sketch.sections[rows.section].rows[place]
  }

  private func id(of name: String, in rows: PropertyRows) -> String? {
    rows.places[Text(name)].flatMap { sketched($0, in: rows).text("id") }
  }
}

extension SketchObject {
  /// The value of a key, if it is a string.
  func text(_ key: String) -> String? {
    members.first { $0.key == key }
      .flatMap { try? JSONDocument(parsing: $0.json).root.string }
  }
}
