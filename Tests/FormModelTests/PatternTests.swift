// Patterns. The tests compare their matches with those of Swift's regular expressions, which were
// the previous engine of longform. They also check the limits of patterns and the positions of
// errors.

import FormFixtures
import FormText
import LosslessJSON
import Patterns
import TerminalTesting
import Testing

@testable import FormModel

/// Texts similar to those that the patterns of forms match.
private struct NearTexts {
  private var generator: SeededGenerator
  private static let examples = [
    "2024-05-17T09:30:00Z", "2024-05-17T23:59:59.123+02:00", "2024-05", "09:30", "192.0.2.1",
    "123e4567-e89b-12d3-a456-426614174000", "www.example.org", "https://example.org/a?b=c", "#12",
    "AB-12", "parser", "SN 4711", "ab", "+49 30 1234", "Ctrl+Alt+Q", "9781234567890",
    "@scope/name.js", "1.20.3", "my_project-1", "${{ github.ref }}", "every_5d2h", "weekly",
    "Ada Lovelace <ada@example.org>", "git@example.org:a/b/c.git", "50.5%", "auto", "a-b-c",
    "./.github/workflows/ci.yml@v1", "12.*", "two\nlines", "a\u{2028}b", "e\u{301}é", "٣", "👍🏽", "",
  ]
  private static let letters = Array(
    "aAbBzZ019 _-.,:;/\\@#$%^&*()[]{}+?=\"'<>|~\n\r\t\u{B}\u{C}\u{85}\u{A0}\u{2028}éß٣👍"
      .unicodeScalars)

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(below limit: Int) -> Int { generator.number(below: limit) }

