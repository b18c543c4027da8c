// Reading templates. Every error is reported with its position.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Templates")
struct TemplateTests {
  /// Returns a template with the given rows.
  private static func rows(_ rows: String) -> String {
    "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [\(rows)]}]}"
  }

  /// Returns a template with the given sections.
  private static func sections(_ sections: String) -> String {
    "{\"longform\": 1, \"id\": \"f\", \"sections\": [\(sections)]}"
  }

  @Test(
    "An error is reported with its line, column, path and the allowed values",
    arguments: [
      ("", "1:1: not JSON"),
      ("[]", "1:1: a form must be an object, not an array (allowed: an object with longform, id"),
      (
        "{}",
        "1:1: this is not a form; a form has \"longform\": 1, \"id\" and \"sections\"; longform edit opens answers (allowed: a form)"
      ),
      (
        "{\"longform\": 1, \"name\": \"x\"}",
        "1:17: name: “name” is not a key of a form; did you mean id? ("
      ),
      (
        "{\"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:1: \"longform\" is missing; a form has \"longform\": 1 (allowed: \"longform\": 1, the version of the format)"
      ),
      (rows("{\"id\": \"a\"},"), "1:"),
      (
        "{\"longform\": 2, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:14: longform: \"longform\" must be 1, not 2 (allowed: 1)"
      ),
      (
        "{\"longform\": 1, \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:1: id: \"id\" is missing; it can have letters, digits, underscores, hyphens and dots ("
      ),
      (
        "{\"longform\": 1, \"id\": \"a b\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:23: id: \"id\" cannot be “a b”; it can have letters, digits, underscores, hyphens and dots (allowed: letters, digits, _ - .)"
      ),
      (
        "{\"longform\": 1, \"id\": \"f\"}",
        "1:1: sections: \"sections\" is missing; a form has at least one section ("
      ),
      (
        "{\"longform\": 1, \"id\": \"f\", \"sections\": []}",
        "1:40: sections: \"sections\" is empty; a form has at least one section ("
      ),
      (
        "{\"longform\": 1, \"id\": \"f\", \"sections\": {}}",
        "1:40: sections: \"sections\" must be an array of sections, not an object ("
      ),
      (
        sections("{\"rows\": []}"),
        "1:50: sections[0].rows: \"rows\" is empty; a section has at least one row ("
      ),
      (
        sections("{\"id\": \"s\"}"),
        "1:41: sections[0].rows: \"rows\" is missing; a section has at least one row ("
      ),
      (
        sections("{\"rows\": [{\"id\": \"a\"}]}, {\"id\": \"s\", \"rows\": [{\"id\": \"b\"}]}"),
        "1:41: sections[0].id: \"id\" is missing; it can have"
      ),
      (
        sections(
          "{\"id\": \"s\", \"rows\": [{\"id\": \"a\"}]}, {\"id\": \"s\", \"rows\": [{\"id\": \"b\"}]}"
        ),
        "1:84: sections[1].id: an earlier section already has the id “s”; choose another ("
      ),
      (
        sections("{\"repeat\": {}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:41: sections[0].id: \"id\" is missing; it can have"
      ),
      (
        sections(
          "{\"id\": \"s\", \"repeat\": {\"initial\": 9, \"max\": 3}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:75: sections[0].repeat.initial: \"repeat.initial\" (9) is more than \"repeat.max\" (3) (allowed: at most 3)"
      ),
      (
        sections(
          "{\"id\": \"s\", \"repeat\": {\"min\": 9, \"max\": 3}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:81: sections[0].repeat.max: \"repeat.max\" (3) is less than \"repeat.min\" (9) ("
      ),
      (
        sections(
          """
          {"id": "s", "repeat": {"initial": 3000}, "rows": [{"id": "a"}], "sections": [
          {"id": "t", "repeat": {"min": 3000}, "rows": [{"id": "b"}]}]}
          """),
        "sections[0].sections[0].repeat.min: a new form would have 9,000,000 of these items, counting those of all items around; at most 1,000,000"
      ),
      (
        sections(
          "{\"id\": \"s\", \"repeat\": {\"insert\": \"frist\"}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:74: sections[0].repeat.insert: \"repeat.insert\" cannot be “frist”; did you mean first? ("
      ),
      (
        sections("{\"id\": \"s\", \"repeat\": {\"key\": \"a[]\"}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:71: sections[0].repeat.key: \"repeat.key\" cannot end in []; write the path of the array without it ("
      ),
      (
        sections("{\"id\": \"s\", \"repeat\": {}, \"rows\": [{\"id\": \"a\", \"count\": 2}]}"),
        "sections[0].rows[0].count: \"count\" cannot be in a repeating section; remove it ("
      ),
      (rows("{\"label\": \"A\"}"), "1:51: sections[0].rows[0].id: \"id\" is missing; it can have"),
      (
        rows("{\"id\": \"a\", \"requird\": true}"),
        "1:63: sections[0].rows[0].requird: “requird” is not a key of a row; did you mean required? ("
      ),
      (
        rows("{\"id\": \"a\", \"required\": \"yes\"}"),
        "1:75: sections[0].rows[0].required: \"required\" must be true or false, not “yes”; write true ("
      ),
      (
        rows("{\"id\": \"a\", \"type\": \"txet\"}"),
        "1:71: sections[0].rows[0].type: \"type\" cannot be “txet”; did you mean text? (allowed: text, phone, path,"
      ),
      (
        rows("{\"id\": \"a\", \"label\": 7}"),
        "1:72: sections[0].rows[0].label: \"label\" must be a string, not a number ("
      ),
      (
        rows("{\"id\": \"a\", \"default\": \"x\\ny\"}"),
        "1:74: sections[0].rows[0].default: \"default\" must be one line of text; remove its line breaks and control characters ("
      ),
      (
        rows("{\"id\": \"a\", \"count\": 0}"),
        "sections[0].rows[0].count: \"count\" must be a whole number from 1 to 10000000, not 0 ("
      ),
      (
        rows("{\"id\": \"a\", \"count\": 1.5}"),
        "sections[0].rows[0].count: \"count\" must be a whole number from 1 to 10000000, not 1.5 ("
      ),
      (
        rows("{\"id\": \"a\", \"count\": 3, \"key\": \"a[]\"}"),
        "1:58: sections[0].rows[0].id: 3 rows have the id “a”; put {n} into it, like “a{n}” (allowed: an id with {n}"
      ),
      (
        rows("{\"id\": \"a{n}\", \"count\": 3, \"key\": \"a\"}"),
        "sections[0].rows[0].key: 3 rows have the key “a”; end \"key\" in [], or leave it out ("
      ),
      (
        rows("{\"id\": \"a\"}, {\"id\": \"a\"}"),
        "1:71: sections[0].rows[1].id: an earlier row of the section already has the id “a”; choose another ("
      ),
      (
        rows("{\"id\": \"a{n}\", \"count\": 30}, {\"id\": \"a17\"}"),
        "sections[0].rows[1].id: an earlier row of the section already has the id “a17”"
      ),
      (
        rows("{\"id\": \"a{n}\", \"count\": 30}, {\"id\": \"a1{n}\", \"count\": 5}"),
        "sections[0].rows[1].id: an earlier row of the section already has the id “a1{n}”"
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x\"}, {\"id\": \"b\", \"key\": \"x\"}"),
        "sections[0].rows[1].key: an earlier row or repeat already has the key “x”; choose another \"key\", or show one of them at a time with \"when\" ("
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x\"}, {\"id\": \"b\", \"key\": \"x.y\"}"),
        "sections[0].rows[1].key: the key “x.y” and an earlier key overlap: one begins with the other; choose another \"key\", or show one of them at a time with \"when\" ("
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x.y\"}, {\"id\": \"b\", \"key\": \"x\"}"),
        "sections[0].rows[1].key: the key “x” and an earlier key overlap: one begins with the other; choose another \"key\", or show one of them at a time with \"when\" ("
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x[]\"}, {\"id\": \"b\", \"key\": \"x\"}"),
        "sections[0].rows[1].key: an earlier row or repeat already has the key “x”;"
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x..y\"}"),
        "sections[0].rows[0].key: \"key\" cannot be “x..y”; write a path like a.b.c or names[], or an array of names ("
      ),
      (
        rows("{\"id\": \"a\", \"key\": [\"x\", 1]}"),
        "sections[0].rows[0].key: \"key\" must be an array of strings ("
      ),
      (
        "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}], \"output\": {\"empty\": \"nul\"}}",
        "output.empty: \"output.empty\" cannot be “nul”; did you mean null? (allowed: null, omit, string)"
      ),
      (
        "{\"longform\": 1, \"id\": \"f\", \"viewport\": 0, \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "viewport: \"viewport\" must be a whole number from 1 to 1000, not 0 ("
      ),
    ])
  func error(source: String, expected: String) {
    let found = Template.errorLines(in: source)
    #expect(found.contains { $0.contains(expected) }, "found \(found)")
  }

