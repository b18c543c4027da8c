// Edits of the text of a document without any form: values are replaced, and entries are inserted,
// deleted and moved.

import FormFixtures
import FormFormats
import FormModel
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Editing documents in place")
struct DocumentEditTests {
  /// An edit of the value at a path. A path lists, from the outermost container inward, the index
  /// of a value in its container.
  enum Edit {
    case replace([Int], String)
    case delete([Int], Int)
    case insert([Int], Int, name: String? = nil, String)
    case move([Int], from: Int, to: Int)
  }

  private static func value(at path: [Int], in document: JSONDocument) throws -> JSONValue {
    try path.reduce(document.root) { value, index in
      let children = Array(value.children)
      return try #require(children.indices.contains(index) ? children[index] : nil)
    }
  }

  private static func edited(_ document: JSONDocument, _ edit: Edit) throws -> String {
    var changes = DocumentChanges()
    func new(_ json: String) -> DocumentChanges.NewValue {
      DocumentChanges.NewValue { _ in Array(json.utf8) }
    }
    func arrange(_ path: [Int], _ change: (inout [DocumentChanges.Entry]) -> Void) throws {
      let container = try value(at: path, in: document)
      var entries = (0..<container.count).map { DocumentChanges.Entry.kept($0) }
      change(&entries)
      changes.arrange(container, as: entries)
    }
    switch edit {
    case .replace(let path, let json):
      changes.replace(try value(at: path, in: document), by: new(json))
    case .delete(let path, let index): try arrange(path) { $0.remove(at: index) }
    case .insert(let path, let index, let name, let json):
      try arrange(path) { $0.insert(.new(name: name, new(json)), at: index) }
    case .move(let path, let from, let to):
      try arrange(path) { $0.insert($0.remove(at: from), at: to) }
    }
    return String(decoding: document.text.bytes(with: changes), as: UTF8.self)
  }

  @Test(
    "A replaced value of YAML keeps its style, or gets quotes if the style does not fit",
    arguments: [
      ("a: b # c\n", "\"x\"", "a: x # c\n"), ("a: 'b' # c\n", "\"it's\"", "a: 'it''s' # c\n"),
      ("a: \"b\"\n", "\"x\"", "a: \"x\"\n"), ("a: b\n", "\"yes\"", "a: \"yes\"\n"),
      ("a: no\n", "\"yes\"", "a: yes\n"), ("a: 2020-01-01\n", "\"2021-05-05\"", "a: 2021-05-05\n"),
      ("a: b\n", "\"2021-05-05\"", "a: \"2021-05-05\"\n"),
      ("a: 1.2.3\n", "\"1.2.4\"", "a: 1.2.4\n"),
      ("a: b\n", "\"x: y\"", "a: \"x: y\"\n"), ("a: b\n", "\"x\\ny\"", "a: \"x\\ny\"\n"),
      ("a: 'b'\n", "\"x\\ny\"", "a: \"x\\ny\"\n"), ("a: b\n", "7", "a: 7\n"),
      ("a: b\n", "1e5", "a: !!float 1e5\n"), ("a: !!str 5\n", "\"6\"", "a: \"6\"\n"),
      ("a:\n", "\"x\"", "a: x\n"), ("a: # c\nb: 1\n", "\"x\"", "a: x # c\nb: 1\n"),
      ("a: b", "\"x\"", "a: x"), ("a:   b\r\n", "\"x\"", "a:   x\r\n"), ("-   b\n", "7", "-   7\n"),
      ("a:   b\n", "\"x\\ny\"", "a:   \"x\\ny\"\n"), ("a:   &b c\n", "\"x\"", "a:   x\n"),
      ("a:\n  b\n", "\"x\"", "a:\n  x\n"),
      ("a: |\n   b\n\n   c\nd: 1\n", "\"x\\n\\ny\\n\"", "a: |\n   x\n\n   y\nd: 1\n"),
      ("a: | # c\n  b\nd: 1\n", "\"x\"", "a: |- # c\n  x\nd: 1\n"),
      ("a: |\n  b\nd: 1\n", "\"x \"", "a: |-\n  x \nd: 1\n"),
      ("a: >\n  b\n  c\n", "\"x\\ny z\\n\"", "a: >\n  x\n\n  y z\n"),
      ("a: {b: c, d: 1} # c\n", "\"x\"", "a: x # c\n"),
      ("a:\n  - b\n  # c\nd: 1\n", "\"x\"", "a: x\nd: 1\n"),
      ("-\n      a\n      b\n", "[1, 2]", "-\n  - 1\n  - 2\n"),
      ("-\n    |\n    b\n", "[1, 2]", "-\n  - 1\n  - 2\n"),
      ("a: b # c\n", "[1, {\"d\": \"e\"}]", "a: # c\n  - 1\n  - d: e\n"),
      ("a:\n  - b # c\n  - d # e\n", "[\"d\", \"x\"]", "a:\n  - d # e\n  - x\n"),
    ])
  func replace(text: String, value: String, result: String) throws {
    let document = try YAMLReader.document(from: Array(text.utf8))
    #expect(try DocumentEditTests.edited(document, .replace([0], value)) == result)
  }

