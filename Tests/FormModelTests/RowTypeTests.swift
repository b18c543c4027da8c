// The types of rows: the value that each type reads from a text, and the sentence about an invalid
// text.

import FormFixtures
import FormModel
import LosslessJSON
import Testing

@Suite("Types of rows")
struct RowTypeTests {
  /// Returns a form with one row. `keys` are the row's keys after its id.
  static func session(_ keys: String) throws -> FormSession {
    let source =
      "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\", \(keys)}]}]}"
    return try FormSession(.reading(source))
  }

  /// Returns the export of a row, on one line, after a text was typed.
  static func exported(_ text: String, _ keys: String) throws -> String {
    var session = try session(keys)
    session.type(text)
    let json = session.exported(.json).dropFirst("{\n  \"a\": ".count).dropLast(3)
    return String(json).replacing("\n    ", with: " ").replacing("\n  ]", with: " ]")
  }

  /// Returns the problem that a check reports after a text was typed.
  static func problem(_ text: String, _ keys: String) throws -> String? {
    var session = try session(keys)
    session.type(text)
    session.applyToEnd(.checkRequested)
    return session.problemsInOrder.first?.problem.sentence(label: "A")
  }

  private static let choices =
    "\"choices\": [\"Red\", {\"value\": \"g\", \"label\": \"Green\"}, {\"value\": 7, \"label\": \"Seven\"}, {\"value\": true, \"label\": \"Both\"}]"

  @Test(
    "A typed text is exported as a value of the row's type",
    arguments: [
      ("text", " x ", "\"x\""), ("phone", "+44 20", "\"+44 20\""), ("path", "/a b", "\"/a b\""),
      ("paragraph", " a\n b ", "\" a\\n b \""), ("email", "a.b+c@x-y.org", "\"a.b+c@x-y.org\""),
      ("email", "x@localhost", "\"x@localhost\""),
      ("url", "https://u:p@h.org:80/a%20b?q=1#f", "\"https://u:p@h.org:80/a%20b?q=1#f\""),
      ("url", "mailto:a@b.c", "\"mailto:a@b.c\""),
      ("url", "http://[2001:db8::1]:8/", "\"http://[2001:db8::1]:8/\""),
      ("url", "http://[::ffff:1.2.3.4]", "\"http://[::ffff:1.2.3.4]\""),
      ("url", "urn:x:y", "\"urn:x:y\""),
      ("integer", " 42 ", "42"), ("integer", "-0", "-0"),
      ("integer", "123456789012345678901234567890", "123456789012345678901234567890"),
      ("decimal", "1.50", "1.50"), ("decimal", "1E+400", "1E+400"),
      ("decimal", "-0.0e-7", "-0.0e-7"),
      ("date", "2019", "\"2019\""), ("date", "2019-12", "\"2019-12\""),
      ("date", "2024-02-29", "\"2024-02-29\""), ("date", "2000-02-29", "\"2000-02-29\""),
      ("time", "00:00", "\"00:00\""), ("time", "23:59:59", "\"23:59:59\""),
      ("boolean", "y", "true"), ("boolean", "NO", "false"), ("boolean", " True ", "true"),
      ("list", "a\n\n b \n", "[ \"a\", \" b \" ]"), ("secret", " s ", "\" s \""),
    ])
  func value(type: String, text: String, expected: String) throws {
    #expect(try RowTypeTests.problem(text, "\"type\": \"\(type)\"") == nil)
    #expect(try RowTypeTests.exported(text, "\"type\": \"\(type)\"") == expected)
  }

