// Tests of every type of row. They fail for a new type until the type is in the table of kinds
// (which has the properties of each type), in the schema of templates and in the help, without
// contradictions.

import FormFixtures
import FormSchema
import FormText
import LosslessJSON
import Testing

@testable import FormModel
@testable import longform

@Suite("Kinds of rows", .waits)
struct RowKindTests {
  /// A text to type into a row, the resulting answer as JSON, and further keys of the row's
  /// template.
  private struct Sample {
    let keys: String
    let typed: String
    let json: String

    init(_ typed: String, _ json: String, keys: String = "") {
      (self.keys, self.typed, self.json) = (keys, typed, json)
    }
  }

  /// The keys that only some types of rows have. The remaining keys belong to all rows, or to all
  /// rows that take an answer.
  private static let keys: [RowType: String] = [
    .text: "pattern minLength maxLength remember",
    .phone: "pattern minLength maxLength remember",
    .path: "pattern minLength maxLength remember",
    .email: "pattern minLength maxLength remember",
    .url: "pattern minLength maxLength remember",
    .uuid: "remember",
    .paragraph: "pattern minLength maxLength",
    .integer: "pattern min max multipleOf remember",
    .decimal: "pattern min max multipleOf remember",
    .date: "pattern min max precision remember",
    .time: "pattern min max remember",
    .boolean: "mustBe",
    .choice: "choices strict fills remember",
    .choices: "min max choices strict remember",
    .list: "pattern min max",
    .json: "",
    .secret: "pattern minLength maxLength",
    .note: "",
  ]

  private static func sample(of type: RowType) -> Sample? {
    let choices =
      ", \"choices\": [{\"value\": \"g\", \"label\": \"Green\"}, {\"value\": 7, \"label\": \"Seven\"}]"
    return switch type {
    case .text, .phone, .path: Sample("a b", "\"a b\"")
    case .email: Sample("a@b.org", "\"a@b.org\"")
    case .url: Sample("https://b.org", "\"https://b.org\"")
    case .uuid:
      Sample(
        "{F47AC10B-58CC-4372-A567-0E02B2C3D479}", "\"f47ac10b-58cc-4372-a567-0e02b2c3d479\"")
    case .paragraph: Sample(" a\nb ", "\" a\\nb \"")
    case .integer: Sample("42", "42")
    case .decimal: Sample("1.50", "1.50")
    case .date: Sample("2019-03", "\"2019-03\"")
    case .time: Sample("09:30", "\"09:30\"")
    case .boolean: Sample("Y", "true")
    case .choice: Sample("seven", "7", keys: choices)
    case .choices: Sample("seven\n green", "[7, \"g\"]", keys: choices)
    case .list: Sample("a\n\n b ", "[\"a\", \" b \"]")
    case .json: Sample("{\"a\": [1]}", "{\"a\": [1]}")
    case .secret: Sample(" s ", "\" s \"")
    case .note: nil
    }
  }

  private static func form(_ type: RowType, _ keys: String) -> String {
    "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\", \"label\": \"A\", "
      + "\"type\": \"\(type.rawValue)\"\(keys)}]}]}"
  }