  private static let list = """
    # about the file

    people:
      # the first
      - name: Ada # Countess
        born: 1815

      # the second
      - name: Grace
        born: 1906
        # a comment inside

    # about tools
    tools: [loom, # oldest
      engine]

    """

  @Test(
    "Entries of YAML are inserted in the style of their neighbors, and deleted with their comments",
    arguments: [
      (
        Edit.delete([0], 0),
        list.replacing("  # the first\n  - name: Ada # Countess\n    born: 1815\n\n", with: "")
      ),
      (
        .delete([0], 1),
        list.replacing(
          "\n  # the second\n  - name: Grace\n    born: 1906\n    # a comment inside\n", with: "")
      ),
      (
        .delete([], 1),
        list.replacing("\n# about tools\ntools: [loom, # oldest\n  engine]\n", with: "")
      ),
      (.delete([0, 0], 0), list.replacing("- name: Ada # Countess\n    born", with: "- born")),
      (.delete([1], 0), list.replacing("loom, # oldest\n  engine", with: "\n  engine")),
      (.delete([1], 1), list.replacing("loom, # oldest\n  engine", with: "loom # oldest\n")),
      (
        .insert([0], 2, "{\"name\": \"Mary\", \"tags\": [\"a\", 2]}"),
        list.replacing(
          "inside\n", with: "inside\n\n  - name: Mary\n    tags:\n      - a\n      - 2\n")
      ),
      (
        .insert([0, 0], 2, name: "title", "\"a\\nb\""),
        list.replacing("born: 1815\n", with: "born: 1815\n    title: |-\n      a\n      b\n")
      ),
      (.insert([1], 0, "\"a, b\""), list.replacing("[loom,", with: "[\n  \"a, b\",loom,")),
      (
        .move([0], from: 1, to: 0),
        list.replacing(
          "  # the first\n  - name: Ada # Countess\n    born: 1815\n\n  # the second\n"
            + "  - name: Grace\n    born: 1906\n    # a comment inside\n",
          with: "  # the second\n  - name: Grace\n    born: 1906\n    # a comment inside\n\n"
            + "  # the first\n  - name: Ada # Countess\n    born: 1815\n")
      ),
    ])
  func entries(edit: Edit, result: String) throws {
    let document = try YAMLReader.document(from: Array(DocumentEditTests.list.utf8))
    #expect(try DocumentEditTests.edited(document, edit) == result)
  }

  private static let long = String(repeating: "a", count: 2_000)

