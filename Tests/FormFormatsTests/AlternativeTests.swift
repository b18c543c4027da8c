// Alternatives are rows or sections of which one is shown. A choice that is not exported decides
// which one. When a document is loaded, its members determine that choice.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Alternatives that a choice shows")
struct AlternativeTests {
  /// Rows for a service that uses an image, or that is built from a folder or from an object with
  /// details.
  private static let rows = """
    {"id": "how", "type": "choice", "choices": ["image", "folder", "details"], "export": false},
    {"id": "image", "when": {"row": "how", "is": "image"}},
    {"id": "build", "label": "Folder", "when": {"row": "how", "is": "folder"}},
    {"id": "context", "key": "build.context", "required": true,
     "when": {"row": "how", "is": "details"}},
    {"id": "target", "key": "build.target", "when": {"row": "how", "is": "details"}}
    """
  private static let flat = """
    {"longform": 1, "id": "service", "output": {"empty": "omit"}, "sections": [
      {"rows": [\(rows), {"id": "arg{n}", "key": "build.args[]", "count": 3,
        "when": {"row": "how", "is": "details"}}, {"id": "after"}]}]}
    """
  private static let items = """
    {"longform": 1, "id": "services", "output": {"empty": "omit"}, "sections": [
      {"id": "s", "repeat": {"key": "services"}, "rows": [\(rows)]}]}
    """

  private static func session(_ form: String, loading document: String? = nil) throws -> FormSession
  {
    let template = try Template.reading(form)
    guard let document else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
  }