  @Test(
    "An error in the keys of a type is reported with its line, column, path and the allowed values",
    arguments: [
      (
        "\"min\": 1",
        "1:70: sections[0].rows[0].min: \"min\" has no meaning in a row of type text; did you mean minLength? (allowed: min in rows of type integer, decimal, date, time, choices, list)"
      ),
      ("\"precision\": \"day\"", "precision: \"precision\" has no meaning in a row of type text"),
      ("\"choices\": [\"x\"]", "choices: \"choices\" has no meaning in a row of type text"),
      ("\"strict\": true", "(allowed: strict in rows of type choice, choices)"),
      (
        "\"type\": \"integer\", \"minLength\": 1",
        "\"minLength\" has no meaning in a row of type integer"
      ),
      (
        "\"type\": \"boolean\", \"pattern\": \"x\"",
        "pattern: \"pattern\" has no meaning in a row of type boolean"
      ),
      (
        "\"pattern\": \"[a-z\"",
        "1:79: sections[0].rows[0].pattern: \"pattern\" does not compile: missing terminating ] for character class (allowed: a regular expression"
      ),
      ("\"pattern\": 1", "pattern: \"pattern\" must be a string, not a number ("),
      (
        "\"type\": \"integer\", \"min\": 9, \"max\": 3",
        "1:99: sections[0].rows[0].max: \"max\" (3) is less than \"min\" (9) (allowed: at least 9)"
      ),
      (
        "\"type\": \"decimal\", \"min\": 1e400, \"max\": 2",
        "max: \"max\" (2) is less than \"min\" (1e400)"
      ),
      (
        "\"type\": \"decimal\", \"min\": \"1\"",
        "min: \"min\" must be a number, not “1”; write 1 without quotation marks (allowed: a number)"
      ),
      (
        "\"type\": \"date\", \"max\": \"2019-13\"",
        "max: \"max\" must be a date like \"2019\", \"2019-03\" or \"2019-03-01\", not “2019-13” (allowed: a date"
      ),
      (
        "\"type\": \"date\", \"max\": 2019",
        "max: \"max\" must be a date like \"2019\", \"2019-03\" or \"2019-03-01\", not 2019; did you mean \"2019\"? (allowed: a date"
      ),
      (
        "\"type\": \"date\", \"min\": \"2020\", \"max\": \"2019-12\"",
        "\"max\" (2019-12) is less than \"min\" (2020) ("
      ),
      (
        "\"type\": \"time\", \"min\": \"9:00\"",
        "min: \"min\" must be a time like \"09:30\" or \"09:30:15\", not “9:00” (allowed: a time"
      ),
      (
        "\"type\": \"list\", \"min\": -1",
        "min: \"min\" must be a number of entries, 0 or more, not -1 (allowed: a number of entries"
      ),
      (
        "\"type\": \"list\", \"max\": 1.5",
        "max: \"max\" must be a number of entries, 0 or more, not 1.5 (allowed: a number of entries"
      ),
      (
        "\"minLength\": 5, \"maxLength\": 4",
        "maxLength: \"maxLength\" (4) is less than \"minLength\" (5) ("
      ),
      (
        "\"minLength\": 0",
        "minLength: \"minLength\" must be a whole number from 1 to 10000000, not 0 ("
      ),
      (
        "\"type\": \"date\", \"precision\": \"days\"",
        "precision: \"precision\" cannot be “days”; did you mean day? (allowed: year, month, day)"
      ),
      (
        "\"type\": \"choice\"",
        "1:51: sections[0].rows[0].choices: \"choices\" is missing; list the choices or name a file of them (allowed: an array"
      ),
      (
        "\"type\": \"choices\", \"choices\": []",
        "choices: \"choices\" is empty; list the choices or name a file of them ("
      ),
      (
        "\"type\": \"choice\", \"choices\": \"x\"",
        "choices: \"choices\" must be an array of choices or {\"file\": \"path\"}, not a string ("
      ),
      (
        "\"type\": \"choice\", \"choices\": [\"x\", 1]",
        "choices[1]: \"choices[1]\" must be a string or an object with \"value\", not a number (allowed: an object with value, label)"
      ),
      (
        "\"type\": \"choice\", \"choices\": [\"x\", \"x\"]",
        "choices[1]: an earlier choice already has the label “x”; choose another ("
      ),
      (
        "\"type\": \"choice\", \"choices\": [\"x\", {\"value\": \"x\", \"label\": \"X\"}]",
        "choices[1]: an earlier choice already has the value of “X”; choose another ("
      ),
      (
        "\"type\": \"choice\", \"choices\": [{\"label\": \"X\"}]",
        "choices[0].value: \"choices[0].value\" is missing; it is a string, a number, true or false (allowed: a string, a number, true or false)"
      ),
      (
        "\"type\": \"choice\", \"choices\": [{\"value\": []}]",
        "choices[0].value: \"choices[0].value\" must be a string, a number, true or false, not an array ("
      ),
      (
        "\"type\": \"choice\", \"choices\": [\" x\"]",
        "choices[0]: the label “ x” cannot be typed; write one line without white space around it ("
      ),
      (
        "\"type\": \"choices\", \"choices\": [\"x\"], \"min\": 2",
        "min: \"min\" (2) is more than the number of choices (1) ("
      ),
      (
        "\"type\": \"integer\", \"default\": \"x\"",
        "1:93: sections[0].rows[0].default: the row does not accept its \"default\": “x” is not a whole number"
      ),
      ("\"type\": \"integer\", \"default\": 7, \"max\": 6", "its \"default\": “7” is more than 6"),
      (
        "\"type\": \"boolean\", \"default\": 1",
        "default: \"default\" must be a string or a value of type boolean, not 1 ("
      ),
      (
        "\"type\": \"choice\", \"choices\": [\"x\"], \"default\": \"blue\"",
        "“blue” is not one of x"
      ),
      (
        "\"maxLength\": 2, \"default\": \"abc\"", "its \"default\": 3 characters, at most 2 allowed"
      ),
      (
        "\"type\": \"list\", \"default\": \"a\\tb\"",
        "\"default\" must be lines of text; remove its control characters (allowed: lines of text)"
      ),
      ("\"type\": \"note\"", "help: \"help\" is missing; it is the text of the note ("),
      (
        "\"type\": \"note\", \"help\": \"h\", \"required\": true",
        "\"required\" has no meaning in a note; remove it (allowed: required in rows of type text, phone,"
      ),
      ("\"readOnly\": 1", "readOnly: \"readOnly\" must be true or false, not 1; write true ("),
      ("\"message\": []", "message: \"message\" must be a string, not an array ("),
    ])
  func typeError(keys: String, expected: String) {
    let found = Template.errorLines(in: TemplateTests.rows("{\"id\": \"a\", \(keys)}"))
    #expect(found.contains { $0.contains(expected) }, "found \(found)")
  }

