// Reading YAML: the meaning of a text, errors with their positions, and limits of time and memory.

import FormFormats
import FormModel
import FormSchema
import FormScreen
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import longform

@Suite("Reading YAML", .waits)
struct YAMLReaderTests {
  /// Returns a text as JSON on one line, or the errors with their positions.
  private func read(_ text: String) -> String {
    do throws(AnswersErrors) {
      let bytes = try YAMLReader.document(from: Array(text.utf8)).bytes
      return String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self).replacing("  ", with: "")
    } catch {
      return error.errors.map { "\($0.position): \($0.sentence)" }.joined(separator: "\n")
    }
  }

  @Test(
    "Scalars have the meaning of YAML 1.2's core schema, and numbers keep their digits",
    arguments: [
      ("yes", "\"yes\""), ("no", "\"no\""), ("true", "true"), ("False", "false"), ("TRUE", "true"),
      ("", "null"),
      ("~", "null"), ("Null", "null"), ("1", "1"), ("-0", "-0"), ("1.50", "1.50"),
      ("1e400", "1e400"),
      ("123456789012345678901234567890", "123456789012345678901234567890"), ("007", "7"),
      ("-007", "-7"),
      ("+1", "1"), ("0x1F", "31"), ("0o17", "15"), ("017", "17"), ("-0x1F", "\"-0x1F\""),
      ("0xFFFFFFFFFFFFFFFFFFFFFFFF", "79228162514264337593543950335"), ("0b1", "\"0b1\""),
      (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1.0"), ("+1.e5", "1.0e5"), ("1_000", "\"1_000\""),
      (".", "\".\""), ("+", "\"+\""), ("1e", "\"1e\""), ("!!int 0x1F", "31"), ("1:30", "\"1:30\""),
      ("2020-01-01", "\"2020-01-01\""),
      ("'1'", "\"1\""), ("\"true\"", "\"true\""), ("!!str 1", "\"1\""), ("! 1", "\"1\""),
      ("!!float 1e5", "1e5"),
      ("!!null ''", "null"), ("!!bool true", "true"), ("'it''s'", "\"it's\""),
      ("\"\\u00e9\\x41\\n\"", "\"éA\\n\""),
      ("é 👩‍👩‍👧‍👦", "\"é 👩‍👩‍👧‍👦\""),
    ])
  func scalars(text: String, json: String) {
    #expect(read("a: \(text)\n") == "{\"a\": \(json)}")
  }

  @Test("Blocks, flow collections, anchors and aliases are read; an empty text is null")
  func documents() {
    #expect(read("") == "null")
    #expect(read("# only this\n") == "null")
    #expect(read("\u{FEFF}a: 1") == "{\"a\": 1}")
    #expect(read("--- \na: 1\n...\n") == "{\"a\": 1}")
    #expect(
      read("a: |\n  x\n\n   y\nb: >-\n  x\n  y\n") == "{\"a\": \"x\\n\\n y\\n\",\"b\": \"x y\"}")
    #expect(read("a: {b: [1, {}], c: []}") == "{\"a\": {\"b\": [1,{}],\"c\": []}}")
    #expect(
      read("a: &x {k: [1]}\nb: *x\nc: [*x, &y z]\nd: *y")
        == "{\"a\": {\"k\": [1]},\"b\": {\"k\": [1]},\"c\": [{\"k\": [1]},\"z\"],\"d\": \"z\"}")
    #expect(read("&k a: 1\nb: *k\n") == "{\"a\": 1,\"b\": \"a\"}")
    #expect(read("1: a\n~: b\n") == "{\"1\": \"a\",\"~\": \"b\"}")
  }

  @Test(
    "Values that JSON lacks, and probable mistakes, are refused with their position",
    arguments: [
      ("a: 1\nb: 2\n\"a\": 3\n", "3:1: the mapping already has this key; remove or rename one"),
      (
        "a: &a {b: 1}\nc:\n  <<: *a\n  !!merge d: *a\n",
        "4:3: the mapping already has a merge key; join both: <<: [*a, *b]"
      ),
      ("? [a]\n: 1\n", "1:3: a key must be a scalar, not a list or mapping"),
      ("a: &a {b: 1}\n? *a\n: 2\n", "2:3: a key must be a scalar, not a list or mapping"),
      (
        "a: &a [{b: 1}, 2]\nc:\n  <<: *a\n",
        "3:3: the merge key << needs a mapping or a list of mappings; put the key in quotes if it is a name"
      ),
      (
        "a: 1\n---\nb: 2\n",
        "2:1: this is a second document; the answers to a form are one document"
      ),
      ("a: *x\n", "1:4: no value before the alias *x has the anchor &x"),
      ("a: &x [*x]\n", "1:8: the alias *x is inside the value that it repeats"),
      ("a: &x 1\nb: &x [*x]\n", "2:8: the alias *x is inside the value that it repeats"),
      (
        "a: !mine 1\n",
        "1:4: longform does not know the tag !mine here; use !!str, !!int, !!float, !!bool, !!null, !!map or !!seq"
      ),
      (
        "a: !!set {b}\n",
        "1:4: longform does not know the tag tag:yaml.org,2002:set here; use !!str, !!int, !!float, !!bool, !!null, !!map or !!seq"
      ),
      (
        "é: !!int 1.5\n",
        "1:4: the tag and the text contradict each other; remove the tag or change the text"
      ),
      (
        "a: !!int -.inf\n",
        "1:4: the tag and the text contradict each other; remove the tag or change the text"
      ),
      ("a: [1\n", "2:1: not YAML: while parsing a flow sequence, did not find expected ',' or ']'"),
      (
        "a: \"\\ud800\"\n",
        "1:7: not YAML: while parsing a quoted scalar, found invalid Unicode character escape code"
      ),
      (
        "a:\n\t- b\n",
        "2:1: not YAML: while scanning for the next token, found character that cannot start any token"
      ),
    ])
  func refused(text: String, error: String) {
    #expect(read(text) == error)
  }

  @Test("Bytes that are not UTF-8 are refused with their position")
  func notUTF8() {
    for (bytes, position) in [
      ([0x61, 0x3A, 0x20, 0xFF], "1:4"), ([0x61, 0x0A, 0xC3, 0xA9, 0x00], "2:2"),
    ] {
      do throws(AnswersErrors) {
        _ = try YAMLReader.document(from: bytes.map { UInt8($0) })
        Issue.record("\(bytes) was read")
      } catch {
        #expect(error.errors.map { "\($0.position)" } == [position])
      }
    }
  }

  @Test("Aliases that would expand to far more than the text are refused before they expand")
  func bombs() {
    var bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
    for level in 1...30 {
      let alias = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      bomb += "a\(level): &a\(level) [\(alias)]\n"
    }
    #expect(
      read(bomb).contains(
        "the aliases of this document unfold to more than 100,000 values or 16 MiB"))
    let long = String(repeating: "x", count: 1 << 20)
    let aliases = String(repeating: "- *a\n", count: 100)
    #expect(
      read("- &a \(long)\n\(aliases)").contains("unfold to more than 100,000 values or 16 MiB"))
  }

  @Test("More than 100 %TAG directives are refused quickly, with the position of the next one")
  func tagDirectives() {
    func directives(_ count: Int, end: String = "\n") -> String {
      (0..<count).map { "%TAG !a\($0)! tag:yaml.org,2002:\(end)" }.joined()
    }
    #expect(read(directives(100) + "--- !a99!str 1\n") == "\"1\"")
    let error = "the document has more than 100 %TAG directives; remove those that no tag uses"
    let begin = ContinuousClock.now
    for end in ["\n", "\r", "\r\n"] {
      #expect(read(directives(20_000, end: end) + "--- !a99!str 1\n") == "101:1: \(error)")
    }
    // YAML 1.1 has these line breaks too. They end a directive, but longform's line numbers do
    // not count them.
    for end in ["\u{85}", "\u{2028}", "\u{2029}"] {
      #expect(read(directives(20_000, end: end) + "--- !a99!str 1\n").hasSuffix(": \(error)"))
    }
    #expect(read("\u{FEFF}a\n...\n" + directives(20_000) + "---\nb\n") == "103:1: \(error)")
    #expect(ContinuousClock.now - begin < .seconds(2))
    // Lines of text that contain `%TAG` are not directives.
    let lines = String(repeating: "  %TAG !a! b\n", count: 200)
    #expect(read("a: |\n\(lines)").hasPrefix("{\"a\": \"%TAG"))
  }

  @Test("Nesting of more than 512 levels is refused with its position, in any notation")
  func depth() {
    for (text, isRead) in [
      (String(repeating: "[", count: 512) + String(repeating: "]", count: 512), true),
      (String(repeating: "[", count: 513) + String(repeating: "]", count: 513), false),
      (String(repeating: "- ", count: 20_000) + "a", false),
      (String(repeating: "{a: ", count: 20_000), false),
      (String(repeating: "? ", count: 20_000) + "a", false),
    ] {
      let result = read(text)
      #expect(result.hasPrefix("[") == isRead, "\(result.prefix(200))")
      #expect(
        isRead || result.contains("nested more than 512 levels deep")
          || result.contains("a key must be a scalar"))
    }
  }
}
