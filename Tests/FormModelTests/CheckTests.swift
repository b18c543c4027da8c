// Checks: expressions of a row that must not be false.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Checks")
struct CheckTests {
  private static let stay = """
    {"longform": 1, "id": "stay", "output": {"empty": "omit"}, "sections": [
      {"id": "stay", "rows": [
        {"id": "from", "label": "From", "type": "date"},
        {"id": "until", "label": "Until", "type": "date", "check": ". > ${from}",
         "message": "must be after From"},
        {"id": "beds", "type": "integer", "check": "${beds} >= count(${name})"},
        {"id": "guide", "type": "boolean"},
        {"id": "fee", "type": "decimal", "when": {"row": "guide", "is": true},
         "check": "${fee} > 10"},
        {"id": "rest", "type": "decimal", "check": "${rest} > coalesce(${fee}, 1) div 0.5"}]},
      {"id": "people", "repeat": {"key": "people"}, "rows": [
        {"id": "name", "label": "Name", "check": "string-length(.) > position(..)"},
        {"id": "born", "type": "date", "check": "${born} < ${from} and ${born} <= today()"}]}]}
    """

  private func session() throws -> FormSession {
    var session = FormSession(try .reading(Self.stay))
    session.today = "2024-02-29"
    return session
  }

  /// Returns the problems of a form, by row, after a complete check.
  private func problems(_ session: FormSession) -> [String: String] {
    var session = session
    session.applyToEnd(.checkRequested)
    return Dictionary(
      uniqueKeysWithValues: session.problemsInOrder.map {
        (session.answers.name(of: $0.row), $0.problem.sentence(label: "The row"))
      })
  }

  private func answer(_ path: String, _ text: Text, in session: inout FormSession) throws {
    let row = try #require(session.answers.row(atPath: path) ?? session.row(named: path))
    session.applyToEnd(.answered(row, text))
  }