  private static func json(_ value: RowValue) -> String {
    var bytes: [UInt8] = []
    value.write(into: &bytes, layout: .oneLine, depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A typed text gives a valid value, and loading the value gives a text with the same value")
  func roundTrip() throws {
    for type in RowType.allCases {
      guard let sample = RowKindTests.sample(of: type) else {
        #expect(!type.takesAnswer, "\(type)")
        continue
      }
      let template = try Template.reading(RowKindTests.form(type, sample.keys))
      let row = template.sections[0].rows[0]
      let value = try row.value(of: Text(sample.typed))
      #expect(RowKindTests.json(value) == sample.json, "\(type)")
      let document = try JSONDocument(parsing: Array(sample.json.utf8)).root
      #expect(row.misfit(of: document, empty: .null) == nil, "\(type)")
      let text = row.text(loading: document)
      #expect(!row.isEmpty(loading: document), "\(type)")
      #expect(try row.value(of: text) == value, "\(type)")
      #expect(row.readable(Text(sample.typed)) == text, "\(type)")
      if let exported = type.kind.exported?(text, row) { #expect(exported == value, "\(type)") }
      #expect(text.lines.count == 1 || type.holdsLines, "\(type)")
    }
  }

  @Test("Only JSON rows accept an object; other rows report the kind of value that they need")
  func misfits() throws {
    let object = try JSONDocument(parsing: Array("{}".utf8)).root
    for type in RowType.allCases where type.takesAnswer {
      let keys = RowKindTests.sample(of: type)?.keys ?? ""
      let row = try Template.reading(RowKindTests.form(type, keys)).sections[0].rows[0]
      guard !type.isJSON else {
        #expect(row.misfit(of: object, empty: .null) == nil)
        continue
      }
      let problem = try #require(row.misfit(of: object, empty: .null), "\(type)")
      #expect(
        problem.sentence(label: "A").hasPrefix("must be \(type.kind.json.noun), not an object"),
        "\(type)")
    }
  }

  @Test("The traits of a kind do not contradict each other")
  func traits() {
    for type in RowType.allCases {
      let kind = type.kind
      #expect((kind.limits == .entries) == type.holdsEntries, "\(type)")
      #expect((kind.json.entryNoun != nil) == type.holdsEntries, "\(type)")
      if type.takesPicks || type.toggles { #expect(type.isReworded, "\(type)") }
      if type.toggles || type.isSecret { #expect(!type.holdsLines, "\(type)") }
      if !type.takesAnswer { #expect(kind.traits.isEmpty && kind.limits == nil, "\(type)") }
    }
  }

  @Test("Template, reader and schema agree on the keys of every type")
  func keys() throws {
    let shared = ["id", "label", "type", "help", "count", "when"]
    let ofQuestions = [
      "key", "placeholder", "default", "required", "message", "readOnly", "check", "export",
      "empty",
    ]
    let constants = Set(
      "text phone path email url uuid integer decimal date time boolean".split(separator: " "))
    let row = try JSONDocument(parsing: TemplateSchema.json).root["$defs"]?["row"]
    let rules = try #require(row?["allOf"]).elements.map(\.self)
    for type in RowType.allCases {
      let own = try #require(RowKindTests.keys[type], "\(type)").split(separator: " ").map(
        String.init)
      let isComparable = type.takesAnswer && !type.isSecret && !type.toggles && !type.isJSON
      let isCalculable = type.takesAnswer && !type.isSecret && !type.isJSON
      let understood = Set(
        shared + (type.takesAnswer ? ofQuestions : []) + own + (isComparable ? ["unique"] : [])
          + (isCalculable ? ["value"] : [])
          + (type.takesAnswer && !type.isSecret ? ["carry"] : [])
          + (constants.contains(type.rawValue[...]) ? ["const"] : []))
      for key in TemplateReader.rowKeys.names {
        #expect(type.understands(key: key) == understood.contains(key), "\(type) \(key)")
        let isReported = Template.errors(in: RowKindTests.form(type, ", \"\(key)\": {}"))
          .contains { $0.sentence.contains("has no meaning in") }
        #expect(isReported != understood.contains(key), "\(type) \(key)")
        let rule = rules.first { rule in
          rule["if"]?["required"]?.elements.contains { $0.string == key } ?? false
            && rule["then"]?["properties"]?["type"] != nil
        }
        // The rule lists the allowed types twice: for a row whose `type` is a name, and for a row
        // whose `type` is an array of names.
        let forms = rule?["then"]?["properties"]?["type"]?["anyOf"]?.elements.map(\.self) ?? []
        #expect(forms.count == (rule == nil ? 0 : 2), "\(type) \(key)")
        for form in forms {
          let types = (form["enum"] ?? form["contains"]?["enum"])?.elements.compactMap(\.string)
          #expect(
            types?.contains(type.rawValue) == understood.contains(key), "\(type) \(key)")
        }
      }
      let types = row?["properties"]?["type"]?["anyOf"]?.elements.first { $0["enum"] != nil }
      #expect(
        types?["enum"]?.elements.contains { $0.string == type.rawValue } == true, "\(type)")
    }
  }

  @Test("The help describes what people type, and what is exported, for every type")
  func help() {
    let table = TemplateReference.typesMarkdown.joined(separator: "\n")
    for type in RowType.allCases {
      #expect(!type.reference.typed.isEmpty && !type.reference.exported.isEmpty, "\(type)")
      #expect(table.contains("| `\(type.rawValue)` | \(type.reference.typed) |"), "\(type)")
    }
  }
}
