// Templates: what is read, and every mistake with its place.

import FormCore
import Testing

@Suite("Templates")
struct TemplateTests {
  /// A template around some rows.
  private static func rows(_ rows: String) -> String {
    "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [\(rows)]}]}"
  }

  /// Sections and what they are in.
  private static func sections(_ sections: String) -> String {
    "{\"longform\": 1, \"id\": \"f\", \"sections\": [\(sections)]}"
  }

  @Test(
    "A mistake is told with line, column, path, and what is allowed",
    arguments: [
      ("", "1:1: not JSON"),
      ("[]", "1:1: an array where an object is needed (allowed: an object with longform, id"),
      ("{}", "1:1: \"longform\" is missing: this is no template"),
      ("{\"name\": \"x\"}", "1:2: name: unknown key “name”"),
      (rows("{\"id\": \"a\"},"), "1:"),
      (
        "{\"longform\": 2, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:14: longform: 2 where a whole number from 1 to 1 is needed"
      ),
      (
        "{\"longform\": 1, \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:1: id: \"id\" is missing"
      ),
      (
        "{\"longform\": 1, \"id\": \"a b\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "1:23: id: the id “a b” holds something else (allowed: letters, digits, _ - .)"
      ),
      ("{\"longform\": 1, \"id\": \"f\"}", "1:1: sections: \"sections\" is missing"),
      ("{\"longform\": 1, \"id\": \"f\", \"sections\": []}", "1:40: sections: no section"),
      (
        "{\"longform\": 1, \"id\": \"f\", \"sections\": {}}",
        "1:40: sections: an object where an array"
      ),
      (sections("{\"rows\": []}"), "1:50: sections[0].rows: no row"),
      (sections("{\"id\": \"s\"}"), "1:41: sections[0].rows: \"rows\" is missing"),
      (
        sections("{\"rows\": [{\"id\": \"a\"}]}, {\"id\": \"s\", \"rows\": [{\"id\": \"b\"}]}"),
        "1:41: sections[0].id: \"id\" is missing"
      ),
      (
        sections(
          "{\"id\": \"s\", \"rows\": [{\"id\": \"a\"}]}, {\"id\": \"s\", \"rows\": [{\"id\": \"b\"}]}"
        ),
        "1:84: sections[1].id: the id “s” is taken by an earlier section"
      ),
      (
        sections("{\"repeat\": {}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:41: sections[0].id: \"id\" is missing"
      ),
      (
        sections(
          "{\"id\": \"s\", \"repeat\": {\"initial\": 9, \"max\": 3}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:75: sections[0].repeat.initial: initial 9 is more than max 3 (allowed: at most 3)"
      ),
      (
        sections(
          "{\"id\": \"s\", \"repeat\": {\"min\": 9, \"max\": 3}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:81: sections[0].repeat.max: max 3 is less than min 9"
      ),
      (
        sections(
          "{\"id\": \"s\", \"repeat\": {\"insert\": \"frist\"}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:74: sections[0].repeat.insert: “frist” is not known; did you mean first?"
      ),
      (
        sections("{\"id\": \"s\", \"repeat\": {\"key\": \"a[]\"}, \"rows\": [{\"id\": \"a\"}]}"),
        "1:71: sections[0].repeat.key: a repeat's key ends in []"
      ),
      (
        sections("{\"id\": \"s\", \"repeat\": {}, \"rows\": [{\"id\": \"a\", \"count\": 2}]}"),
        "sections[0].rows[0].count: count inside a repeat"
      ),
      (rows("{\"label\": \"A\"}"), "1:51: sections[0].rows[0].id: \"id\" is missing"),
      (
        rows("{\"id\": \"a\", \"requird\": true}"),
        "1:63: sections[0].rows[0].requird: unknown key “requird”; did you mean required?"
      ),
      (
        rows("{\"id\": \"a\", \"required\": \"yes\"}"),
        "1:75: sections[0].rows[0].required: a string where true or false is needed"
      ),
      (
        rows("{\"id\": \"a\", \"type\": \"txet\"}"),
        "1:71: sections[0].rows[0].type: “txet” is not known; did you mean text? (allowed: text, phone, path,"
      ),
      (
        rows("{\"id\": \"a\", \"label\": 7}"),
        "1:72: sections[0].rows[0].label: a number where a string"
      ),
      (
        rows("{\"id\": \"a\", \"default\": \"x\\ny\"}"),
        "1:74: sections[0].rows[0].default: a line break or control character in the default"
      ),
      (
        rows("{\"id\": \"a\", \"count\": 0}"),
        "sections[0].rows[0].count: 0 where a whole number from 1"
      ),
      (
        rows("{\"id\": \"a\", \"count\": 1.5}"),
        "sections[0].rows[0].count: 1.5 where a whole number"
      ),
      (
        rows("{\"id\": \"a\", \"count\": 3, \"key\": \"a[]\"}"),
        "1:58: sections[0].rows[0].id: the id “a” of 3 rows has no number (allowed: an id with {n}"
      ),
      (
        rows("{\"id\": \"a{n}\", \"count\": 3, \"key\": \"a\"}"),
        "sections[0].rows[0].key: 3 rows have the same key"
      ),
      (
        rows("{\"id\": \"a\"}, {\"id\": \"a\"}"),
        "1:71: sections[0].rows[1].id: the id “a” is taken by an earlier row"
      ),
      (
        rows("{\"id\": \"a{n}\", \"count\": 30}, {\"id\": \"a17\"}"),
        "sections[0].rows[1].id: the id “a17” is taken"
      ),
      (
        rows("{\"id\": \"a{n}\", \"count\": 30}, {\"id\": \"a1{n}\", \"count\": 5}"),
        "sections[0].rows[1].id: the id “a1{n}” is taken"
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x\"}, {\"id\": \"b\", \"key\": \"x\"}"),
        "sections[0].rows[1].key: the key “x” is taken by an earlier row"
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x\"}, {\"id\": \"b\", \"key\": \"x.y\"}"),
        "sections[0].rows[1].key: the key “x.y” and an earlier key begin with each other"
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x.y\"}, {\"id\": \"b\", \"key\": \"x\"}"),
        "sections[0].rows[1].key: the key “x” and an earlier key begin with each other"
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x[]\"}, {\"id\": \"b\", \"key\": \"x\"}"),
        "sections[0].rows[1].key: the key “x” is taken"
      ),
      (
        rows("{\"id\": \"a\", \"key\": \"x..y\"}"),
        "sections[0].rows[0].key: the key “x..y” is no path"
      ),
      (
        rows("{\"id\": \"a\", \"key\": [\"x\", 1]}"),
        "sections[0].rows[0].key: not an array of names"
      ),
      (
        "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}], \"output\": {\"empty\": \"nul\"}}",
        "output.empty: “nul” is not known; did you mean null? (allowed: null, omit, string)"
      ),
      (
        "{\"longform\": 1, \"id\": \"f\", \"viewport\": 0, \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}",
        "viewport: 0 where a whole number from 1 to 1000 is needed"
      ),
    ])
  func mistake(source: String, expected: String) {
    let found = Template.mistakeLines(in: source)
    #expect(found.contains { $0.contains(expected) }, "found \(found)")
  }

