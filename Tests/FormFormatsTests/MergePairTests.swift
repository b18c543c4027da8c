// Merges of random pairs of edits. An independent model in Python makes the pairs; see
// Tests/Merges/run.

import FormFixtures
import FormText
import Glibc
import LosslessJSON
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Pairs of edits from an independent model")
struct MergePairTests {
  /// A document and two lists of edits. `edits` is the first list, and the text `theirs` is the
  /// document after the second list.
  private struct Pair {
    let template: Template
    let isYAML: Bool
    let texts: [String: String]
    let edits: [JSONValue]

    init(_ line: String) throws {
      let root = try JSONDocument(parsing: Array(line.utf8)).root
      let members = Dictionary(
        root.members.map { ($0.key.string ?? "", $0.value) },
        uniquingKeysWith: { first, _ in first })
      let form = try #require(members["form"])
      template = try TemplateReader.template(from: Array(form.document.bytes[form.range]))
      isYAML = members["format"]?.string == "yaml"
      texts = members.compactMapValues(\.string)
      edits = try Array(#require(members["edits"]).elements)
    }

    /// Returns a text of the pair in the format of the pair.
    func text(_ name: String) throws -> String {
      let json = try #require(texts[name])
      guard isYAML else { return json }
      let session = try FormSession(
        template, answers: JSONDocument(parsing: Array(json.utf8)))
      return Pair.export(session, as: .yaml)
    }

    /// Returns a session that was opened with a text of the pair.
    func session(_ text: String) throws -> FormSession {
      let document =
        try isYAML
        ? YAMLReader.document(from: Array(text.utf8))
        : JSONDocument(parsing: Array(text.utf8))
      return try FormSession(template, answers: document)
    }

    func export(_ session: FormSession) -> String {
      Pair.export(session, as: isYAML ? .yaml : .json)
    }

    private static func export(_ session: FormSession, as format: ExportFormat) -> String {
      var export = AnswerExport(format, of: session.answers)
      var bytes: [UInt8] = []
      while export.append(to: &bytes, of: session.answers) {}
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Applies one of the person's edits to the session.
  private func edit(_ session: inout FormSession, as edit: JSONValue) throws {
    let members = Dictionary(
      edit.members.map { ($0.key.string ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
    func number(_ name: String) throws -> Int {
      let value = try #require(members[name])
      return try #require(Int(String(decoding: value.document.bytes[value.range], as: UTF8.self)))
    }
    func section() throws -> Int {
      let name = try #require(members["section"]?.string)
      return try #require(session.template.sectionIndex(id: name))
    }
    switch members["op"]?.string {
    case "set":
      let cell = Array(try #require(members["cell"]).elements)
      let text = Text(try #require(members["text"]?.string))
      let place = cell.count == 2 ? "basics" : try #require(cell[1].string)
      let section = try #require(session.template.sectionIndex(id: place))
      let name = try #require(cell.last?.string)
      let row = try #require(
        session.template.sections[section].rows.firstIndex { $0.id.source == name })
      var item = 0
      if cell.count > 2 {
        let source = String(
          decoding: cell[2].document.bytes[cell[2].range], as: UTF8.self)
        item = try #require(Int(source)) + 1
      }
      session.applyToEnd(
        .answered(FormRow.ID(section: section, item: item, row: row, number: 0), text))
    case "remove":
      session.applyToEnd(.itemRemoved(section: try section(), item: try number("item") + 1))
    case "move":
      session.applyToEnd(
        .itemMoved(section: try section(), item: try number("item") + 1, to: try number("to")))
    case "add": try add(to: &session, section(), after: number("after"), members["texts"])
    default: Issue.record("no such edit")
    }
  }

  /// Adds an item after the nearest earlier item that still exists, or else at the beginning.
  private func add(
    to session: inout FormSession, _ section: Int, after: Int, _ texts: JSONValue?
  ) throws {
    let last = session.answers.outline.lastItem(ofSection: section)
    session.applyToEnd(.itemAdded(section: section))
    let item = last + 1
    #expect(session.answers.outline.lastItem(ofSection: section) == item)
    let places = (0..<max(after + 1, 0)).reversed().compactMap { before in
      session.answers.outline.position(ofItem: before + 1, inSection: section)
    }
    let place = places.first.map { $0 + 1 } ?? 0
    let now = try #require(session.answers.outline.position(ofItem: item, inSection: section))
    let target = place > now ? place - 1 : place
    if target != now {
      session.applyToEnd(.itemMoved(section: section, item: item, to: target))
    }
    for (key, value) in try #require(texts).members {
      let row = try #require(
        session.template.sections[section].rows.firstIndex { $0.id.source == key.string })
      session.applyToEnd(
        .answered(
          FormRow.ID(section: section, item: item, row: row, number: 0),
          Text(try #require(value.string))))
    }
  }

  /// `Tests/Merges/run` creates the pairs, and compares the results with its model.
  @Test("Merged pairs of edits are written for the comparison")
  func pairs() throws {
    guard let path = getenv("LONGFORM_MERGE_PAIRS"),
      let results = getenv("LONGFORM_MERGE_RESULTS")
    else { return }
    let pairs = try #require(fopen(path, "r"))
    let output = try #require(fopen(results, "w"))
    defer {
      fclose(pairs)
      fclose(output)
    }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, pairs) > 0, let bytes = line {
      let pair = try Pair(String(cString: bytes))
      let texts = try ["base", "theirs", "expected"].map { ($0, try pair.text($0)) }
      var mine = try pair.session(texts[0].1)
      for one in pair.edits { try edit(&mine, as: one) }
      var merge = Merge(mine, into: try pair.session(texts[1].1))
      while !merge.isComplete { merge.advance() }
      var result: [UInt8] = Array("{\"conflicts\": \(merge.conflicts.count)".utf8)
      let all = texts + [("mine", pair.export(mine)), ("merged", pair.export(merge.session))]
      for (name, text) in all {
        result += Array(", ".utf8)
        JSONWriter.appendString(name, to: &result)
        result += Array(": ".utf8)
        JSONWriter.appendString(text, to: &result)
      }
      result += Array("}\n".utf8)
      fwrite(result, 1, result.count, output)
    }
  }
}
