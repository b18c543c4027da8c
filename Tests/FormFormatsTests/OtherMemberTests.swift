// Sections whose items are the other members of an object, those that no row of the form names
// (`"as": "members"`).

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Items that are the other members of an object")
struct OtherMemberTests {
  private static let form = """
    {"longform": 1, "id": "o", "output": {"empty": "omit"}, "sections": [
      {"id": "extensions", "repeat": {"key": [], "as": "members", "keyRow": "name"}, "rows": [
        {"id": "name", "required": true}, {"id": "value", "key": [], "type": "json"}]},
      {"id": "main", "rows": [{"id": "version"}, {"id": "build.context"}]},
      {"id": "arguments", "repeat": {"key": "build", "as": "members", "keyRow": "name"}, "rows": [
        {"id": "name"}, {"id": "value", "key": []}]},
      {"id": "services", "repeat": {"label": "Service {n}"}, "rows": [{"id": "image"}], "sections": [
        {"id": "labels", "repeat": {"key": [], "as": "members", "keyRow": "name"}, "rows": [
          {"id": "name"}, {"id": "value", "key": []}]}]}]}
    """
  private static let document = """
    { "x-a" : {"deep": [1, 2.50]}, "version":"3",
      "build": {"context": ".",  "args": "p", "more" : "q"},
      "x-b": 5, "services": [{"l": "1", "image": "i"}, {"image": "j"}] }
    """

