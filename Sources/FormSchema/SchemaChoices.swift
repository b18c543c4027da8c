// Turns listed values into choices. The values come from `enum`, from `const`, or from alternatives
// that are constants with titles.

import FormModel
import FormText
import LosslessJSON

/// The values that a schema lists.
struct SchemaChoices {
  /// A value and its title. The title is nil if the value has none.
  struct Choice {
    var value: SchemaPart
    var title: String?
  }

  var choices: [Choice]
  /// Whether all other values are forbidden.
  var isStrict = true
  /// The keyword that lists the values.
  var origin: SchemaPart
}

extension SchemaChoices {
  /// The choices besides null whose types are allowed.
  fileprivate func allowed(by types: Set<SchemaType>) -> [Choice] {
    choices.filter {
      let type = SchemaType(of: $0.value.value)
      return type != .null && SketchObject.allows(types, type)
    }
  }

  /// Whether a row can list the values. It cannot list objects and arrays.
  func fitsRow(of types: Set<SchemaType>) -> Bool {
    let allowed = allowed(by: types)
    return !allowed.isEmpty && allowed.allSatisfy { RowValue($0.value.value)?.text != nil }
  }
}

extension SchemaNode {
  /// The values that the schema lists; nil if it lists none.
  var choices: SchemaChoices? {
    if let alternatives = alternativeChoices { return alternatives }
    guard let values = enumerated, let origin = self["enum"] ?? self["const"] else { return nil }
    var choices = values.map { SchemaChoices.Choice(value: $0, title: nil) }
    // If there are several lists, only values that are in all lists are allowed.
    for other in (all("enum") + all("const")).dropFirst() {
      let values = other.path.lastName == "enum" ? other.children.map(\.value) : [other.value]
      let allowed = Set(values.compactMap(RowValue.init))
      choices.removeAll { choice in
        RowValue(choice.value.value).map { !allowed.contains($0) } ?? true
      }
    }
    return SchemaChoices(choices: choices, origin: origin)
  }

  /// The choices in alternatives. Each alternative must be a constant or a list of values; there
  /// may also be alternatives that allow any string or null. Nil if there are other alternatives.
  var alternativeChoices: SchemaChoices? {
    guard let keyword = alternatives, keyword.value.count > 0,
      keyword.value.count <= SchemaImporter.mostChoices
    else { return nil }
    var result = SchemaChoices(choices: [], origin: keyword)
    for branch in keyword.children {
      if let constant = branch["const"] {
        let texts = ["title", "description"].lazy.compactMap { branch.value[$0]?.string }
        let title = texts.compactMap { SchemaLabel.line(MarkdownText.plain($0)) }
          .first { SchemaLabel.short($0) != nil }
        result.choices.append(SchemaChoices.Choice(value: constant, title: title))
      } else if let list = branch["enum"], list.value.kind == .array {
        result.choices += list.children.map { SchemaChoices.Choice(value: $0, title: nil) }
      } else if branch.value["type"]?.string == "string", keyword.path.lastName == "anyOf",
        branch.value.members.allSatisfy({
          ["type", "title", "description"].contains($0.key.string ?? "")
        })
      {
        result.isStrict = false
      } else if branch.value["type"]?.string != "null" {
        return nil
      }
    }
    return result.choices.isEmpty ? nil : result
  }
}

extension SketchObject {
  /// Sets the choices of a row.
  ///
  /// - Returns: the labels of the choices, by value; nil if no value can be a choice.
  mutating func setChoices(
    _ list: SchemaChoices, types: Set<SchemaType>, _ remarks: inout SchemaRemarks
  ) -> [RowValue: String]? {
    var labels: [RowValue: String] = [:]
    var taken = Set<Text>()
    var elements: [[UInt8]] = []
    let allowed = list.allowed(by: types)
    let numbers = Set(
      allowed.lazy.filter { $0.value.value.kind != .string }
        .compactMap { RowValue($0.value.value)?.text })
    for choice in allowed {
      guard let value = RowValue(choice.value.value), let text = value.text,
        labels[value] == nil
      else { continue }
      // The value as JSON tells `"3"` from `3`, and shows texts that a person could not type.
      let json = String(decoding: SketchObject.encoded(choice.value.value), as: UTF8.self)
      let isAlsoNumber = choice.value.value.kind == .string && numbers.contains(text)
      let names =
        [choice.title.flatMap(SchemaLabel.line)]
        + (isAlsoNumber ? [json] : [text.string, text.trimmed.string, json])
      guard
        let label = names.compactMap({ $0 }).first(where: {
          isLabel(Text($0)) && !taken.contains(Text($0))
        })
      else {
        remarks.add("the value \(text.quoted) cannot be typed; it is left out", at: choice.value)
        continue
      }
      taken.insert(Text(label))
      if value == .string(Text(label)) {
        elements.append(SketchObject.encoded(label))
      } else {
        var object = SketchObject()
        object.set("value", json: SketchObject.encoded(choice.value.value))
        if !label.hasSameScalars(as: text.string) { object.set("label", label) }
        elements.append(object.json)
      }
      labels[value] = label
    }
    guard !labels.isEmpty else { return nil }
    set("choices", json: SketchObject.array(elements), from: list.origin)
    if !list.isStrict { set("strict", source: "false") }
    return labels
  }

  private func isLabel(_ label: Text) -> Bool {
    !label.isBlank && label == label.trimmed
      && !label.string.unicodeScalars.contains(where: \.isControl)
  }

  /// Whether a set of allowed types includes a type. An empty set allows all types.
  fileprivate static func allows(_ types: Set<SchemaType>, _ type: SchemaType) -> Bool {
    types.isEmpty || types.contains(type) || type == .integer && types.contains(.number)
  }
}