  @Test(
    "A message names the row or section of an error by its id, or by its path if the id is wrong",
    arguments: [
      (
        sections("{\"id\": \"s\", \"rows\": [{\"id\": \"size\", \"count\": 1.5}]}"),
        "1:86: row size: \"count\" must be a whole number from 1 to 10000000, not 1.5"
      ),
      (
        sections(
          "{\"id\": \"s\", \"rows\": [{\"id\": \"a\", \"choices\": [1], \"type\": \"choice\"}]}"),
        "1:86: row a: \"choices[0]\" must be a string or an object with \"value\", not a number"
      ),
      (
        sections("{\"id\": \"work\", \"repeat\": \"yes\", \"rows\": [{\"id\": \"a\"}]}"),
        "1:66: section work: \"repeat\" must be an object, not a string"
      ),
      (
        sections("{\"id\": \"work\", \"rows\": [7]}"),
        "1:65: sections[0].rows[0]: a row must be an object, not a number"
      ),
      (
        sections("{\"rows\": 1}"),
        "1:50: sections[0]: \"rows\" must be an array of rows, not a number"
      ),
      (sections("3"), "1:41: sections[0]: a section must be an object, not a number"),
      (
        rows("{\"id\": \"a\"}, {\"id\": \"a\"}"),
        "1:71: sections[0].rows[1]: an earlier row of the section already has the id “a”; choose another"
      ),
      (
        rows("{\"label\": 1}"),
        "1:61: sections[0].rows[0]: \"label\" must be a string, not a number"
      ),
      (
        rows("{\"id\": \"a b\", \"label\": 1}"),
        "1:74: sections[0].rows[0]: \"label\" must be a string, not a number"
      ),
      (
        "{\"longform\": 2, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:14: \"longform\" must be 1, not 2"
      ),
      (
        rows("{\"id\": \"email\", \"tpye\": 1}"),
        "1:67: row email: “tpye” is not a key of a row; did you mean type?"
      ),
    ])
  func place(source: String, expected: String) {
    let found = Template.errors(in: source).map(\.description)
    #expect(found.contains(expected), "found \(found)")
  }