  @Test(
    "An edit of an anchored value or of an alias changes no other use of the anchor",
    arguments: [
      ("a: &x 1\nb: *x\n", Edit.replace([0], "2"), "a: 2\nb: 1\n"),
      ("a: &x 1\nb: *x\nc: *x\n", .replace([0], "2"), "a: 2\nb: &x 1\nc: *x\n"),
      ("a: &x 1\nb: *x\n", .replace([1], "2"), "a: &x 1\nb: 2\n"),
      ("a: &x 1\nb: *x\nc: *x\n", .delete([], 0), "b: &x 1\nc: *x\n"),
      ("a: &x {k: 1}\nb: *x\n", .replace([0, 0], "2"), "a: {k: 2}\nb: {k: 1}\n"),
      ("a: &x {k: 1}\nb: *x # c\n", .replace([1, 0], "2"), "a: &x {k: 1}\nb: {k: 2} # c\n"),
      ("a: &x\n  [1]\nb: *x\n", .replace([0], "2"), "a: 2\nb: [1]\n"),
      ("a: &x # c\n  |\n  t\nb: *x\n", .replace([0], "2"), "a: 2\nb: |\n  t\n"),
      ("- &x 1\n- *x\n", .move([], from: 1, to: 0), "- 1\n- 1\n"),
      ("&k a: 1\nb: *k\n", .delete([], 0), "b: a\n"),
      ("a: &x [.inf, 1]\nb: *x\n", .replace([1, 1], "2"), "a: &x [.inf, 1]\nb: [.inf, 2]\n"),
      ("a: &x -.INF\nb: *x\n", .replace([0], "2"), "a: 2\nb: -.INF\n"),
      ("{a: 1, e: }\n", .move([], from: 1, to: 0), "{ e: ,a: 1 }\n"),
      ("{\(long)}\n", .replace([0], "1"), "{? \(long) : 1}\n"),
      ("{a\n  b}\n", .replace([0], "1"), "{? a\n  b : 1}\n"),
      ("{a\u{2028}b}\n", .replace([0], "1"), "{? a\u{2028}b : 1}\n"),
      (
        "a: x\n  \n \nb: y\n", .insert([], 1, name: "m", "{\"k\": 1}"),
        "a: x\n\nm:\n  k: 1\n  \n \nb: y\n"
      ),
      (" x\n", .replace([], "[1, 2]"), "- 1\n- 2\n"),
      ("---\n# c\n", .replace([], "[1, 2]"), "---\n# c\n- 1\n- 2\n"),
      ("# c\n---", .replace([], "[1, 2]"), "# c\n---\n- 1\n- 2\n"),
      ("---\r\n...\r\n# c\r\n", .replace([], "[1, 2]"), "---\r\n- 1\r\n- 2\r\n...\r\n# c\r\n"),
      ("%YAML 1.2\n--- # c\n", .replace([], "[1, 2]"), "%YAML 1.2\n--- # c\n- 1\n- 2\n"),
      ("--- x # c\n", .replace([], "[1, 2]"), "--- \n- 1 # c\n- 2\n"),
      ("a:\n|2\n  b\nc: 1\n", .replace([0], "true"), "a:\n  true\nc: 1\n"),
      ("{a}\n", .replace([0], "1"), "{a : 1}\n"), ("? a\n", .replace([0], "1"), "? a\n: 1\n"),
    ])
  func aliases(text: String, edit: Edit, result: String) throws {
    let document = try YAMLReader.document(from: Array(text.utf8))
    #expect(try DocumentEditTests.edited(document, edit) == result)
  }

