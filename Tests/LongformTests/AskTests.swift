// `longform ask`: the syntax of its arguments, and the form that it makes from them.

import FormModel
import FormSchema
import Glibc
import TerminalTesting
import Testing

@Suite("longform ask", .waits)
struct AskTests {
  // MARK: - The grammar

  @Test("Every label, default and value can be written as an argument and read back unchanged")
  func roundTrip() throws {
    for round in 0..<2_000 {
      var random = SeededGenerator(seed: 25, round)
      func text(_ minimum: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<random.number(in: minimum...8) {
          let scalar =
            random.chance(60)
            ? random.one(of: Array("\\*:=,\"' \nab".unicodeScalars))
            : Unicode.Scalar(UInt32(random.number(below: 0x11_0000))) ?? "é"
          text.append(scalar)
        }
        return String(text)
      }
      var row = AskedRow(
        label: text(1), isRequired: random.chance(50), type: random.one(of: RowType.allCases))
      if row.type == .choice || row.type == .choices {
        row.choices = (0..<random.number(in: 1...4)).map { _ in text(1) }
      } else if row.type != .secret, random.chance(50) {
        row.defaultText = text(1)
      }
      let read = try AskedRow(reading: row.argument)
      #expect(read == row, "\(row.argument)")
      #expect(
        read.label.unicodeScalars.elementsEqual(row.label.unicodeScalars)
          && (read.defaultText ?? "").unicodeScalars
            .elementsEqual((row.defaultText ?? "").unicodeScalars),
        "\(row.argument)")
    }
  }

  @Test("Any argument is either refused with a message, or can be written and read back unchanged")
  func anyArgument() {
    for round in 0..<2_000 {
      var random = SeededGenerator(seed: 26, round)
      let pieces = ["\\", "*", ":", "=", ",", "a", "é", "text", "choice", "\u{301}", " "]
      let argument = (0..<random.number(in: 0...10)).map { _ in random.one(of: pieces) }.joined()
      do throws(AskedRow.Trouble) {
        let row = try AskedRow(reading: argument)
        #expect(try AskedRow(reading: row.argument) == row, "\(argument)")
      } catch { #expect(!error.sentence.isEmpty && !error.sentence.hasSuffix(".")) }
    }
  }

  @Test(
    "An argument has a label, and may have a star (a required row), a type and a default",
    arguments: [
      ("Name", AskedRow(label: "Name")), ("Name*", AskedRow(label: "Name", isRequired: true)),
      ("Name=", AskedRow(label: "Name")), ("a*b", AskedRow(label: "a*b")),
      ("Name\\*", AskedRow(label: "Name*")), ("\\\\*", AskedRow(label: "\\", isRequired: true)),
      (
        "Cups*:integer=1",
        AskedRow(label: "Cups", isRequired: true, type: .integer, defaultText: "1")
      ),
      ("Site=https://a.b/?x=1,2*", AskedRow(label: "Site", defaultText: "https://a.b/?x=1,2*")),
      ("At 12\\:30", AskedRow(label: "At 12:30")),
      ("Path=C:\\temp", AskedRow(label: "Path", defaultText: "C:\\temp")),
      ("Size:choice=S,M\\,L", AskedRow(label: "Size", type: .choice, choices: ["S", "M,L"])),
    ])
  func grammar(argument: String, row: AskedRow) throws {
    #expect(try AskedRow(reading: argument) == row)
  }

  @Test("Every type of row can be given by name", arguments: RowType.allCases)
  func types(type: RowType) throws {
    let values = type == .choice || type == .choices ? "=S,M" : ""
    let bytes = try AskedForm.template(of: ["A row:\(type.rawValue)\(values)", "Other"])
    let template = try TemplateReader.template(from: bytes)
    #expect(template.sections[0].rows.map(\.type) == [type, .text])
    #expect(template.sections[0].rows.map(\.label.source) == ["A row", "Other"])
  }

  @Test(
    "The key is the label in lower case, with _ for characters other than letters and digits",
    arguments: [
      ("Name", "name"), ("E-mail address?", "e_mail_address"), ("  2nd  try ", "2nd_try"),
      ("Größe", "größe"), ("Cafe\u{301} au lait", "cafe_au_lait"), ("a.b", "a_b"), ("👍", ""),
      ("名前", "名前"),
    ])
  func keys(label: String, key: String) { #expect(AskedForm.key(of: label) == key) }

  // MARK: - The program

  private let tea = [
    "Name*", "Email:email", "Cups:integer=1", "Size:choice=S,M,L", "Notes:paragraph",
  ]

  @Test("ask --template prints the form that ask fills, and fill opens that form")
  func template() throws {
    let folder = try temporaryFolder()
    let printed = try Longform.pipe("", ["ask"] + tea + ["--title", "Tea", "--template"])
    #expect(
      printed.outputText == """
        {
          "longform": 1,
          "id": "tea",
          "title": "Tea",
          "sections": [
            {
              "id": "main",
              "rows": [
                { "id": "name", "label": "Name", "required": true },
                { "id": "email", "label": "Email", "type": "email" },
                { "id": "cups", "label": "Cups", "type": "integer", "default": "1" },
                { "id": "size", "label": "Size", "type": "choice", "choices": ["S", "M", "L"] },
                { "id": "notes", "label": "Notes", "type": "paragraph" }
              ]
            }
          ]
        }

        """)
    let path = try folder.write(printed.output, to: "tea.json")
    for (input, format) in [("Ada\n\n2\nM\n", "json"), ("Ada\n", "env"), ("Ada\nx\n", "csv")] {
      let asked = try Longform.pipe(input, ["ask"] + tea + ["--format", format])
      let filled = try Longform.pipe(input, ["fill", path, "--format", format])
      #expect(asked.output == filled.output && asked.status == filled.status)
      #expect(asked.errorText == filled.errorText)
    }
    #expect(
      try Longform.pipe("", ["ask"] + tea + ["--set", "name=Ada", "--no-input"]).outputText
        == "{\n  \"name\": \"Ada\",\n  \"email\": null,\n  \"cups\": 1,\n  \"size\": null,\n"
        + "  \"notes\": null\n}\n")
  }

  @Test("All errors are reported at once, each with its argument, and no form opens")
  func errors() throws {
    let result = try Longform.pipe(
      "",
      [
        "ask", "Name*", "Cups:intger=1", "Cups:integer=x", "E-mail", "E mail", "S:choice", "???",
        "At 12:30", "Email:email*", "PIN:secret=1", "Size:choice=S,,L", "Name", "=1",
      ])
    #expect(result.status == .exited(64) && result.output.isEmpty)
    let types = RowType.allCases.map(\.rawValue)
    #expect(
      result.errorText.split(separator: "\n") == [
        "longform: “Cups:intger=1”: “intger” is not a type; did you mean integer?",
        "longform: “Cups:integer=x”: the row does not accept its \"default\": “x” is not a whole number",
        "longform: “E-mail” and “E mail” give the same key e_mail; change one",
        "longform: “S:choice”: choice needs its values, like :choice=S,M,L",
        "longform: “???”: the label has no letter and no digit to make a key of",
        "longform: “At 12:30”: “30” is not a type; types are "
          + types.dropLast().joined(separator: ", ")
          + " and \(types.last ?? ""); \\: makes the colon a part of the label",
        "longform: “Email:email*”: the * belongs before the colon",
        "longform: “PIN:secret=1”: a secret has no default",
        "longform: “Size:choice=S,,L”: a value between the commas is empty",
        "longform: two rows have the label “Name”; change one",
        "longform: “=1”: the label is missing",
      ])
  }

  @Test("At a terminal, ask fills its form on the screen and in plain mode, like any other form")
  func terminal() throws {
    let process = try Longform.start(["ask"] + tea + ["--title", "Tea"])
    try process.wait(for: "Name ▸")
    #expect(process.screen.text.contains("Tea"))
    #expect(try process.save(typing: "Ada\r\r\r").contains("\"name\": \"Ada\""))
    #expect(process.home.entries(of: DraftHome.folder).isEmpty, "no draft without --draft")
    let plain = try Longform.start(["ask"] + tea + ["--plain"], waitingFor: "Name")
    try plain.send("Ada\r")
    try plain.wait(for: "Email")
  }

  @Test("Leaving reports that nothing is kept; with --draft, the same command resumes the form")
  func drafts() throws {
    let drafts = try DraftHome()
    let lost = try drafts.start(["ask"] + tea, errors: .captured)
    try lost.send("Ada\r")
    try lost.wait(for: "Email ▸")
    try lost.press(.interrupt)
    try lost.wait(for: "Leave without saving?")
    try lost.press(.interrupt)
    #expect(try lost.waitForExit() == .exited(130))
    #expect(lost.capturedErrorText.contains("went with it (--draft NAME keeps a draft)"))
    #expect(drafts.home.entries(of: DraftHome.folder).isEmpty)

    let command = ["ask"] + tea + ["--draft", "june"]
    let left = try drafts.start(command, errors: .captured)
    try left.send("Ada\r")
    try left.waitUntilKept()
    try left.press(.interrupt)
    #expect(try left.waitForExit() == .exited(130))
    #expect(
      left.capturedErrorText.hasSuffix(
        " ask 'Name*' Email:email Cups:integer=1 Size:choice=S,M,L Notes:paragraph"
          + " --draft june goes on\n"))
    let shown = try drafts.run(["drafts", "show", "ask/june"])
    #expect(
      shown.outputText.contains("(Name): Ada\n") && shown.outputText.contains(" ask 'Name*' "))
    #expect(!shown.outputText.contains("drafts show --template"))
    let again = try drafts.start(command, waitingFor: "Back at")
    #expect(try again.save(typing: "\r\r").contains("Ada"))
  }

  @Test("Options that need a draft report that --draft is missing")
  func withoutDraft() throws {
    for option in ["--fresh", "--last", "--take"] {
      let result = try Longform.pipe("", ["ask", "A", option])
      #expect(result.status == .exited(64))
      #expect(
        result.errorText
          == "longform: \(option) needs --draft NAME; longform ask --help explains it\n")
    }
  }
}