  @Test(
    "A JSON Schema is refused with one sentence, which names the command that imports it",
    arguments: [
      "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"object\"}",
      "{\"type\": \"object\", \"properties\": {\"a\": {}}}",
      "{\"$defs\": {}, \"$ref\": \"#/$defs/a\"}",
    ])
  func schema(source: String) {
    #expect(
      Template.errors(in: source).map(\.description) == [
        "1:1: this is a JSON Schema, not a form; longform import makes a form of it"
      ])
  }

  @Test("All errors are reported at once, in the order of the file")
  func allAtOnce() {
    let source = """
      {
        "longform": 1,
        "id": "five errors",
        "titel": "x",
        "sections": [
          { "rows": [
            { "id": "a", "required": 1 },
            { "id": "a", "type": "number" }
          ] }
        ]
      }
      """
    let found = Template.errorLines(in: source)
    #expect(
      found.map { String($0.prefix { $0 != " " }) } == ["3:9:", "4:3:", "7:32:", "8:15:", "8:28:"])
  }

  @Test("Keys that begin with x-, and the key $schema, are allowed and ignored")
  func authorsOwn() {
    #expect(
      Template.errorLines(
        in:
          "{\"$schema\": \"s\", \"x-mine\": 1, \"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\", \"x-y\": {}}]}]}"
      ).isEmpty)
  }

  @Test("Two keys that are canonically equal but have different scalars are different keys")
  func canonicalKeys() {
    #expect(
      Template.errorLines(
        in: TemplateTests.rows(
          "{\"id\": \"a\", \"key\": \"\u{E9}\"}, {\"id\": \"b\", \"key\": \"e\u{301}\"}")
      )
      .isEmpty)
  }

  @Test(
    "Only in rows with a count, {n} is replaced in the id, label, help, placeholder and default")
  func numbers() throws {
    let session = FormSession(
      try .reading(
        TemplateTests.rows(
          """
          {"id": "seat{n}", "count": 3, "label": "Seat {n} of {n}", "help": "h{n}",
           "placeholder": "p{n}", "default": "d{n}"}, {"id": "b", "label": "{n}", "default": "{n}"}
          """)))
    let row = try #require(session.row(at: 1))
    #expect(row.label == "Seat 2 of 2")
    #expect((row.help, row.placeholder, row.text.string) == ("h2", "p2", "d2"))
    let plain = try #require(session.row(at: 3))
    #expect((plain.label, plain.text.string) == ("{n}", "{n}"))
    #expect(session.row(named: "seat3") == session.row(at: 2)?.id)
    #expect(session.row(named: "seat 2 OF 2") == session.row(at: 1)?.id)
    #expect(session.row(named: "seat4") == nil)
    #expect(session.row(named: "seat03") == nil)
  }

  @Test("No random change to a template makes the program trap")
  func noise() {
    var generator = SeededGenerator(seed: 7)
    let sources = [Forms.everything, Forms.everyType].map { Array($0.utf8) }
    for round in 0..<6_000 {
      let source = sources[round % sources.count]
      var bytes = source
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
        }
      }
      if let template = try? TemplateReader.template(from: bytes) {
        var session = FormSession(template)
        session.applyToEnd(.moved(.last))
        _ = session.exported(.json)
      }
    }
  }
}