  @Test(
    "A text that the type refuses is a problem, and is exported as a string",
    arguments: [
      ("integer", "abc", "“abc” is not a whole number"),
      ("integer", "1.5", "“1.5” is not a whole number"),
      ("integer", "1e3", "“1e3” is not a whole number"),
      ("integer", "007", "“007” is not a whole number; did you mean “7”?"),
      ("integer", "+5", "“+5” is not a whole number; did you mean “5”?"),
      ("integer", "1,204", "“1,204” is not a whole number; did you mean “1204”?"),
      ("integer", "3.00", "“3.00” is not a whole number; did you mean “3”?"),
      ("integer", "٣", "“٣” is not a whole number"),
      ("integer", "-", "“-” is not a whole number"),
      ("decimal", "1e", "“1e” is not a number"),
      ("decimal", "Infinity", "“Infinity” is not a number"),
      ("decimal", ".5", "“.5” is not a number; did you mean “0.5”?"),
      ("decimal", "5.", "“5.” is not a number; did you mean “5”?"),
      ("decimal", "3,14", "“3,14” is not a number; did you mean “3.14”?"),
      ("decimal", "\u{2212}1", "“\u{2212}1” is not a number; did you mean “-1”?"),
      (
        "date", "2019-3",
        "“2019-3” is not a date; did you mean “2019-03”?"
      ),
      (
        "date", "2019/3/1",
        "“2019/3/1” is not a date; did you mean “2019-03-01”?"
      ),
      ("date", "2019-13", "“2019-13” has no month 13; a year has 12"),
      ("date", "2019-02-29", "February 2019 has 28 days"),
      ("date", "1900-02-29", "February 1900 has 28 days"),
      ("date", "2019-04-31", "April 2019 has 30 days"),
      ("date", "soon", "“soon” is not a date; write YYYY, YYYY-MM or YYYY-MM-DD"),
      (
        "date\", \"precision\": \"month", "soon",
        "“soon” is not a date; write YYYY-MM or YYYY-MM-DD"
      ),
      ("date\", \"precision\": \"day", "5.6.2027x", "“5.6.2027x” is not a date; write YYYY-MM-DD"),
      ("time", "24:00", "“24:00” is not a time; write HH:MM or HH:MM:SS"),
      ("time", "9:30", "“9:30” is not a time; did you mean “09:30”?"),
      ("boolean", "maybe", "“maybe” is neither yes nor no"),
      ("boolean", "yess", "“yess” is neither yes nor no; did you mean “yes”?"),
      ("email", "ada", "“ada” is not an email address"),
      ("email", "a@-x.org", "“a@-x.org” is not an email address"),
      ("email", "a@b..c", "“a@b..c” is not an email address"),
      ("email", "ä@b.c", "“ä@b.c” is not an email address"),
      (
        "email", "<mailto:a@b.c>",
        "“<mailto:a@b.c>” is not an email address; did you mean “a@b.c”?"
      ),
      (
        "url", "example.org",
        "no https:// in front; did you mean “https://example.org”?"
      ),
      (
        "url", "example.org:8080/a",
        "no https:// in front; did you mean “https://example.org:8080/a”?"
      ),
      (
        "url", "http://h/ä b",
        "“http://h/ä b” is not a web address; did you mean “http://h/%C3%A4%20b”?"
      ),
      (
        "url", "example.orghttps://example.org/a",
        "“example.orghttps://example.org/a” is not a web address; did you mean “https://example.org/a”?"
      ),
      (
        "url", "http://[::1",
        "“http://[::1” is not a web address; write one like https://example.org"
      ),
      (
        "url", "http://h:8x/",
        "“http://h:8x/” is not a web address; write one like https://example.org"
      ),
      (
        "url", "http://h/%4",
        "“http://h/%4” is not a web address; write one like https://example.org"
      ),
    ])
  func refused(type: String, text: String, sentence: String) throws {
    #expect(try RowTypeTests.problem(text, "\"type\": \"\(type)\"") == sentence)
    #expect(try RowTypeTests.exported(text, "\"type\": \"\(type)\"") == "\"\(text)\"")
  }

