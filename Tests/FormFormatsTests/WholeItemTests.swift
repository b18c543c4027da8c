// Items of several kinds: an item is a text, a number, an object, a list or any JSON value. Rows
// with the key `[]` share the item with rows of the object, and a choice shows one of them.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormModel

@Suite("Items that are texts, objects or lists")
struct WholeItemTests {
  /// Rows for the port of a service: a short form, an object, or anything else.
  private static let rows = """
    {"id": "kind", "type": "choice", "choices": ["short", "long", "JSON"], "export": false},
    {"id": "short", "key": [], "type": ["integer", "text"], "when": {"row": "kind", "is": "short"}},
    {"id": "target", "type": "integer", "required": true, "when": {"row": "kind", "is": "long"}},
    {"id": "ip", "key": "host.ip", "when": {"row": "kind", "is": "long"}},
    {"id": "any", "key": [], "type": "json", "when": {"row": "kind", "is": "JSON"}}
    """

  /// A form with the given repeat, as the only section or beside another.
  private static func form(
    _ repetition: String, rows: String = rows, sections: String = "", isAlone: Bool = false
  ) -> String {
    """
    {"longform": 1, "id": "ports", "output": {"empty": "omit"}, "sections": [
      \(isAlone ? "" : #"{"id": "main", "rows": [{"id": "name", "key": "name"}]},"#)
      {"id": "ports", "repeat": {\(repetition)}, "rows": [\(rows)]\(sections)}]}
    """
  }