  @Test(
    "When an entry is deleted, blanks after it do not become part of a block scalar before it",
    arguments: [
      ("a: |\n  t\nb: 1\n   ", Edit.delete([], 1), "a: |\n  t\n"),
      ("a: |\n  t\nb: 1\n ", .delete([], 1), "a: |\n  t\n"),
      ("a: >\r\n  t\r\nb: 1\r\n   ", .delete([], 1), "a: >\r\n  t\r\n"),
      ("a: |+\n  t\n\nb: 1\n\n   ", .delete([], 1), "a: |+\n  t\n\n"),
      ("- >+\n  t\n- 1\n\n", .delete([], 1), "- >+\n  t\n"),
      ("- |-\n  t\n- 1\n\n     \n\n", .delete([], 1), "- |-\n  t\n\n\n"),
      ("a:\n  - x: |\n      t\n    y: 1\n   ", .delete([0, 0], 1), "a:\n  - x: |\n      t\n"),
      ("- - |+\n    t\n  - 1\n\n- 2\n", .delete([0], 1), "- - |+\n    t\n- 2\n"),
      ("a: |\n  t\nb: 1\n   \nc: 2\n", .delete([], 1), "a: |\n  t\nc: 2\n"),
      ("a: |\n  t\nb: 1\n   ", .move([], from: 1, to: 0), "b: 1\na: |\n  t\n"),
      ("- 1\n   ", .insert([], 1, "\"x\\ny\""), "- 1\n- |-\n  x\n  y\n"),
      ("a: |\n  t\n# c\n\nb: 1\n   ", .delete([], 1), "a: |\n  t\n# c\n\n   "),
      ("a: t\nb: 1\n   ", .delete([], 1), "a: t\n   "),
      ("a: 1\n   ", .replace([0], "\"x\\ny\""), "a: \"x\\ny\"\n   "),
      ("a: 1\r\n   ", .replace([0], "\"x\\ny\""), "a: \"x\\ny\"\r\n   "),
      ("a:\n- 1\n   ", .replace([0], "\"x\\ny\""), "a: \"x\\ny\"\n   "),
      ("a: 1\n   \nb: 2\n", .replace([0], "\"x\\ny\\n\""), "a: \"x\\ny\\n\"\n   \nb: 2\n"),
      ("a: 1\n    # c\nb: 2\n", .replace([0], "\"x\\ny\""), "a: \"x\\ny\"\n    # c\nb: 2\n"),
      ("a: 1\n\n # c\n", .replace([0], "[1, \"x\\ny\"]"), "a: [1, \"x\\ny\"]\n\n # c\n"),
      ("a: 1\n\n# c\n", .replace([0], "\"x\\ny\""), "a: |-\n  x\n  y\n\n# c\n"),
      ("a: &x |\n  t\n  u\nb: *x\n   ", .delete([], 0), "b: \"t\\nu\\n\"\n   "),
    ])
  func blanks(text: String, edit: Edit, result: String) throws {
    let document = try YAMLReader.document(from: Array(text.utf8))
    let edited = try DocumentEditTests.edited(document, edit)
    #expect(edited == result)
    #expect(throws: Never.self) { try YAMLReader.document(from: Array(edited.utf8)) }
  }