  private static func session(loading text: String? = nil) throws -> FormSession {
    let template = try Template.reading(form)
    guard let text else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(text.utf8)))
  }

  private static func section(_ id: String, in session: FormSession) throws -> Int {
    try #require(session.template.sections.firstIndex { $0.id == id })
  }

  /// The rows of the name and the value of an item.
  private static func rows(
    of item: Int, inSection section: Int
  ) -> (name: FormRow.ID, value: FormRow.ID) {
    (
      FormRow.ID(section: section, item: item, row: 0, number: 0),
      FormRow.ID(section: section, item: item, row: 1, number: 0)
    )
  }

  /// Adds an item with a name and a value, and returns it.
  @discardableResult
  private static func add(
    _ name: String, _ value: String, to list: ItemList, in session: inout FormSession
  ) throws -> Int {
    session.applyToEnd(.itemAdded(section: list.section, parent: list.parent))
    let item = try #require(session.answers.outline.items(of: list).map { $0 }.max())
    let rows = rows(of: item, inSection: list.section)
    session.applyToEnd(.answered(rows.name, Text(name)))
    session.applyToEnd(.answered(rows.value, Text(value)))
    return item
  }

  private static func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    session.applyToEnd(.answered(try #require(session.answers.row(atPath: path), "\(path)"), text))
  }

  @Test(
    "The members that no row names are items, and a document that was not changed keeps its bytes")
  func loaded() throws {
    let session = try Self.session(loading: Self.document)
    for (path, text) in [
      ("x-a", #"{"deep": [1, 2.50]}"#), ("x-b", "5"), ("build.args", "p"), ("build.more", "q"),
      ("version", "3"), ("services[0].l", "1"),
    ] {
      let row = try #require(session.answers.row(atPath: path), "\(path)")
      #expect(session.answers.text(of: row) == Text(text), "\(path)")
    }
    #expect(session.exported(.json) == Self.document)
    #expect(session.problemsInOrder.isEmpty)
  }

  @Test("Changed, renamed, removed and new members change these members only")
  func edited() throws {
    var session = try Self.session(loading: Self.document)
    let outer = ItemList(section: try Self.section("extensions", in: session), parent: 0)
    let inner = ItemList(section: try Self.section("arguments", in: session), parent: 0)
    try Self.answer("x-b", "6", in: &session)
    session.applyToEnd(.answered(Self.rows(of: 1, inSection: inner.section).name, "first"))
    session.applyToEnd(
      .itemRemoved(section: inner.section, item: 2))
    try Self.add("x-c", "[true]", to: outer, in: &session)
    let labels = ItemList(section: try Self.section("labels", in: session), parent: 2)
    try Self.add("tier", "web", to: labels, in: &session)
    #expect(
      session.exported(.json) == """
        { "x-a" : {"deep": [1, 2.50]}, "version":"3",
          "build": {"context": ".",  "first": "p"},
          "x-b": 6, "x-c": [true], "services": [{"l": "1", "image": "i"}, {"image": "j", "tier": "web"}] }
        """)
    for _ in 0..<20 { session.applyToEnd(.undone) }
    #expect(session.exported(.json) == Self.document)
  }

  @Test("Every format has the other members after the rows of their object, and reads them back")
  func formats() throws {
    var session = try Self.session()
    let list = ItemList(section: try Self.section("extensions", in: session), parent: 0)
    try Self.add("x-a", #"{"b": 1}"#, to: list, in: &session)
    try Self.answer("version", "3", in: &session)
    let arguments = ItemList(section: try Self.section("arguments", in: session), parent: 0)
    try Self.add("args", "p", to: arguments, in: &session)
    #expect(
      session.exported(.jsonl) == #"{"version":"3","build":{"args":"p"},"x-a":{"b":1}}"# + "\n")
    #expect(
      session.exported(.yaml) == """
        version: "3"
        build:
          args: p
        x-a:
          b: 1

        """)
    let table = session.exported(.csv)
    #expect(table.hasPrefix("x-a,version,build.context,build.args\r\n"), "\(table)")
    let again = try FormSession(
      session.template,
      answers: DelimitedAnswers.editable(
        from: Array(table.utf8), as: .csv, for: session.template, keepsUnknownColumns: true))
    #expect(
      again.exported(.jsonl) == #"{"x-a":{"b":1},"version":"3","build":{"args":"p"}}"# + "\n")
  }

  @Test("A name that a row of the form has, and a name that occurs twice, are problems")
  func problems() throws {
    var session = try Self.session(loading: Self.document)
    let list = ItemList(section: try Self.section("extensions", in: session), parent: 0)
    for (name, sentence) in [
      ("version", "“version” is another row of the form"), ("build", "“build” is another row"),
      ("x-a", "has “x-a” too"),
    ] {
      let item = try Self.add(name, "1", to: list, in: &session)
      session.applyToEnd(.checkRequested)
      let row = Self.rows(of: item, inSection: list.section).name
      let problem = try #require(session.problemsInOrder.first { $0.row == row }?.problem)
      let text = problem.sentence(label: session.answers.problemLabel(of: row))
      #expect(text.contains(sentence), "\(text)")
      session.applyToEnd(.itemRemoved(section: list.section, item: item))
    }
  }

  @Test("A path names a new item of the innermost object, never one with the name of a row")
  func paths() throws {
    let session = try Self.session(loading: Self.document)
    for (path, section, name) in [
      ("x-new", "extensions", "x-new"), ("build.new", "arguments", "new"),
      ("services[1].tier", "labels", "tier"),
    ] {
      guard case .next(let list, let found)? = session.answers.missingItem(atPath: path) else {
        Issue.record("no item for \(path)")
        continue
      }
      #expect(session.template.sections[list.section].id == section)
      #expect(found == name)
    }
    #expect(session.answers.row(atPath: "version").map { $0.item } == 0)
    #expect(session.answers.missingItem(atPath: "version.x") == nil)
  }

  @Test("Only one section can have the other members of an object, which is not a single value")
  func errors() {
    func form(_ sections: String) -> String {
      #"{"longform": 1, "id": "f", "sections": [\#(sections)]}"#
    }
    let rows = #""rows": [{"id": "k"}, {"id": "v"}]"#
    for (sections, sentence) in [
      (
        #"{"id": "a", "repeat": {"key": "o", "as": "members", "keyRow": "k"}, \#(rows)},"#
          + #"{"id": "b", "repeat": {"key": "o", "as": "members", "keyRow": "k"}, \#(rows)}"#,
        "overlap"
      ),
      (
        #"{"id": "m", "rows": [{"id": "o"}]},"#
          + #"{"id": "a", "repeat": {"key": "o", "as": "members", "keyRow": "k"}, \#(rows)}"#,
        "overlap"
      ),
      (#"{"id": "a", "repeat": {"as": "members"}, \#(rows)}"#, "\"repeat.keyRow\" is missing"),
    ] {
      let errors = Template.errorLines(in: form(sections))
      #expect(errors.contains { $0.contains(sentence) }, "\(errors)")
    }
  }

  @Test("Random changes of other members and of rows beside them equal those of a dictionary")
  func random() throws {
    for seed in TestScale.turns(40) {
      var numbers = SeededGenerator(seed: seed)
      let known = ["version", "build"]
      var names = (0..<numbers.number(below: 5)).map { "m\($0)" } + known
      names.shuffle(using: &numbers)
      var expected: [String: String] = [:]
      for name in names { expected[name] = name == "build" ? #"{"context":"c"}"# : "\"\(name)\"" }
      let text =
        "{ " + names.map { "\"\($0)\" : \(expected[$0] ?? "")" }.joined(separator: ",\n") + "}"
      var session = try Self.session(loading: text)
      let section = try Self.section("extensions", in: session)
      let list = ItemList(section: section, parent: 0)
      for step in 0..<8 {
        let items = session.answers.outline.items(of: list).map { $0 }
        let item = items.isEmpty ? nil : numbers.one(of: items)
        let name = item.map { session.answers.itemName($0, ofSection: section) } ?? ""
        switch (numbers.number(below: 5), item) {
        case (0, _):
          try Self.add("n\(step)", "\(step)", to: list, in: &session)
          expected["n\(step)"] = "\(step)"
        case (1, let item?):
          session.applyToEnd(.itemRemoved(section: section, item: item))
          expected[name] = nil
        case (2, let item?):
          session.applyToEnd(
            .answered(Self.rows(of: item, inSection: section).name, Text("r\(step)")))
          expected["r\(step)"] = expected[name]
          expected[name] = nil
        case (3, let item?):
          session.applyToEnd(
            .answered(Self.rows(of: item, inSection: section).value, Text("[\(step)]")))
          expected[name] = "[\(step)]"
        default:
          try Self.answer("version", Text("v\(step)"), in: &session)
          expected["version"] = "\"v\(step)\""
        }
      }
      let root = try JSONDocument(parsing: Array(session.exported(.json).utf8)).root
      let found = root.members.map { ($0.key.string ?? "", $0.value.oneLine) }
      #expect(Dictionary(found) { first, _ in first } == expected, "seed \(seed): \(text)")
      #expect(found.count == expected.count, "seed \(seed)")
      let survivors = names.filter { expected[$0] != nil }
      #expect(found.map(\.0).filter(Set(names).contains) == survivors, "seed \(seed)")
    }
  }
}