  @Test("The general sentence speaks of other answers only if the check reads any")
  func generalSentence() throws {
    var session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
          {"id": "own", "type": "integer", "check": ". > 5 and ${own} < 9"},
          {"id": "other", "type": "integer", "check": ". > ${own}"}]}]}
        """))
    try answer("own", "3", in: &session)
    try answer("other", "2", in: &session)
    #expect(
      problems(session) == [
        "own": "breaks a rule of this form", "other": "does not agree with the other answers",
      ])
  }

  @Test("Only a false check fails, not an unknown one; a message replaces the general sentence")
  func falseOnly() throws {
    var session = try session()
    try answer("until", "2024-03-01", in: &session)
    #expect(problems(session) == [:])
    try answer("from", "2024-03-01", in: &session)
    #expect(problems(session) == ["until": "must be after From"])
    try answer("from", "2024", in: &session)
    #expect(problems(session) == [:])
    try answer("rest", "2", in: &session)
    #expect(problems(session) == ["rest": "does not agree with the other answers"])
    try answer("rest", "2.01", in: &session)
    #expect(problems(session) == [:])
  }

  @Test("The problems of other rows that a new answer causes or ends are updated at once")
  func otherRows() throws {
    var session = try session()
    try answer("until", "2024-03-01", in: &session)
    let until = try #require(session.row(named: "until"))
    try answer("from", "2024-03-02", in: &session)
    #expect(session.problems[until]?.sentence(label: "") == "must be after From")
    try answer("from", "2024-02-02", in: &session)
    #expect(session.problems[until] == nil)
  }

  @Test("Checks do not know the answers of hidden rows, and hidden rows have no problems")
  func hidden() throws {
    var session = try session()
    try answer("guide", "yes", in: &session)
    try answer("fee", "4", in: &session)
    try answer("rest", "7", in: &session)
    #expect(Set(problems(session).keys) == ["fee", "rest"])
    try answer("guide", "no", in: &session)
    #expect(problems(session) == [:])
  }

  @Test("A check in an item reads the rows of that item; functions iterate over the exported items")
  func items() throws {
    var session = try session()
    session.applyToEnd(.itemAdded(section: 1))
    try answer("people[0].name", "Ada", in: &session)
    session.applyToEnd(.itemAdded(section: 1))
    try answer("beds", "1", in: &session)
    #expect(problems(session) == [:])
    try answer("people[1].name", "Al", in: &session)
    #expect(Set(problems(session).keys) == ["beds", "people[1].name"])
    try answer("from", "2024-01-01", in: &session)
    try answer("people[0].born", "2024-01-01", in: &session)
    #expect(problems(session).keys.contains("people[0].born"))
    try answer("people[0].born", "2023-12-31", in: &session)
    #expect(!problems(session).keys.contains("people[0].born"))
  }

  @Test("If a pattern in an expression is too slow for a text, the row has a problem")
  func slowPatterns() throws {
    var session = FormSession(
      try .reading(
        #"""
        {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
          {"id": "a", "check": "regex(., '(a+)+$')"},
          {"id": "b", "value": "if(regex(${a}, concat('(a+)', '+$')), 'y', 'n')"}]}]}
        """#))
    try answer("a", Text(String(repeating: "a", count: 40)), in: &session)
    #expect(problems(session) == [:])
    try answer("a", Text(String(repeating: "a", count: 40) + "!"), in: &session)
    let reason = "its pattern takes too long for this text; shorten it"
    #expect(
      problems(session) == [
        "a": "cannot be checked: \(reason)", "b": "cannot be calculated: \(reason)",
      ])
  }

  @Test("Hints end after the first errors, also for expressions that name unknown rows")
  func hints() throws {
    let rows = (1...1_000).map { #"{"id": "row\#($0)", "value": "${rov\#($0)}"}"# }
    let source =
      #"{"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [\#(rows.joined(separator: ","))]}]}"#
    do {
      _ = try Template.reading(source)
      Issue.record("the rows are unknown")
    } catch {
      let sentences = try #require(error as? TemplateErrors).errors.map(\.sentence)
      let hints = sentences.filter { $0.contains("did you mean") }
      #expect(sentences.count == 1_000 && (1...200).contains(hints.count), "\(hints.count)")
    }
  }

  @Test("Every wrong expression is reported with its position, its reason and a remedy")
  func errors() {
    for (check, column, words) in [
      ("${form} > 1", 1, "no row has the id “form”; did you mean from?"),
      ("${from} +", 10, "the expression ends where a value is missing; add a row"),
      ("${beds} =< 2", 10, "“<” is not expected here; it is written <="),
      ("${from} <= now()", 12, "there is no function “now”; did you mean today()?"),
      ("total(${beds}) > 1", 1, "there is no function “total”; did you mean sum(${row})?"),
      ("abs(${beds} > 1", 16, "a ) is missing after the arguments of abs"),
      ("${beds} == 2", 10, "“=” is not expected here; equal is a single ="),
      ("${beds} > 1e3", 12, "“e3” is not expected here; a number has no exponent"),
      ("${beds} > 1 && true()", 13, "“&&” is not expected here; it is written and"),
      ("${beds} > 1 OR true()", 13, "“OR” is not expected here; it is written or"),
      ("${beds} / 2 > 1", 9, "“/” is not expected here; a division is written div"),
      ("beds > 1", 1, "“beds” has no meaning here; a row is ${beds}"),
      ("lenght('a') > 1", 1, "there is no function “lenght”"),
      ("string-lenght('a') > 1", 1, "did you mean string-length?"),
      ("${beds} > 'a'", 11, "> compares values of one type, and these are a number and a text"),
      ("${from} > '2024-13-01'", 11, "“2024-13-01” is not a date; write '2024-12-31'"),
      ("${from} + 1 > 2", 1, "+ needs a number, and this is a date; date-add and date-diff"),
      ("${guide} > true()", 12, "> compares numbers, dates and times, not yes or no"),
      ("${name} = 'a'", 1, "is in every item of a repeating section; use it in sum, count"),
      ("sum(${name}) > 1", 5, "sum needs a number, and this is a text"),
      ("sum(${beds}) > 1", 5, "sum goes through the items of a section"),
      ("if(${beds}, 1, 2) > 1", 4, "if needs yes or no, and this is a number; compare it"),
      ("round(1, 2, 3) = 1", 1, "round has 3 arguments here; it is written round(number, places)"),
      ("date-add(${from}, 1, 'days') > ${from}", 22, "the unit of date-add is 'day', 'month' or"),
      (
        "position(..) > 1", 1,
        "position(..) is the number of an item, but this is outside of items"
      ),
      ("regex('a', '(')", 12, "the pattern is wrong"),
      ("('a' = 'a'", 1, "a ) is missing for the ( before it"),
      ("concat('a, 1)", 8, "the text has no end; add a '"),
      ("${beds", 1, "the row has no end; add a }"),
      ("abs(${beds) > 1 or ${guide}", 5, "the row has no end; add a }"),
      ("abs(${beds} / 2) > 1", 13, "“/” is not expected here; a division is written div"),
      ("=${beds} > 1", 1, "is not expected here; leave out the = at the beginning"),
      ("${guide} = true", 12, "“true” has no meaning here; yes is true(), and a row of yes or no"),
      ("${beds} = null", 11, "“null” has no meaning here; no answer is ''"),
      ("${wrong} > 2", 12, "a text and a number; number(${row}) makes a number of a text"),
      ("${secret} = 'x'", 1, "“secret” is a secret; only its own check reads it, as ."),
      ("${hint} = 'x'", 1, "“hint” is a note and takes no answer"),
      ("${beds} = '2'", 11, "and these are a number and a text; write 2 without quotation marks"),
      ("${wrong} = 2", 12, "and these are a text and a number; write '2'"),
      (
        "${guide} = 'yes'", 12,
        "these are yes or no and a text; write ${row} for yes, and not(${row}) for no"
      ),
      (
        "string(${beds}) = ${beds}", 19,
        "a text and a number; number(${row}) makes a number of a text"
      ),
    ] {
      let source = """
        {"longform": 1, "id": "e", "sections": [{"id": "s", "rows": [
          {"id": "from", "type": "date"}, {"id": "beds", "type": "integer"},
          {"id": "guide", "type": "boolean"}, {"id": "secret", "type": "secret", "check": ". != 'x'"},
          {"id": "hint", "type": "note", "help": "h"},
        {"id": "wrong", "check": "\(check)"}]},
          {"id": "people", "repeat": {"key": "people"}, "rows": [{"id": "name"}]}]}
        """
      let errors = Template.errors(in: source)
      #expect(errors.count == 1, "\(check): \(errors.map(\.sentence))")
      let error = errors.first
      #expect(error?.sentence.contains(words) == true, "\(check): \(error?.sentence ?? "")")
      #expect(
        error?.sentence.hasPrefix("\"check\", character \(column): ") == true,
        "\(check): \(error?.sentence ?? "")")
      #expect(error?.position.line == 5)
      #expect(error?.position.column == 26 + column, "\(check)")
    }
    #expect(
      Template.errors(
        in: """
          {"longform": 1, "id": "e", "sections": [{"rows": [
            {"id": "a", "check": "1 + 1"}, {"id": "b", "check": 3}, {"id": "c", "check": "x(\\n${d})"},
            {"id": "n", "type": "note", "help": "h", "check": "true()"}]}]}
          """
      ).map(\.sentence) == [
        "\"check\" gives a number, and must be true or false; compare it",
        "\"check\" must be a string with an expression, not a number",
        "\"check\", character 1: there is no function “x”",
        "\"check\" has no meaning in a note; remove it",
      ])
  }

  @Test("A comparison with a text that is not a choice of the row is an error")
  func impossible() {
    let never = "never has the answer"
    for (check, column, words) in [
      ("${size} = 'L'", 11, "row size \(never) “L”; it takes 's', 'm' or \"it's\""),
      ("'L' != ${size}", 1, "row size \(never) “L”; it takes 's'"),
      ("${size} = 'Small'", 11, "row size \(never) “Small”; write 's', the value of this choice"),
      ("${size} = 'S'", 11, "row size \(never) “S”; write 's', the value of this choice"),
      ("${size} = 'Smal'", 11, "row size \(never) “Smal”; did you mean 's'?"),
      ("${grade} = 1", 12, "these are a text and a number; write '1'"),
      ("${grade} = '3'", 12, "row grade \(never) “3”; it takes '1' or '2'"),
      ("selected(${extras}, 'sauna')", 21, "row extras \(never) “sauna”; it takes 'pool' or 'gym'"),
      ("selected(., 'x') or true()", 13, "row wrong \(never) “x”; it takes 'a' or 'b'"),
      ("count(if(${room} = 'x', 1, 2)) > 1", 20, "row room \(never) “x”; it takes 'one' or 'two'"),
      (
        "${many} = 'x'", 11,
        "row many \(never) “x”; it takes one of 30 choices, such as 'n1', 'n2', 'n3'"
      ),
    ] {
      let errors = Template.errors(in: Self.choices(check: check))
      #expect(errors.count == 1, "\(check): \(errors.map(\.sentence))")
      let sentence = errors.first?.sentence ?? ""
      #expect(
        sentence.hasPrefix("\"check\", character \(column): ")
          && sentence.contains(words), "\(check): \(sentence)")
    }
    for check in [
      "${size} = 's'", "${size} = ''", "${size} = ${free}", "${free} = 'z'", "${grade} = '1'",
      "selected(${free}, 'z')", "${size} = concat('a', 'b')", "${file} = 'z'",
    ] {
      #expect(Template.errors(in: Self.choices(check: check)).isEmpty, "\(check)")
    }
  }

  /// A form with rows that have choices; its last row has a check.
  private static func choices(check: String) -> String {
    let many = (1...30).map { "\"n\($0)\"" }.joined(separator: ", ")
    return """
      {"longform": 1, "id": "e", "sections": [
        {"id": "r", "repeat": {"key": "r"}, "rows": [
          {"id": "room", "type": "choice", "choices": ["one", "two"]}]},
        {"id": "s", "rows": [
        {"id": "size", "type": "choice", "choices": [
          {"value": "s", "label": "Small"}, {"value": "m", "label": "Medium"}, "it's"]},
        {"id": "free", "type": "choice", "strict": false, "choices": ["a", "b"]},
        {"id": "file", "type": "choice", "choices": {"file": "places.txt"}},
        {"id": "grade", "type": "choice", "choices": ["1", "2"]},
        {"id": "many", "type": "choice", "choices": [\(many)]},
        {"id": "extras", "type": "choices", "choices": ["pool", "gym"]},
        {"id": "wrong", "type": "choice", "choices": ["a", "b"], "check": "\(check)"}]}]}
      """
  }

  @Test("Random checks have the same results as their expressions on the exported answers")
  func exported() throws {
    let texts: [Text] = [
      "", "1", "2.5", "12", "yes", "no", "2024-01-31", "2023", "2024-02", "Al", "Ada", " ",
    ]
    for seed in TestScale.turns(60) {
      var generator = SeededGenerator(seed: UInt64(seed))
      var session = try session()
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        session.applyToEnd(.itemAdded(section: 1))
      }
      var rows = ["from", "until", "beds", "guide", "fee", "rest"]
      for item in 0..<session.answers.outline.itemCount(of: ItemList(section: 1, parent: 0)) {
        rows += ["people[\(item)].name", "people[\(item)].born"]
      }
      for _ in 0..<20 {
        try answer(
          rows.randomElement(using: &generator) ?? "", texts.randomElement(using: &generator) ?? "",
          in: &session)
      }
      let answers = session.exported(.json)
      let found = problems(session)
      for (row, check) in [
        ("until", ". > ${from}"), ("beds", "${beds} >= count(${name})"),
        ("rest", "${rest} > coalesce(${fee}, 1) div 0.5"), ("fee", "${fee} > 10"),
      ] {
        // Checks do not know the answers of rows that are not exported.
        let form = try CheckTests.completed(answers)
        let value = try ExpressionCase(
          id: "", answers: form, types: Self.types, expression: check, this: row, value: ""
        ).result(today: "2024-02-29")
        let sentence = found[row] ?? "none"
        if sentence.contains("is not a") || sentence.contains("is no ") { continue }
        #expect((value == "false") == (sentence != "none"), "\(row): \(value) \(sentence) \(form)")
      }
    }
  }

  /// Returns the exported answers, with an empty answer for each row that has none.
  private static func completed(_ answers: String) throws -> String {
    let root = try JSONDocument(parsing: Array(answers.utf8)).root
    var members = root.members.map { "\"\($0.string ?? "")\": \($1.shownJSON)" }
    for row in ["from", "until", "beds", "guide", "fee", "rest"] where root[row] == nil {
      members.append("\"\(row)\": \"\"")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static let types = """
    {"from": "date", "until": "date", "beds": "integer", "guide": "boolean", "fee": "decimal",
     "rest": "decimal", "born": "date"}
    """
}

extension JSONValue {
  fileprivate var shownJSON: String { String(decoding: document.bytes[range], as: UTF8.self) }
}