  private static let array = form(#""key": "ports", "label": "Port {n}""#)
  private static let records = form(#""key": "ports""#, isAlone: true)
  private static let map = form(
    #""key": "ports", "as": "object", "keyRow": "port""#, rows: #"{"id": "port"}, \#(rows)"#)
  private static let nested = """
    {"longform": 1, "id": "services", "output": {"empty": "omit"}, "sections": [
      {"id": "services", "repeat": {"key": "services"}, "rows": [{"id": "name"}],
       "sections": [{"id": "ports", "repeat": {"key": "ports"}, "rows": [\(rows)]}]}]}
    """
  /// Items that are a text, an object or an array of items of the same three kinds.
  private static let lists = form(
    #""key": "ports""#,
    rows: rows.replacing(#""JSON"]"#, with: #""list", "JSON"]"#),
    sections: """
      , "sections": [{"id": "inner", "when": {"row": "kind", "is": "list"}, "repeat": {"key": []},
          "rows": [\(innerRows)]}]
      """)
  private static let innerRows: String = ["kind", "short", "target", "ip", "any"].reduce(rows) {
    $0.replacing("\"id\": \"\($1)\"", with: "\"id\": \"inner.\($1)\", \"key\": \"\($1)\"")
      .replacing("\"row\": \"\($1)\"", with: "\"row\": \"inner.\($1)\"")
  }.replacing(#""key": "short", "key": []"#, with: #""key": []"#)
    .replacing(#""key": "any", "key": []"#, with: #""key": []"#)
    .replacing(#""key": "ip", "key": "host.ip""#, with: #""key": "host.ip""#)

  private static func session(_ form: String, loading document: String? = nil) throws
    -> FormSession
  {
    let template = try Template.reading(form)
    guard let document else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
  }

  private static func line(_ session: FormSession) -> String {
    String(session.exported(.jsonl).dropLast())
  }

  /// Sets rows as `:set` does, which also shows a row that is hidden.
  private static func set(_ answers: [(String, Text)], in session: inout FormSession) throws {
    for (name, text) in answers {
      let row = try #require(session.row(toSet: name, text: text), "\(name)")
      session.applyToEnd(.answered(row, text))
    }
  }

  private static func kinds(_ session: FormSession, section: Int = 1) -> [String] {
    let choice = session.template.sections[section].rows.firstIndex {
      $0.id.source.hasSuffix("kind")
    }
    return session.answers.outline.items(ofSection: section).sorted().map { item in
      session.answers.text(
        of: FormRow.ID(section: section, item: item, row: choice ?? 0, number: 0)
      ).string
    }
  }

  private static func kind(of path: String, _ session: FormSession) throws -> FormRow.ID {
    let row = try #require(session.row(toSet: path, text: ""), "\(path)")
    let rows = session.template.sections[row.section].rows
    let choice = try #require(rows.firstIndex { $0.id.source.hasSuffix("kind") })
    return FormRow.ID(section: row.section, item: row.item, row: choice, number: 0)
  }

  private static let document = """
    { "name": "x", "ports": [ "80:80", 443,  {"target": 5, "host": {"ip":"::1"}, "z": 1},
      [1, 2 ], {}, true, {"host": 7}, null ] }
    """

  @Test("A document chooses the kind of each item, and keeps its bytes")
  func loaded() throws {
    let session = try Self.session(Self.array, loading: Self.document)
    #expect(
      Self.kinds(session) == ["short", "short", "long", "JSON", "JSON", "JSON", "JSON", ""])
    #expect(session.exported(.json) == Self.document)
    let map = #"{"name": "x", "ports": {"a": "80:80", "b": {"target": 5}, "c": [1], "d": {}}}"#
    let named = try Self.session(Self.map, loading: map)
    #expect(Self.kinds(named) == ["short", "long", "JSON", "JSON"])
    #expect(named.exported(.json) == map)
    let deep = #"{"services": [{"name": "w", "ports": ["1", {"target": 2}, [3]]}, {"ports": [4]}]}"#
    let nested = try Self.session(Self.nested, loading: deep)
    #expect(Self.kinds(nested) == ["short", "long", "JSON", "short"])
    #expect(nested.exported(.json) == deep)
    let listed = #"{"ports": ["1", {"target": 2}, [3, {"target": 4}, [5]], []]}"#
    let lists = try Self.session(Self.lists, loading: listed)
    #expect(Self.kinds(lists) == ["short", "long", "list", "list"])
    #expect(Self.kinds(lists, section: 2) == ["short", "long", "JSON"])
    #expect(lists.exported(.json) == listed)
  }

  @Test("Changing an item within its kind keeps the other bytes of the item")
  func changed() throws {
    for (path, text, old, new) in [
      ("ports[0]", "81:81", #""80:80""#, #""81:81""#), ("ports[1]", "444", "443", "444"),
      ("ports[1]", "x", "443", #""x""#),
      ("ports[2].target", "6", #""target": 5"#, #""target": 6"#),
      ("ports[2].host.ip", "::2", #""ip":"::1""#, #""ip":"::2""#),
      ("ports[3]", "[3]", "[1, 2 ]", "[3]"), ("ports[4]", "false", "{}", "false"),
    ] {
      var session = try Self.session(Self.array, loading: Self.document)
      try Self.set([(path, Text(text))], in: &session)
      #expect(session.exported(.json) == Self.document.replacing(old, with: new), "\(path)")
      session.applyToEnd(.undone)
      #expect(session.exported(.json) == Self.document)
    }
  }

  @Test("Choosing another kind replaces the item as a whole, and undo brings it back")
  func switched() throws {
    var session = try Self.session(Self.array, loading: Self.document)
    for (path, text, old, new) in [
      ("ports[2]", "80", #"{"target": 5, "host": {"ip":"::1"}, "z": 1}"#, "80"),
      ("ports[0].target", "9", #""80:80""#, #"{"target": 9}"#),
      ("ports[3].host.ip", "a", "[1, 2 ]", #"{"host": {"ip": "a"}}"#),
      ("ports[7]", "new", "null ]", #""new" ]"#),
    ] {
      try Self.set([(path, Text(text))], in: &session)
      #expect(session.exported(.json) == Self.document.replacing(old, with: new), "\(path)")
      session.applyToEnd(.undone)
      #expect(session.exported(.json) == Self.document)
    }
    // A chosen kind without an answer leaves an item that has none.
    for (path, kind) in [("ports[0]", "long"), ("ports[2]", "short")] {
      session.applyToEnd(.answered(try Self.kind(of: path, session), Text(kind)))
      #expect(Self.line(session).contains(kind == "long" ? "[{},443" : "443,null,"), "\(path)")
      session.applyToEnd(.undone)
    }
    #expect(session.exported(.json) == Self.document)
  }

  @Test("The name of an item is no alternative of its value", arguments: ["object", "members"])
  func names(kind: String) throws {
    let form = Self.map.replacing(#""as": "object""#, with: #""as": "\#(kind)""#)
    let document = #"{"name": "x", "ports": {"a": "80:80", "b": {"target": 5}, "c": [1]}}"#
    var session = try Self.session(form, loading: document)
    #expect(Self.kinds(session) == ["short", "long", "JSON"])
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty, "\(session.problems)")
    session.applyToEnd(.answered(try Self.kind(of: "ports.a", session), "long"))
    try Self.set([("ports.a.target", "8")], in: &session)
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty, "\(session.problems)")
    #expect(
      session.exported(.json) == document.replacing(#""80:80""#, with: #"{"target": 8}"#))
  }

  @Test("Items of every kind are added, cleared and removed, in a new document and in a loaded one")
  func items() throws {
    var session = try Self.session(Self.array)
    for _ in 0..<4 { session.applyToEnd(.itemAdded(section: 1)) }
    let first = session.answers.outline.items(ofSection: 1).count - 4
    for _ in 0..<first {
      session.applyToEnd(
        .itemRemoved(
          section: 1, item: try #require(session.answers.outline.items(ofSection: 1).first)))
    }
    try Self.set(
      [
        ("ports[0]", "80:80"), ("ports[1].target", "5"), ("ports[1].host.ip", "::"),
        ("ports[3].target", "7"), ("ports[2]", "[1, {\"a\": null}]"),
      ], in: &session)
    #expect(Self.kinds(session) == ["short", "long", "JSON", "long"])
    let expected =
      #"{"ports":["80:80",{"target":5,"host":{"ip":"::"}},[1,{"a":null}],{"target":7}]}"#
    #expect(Self.line(session) == expected)
    session.applyToEnd(.answered(try #require(session.answers.row(atPath: "ports[3].target")), ""))
    #expect(Self.line(session) == expected.replacing(#"{"target":7}"#, with: "{}"))
    session.applyToEnd(.undone)
    session.applyToEnd(
      .itemRemoved(section: 1, item: try Self.kind(of: "ports[1].target", session).item))
    #expect(
      Self.line(session) == expected.replacing(#"{"target":5,"host":{"ip":"::"}},"#, with: ""))
    session.applyToEnd(.undone)
    #expect(Self.line(session) == expected)

    var loaded = try Self.session(Self.array, loading: Self.document)
    loaded.applyToEnd(.itemRemoved(section: 1, item: try Self.kind(of: "ports[3]", loaded).item))
    #expect(loaded.exported(.json) == Self.document.replacing("\n  [1, 2 ],", with: ""))
    loaded.applyToEnd(.undone)
    loaded.applyToEnd(.itemAdded(section: 1))
    try Self.set([("ports[8].target", "3")], in: &loaded)
    #expect(
      loaded.exported(.json) == Self.document.replacing("null ]", with: #"null, {"target": 3} ]"#))
  }

  @Test("A required row of the chosen kind is required, and only that row")
  func required() throws {
    let document = #"{"ports": [{"host": {"ip": "a"}}, "b"]}"#
    var session = try Self.session(
      Self.array.replacing(#", "JSON"]"#, with: "]")
        .replacing(#""row": "kind", "is": "JSON""#, with: #""row": "short", "is": "?""#),
      loading: document)
    session.applyToEnd(.checkRequested)
    #expect(session.problemsInOrder.map(\.row) == [session.answers.row(atPath: "ports[0].target")])
    // Any JSON is a better choice for an object that lacks a required member.
    session = try Self.session(Self.array, loading: document)
    session.applyToEnd(.checkRequested)
    #expect(Self.kinds(session) == ["JSON", "short"])
    #expect(session.problems.isEmpty)
  }

  /// Every form, with a document that has items of all kinds.
  private static let all: [(String, String)] = [
    (array, document.replacing(", null ]", with: "]")),
    (map, #"{"ports": {"a": "80:80", "b": {"target": 5, "host": {"ip": "x"}}, "c": [1], "d": 4}}"#),
    (nested, #"{"services": [{"ports": ["1", {"target": 2}, [3]]}, {"ports": [{"target": 4}]}]}"#),
    (lists, #"{"ports": ["1", {"target": 2}, [3, {"target": 4}, [5]], {"target": 6}]}"#),
    (records, #"{"ports": ["80:80", {"target": 5, "host": {"ip": "x"}}, [1], 7, {"target": 6}]}"#),
  ]

  @Test(
    "YAML, JSON Lines and tables contain items of every kind, and are read back", arguments: all)
  func formats(form: String, document: String) throws {
    let session = try Self.session(form, loading: document)
    let line = try Self.session(form, loading: Self.line(session))
    #expect(
      Self.kinds(line, section: form == Self.records ? 0 : 1)
        == Self.kinds(session, section: form == Self.records ? 0 : 1))
    let yaml = try FormSession(
      session.template, answers: YAMLReader.document(from: Array(session.exported(.yaml).utf8)))
    #expect(yaml.exported(.yaml) == session.exported(.yaml))
    for (exported, format) in [(ExportFormat.csv, DelimitedFormat.csv), (.tsv, .tsv)] {
      let table = session.exported(exported)
      let again = try FormatTests.read(table, format, session.template)
      #expect(Self.words(again.exported(exported)) == Self.words(table))
    }
  }

  /// A table without spaces, newlines and quotes. They differ because a JSON value that is read from
  /// a cell is written on several lines.
  private static func words(_ table: String) -> String {
    table.replacing("\\n", with: "").filter { !$0.isWhitespace && $0 != "\"" }
  }

  @Test("In a table of records, the column of whole items is beside the columns of objects")
  func records() throws {
    let (form, document) = try #require(Self.all.last)
    let session = try Self.session(form, loading: document)
    let table = """
      short,target,host.ip
      80:80,,
      ,5,x
      [1],,
      7,,
      ,6,

      """
    #expect(
      session.exported(.csv).split(whereSeparator: \.isNewline)
        == table.split(whereSeparator: \.isNewline))
    let again = try FormatTests.read(table, .csv, session.template)
    #expect(Self.kinds(again, section: 0) == Self.kinds(session, section: 0))
    #expect(Self.line(again) == Self.line(session))
  }

  @Test("YAML keeps comments and styles around items that change their kind")
  func yaml() throws {
    let text = """
      # Ports
      ports:
        - "80:80"   # web
        # long
        - target: 5
          host: {ip: a}   # inside
        - [1, 2]
      name: x

      """
    func loaded() throws -> FormSession {
      try FormSession(
        Template.reading(Self.array), answers: YAMLReader.document(from: Array(text.utf8)))
    }
    #expect(try Self.kinds(loaded()) == ["short", "long", "JSON"])
    for (path, answer, old, new) in [
      ("ports[0]", "81:81", #""80:80""#, #""81:81""#), ("ports[1].target", "6", "get: 5", "get: 6"),
      ("ports[2]", "7", "[1, 2]", "7"),
      ("ports[0].target", "9", #""80:80"   # web"#, "target: 9   # web"),
    ] {
      var session = try loaded()
      try Self.set([(path, Text(answer))], in: &session)
      #expect(session.exported(.yaml) == text.replacing(old, with: new), "\(path)")
    }
    var session = try loaded()
    try Self.set([("ports[1]", "short")], in: &session)
    #expect(
      session.exported(.yaml).hasPrefix(
        "# Ports\nports:\n  - \"80:80\"   # web\n  # long\n  - short"))
    #expect(session.exported(.yaml).hasSuffix("  - [1, 2]\nname: x\n"))
  }

  @Test("JSON with comments keeps them around an item that becomes another kind")
  func jsonc() throws {
    let text = """
      { // Ports
        "ports": [
          "80:80", // web
          {"target": 5, /* long */ "host": {}},
        ],
      }

      """
    for (path, answer, old, new) in [
      ("ports[0].target", "9", #""80:80""#, "{\n      \"target\": 9\n    }"),
      ("ports[1]", "x", #"{"target": 5, /* long */ "host": {}}"#, #""x""#),
      ("ports[1].target", "6", "5", "6"),
    ] {
      var session = try FormSession(
        Template.reading(Self.array),
        answers: JSONDocument(parsing: Array(text.utf8), as: .jsonc))
      try Self.set([(path, Text(answer))], in: &session)
      #expect(session.exported(.jsonc) == text.replacing(old, with: new), "\(path)")
    }
  }

  @Test("A merge takes the changed kind of an item from the file, and changed items from the form")
  func merged() throws {
    let base = #"{"ports": ["a", {"target": 5}, "c"]}"#
    for (other, expected) in [
      (
        #"{"ports": ["a", {"target": 5}, {"target": 7}]}"#,
        #"{"ports": ["b", {"target": 5}, {"target": 7}]}"#
      ),
      (#"{"ports": ["a", {"target": 6}, "c"]}"#, #"{"ports": ["b", {"target": 6}, "c"]}"#),
    ] {
      var mine = try Self.session(Self.array, loading: base)
      try Self.set([("ports[0]", "b")], in: &mine)
      var merge = Merge(mine, into: try Self.session(Self.array, loading: other))
      while !merge.isComplete { merge.advance() }
      #expect(merge.conflicts.isEmpty)
      #expect(merge.session.exported(.json) == expected)
    }
  }

  @Test("A secret that is a whole item is saved, and is no message or difference")
  func secrets() throws {
    let form = Self.array.replacing(
      #""type": ["integer", "text"]"#, with: #""type": "secret""#)
    var session = try Self.session(form, loading: #"{"ports": ["old", {"target": 5}]}"#)
    #expect(Self.kinds(session) == ["short", "long"])
    let row = try #require(session.row(toSet: "ports[1]", text: "hush"))
    let effects = session.applyToEnd(.answered(row, "hush"))
    #expect(effects.sentences.allSatisfy { !$0.contains("hush") })
    #expect(session.exported(.json) == #"{"ports": ["old", "hush"]}"#)
    let comparison = DocumentComparison.all(
      try Self.session(form, loading: #"{"ports": ["old"]}"#).answers,
      try Self.session(form, loading: #"{"ports": ["hush"]}"#).answers)
    let sentences = comparison.differences.map {
      comparison.sides.words(for: $0).sentenceWithPlace
    }
    #expect(sentences.count == 1)
    #expect(sentences.allSatisfy { !$0.contains("hush") && !$0.contains("old") })
  }

  @Test("An environment has the variables of the shown kind")
  func environment() throws {
    let session = try Self.session(
      Self.array, loading: #"{"ports": ["80:80", {"target": 5}, [1]]}"#)
    #expect(throws: Never.self) { try EnvironmentNames.check(session.template, prefix: "") }
    let lines = session.exported(.env).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("PORTS_0=") && $0.contains("80:80") })
    #expect(lines.contains { $0.hasPrefix("PORTS_1_TARGET=") && $0.contains("5") })
    #expect(lines.contains { $0.hasPrefix("PORTS_2=") && $0.contains("[1]") })
    #expect(!lines.contains { $0.hasPrefix("PORTS_1=") })
  }

  @Test("A comparison shows changes of an item's value and of its kind")
  func compared() throws {
    let old = try Self.session(Self.array, loading: #"{"ports": ["a", {"target": 5}, "c"]}"#)
    let new = try Self.session(
      Self.array, loading: #"{"ports": ["b", {"target": 6}, {"target": 7}]}"#)
    let comparison = DocumentComparison.all(old.answers, new.answers)
    #expect(
      comparison.differences.map { comparison.sides.words(for: $0).sentenceWithPlace } == [
        "Port 1 › short: a → b", "Port 2 › target: 5 → 6", "Port 3 › short: c → (empty)",
        "Port 3 › target: (empty) → 7",
      ])
  }

  @Test("Unknown members of an item are problems only while it is an object")
  func closed() throws {
    let form = Self.array.replacing(#""label": "Port {n}""#, with: #""closed": true"#)
    let document = #"{"ports": [{"target": 5, "z": 1}, "a", {"target": 6, "host": {"y": 1}}, [1]]}"#
    var session = try Self.session(form, loading: document)
    #expect(
      session.answers.unknownMembers.map(\.path.pointer) == ["/ports/0/z", "/ports/2/host/y"])
    try Self.set([("ports[0]", "b")], in: &session)
    #expect(session.answers.unknownMembers.map(\.path.pointer) == ["/ports/2/host/y"])
    #expect(session.exported(.json) == document.replacing(#"{"target": 5, "z": 1}"#, with: #""b""#))
    session.applyToEnd(.undone)
    session.applyToEnd(.checkRequested)
    #expect(session.problems.count == 2)
  }

  @Test("Two rows that are the whole item, or one beside an object, need conditions")
  func refused() throws {
    let condition = #", "when": {"row": "k", "is": "x"}"#
    for (first, second, isAllowed) in [
      ("", "", false), (condition, "", false), ("", condition, false), (condition, condition, true),
    ] {
      for (one, two) in [
        (#"{"id": "a", "key": []\#(first)}"#, #"{"id": "b", "key": []\#(second)}"#),
        (#"{"id": "a", "key": []\#(first)}"#, #"{"id": "b"\#(second)}"#),
        (#"{"id": "a", "key": "a.b"\#(first)}"#, #"{"id": "b", "key": []\#(second)}"#),
      ] {
        let form = Self.form(
          #""key": "p""#, rows: #"{"id": "k", "export": false}, \#(one), \#(two)"#)
        let template = try? Template.reading(form)
        #expect((template != nil) == isAllowed, "\(one) \(two)")
      }
    }
  }

  /// A random value of an item: its kind, the paths and texts that answer it, and its JSON.
  private static func value(_ numbers: inout SeededGenerator)
    -> (kind: String, answers: [(path: String, text: String)], json: String)
  {
    let number = numbers.number(below: 90)
    switch numbers.number(below: 4) {
    case 0: return ("short", [("", "\(number)")], "\(number)")
    case 1: return ("short", [("", "t\(number)")], "\"t\(number)\"")
    case 2:
      return (
        "long", [(".target", "\(number)"), (".host.ip", "i")],
        #"{"target":\#(number),"host":{"ip":"i"}}"#
      )
    default:
      let json =
        ["[]", "[\(number)]", #"{"b":\#(number)}"#, "true"].randomElement(using: &numbers) ?? "{}"
      return ("JSON", [("", json)], json)
    }
  }

  @Test("Random changes of items have the same result as changes of a list of JSON texts")
  func random() throws {
    for seed in TestScale.turns(12) {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let form = numbers.chance(50) ? Self.array : Self.records
      let section = form == Self.array ? 1 : 0
      var items = (0..<numbers.number(in: 0...4)).map { _ in Self.value(&numbers).json }
      func document() -> String { "{\"ports\":[\(items.joined(separator: ","))]}" }
      let start = document()
      var session = try Self.session(form, loading: start)
      for _ in 0..<8 {
        let place = numbers.number(below: items.count + 1)
        if place < items.count, numbers.chance(25) {
          let list = ItemList(section: section, parent: 0)
          let item = try #require(session.answers.outline.item(at: place, of: list))
          session.applyToEnd(.itemRemoved(section: section, item: item))
          items.remove(at: place)
        } else {
          if place == items.count {
            session.applyToEnd(.itemAdded(section: section))
            items.append("")
          }
          let (kind, answers, json) = Self.value(&numbers)
          session.applyToEnd(.answered(try Self.kind(of: "ports[\(place)]", session), Text(kind)))
          for (path, text) in answers {
            try Self.set([("ports[\(place)]\(path)", Text(text))], in: &session)
          }
          items[place] = json
        }
        #expect(Self.line(session) == document(), "seed \(seed): \(start)")
        let again = try Self.session(form, loading: document())
        for format in [ExportFormat.csv, .tsv, .yaml, .env] {
          #expect(again.exported(format) == session.exported(format), "seed \(seed)")
        }
        let table = try FormatTests.read(session.exported(.csv), .csv, session.template)
        #expect(
          Self.words(table.exported(.csv)) == Self.words(session.exported(.csv)), "seed \(seed)")
      }
      for _ in 0..<60 { session.applyToEnd(.undone) }
      #expect(Self.line(session) == start, "seed \(seed)")
    }
  }
}