  @Test(
    "A mistake in a type's keys is told with line, column, path, and what is allowed",
    arguments: [
      (
        "\"min\": 1",
        "1:70: sections[0].rows[0].min: \"min\" says nothing about rows of type text (allowed: min in rows of type integer, decimal, date, time, choices, list)"
      ),
      ("\"precision\": \"day\"", "precision: \"precision\" says nothing about rows of type text"),
      ("\"choices\": [\"x\"]", "choices: \"choices\" says nothing about rows of type text"),
      ("\"strict\": true", "(allowed: strict in rows of type choice, choices)"),
      ("\"type\": \"integer\", \"minLength\": 1", "\"minLength\" says nothing about rows of type"),
      ("\"type\": \"boolean\", \"pattern\": \"x\"", "pattern: \"pattern\" says nothing about"),
      (
        "\"pattern\": \"[a-z\"",
        "1:79: sections[0].rows[0].pattern: the pattern does not compile: missing terminating ] for character class (allowed: a regular expression"
      ),
      ("\"pattern\": 1", "pattern: a number where a string is needed"),
      (
        "\"type\": \"integer\", \"min\": 9, \"max\": 3",
        "1:99: sections[0].rows[0].max: max 3 is less than min 9 (allowed: at least 9)"
      ),
      ("\"type\": \"decimal\", \"min\": 1e400, \"max\": 2", "max: max 2 is less than min 1e400"),
      ("\"type\": \"decimal\", \"min\": \"1\"", "min: “1” as min (allowed: a number)"),
      ("\"type\": \"date\", \"max\": \"2019-13\"", "max: “2019-13” as max (allowed: a date"),
      ("\"type\": \"date\", \"max\": 2019", "max: 2019 as max (allowed: a date"),
      (
        "\"type\": \"date\", \"min\": \"2020\", \"max\": \"2019-12\"",
        "max 2019-12 is less than min 2020"
      ),
      ("\"type\": \"time\", \"min\": \"9:00\"", "min: “9:00” as min (allowed: a time"),
      ("\"type\": \"list\", \"min\": -1", "min: -1 as min (allowed: how many entries"),
      ("\"type\": \"list\", \"max\": 1.5", "max: 1.5 as max (allowed: how many entries"),
      ("\"minLength\": 5, \"maxLength\": 4", "maxLength: maxLength 4 is less than minLength 5"),
      ("\"minLength\": 0", "minLength: 0 where a whole number from 1"),
      (
        "\"type\": \"date\", \"precision\": \"days\"",
        "precision: “days” is not known; did you mean day? (allowed: year, month, day)"
      ),
      (
        "\"type\": \"choice\"",
        "1:51: sections[0].rows[0].choices: \"choices\" is missing (allowed: an array"
      ),
      ("\"type\": \"choices\", \"choices\": []", "choices: no choice"),
      ("\"type\": \"choice\", \"choices\": \"x\"", "choices: a string where an array is needed"),
      (
        "\"type\": \"choice\", \"choices\": [\"x\", 1]",
        "choices[1]: a number where an object is needed (allowed: an object with value, label)"
      ),
      (
        "\"type\": \"choice\", \"choices\": [\"x\", \"x\"]",
        "choices[1]: the label “x” is taken by an earlier choice"
      ),
      (
        "\"type\": \"choice\", \"choices\": [\"x\", {\"value\": \"x\", \"label\": \"X\"}]",
        "choices[1]: the value of “X” is taken by an earlier choice"
      ),
      (
        "\"type\": \"choice\", \"choices\": [{\"label\": \"X\"}]",
        "choices[0].value: \"value\" is missing (allowed: a string, a number, true or false)"
      ),
      (
        "\"type\": \"choice\", \"choices\": [{\"value\": []}]",
        "choices[0].value: an array as a value"
      ),
      (
        "\"type\": \"choice\", \"choices\": [\" x\"]",
        "choices[0]: the label “ x” cannot be typed"
      ),
      (
        "\"type\": \"choices\", \"choices\": [\"x\"], \"min\": 2",
        "min: min 2 is more than there are"
      ),
      (
        "\"type\": \"integer\", \"default\": \"x\"",
        "1:93: sections[0].rows[0].default: the row refuses its default: “x” is not a whole number"
      ),
      ("\"type\": \"integer\", \"default\": 7, \"max\": 6", "its default: “7” is more than 6"),
      ("\"type\": \"boolean\", \"default\": 1", "default: a number where a string is needed"),
      (
        "\"type\": \"choice\", \"choices\": [\"x\"], \"default\": \"blue\"",
        "“blue” is not one of x"
      ),
      ("\"maxLength\": 2, \"default\": \"abc\"", "its default: 3 characters, at most 2 allowed"),
      (
        "\"type\": \"list\", \"default\": \"a\\tb\"",
        "a line break or control character in the default (allowed: lines of text)"
      ),
      ("\"type\": \"note\"", "help: a note with nothing to read"),
      (
        "\"type\": \"note\", \"help\": \"h\", \"required\": true",
        "\"required\" says nothing about rows of type note"
      ),
      ("\"readOnly\": 1", "readOnly: a number where true or false is needed"),
      ("\"message\": []", "message: an array where a string is needed"),
    ])
  func typeMistake(keys: String, expected: String) {
    let found = Template.mistakeLines(in: TemplateTests.rows("{\"id\": \"a\", \(keys)}"))
    #expect(found.contains { $0.contains(expected) }, "found \(found)")
  }