  /// Returns an example with some changes, or random letters, of which some occur in the pattern.
  mutating func text(for pattern: String) -> String {
    let own = Array(pattern.unicodeScalars)
    var scalars =
      number(below: 4) == 0 ? [] : Array(one(of: NearTexts.examples).unicodeScalars)
    for _ in 0..<number(below: 4) + (scalars.isEmpty ? 3 : 0) {
      let letter =
        number(below: 3) == 0 && !own.isEmpty ? one(of: own) : one(of: NearTexts.letters)
      let place = number(below: scalars.count + 1)
      switch number(below: 3) {
      case 0 where place < scalars.count: scalars[place] = letter
      case 1 where place < scalars.count: scalars.remove(at: place)
      default: scalars.insert(letter, at: place)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    generator.one(of: elements)
  }
}

@Suite("Patterns")
struct PatternTests {
  // MARK: - The previous engine

  private static let root =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// Returns the strings of the key `pattern` anywhere in a document.
  private static func patterns(in value: JSONValue) -> [String] {
    value.elements.flatMap(patterns)
      + value.members.flatMap { key, value in
        (key.string == "pattern" ? value.string.map { [$0] } : nil) ?? patterns(in: value)
      }
  }

  /// Returns the patterns in those files of a folder whose names have a certain ending.
  private static func patterns(in folder: String, _ ending: String) throws -> Set<String> {
    let list = try Program.run("/bin/ls", ["\(root)/\(folder)"]).outputText.split(separator: "\n")
    return try list.filter { $0.hasSuffix(ending) }.reduce(into: []) { found, name in
      let bytes = try #require(readFile("\(root)/\(folder)/\(name)"))
      found.formUnion(patterns(in: try JSONDocument(parsing: bytes).root))
    }
  }

  /// The patterns of the tests. (`\w` alone is missing, because the previous engine did not match
  /// digits beyond ASCII.)
  private static let written = [
    "[a-z]+", "é", "[+0-9 ]+", "[a-z]", ".*", "\\S+", "[0-9]{4}", "(?s:.*)x(?s:.*)", "a+", "b|c",
    "(?i)abc", "\\d+", "\\s*", "[^\\s]+", "(a|b)*c", "(?<y>[0-9]+)-\\k<y>", "(.)\\1", "^a$",
    "\\p{Lu}\\P{Lu}*", "a{2,3}?", "(?=a).*", "(?!a).*", "\\u{1F44D}.*", ".",
  ]

  @Test(
    "Every pattern of the forms and tests gives the previous engine's verdicts on 1,000 texts")
  func sameVerdicts() throws {
    let forms = try PatternTests.patterns(in: "Forms", ".json")
      .union(PatternTests.patterns(in: "Tests/Fixtures/Schemas/Others", ".form.json"))
      .union(PatternTests.written)
    #expect(forms.count > 30)
    var matched = 0
    for source in forms.sorted() {
      let pattern = try Pattern(source)
      let regex = try Regex(source).matchingSemantics(.unicodeScalar)
      var texts = NearTexts(seed: 1)
      for _ in 0..<1_000 {
        let text = texts.text(for: source)
        let expected: Pattern.Verdict = try regex.wholeMatch(in: text) == nil ? .differs : .matches
        #expect(pattern.verdict(on: text) == expected, "\(source) on \(text.debugDescription)")
        if expected == .matches { matched += 1 }
      }
    }
    #expect(matched > 5_000)
  }

  @Test("Every pattern of the schemas has a match in the same texts as with the previous engine")
  func sameSchemaVerdicts() throws {
    let schemas = try PatternTests.patterns(in: "Tests/Fixtures/Schemas", ".json")
      .union(PatternTests.patterns(in: "Tests/Fixtures/Schemas/Others", ".schema.json"))
      .union(PatternTests.patterns(in: "Tests/Fixtures", ".schema.json"))
    #expect(schemas.count > 25)
    var matched = 0
    for source in schemas.sorted() {
      let pattern = try Pattern(ECMAPattern.wholeMatch(of: source))
      let regex = try Regex(source).matchingSemantics(.unicodeScalar).asciiOnlyDigits()
        .asciiOnlyWordCharacters()
      var texts = NearTexts(seed: 2)
      for _ in 0..<1_000 {
        let text = texts.text(for: source)
        let expected: Pattern.Verdict = try regex.firstMatch(in: text) == nil ? .differs : .matches
        #expect(pattern.verdict(on: text) == expected, "\(source) in \(text.debugDescription)")
        if expected == .matches { matched += 1 }
      }
    }
    #expect(matched > 5_000)
  }

  // MARK: - Limits

  /// Whether a verdict reports that a limit was reached.
  private static func isLimit(_ verdict: Pattern.Verdict) -> Bool {
    if case .unchecked(let reason) = verdict { return reason.contains("takes too long") }
    return false
  }

  @Test(
    "A pattern that would take minutes reaches a limit",
    arguments: [
      ("(a+)+$", String(repeating: "a", count: 30) + "!"),
      ("(.*)*x", String(repeating: "ax", count: 30) + "!"),
      (".*foo.*bar", String(repeating: "foo bar ", count: 7_500)),
      ("(?:(?=(a+)b)|a)*c", String(repeating: "a", count: 65_535) + "c"),
      ("(?i)(.*)(.*)\\2\\1x", String(repeating: "a", count: 65_535) + "x"),
      ("(a{1,100}){1,100}b", String(repeating: "a", count: 65_535) + "b"),
      // A single step of these patterns passes the whole text.
      (".*?(?=.++[^b\\p{N}]*)*", String(repeating: "a", count: 65_536)),
      ("(?:(?=.{65535}b)|.)*", String(repeating: "a", count: 65_536)),
      ("(?:(?=(.*))(?=\\1b)|.)*", String(repeating: "a", count: 65_536)),
      ("(?:(?=(*sr:.*)b)|.)*", String(repeating: "a", count: 65_536)),
      ("(?R)?a", "aaa"),
    ])
  func limit(source: String, text: String) throws {
    let pattern = try Pattern(source)
    #expect(PatternTests.isLimit(pattern.verdict(on: text)))
    #expect(pattern.verdict(on: text) == pattern.verdict(on: text))
  }

  @Test(
    "Typical patterns match long texts without reaching a limit",
    arguments: [
      ("(?:\\w+ ?)+", String(repeating: "words ", count: 2_700)),
      (
        "(?:[^\\n]{0,72}\\n?)*",
        String(repeating: String(repeating: "a", count: 71) + "\n", count: 600)
      ),
      ("[a-z ]+", String(repeating: "hello ", count: 10_922)),
      ("(?s).*", String(repeating: "é\n", count: 21_845)),
      ("\\S+", String(repeating: "a", count: 65_536)),
    ])
  func longTexts(source: String, text: String) throws {
    #expect(try Pattern(source).verdict(on: text) == .matches)
  }

  @Test("A text of 64 KiB is matched; a longer text is not")
  func longestText() throws {
    let pattern = try Pattern("a+")
    #expect(pattern.verdict(on: String(repeating: "a", count: 65_536)) == .matches)
    #expect(
      pattern.verdict(on: String(repeating: "a", count: 65_537))
        == .unchecked("too long for its pattern, at most 64 KiB; shorten it"))
  }

  @Test("A match may take 50,000 steps in a text of up to 4 KiB, and fewer in a longer text")
  func steps() {
    #expect([0, 1, 4_096].map(Pattern.steps) == [50_000, 50_000, 50_000])
    #expect([4_097, 8_192, 65_536].map(Pattern.steps) == [49_987, 25_000, 3_125])
  }

  @Test("No match does more work than allowed, and its verdict is always the same")
  func allowance() throws {
    var maker = PatternMaker(seed: 7)
    var limits = 0
    for _ in 0..<300 {
      let source = maker.pattern()
      let text = maker.text(ofAtMost: 65_536)
      guard let pattern = try? Pattern(source) else { continue }
      var (first, second) = (Pattern.Allowance(), Pattern.Allowance())
      let verdict = pattern.verdict(on: text, within: &first)
      #expect(pattern.verdict(on: text, within: &second) == verdict, "\(source)")
      #expect(first.spent == second.spent && first.left >= 0)
      if PatternTests.isLimit(verdict) { limits += 1 }
    }
    #expect(limits > 10)
  }

  @Test("The entries of a list share one limit of work")
  func list() throws {
    let rule = try PatternRule("(a+)+$", quotesAnswer: true)
    func problem(_ entries: [String]) -> String? {
      let text = Text(entries.joined(separator: "\n"))
      var effort = 0
      do throws(Refusal) {
        try rule.check(text, value: ListRow.value(of: text), effort: &effort)
      } catch {
        return error.sentence
      }
      #expect(effort > 0)
      return nil
    }
    #expect(problem(Array(repeating: "aaa", count: 50_000)) == nil)
    let endless = Array(repeating: String(repeating: "a", count: 40), count: 500_000)
    #expect(problem(endless)?.contains("cannot be checked") == true)
  }

  @Test("A slice of work ends after a row whose pattern was expensive")
  func slice() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "a{n}", "count": 100, "label": "A {n}", "pattern": "(a+)+$", "key": "a[]"}]}]}
      """)
    let slow = "\"\(String(repeating: "a", count: 30))!\""
    let answers = try JSONDocument(
      parsing: Array(
        "{\"a\": [\(Array(repeating: slow, count: 100).joined(separator: ", "))]}".utf8))
    var session = try FormSession(template, answers: answers)
    var slices = 1
    var effects = session.apply(.checkRequested)
    while effects.contains(.workRemains) {
      effects = session.apply(.workContinued)
      slices += 1
    }
    #expect(slices > 10)
    #expect(session.problems.count == 100)
  }

  @Test("A row's message does not replace the report that its answer could not be checked")
  func message() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "a", "label": "A", "pattern": "(a+)+$", "message": "Only the letter a"},
        {"id": "s", "label": "S", "type": "secret", "pattern": "(a+)+$"}]}]}
      """)
    let rows = template.sections[0].rows
    let slow = Text(String(repeating: "a", count: 30) + "!")
    #expect(rows[0].problem(with: "b")?.sentence(label: "A") == "Only the letter a")
    #expect(
      rows[0].problem(with: slow)?.sentence(label: "A")
        == "\(slow.quoted) cannot be checked: its pattern takes too long for this text; shorten it")
    let secret = rows[1].problem(with: slow)?.sentence(label: "S")
    #expect(secret?.hasPrefix("The answer cannot be checked: ") == true)
    #expect(secret?.contains("aaaa") == false)
  }

  // MARK: - Options

  @Test(
    "The whole text must match, with Unicode's rules, and every line break ends a line",
    arguments: [
      ("a|ab", "ab", true), ("a", "ab", false), ("a", "ba", false), ("a$", "a\n", false),
      ("\\w+", "é٣_", true), ("\\d", "٣", true), ("(?i)É", "é", true), ("é", "e\u{301}", false),
      (".", "👍", true), (".", "\u{2028}", false), (".", "\u{85}", false), (".", "\r", false),
      ("\\u0041\\x42\\u{43}", "ABC", true), ("", "", true), ("a*", "", true),
      ("(?m)(^a$\\s*)+", "a\na\u{2028}a", true),
    ])
  func options(source: String, text: String, matches: Bool) throws {
    #expect(try Pattern(source).verdict(on: text) == (matches ? .matches : .differs))
  }

  // MARK: - Errors

  @Test(
    "A pattern that does not compile is reported at its position in the file",
    arguments: [
      (#"[a-z"#, "2:61", "missing terminating ] for character class"),
      (#"\\d\u00e9(x"#, "2:68", "missing closing parenthesis"),
      (#"é(?<x"#, "2:62", "syntax error in subpattern name (missing terminator?)"),
      (#"\ud83d\udc4d\\C"#, "2:72", "using \\C is disabled by the application"),
      (#"((a{1,999}){1,999}){1,999}"#, "2:83", "regular expression is too large"),
      (#"(?<=a+)b"#, "2:57", "lookbehind assertion is not fixed length"),
      (#"[[.x.]]"#, "2:58", "POSIX collating elements are not supported"),
    ])
  func fault(pattern: String, place: String, sentence: String) throws {
    let errors = Template.errorLines(
      in: """
        {"longform": 1, "id": "f", "sections": [{"rows": [
          {"id": "a", "label": "A", "type": "text", "pattern": "\(pattern)"}]}]}
        """)
    #expect(
      errors == [
        "\(place): sections[0].rows[0].pattern: \"pattern\" does not compile: \(sentence) "
          + "(allowed: a regular expression that the whole answer matches)"
      ])
  }

  @Test("A pattern that is too large, too deep or too long is refused")
  func tooLarge() {
    for source in [
      "((a{1,999}){1,999}){1,999}", String(repeating: "(", count: 10_000),
      String(repeating: "(?:", count: 1_000) + String(repeating: ")+", count: 1_000),
      String(repeating: "a", count: 16_385), String(repeating: "()", count: 8_000),
      "(?<=" + String(repeating: "(?:a|", count: 200) + String(repeating: ")", count: 201),
    ] {
      #expect(throws: Pattern.Fault.self, "\(source.prefix(20))") { try Pattern(source) }
    }
  }
}
