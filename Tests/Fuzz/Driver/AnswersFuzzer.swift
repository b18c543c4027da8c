// Gives the real program almost valid documents of answers.

import Glibc
import TerminalTesting

/// Fuzzes the readers of answers.
enum AnswersFuzzer {
  /// Example documents of a format, and pieces of text that have a special meaning in the format.
  struct Format {
    var documents: [String]
    var pieces: [String]
    /// Whether the documents are JSON, so that their values can replace each other.
    var isJSON = false
  }

  static let formats = [
    "json": Format(documents: records, pieces: ["\n", " ", "\t", "\r\n"], isJSON: true),
    "jsonl": Format(documents: records, pieces: ["\n", " ", "\u{0}"], isJSON: true),
    "jsonc": Format(
      documents: [
        "\u{FEFF}// a\r\n{ /* b */ \"name\": \"Ada\", // c\r\n  \"age\": 7, /* d */\r\n}\r\n",
        "{\"work\": [{\"name\": \"x\",}, // y\n{}, /* z */], \"names\": [\"a\", /* */ \"b\" // c\n]}",
      ],
      pieces: ["//", "/*", "*/", "// \n", "/* */", "/**/", ",", "\n", "\r", "/", "\u{FEFF}"],
      isJSON: true),
    "yaml": Format(
      documents: [
        "names:\n  - Ada\n  - \"Gr\\u00e9ce\"\n  - 'it''s'\nwork:\n  - name: |\n      one\n\n       two\n    age: 7\n",
        "# c\n%YAML 1.2\n---\na: &a [1, 2.5e+3, ~, no]\nb: *a\n? long\n: {x: !!str 1, \"y\": 0x1F}\n...\n",
        "- - - a\n  - b: >-\n      f\n      g\n- {a: [b, {c: d}], e: }\n",
        "name: yes\n\u{FEFF}age: 1_0\n",
        "a: &x {age: 7, name: Ada}\nb: &y\n  <<: *x\n  name: Bob # c\nc: {<<: [*x, *y, {k: 1}], age: 8}\n"
          + "name: a\n<<: {work: [{<<: *x}]}\n",
        "a: &x {k: *x}\nb: &y [&z [], *z, *z]\nc: [*y, *y, *y]\n",
      ],
      pieces: [
        "- ", ": ", "? ", "&a ", "*a", "!!str ", "!!float ", "!<x> ", "|", ">-", "|2+\n", "[", "]",
        "{", "}", "\"", "'", "#",
        " #", "\t", "\n", "\r\n", "%YAML 1.1\n", "---\n", "...\n", "<<: ", "\u{85}", "\u{2028}",
        "\u{FEFF}", "\\x", "\\ud800", "\\u0000",
        "~", "\u{0}", ",", "  ", "- - - - ", "[[[[[[[[", "{a: {b: ", "key: ", "&é ", "*é", "@", "`",
        "name: x\n", "\u{10FFFF}",
      ]),
    "csv": Format(
      documents: [
        "name,age,work[0].name\r\nAda,7,\"a \"\"b\"\"\r\nc\"\r\n", "\u{FEFF}name\n\"\"\n",
        "work[1].name,names[0],names[2]\nx,y,z",
        "name,\"[\"\"a.b\"\"].c\"\n1,2\n", "names[0],names[1],age\n,,\n",
      ],
      pieces: [
        ",", "\"", "\"\"", "\n", "\r\n", "\r", "[", "]", "[0]", "[99999999999]", ".", "name", "age",
        "work[", "names[3]", "\u{0}", ";",
        "\t", "\\", "\u{FEFF}", " ", "é", "[\"", "\"]", "\n\n", ",,,,,,,,,,",
      ]),
    "tsv": Format(
      documents: [
        "name\tage\nA\\tb\t\\N\n", "names[0]\tnames[1]\nx\\n\\\\\t\n", "work[0].name\n\n",
      ],
      pieces: [
        "\t", "\\", "\\N", "\\t", "\\q", "\n", "\r\n", "\"", "[0]", "name", "\u{0}", "é", "\\\\",
        "\\x41",
      ]),
  ]

  private static let records = [
    #"{"name":"Ada","age":7,"a.b":{"c":"x"},"names":["a","","é"],"work":[{"name":"n\nm","age":"1"},{}]}"#,
    """
    {
      "names": [ ],
      "other": {"kept": [1.50, -0, 1e2, true, null, "\\u00e9\\/"]},
      "work": [
        {"age": "7", "more": "x"}
      ],
      "age": null
    }

    """,
    #"{"work":{},"names":"x","age":[1],"a.b":null,"name":{"a":1}}"#,
  ]

  static let form = """
    {"longform": 1, "id": "f", "sections": [
      {"id": "a", "rows": [{"id": "name"}, {"id": "age", "type": "integer"}, {"id": "dot", "key": ["a.b", "c"]},
        {"id": "n{n}", "count": 4, "key": "names[]"}]},
      {"id": "work", "repeat": {"key": "work"}, "rows": [{"id": "name", "type": "paragraph"}, {"id": "age"}]}]}
    """

  /// Gives the program `count` documents in a format. A document depends only on the seed and on
  /// its number.
  static func run(_ executable: String, format name: String, count: Int, seed: Int) throws {
    guard let format = formats[name] else {
      throw Misbehaviour(description: "no format \(name); there are csv, tsv and yaml")
    }
    let mutation = Mutation(
      documents: format.documents.map { Array($0.utf8) }, pieces: format.pieces)
    let folder = try TemporaryFolder()
    let form = try folder.write(form, to: "f.json")
    var read = 0
    for number in 0..<count {
      var input = Input(seed: seed &* 1_000_003 &+ number)
      var document = mutation.documents[input.number(below: mutation.documents.count)]
      mutation.mutate(&document, &input)
      do {
        let first = try convert(executable, form, document, from: name, home: folder)
        guard let first else { continue }
        read += 1
        // Converting the output again must give the same output.
        if number % 8 == 0 {
          guard try convert(executable, form, first, from: "json", home: folder) == first else {
            throw Misbehaviour(description: "its JSON is not read back as it is")
          }
        }
      } catch {
        throw Misbehaviour(description: "document \(number): \(error)\n\(quoted(document[...]))")
      }
    }
    print("\(count) documents as \(name), \(read) of them read: all well")
  }

  /// Returns a document converted to JSON; nil if the program refuses the document.
  private static func convert(
    _ executable: String, _ form: String, _ document: [UInt8], from format: String,
    home: TemporaryFolder
  ) throws -> [UInt8]? {
    let result = try Program.run(
      executable, ["convert", "-", "--form", form, "--answers-format", format],
      input: .bytes(document), home: home, timeout: .seconds(20))
    switch result.status {
    case .exited(0), .exited(2): return result.output
    case .exited(65) where result.output.isEmpty && result.errorText.hasPrefix("stdin:"): return nil
    case let status:
      throw Misbehaviour(description: "it ended with \(status): \(result.errorText)")
    }
  }
}