  @Test("All mistakes are reported at once, in the order of the file")
  func allAtOnce() {
    let source = """
      {
        "longform": 1,
        "id": "five mistakes",
        "titel": "x",
        "sections": [
          { "rows": [
            { "id": "a", "required": 1 },
            { "id": "a", "type": "number" }
          ] }
        ]
      }
      """
    let found = Template.mistakeLines(in: source)
    #expect(
      found.map { String($0.prefix { $0 != " " }) } == ["3:9:", "4:3:", "7:32:", "8:15:", "8:28:"])
  }

  @Test("Keys that begin with x- and $schema are the author's own")
  func authorsOwn() {
    #expect(
      Template.mistakeLines(
        in:
          "{\"$schema\": \"s\", \"x-mine\": 1, \"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\", \"x-y\": {}}]}]}"
      ).isEmpty)
  }

  @Test("Keys of a JSON text that are canonically equal are different keys")
  func canonicalKeys() {
    #expect(
      Template.mistakeLines(
        in: TemplateTests.rows(
          "{\"id\": \"a\", \"key\": \"\u{E9}\"}, {\"id\": \"b\", \"key\": \"e\u{301}\"}")
      )
      .isEmpty)
  }

  @Test("A number stands in id, label, help, placeholder and default of counted rows, nowhere else")
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

  @Test("Bytes at random never trap")
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
  @Test("Mistakes of a file that is one long line are told with their columns, in its order")
  func columns() throws {
    let rows = (0..<2_000).map { #"{"id": "é\#($0)", "typ": 1}"# }
    let start = #"{"longform": 1, "id": "f", "sections": [{"rows": ["#
    let found = Template.mistakes(in: start + rows.joined(separator: ", ") + "]}]}")
    #expect(found.count == 2_000)
    var column = start.unicodeScalars.count + 1
    for (mistake, row) in zip(found, rows) {
      let key = try #require(row.firstRange(of: "\"typ\""))
      let offset = row[..<key.lowerBound].unicodeScalars.count
      try #require(mistake.position == TextPosition(line: 1, column: column + offset))
      column += row.unicodeScalars.count + 2
    }
  }

  @Test("A mistake that stands before one found earlier has its own place")
  func backwards() {
    // That the second row's id is taken is found after its unknown key, which stands behind it.
    let found = Template.mistakes(
      in:
        #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}, {"id": "a", "typ": 1}]}]}"#
    )
    #expect(found.map(\.position.column).sorted() == found.map(\.position.column))
    #expect(found.map(\.position.column) == [71, 76])
  }

  @Test("Ten thousand rows that append to one list all have their places in it")
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