  @Test(
    "Edits of JSON keep comments, trailing commas, line ends and the byte order mark",
    arguments: [
      (
        "{\"a\": 1, // one\r\n\"b\": 2 /* two */}", Edit.replace([0], "3"),
        "{\"a\": 3, // one\r\n\"b\": 2 /* two */}"
      ),
      ("\u{FEFF}[1]\r\n", .replace([0], "2"), "\u{FEFF}[2]\r\n"),
      ("7", .replace([], "8"), "8"), ("\"\" // a\n", .replace([], "null"), "null // a\n"),
      ("{}\r\n", .insert([], 0, name: "a", "1"), "{\r\n  \"a\": 1\r\n}\r\n"),
      ("[\n  1, // one\n  2, // two\n]", .delete([], 1), "[\n  1, // one\n]"),
      ("[\n  1, // one\n  2 // two\n]", .delete([], 1), "[\n  1 // one\n]"),
      ("[\n  1, // one\n  2 // two\n]", .delete([], 0), "[\n  2 // two\n]"),
      ("[\n  1 // one\n]", .insert([], 1, "2"), "[\n  1, // one\n  2\n]"),
      ("[1, // one\n2]", .delete([], 1), "[1 // one\n]"),
      ("[\n  // none yet\n]", .insert([], 0, "1"), "[\n  // none yet\n  1\n]"),
      (
        "[\n  // a\n  1,\n  // b\n  2,\n]", .move([], from: 1, to: 0),
        "[\n  // b\n  2,\n  // a\n  1,\n]"
      ),
      ("{\"a\": [1 /* , */ , 2], }", .insert([0], 1, "3"), "{\"a\": [1 /* , */ , 3, 2], }"),
    ])
  func jsonc(text: String, edit: Edit, result: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8), as: .jsonc)
    #expect(try DocumentEditTests.edited(document, edit) == result)
  }

  @Test(
    "Invalid comments and trailing commas are refused with their position",
    arguments: [
      ("[1, /* x", "1:5: this comment has no end; close it with */"),
      (
        "[,]",
        "1:2: a value is missing here; write a string in double quotes, a number, true, false, null, an array or an object"
      ),
      (
        "[1,,]",
        "1:4: a value is missing here; write a string in double quotes, a number, true, false, null, an array or an object"
      ),
      (
        "\u{FEFF}[x]",
        "1:2: this word is not a JSON value; put it in double quotes, or write true, false or null"
      ),
      ("[1] # x", "1:5: this is a comment; remove it"),
    ])
  func wrongComments(text: String, error: String) {
    let found: String
    do throws(JSONError) {
      _ = try JSONDocument(parsing: Array(text.utf8), as: .jsonc)
      found = ""
    } catch { found = "\(error.position): \(error.description)" }
    #expect(found == error)
  }

  private static let people = """
    {"longform": 1, "id": "p", "sections": [{"id": "people", "repeat": {"key": "people"},
      "rows": [{"id": "name"}, {"id": "age", "type": "integer"},
        {"id": "likes", "type": "choices", "choices": ["tea", "jam"]}]}]}
    """

  private static let table =
    "\u{FEFF}name,\"extra, x\",age\r\n\"Ada\", 1 ,036\r\n\r\nBob,\"2\"\"\",\nCy,,7"

  @Test(
    "Edits of tables keep quotes, line ends, blank lines and unknown columns",
    arguments: [
      (Edit.replace([0, 0, 1], "37"), table.replacing("036", with: "37")),
      (.replace([0, 0, 0], "\"A\\\"B\""), table.replacing("\"Ada\"", with: "\"A\"\"B\"")),
      (.replace([0, 1, 0], "\"B, C\""), table.replacing("Bob", with: "\"B, C\"")),
      (.replace([0, 1, 1], "5"), table.replacing("\"2\"\"\",", with: "\"2\"\"\",5")),
      (.delete([0, 0], 0), table.replacing("\"Ada\"", with: "\"\"")),
      (.delete([0], 1), "\u{FEFF}name,\"extra, x\",age\r\n\"Ada\", 1 ,036\r\nCy,,7"),
      (.insert([0], 3, "{\"age\": 1, \"name\": \"Di\"}"), table + "\r\nDi,,1\r\n"),
      (
        .move([0], from: 2, to: 0),
        "\u{FEFF}name,\"extra, x\",age\r\nCy,,7\r\n\"Ada\", 1 ,036\r\nBob,\"2\"\"\",\n"
      ),
      (
        .insert([0, 0], 2, name: "likes", "[\"tea\", \"jam\"]"),
        "\u{FEFF}name,\"extra, x\",age,likes\r\n\"Ada\", 1 ,036,\"tea\njam\"\r\n\r\n"
          + "Bob,\"2\"\"\",,\nCy,,7,"
      ),
    ])
  func tables(edit: Edit, result: String) throws {
    let template = try Template.reading(DocumentEditTests.people)
    let document = try DelimitedAnswers.editable(
      from: Array(DocumentEditTests.table.utf8), as: .csv, for: template, keepsUnknownColumns: true)
    #expect(try DocumentEditTests.edited(document, edit) == result)
  }

  @Test("A table of one record, and a line of JSON Lines, are edited in place too")
  func record() throws {
    let template = try Template.reading(
      #"{"longform": 1, "id": "r", "sections": [{"id": "a", "rows": [{"id": "a"}, {"id": "b"}]}]}"#)
    let table = try DelimitedAnswers.editable(
      from: Array("b\ta\tz\n\\tx\t1\t\\N\n".utf8), as: .tsv, for: template,
      keepsUnknownColumns: true)
    #expect(
      try DocumentEditTests.edited(table, .replace([1], "\"2\\n\"")) == "b\ta\tz\n\\tx\t2\\n\t\\N\n"
    )
    let line = try JSONDocument(parsing: Array("{\"a\":1,  \"b\":[ ]}\n".utf8))
    let document = line.made(of: try #require(JSONText(record: line)))
    #expect(document.text.format == .jsonl)
    #expect(
      try DocumentEditTests.edited(document, .insert([1], 0, "{\"c\": 2}"))
        == "{\"a\":1,  \"b\":[{\"c\": 2}]}\n")
  }
}