@Suite("Long templates")
struct LongTemplateTests {
  @Test("Errors in a file with one long line are reported in order, with their columns")
  func columns() throws {
    let rows = (0..<2_000).map { #"{"id": "é\#($0)", "typ": 1}"# }
    let start = #"{"longform": 1, "id": "f", "sections": [{"rows": ["#
    let found = Template.errors(in: start + rows.joined(separator: ", ") + "]}]}")
    #expect(found.count == 2_000)
    var column = start.unicodeScalars.count + 1
    for (error, row) in zip(found, rows) {
      let key = try #require(row.firstRange(of: "\"typ\""))
      let offset = row[..<key.lowerBound].unicodeScalars.count
      try #require(error.position == TextPosition(line: 1, column: column + offset))
      column += row.unicodeScalars.count + 2
    }
  }

  @Test("Errors have correct positions even if they are not found in the order of the file")
  func backwards() {
    // The error about the second row's id is found after the error about its unknown key, although
    // the key comes later in the file.
    let found = Template.errors(
      in:
        #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}, {"id": "a", "typ": 1}]}]}"#
    )
    #expect(found.map(\.position.column).sorted() == found.map(\.position.column))
    #expect(found.map(\.position.column) == [71, 76])
  }

  @Test("The answers of ten thousand rows that append to one list are exported in order")
  func oneList() throws {
    let rows = (0..<10_000).map { #"{"id": "a\#($0)", "key": "a[]", "default": "\#($0)"}"# }
    let source =
      #"{"longform": 1, "id": "f", "sections": [{"rows": ["# + rows.joined(separator: ",") + "]}]}"
    let session = FormSession(try TemplateReader.template(from: Array(source.utf8)))
    let document = try JSONDocument(parsing: Array(session.exported(.json).utf8))
    let answers = try #require(document.root["a"]).elements.compactMap(\.string)
    #expect(answers == (0..<10_000).map { "\($0)" })
  }
}