  @Test(
    "A choice can be typed as its label or value, exactly or with differences that folding ignores",
    arguments: [
      ("Red", "\"Red\""), ("red", "\"Red\""), ("Green", "\"g\""), ("g", "\"g\""),
      ("GREEN", "\"g\""),
      ("7", "7"), ("seven", "7"), ("both", "true"), ("TRUE", "true"), ("Blue", "\"Blue\""),
    ])
  func choice(text: String, expected: String) throws {
    let keys = "\"type\": \"choice\", \(RowTypeTests.choices)"
    #expect(try RowTypeTests.exported(text, keys) == expected)
    #expect(
      try RowTypeTests.problem(text, keys)
        == (text == "Blue" ? "“Blue” is not one of Red, Green, Seven, Both" : nil))
    #expect(try RowTypeTests.problem(text, keys + ", \"strict\": false") == nil)
  }

  @Test("Choices are typed as labels or values, one on each line")
  func choices() throws {
    let keys = "\"type\": \"choices\", \(RowTypeTests.choices)"
    #expect(try RowTypeTests.exported("green\n\n 7 \nRed", keys) == "[ \"g\", 7, \"Red\" ]")
    #expect(
      try RowTypeTests.problem("green\nRde", keys)
        == "“Rde” is not one of the choices; did you mean “Red”?")
  }

  @Test(
    "A rule that refuses an answer gives a sentence; a message of the row replaces that sentence",
    arguments: [
      ("\"pattern\": \"[a-z]+\"", "ab", nil),
      ("\"pattern\": \"[a-z]+\"", "ab1", "“ab1” does not match the pattern [a-z]+"),
      (
        "\"type\": \"secret\", \"pattern\": \"[a-z]+\"", "ab1",
        "The answer does not match the pattern [a-z]+"
      ),
      ("\"pattern\": \"é\"", "e\u{301}", "“e\u{301}” does not match the pattern é"),
      (
        "\"type\": \"list\", \"pattern\": \"[a-z]\"", "a\n1",
        "“1” does not match the pattern [a-z]"
      ),
      ("\"type\": \"integer\", \"min\": 5", "4", "“4” is less than 5"),
      ("\"type\": \"integer\", \"min\": 5", "5", nil),
      ("\"type\": \"decimal\", \"max\": 2", "1e400", "“1e400” is more than 2"),
      ("\"type\": \"decimal\", \"max\": 1e400", "2", nil),
      (
        "\"type\": \"decimal\", \"max\": 0.1", "0.10000000000000000000001",
        "“0.10000000000000000000001” is more than 0.1"
      ),
      ("\"type\": \"decimal\", \"max\": 0.1", "0.1000", nil),
      ("\"type\": \"decimal\", \"min\": -1.5", "-1.6", "“-1.6” is less than -1.5"),
      ("\"type\": \"decimal\", \"min\": 0", "-0", nil),
      ("\"type\": \"date\", \"min\": \"2019-03\"", "2019", nil),
      (
        "\"type\": \"date\", \"min\": \"2019-03\"", "2019-02-28", "“2019-02-28” is before 2019-03"
      ),
      ("\"type\": \"date\", \"max\": \"2019\"", "2020", "“2020” is after 2019"),
      ("\"type\": \"date\", \"max\": \"2019\"", "2019-12-31", nil),
      ("\"type\": \"time\", \"max\": \"12:00\"", "12:00:01", "“12:00:01” is after 12:00"),
      ("\"type\": \"list\", \"min\": 2", "a\n", "1 entry, at least 2 needed"),
      ("\"type\": \"list\", \"max\": 1", "a\nb", "2 entries, at most 1 allowed"),
      ("\"minLength\": 3", "👩‍👩‍👧‍👦x", "2 characters, at least 3 needed"),
      ("\"maxLength\": 1", "👩‍👩‍👧‍👦", nil),
      ("\"maxLength\": 1", "xy", "2 characters, at most 1 allowed"),
      (
        "\"type\": \"date\", \"precision\": \"month\"", "2019",
        "“2019” has no month; YYYY-MM is needed"
      ),
      (
        "\"type\": \"date\", \"precision\": \"day\"", "2019-03",
        "“2019-03” has no day; YYYY-MM-DD is needed"
      ),
      ("\"type\": \"date\", \"precision\": \"month\"", "2019-03-01", nil),
    ])
  func rule(keys: String, text: String, sentence: String?) throws {
    #expect(try RowTypeTests.problem(text, keys) == sentence)
    #expect(try RowTypeTests.problem("", keys) == nil, "rules accept a row without an answer")
    let message = try RowTypeTests.problem(text, keys + ", \"message\": \"Not so\"")
    #expect(message == sentence.map { _ in "Not so" })
  }

  @Test("A message also replaces the sentence about a required row")
  func requiredMessage() throws {
    #expect(try RowTypeTests.problem("", "\"required\": true") == "A is required")
    #expect(try RowTypeTests.problem("", "\"required\": true, \"message\": \"Who?\"") == "Who?")
  }

  @Test(
    "If a row has rules, its message is about answers that break them, not about a missing answer",
    arguments: [
      "\"pattern\": \"[a-z]+\"", "\"minLength\": 2", "\"type\": \"integer\", \"min\": 5",
      "\"type\": \"date\", \"precision\": \"day\"",
    ])
  func requiredBeforeRules(keys: String) throws {
    let keys = keys + ", \"required\": true, \"message\": \"Not so\""
    #expect(try RowTypeTests.problem("", keys) == "A is required")
    #expect(try RowTypeTests.problem("  ", keys) == "A is required")
  }

  @Test("Numbers are compared by their decimal digits")
  func decimals() throws {
    let rising = [
      "-1e400", "-20", "-2", "-1.9", "-1e-400", "0", "1e-400", "0.09", "0.1", "0.11", "1", "1.5",
      "9",
      "10", "11", "1e2", "101", "1e400", "1e99999999999",
    ]
    let numbers = try rising.map { try #require(DecimalNumber($0), "\($0)") }
    for (index, number) in numbers.enumerated() {
      for (other, right) in numbers.enumerated() { #expect((number < right) == (index < other)) }
    }
    #expect(DecimalNumber("-0.0e5") == DecimalNumber("0"))
    #expect(DecimalNumber("100e-2") == DecimalNumber("1.000"))
    for text in ["", "-", "01", "1.", ".1", "1e", "1e+", "0x1", "1 ", "+1", "NaN", "--1", "1e5.0"] {
      #expect(DecimalNumber(text) == nil, "\(text)")
    }
  }
}