  private static func set(_ answers: [(String, Text)], in session: inout FormSession) throws {
    for (name, text) in answers {
      let row = session.answers.row(atPath: name) ?? session.row(named: name)
      session.applyToEnd(.answered(try #require(row, "\(name)"), text))
    }
  }

  private static func how(_ session: FormSession, item: Int = 0) -> String {
    session.answers.text(of: FormRow.ID(section: 0, item: item, row: 0, number: 0)).string
  }

  @Test("If an object and a row share a key, every format contains only the one that is shown")
  func exported() throws {
    var session = try Self.session(Self.flat)
    try Self.set([("how", "folder"), ("build", "."), ("after", "x")], in: &session)
    #expect(session.exported(.jsonl) == #"{"build":".","after":"x"}"# + "\n")
    #expect(session.exported(.yaml) == "build: \".\"\nafter: x\n")
    try Self.set([("how", "details"), ("context", "web"), ("arg2", "b")], in: &session)
    #expect(
      session.exported(.jsonl)
        == #"{"build":{"context":"web","args":[null,"b"]},"after":"x"}"# + "\n")
    #expect(session.exported(.yaml).hasPrefix("build:\n  context: web\n  args:\n"))
    try Self.set([("how", "folder")], in: &session)
    #expect(session.exported(.jsonl) == #"{"build":".","after":"x"}"# + "\n")
    try Self.set([("how", "image")], in: &session)
    #expect(session.exported(.jsonl) == #"{"after":"x"}"# + "\n")
    #expect(throws: Never.self) { try EnvironmentNames.check(session.template, prefix: "") }
  }

  @Test("A table has the columns of all alternatives, and is read back without a change")
  func tables() throws {
    for form in [Self.flat, Self.items] {
      var session = try Self.session(form)
      if form == Self.items {
        session.applyToEnd(.itemAdded(section: 0))
        session.applyToEnd(.itemAdded(section: 0))
        try Self.set([("services[0].how", "folder"), ("services[0].build", ".")], in: &session)
        try Self.set(
          [("services[1].how", "details"), ("services[1].build.context", "web")], in: &session)
      } else {
        try Self.set([("how", "details"), ("context", "web"), ("arg1", "a")], in: &session)
      }
      let table = session.exported(.csv)
      #expect(table.hasPrefix("image,build,build.context,"))
      let again = try FormatTests.read(table, .csv, session.template)
      #expect(again.exported(.csv) == table)
      #expect(again.exported(.jsonl) == session.exported(.jsonl))
    }
  }

  @Test(
    "A document selects the alternative that it fits",
    arguments: [
      (#"{"image": "x"}"#, "image"), (#"{"build": "."}"#, "folder"),
      (#"{"build": {"context": "."}}"#, "details"), (#"{"build": {"target": "t"}}"#, "details"),
      (#"{"build": {}}"#, "details"), (#"{"build": {"other": 1}}"#, "details"),
      (#"{"build": null}"#, ""), (#"{"after": "x"}"#, ""),
      ("{}", ""),
      (#"{"build": 5}"#, "folder"),
    ])
  func chosen(document: String, expected: String) throws {
    let session = try Self.session(Self.flat, loading: document)
    #expect(Self.how(session) == (document.contains("5") ? "" : expected))
    #expect(session.exported(.json) == document)
  }

  @Test(
    "A listed value, and values that the rows accept, tell alternatives with the same keys apart",
    arguments: [
      (#"{"type": "other", "value": "x"}"#, "C"), (#"{"type": "url", "value": "x"}"#, "B"),
      (#"{"type": "doi", "value": "10"}"#, "A"), (#"{"type": "none", "value": "x"}"#, "B"),
      (#"{"value": "10"}"#, "A"), (#"{"value": "ftp"}"#, "B"), (#"{"value": "y"}"#, "C"),
    ])
  func listed(document: String, expected: String) throws {
    let rows = [("A", "doi", "10"), ("B", "url", "http|ftp|x"), ("C", "other", ".*")].map {
      """
      {"id": "type\($0)", "key": "type", "type": "choice", "choices": ["\($1)"], "required": true,
       "when": {"row": "kind", "is": "\($0)"}},
      {"id": "value\($0)", "key": "value", "pattern": "\($2)", "when": {"row": "kind", "is": "\($0)"}}
      """
    }.joined(separator: ",")
    let form = """
      {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [
        {"id": "s", "repeat": {"key": "s"}, "rows": [
          {"id": "kind", "type": "choice", "choices": ["A", "B", "C"], "export": false}, \(rows)]}]}
      """
    let session = try Self.session(form, loading: #"{"s": [\#(document)]}"#)
    #expect(Self.how(session, item: 1) == expected)
    #expect(session.exported(.json) == #"{"s": [\#(document)]}"#)
  }

  @Test(
    "A value that only an inner choice shows selects the outer alternative, and so does its null",
    arguments: [
      (#"{"runs": "x"}"#, "job", "text"), (#"{"runs": {"group": "g"}}"#, "job", "details"),
      (#"{"limit": null}"#, "job", ""), (#"{"uses": "u"}"#, "call", ""), ("{}", "", ""),
    ])
  func chosenByInnerChoice(document: String, outer: String, inner: String) throws {
    let form = """
      {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"rows": [
        {"id": "kind", "type": "choice", "export": false, "required": true,
         "choices": ["call", "job"]},
        {"id": "uses", "required": true, "when": {"row": "kind", "is": "call"}},
        {"id": "runs-kind", "type": "choice", "export": false, "choices": ["text", "details"],
         "when": {"row": "kind", "is": "job"}},
        {"id": "runs", "required": true, "when": {"row": "runs-kind", "is": "text"}},
        {"id": "runs.group", "when": {"row": "runs-kind", "is": "details"}},
        {"id": "limit", "empty": "null", "when": {"row": "kind", "is": "job"}}]}]}
      """
    let session = try Self.session(form, loading: document)
    func text(ofRow row: Int) -> String {
      session.answers.text(of: FormRow.ID(section: 0, item: 0, row: row, number: 0)).string
    }
    #expect(text(ofRow: 0) == outer)
    #expect(text(ofRow: 2) == inner)
    #expect(session.exported(.json) == document)
  }

  @Test("Each item has its own alternative")
  func chosenByItems() throws {
    let document = """
      {"services": [{"build": {"context": "."}}, {"build": "."}, {"image": "x"}, {}]}
      """
    var session = try Self.session(Self.items, loading: document)
    #expect((1...4).map { Self.how(session, item: $0) } == ["details", "folder", "image", ""])
    #expect(session.exported(.json) == document)
    try Self.set([("services[0].build.context", "web")], in: &session)
    #expect(
      session.exported(.json) == document.replacing(#""context": ".""#, with: #""context": "web""#))
    // Texts of alternatives that are not shown stay until the save, and are not exported.
    try Self.set(
      [("services[1].how", "details"), ("services[1].build.context", "c")], in: &session)
    #expect(session.exported(.json).contains(#"{"build": {"context": "c"}}"#))
    try Self.set([("services[1].how", "folder")], in: &session)
    #expect(session.exported(.json).contains(#"{"build": "."}"#))
  }

  @Test("Sections can be alternatives too; if several fit, required rows and the default decide")
  func sections() throws {
    let form = """
      {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [
        {"id": "m", "rows": [{"id": "shape", "type": "choice", "export": false,
          "choices": ["none", "circle", "square", "points"], "default": "none"}, {"id": "name"}]},
        {"id": "c", "when": {"row": "shape", "is": "circle"}, "rows": [
          {"id": "c.x", "key": "x", "type": "decimal"},
          {"id": "r", "type": "decimal", "required": true}]},
        {"id": "q", "when": {"row": "shape", "is": "square"}, "rows": [
          {"id": "q.x", "key": "x", "type": "decimal"}, {"id": "side", "type": "decimal"}]},
        {"id": "p", "when": {"row": "shape", "is": "points"}, "repeat": {"key": "x"},
          "rows": [{"id": "y", "type": "decimal"}]}]}
      """
    for (document, expected) in [
      (#"{"name": "a"}"#, "none"), (#"{"x": 1, "r": 2}"#, "circle"), (#"{"x": 1}"#, "square"),
      (#"{"x": 1, "side": 2}"#, "square"), (#"{"x": [{"y": 1}]}"#, "points"),
    ] {
      let session = try Self.session(form, loading: document)
      #expect(Self.how(session) == expected, "\(document)")
      #expect(session.exported(.json) == document)
      #expect(session.problemsInOrder.isEmpty)
    }
  }

  @Test("An object and a row can share a key only if all rows of the object have a condition")
  func refused() throws {
    for (first, second) in [
      (#"{"id": "b.c"}"#, #"{"id": "b", "when": {"row": "k", "is": "x"}}"#),
      (#"{"id": "b", "when": {"row": "k", "is": "x"}}"#, #"{"id": "b.c"}"#),
      (#"{"id": "b"}"#, #"{"id": "b.c", "when": {"row": "k", "is": "x"}}"#),
    ] {
      let form =
        #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "k"}, \#(first), \#(second)]}]}"#
      #expect(throws: TemplateErrors.self) { try Template.reading(form) }
    }
  }

  @Test("If a row and an object with the same key are shown at once, both are problems")
  func problems() throws {
    var session = try Self.session(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [{"id": "k"},
        {"id": "b", "when": {"row": "k", "in": ["1", "3"]}},
        {"id": "c", "key": "b.in.c", "when": {"row": "k", "in": ["2", "3"]}}]}]}
      """)
    func found() -> [String] {
      session.problemsInOrder.map { $0.problem.sentence(label: session.answers.label(of: $0.row)) }
    }
    for (kind, expected) in [
      ("1", []), ("3", ["b is also answered by c", "c is also answered by b"]), ("2", []),
    ] {
      try Self.set([("k", Text(kind))], in: &session)
      session.applyToEnd(.checkRequested)
      #expect(found() == expected)
    }
  }

  /// Answers rows as `:set` does, which accepts hidden rows too. Each row is given by its key or
  /// id.
  private static func setAny(_ answers: [(String, Text)], in session: inout FormSession) throws {
    for (name, text) in answers {
      let row = try #require(session.row(toSet: name, text: text), "\(name)")
      session.applyToEnd(.answered(row, text))
    }
  }

  @Test("Setting a hidden row chooses the alternative that shows it, in one undo step")
  func chosenBySetting() throws {
    for (form, prefix) in [(Self.flat, ""), (Self.items, "services[0].")] {
      var session = try Self.session(form)
      let item = prefix.isEmpty ? 0 : 1
      if item > 0 { session.applyToEnd(.itemAdded(section: 0)) }
      try Self.setAny([("\(prefix)build", ".")], in: &session)
      #expect(Self.how(session, item: item) == "folder")
      #expect(session.exported(.jsonl).contains(#"{"build":"."}"#))
      let row = try #require(session.row(toSet: "\(prefix)build.context", text: "web"))
      #expect(
        session.applyToEnd(.answered(row, "web"))
          .contains(
            .message(
              .alternativeChosen(
                row: session.answers.fullLabel(
                  of: FormRow.ID(section: 0, item: item, row: 0, number: 0)),
                text: "details"))))
      #expect(session.exported(.jsonl).contains(#"{"build":{"context":"web"}}"#))
      session.applyToEnd(.undone)
      #expect(session.exported(.jsonl).contains(#"{"build":"."}"#))
      #expect(Self.how(session, item: item) == "folder")
      session.applyToEnd(.redone)
      #expect(session.exported(.jsonl).contains(#"{"build":{"context":"web"}}"#))
    }
    // Set a row by its id, and a row that shares its key with a shown section.
    var session = try Self.session(Self.flat)
    try Self.setAny([("context", "a"), ("build", "b")], in: &session)
    #expect(session.exported(.jsonl) == #"{"build":"b"}"# + "\n")
  }

  @Test("Setting a row of another alternative deselects the alternative of the document")
  func leftBySetting() throws {
    let document = #"{"build": {"context": "."}, "after": "x"}"#
    var session = try Self.session(Self.flat, loading: document)
    try Self.setAny([("build", "web")], in: &session)
    #expect(session.exported(.json) == #"{"build": "web", "after": "x"}"#)
    session.applyToEnd(.undone)
    #expect(session.exported(.json) == document)
  }

  @Test("Alternatives can be nested, can contain lists, and can share a key with different types")
  func chosenInside() throws {
    let form = """
      {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [
        {"id": "m", "rows": [
          {"id": "outer", "type": "choice", "export": false, "choices": ["a", "b"]},
          {"id": "other", "type": "boolean", "export": false},
          {"id": "inner", "type": "choice", "export": false, "choices": ["c", "d"],
           "when": {"row": "outer", "is": "b"}},
          {"id": "deep", "when": {"row": "inner", "is": "d"}},
          {"id": "both", "when": "${outer} = 'b' and ${other}"},
          {"id": "never", "when": {"row": "deep", "is": "x"}},
          {"id": "n", "key": "v", "type": "integer", "when": {"row": "outer", "is": "a"}},
          {"id": "t", "key": "v", "when": {"row": "outer", "is": "b"}}]},
        {"id": "l", "when": {"row": "outer", "is": "a"},
         "repeat": {"key": "list", "as": "object", "keyRow": "k"},
         "rows": [{"id": "k"}, {"id": "w", "key": []}]}]}
      """
    for (key, text, expected) in [
      ("deep", "x", #"{"deep":"x"}"#), ("both", "y", #"{"both":"y"}"#), ("v", "5", #"{"v":5}"#),
      ("v", "five", #"{"v":"five"}"#),
    ] {
      var session = try Self.session(form)
      try Self.setAny([(key, Text(text))], in: &session)
      #expect(session.exported(.jsonl) == expected + "\n", "\(key)")
    }
    var session = try Self.session(form)
    let never = try #require(session.row(toSet: "never", text: "x"))
    #expect(session.answers.alternatives(showing: never).isEmpty)
    #expect(
      session.applyToEnd(.answered(never, "x")).contains(.message(.isHidden(row: "never"))))
    // Items of a hidden list are found by their names.
    guard case .next(let list, let name)? = session.answers.missingItem(atPath: "list.x") else {
      Issue.record("no item to add")
      return
    }
    session.presetItem(in: list, named: name)
    session.preset(try #require(session.row(toSet: "list.x", text: "1")), to: "1")
    #expect(session.exported(.jsonl) == #"{"list":{"x":"1"}}"# + "\n")
  }

  @Test("A random document selects an alternative with as many members of the document as possible")
  func random() throws {
    for seed in TestScale.turns(50) {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let names = ["a", "b", "c", "d"]
      // For each alternative, the types of its members: text, integer or object.
      let alternatives = (0..<numbers.number(in: 2...4)).map { _ in
        names.reduce(into: [String: String]()) { types, name in
          if numbers.chance(60) {
            types[name] = ["text", "integer", "object"].randomElement(using: &numbers) ?? "text"
          }
        }
      }
      let isInItem = numbers.chance(50)
      var rows = [
        #"{"id": "k", "type": "choice", "export": false, "choices": [\#(alternatives.indices.map { "\"\($0)\"" }.joined(separator: ", "))]}"#
      ]
      for (number, types) in alternatives.enumerated() {
        for (name, type) in types.sorted(by: { $0.key < $1.key }) {
          let when = #""when": {"row": "k", "is": "\#(number)"}"#
          rows.append(
            type == "object"
              ? #"{"id": "\#(name)\#(number)", "key": "\#(name).in", \#(when)}"#
              : #"{"id": "\#(name)\#(number)", "key": "\#(name)", "type": "\#(type)", \#(when)}"#)
        }
      }
      let form = """
        {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"id": "s",
          \(isInItem ? "\"repeat\": {\"key\": \"s\"}," : "") "rows": [\(rows.joined(separator: ","))]}]}
        """
      let item = isInItem ? 1 : 0
      for _ in 0..<4 {
        let values = names.reduce(into: [String: (type: String, json: String)]()) { all, name in
          guard numbers.chance(60) else { return }
          all[name] =
            [("text", "\"x\""), ("integer", "7"), ("object", #"{"in":"y"}"#)]
            .randomElement(using: &numbers)
        }
        let object =
          "{"
          + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.json)" }
          .joined(separator: ",") + "}"
        let document = (isInItem ? "{\"s\":[\(object)]}" : object)
        let fitting = alternatives.map { types in
          values.count { types[$0.key] == $0.value.type }
        }
        var session = try Self.session(form, loading: document)
        let chosen = Int(Self.how(session, item: item))
        let most = fitting.max() ?? 0
        #expect(chosen.map { fitting[$0] } ?? 0 == most, "seed \(seed): \(document)")
        #expect(session.exported(.jsonl) == document + "\n", "seed \(seed)")
        // If a person chooses another alternative, the export has those members of the document
        // that its rows show.
        for (number, types) in alternatives.enumerated() where most > 0 {
          let row = FormRow.ID(section: 0, item: item, row: 0, number: 0)
          session.applyToEnd(.answered(row, Text("\(number)")))
          let shown = session.exported(.jsonl)
          for (name, value) in values where types[name] == value.type {
            #expect(shown.contains("\"\(name)\":\(value.json)"), "seed \(seed): \(shown)")
          }
        }
      }
    }
  }
}
