// Forms that ship, filled in the way that people fill them.

import FormFormats
import FormModel
import FormSchema
import FormScreen
import LosslessJSON
import TerminalTesting
import Testing

@Suite("The resume", .waits)
struct ResumeTests {
  private let resume = Longform.form("resume")
  private let document = SchemaValidator.fixture("resume.json")
  private let schema = SchemaValidator.fixture("resume.schema.json")

  private func text(of path: String) throws -> String {
    String(decoding: try #require(readFile(path)), as: UTF8.self)
  }

  @Test("A document with every known member, and with unknown ones, is written byte for byte")
  func everyMember() throws {
    let result = try Program.run(
      Longform.executable, ["fill", resume, "--answers", document, "--no-input"])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.output == readFile(document))
    let listed = try Program.run(
      Longform.executable,
      ["fill", resume, "--answers", document, "--no-input", "--format", "text"])
    let empty = listed.outputText.split(separator: "\n").filter { $0.hasSuffix(": Empty") }
    #expect(
      empty == ["Value for row 6 (Picture): Empty", "Value for row 36 (Job 2, Highlights): Empty"])
  }

  /// Returns the paths of the answers that a schema describes. `[]` stands for the entries of an
  /// array.
  private func members(of schema: JSONValue, at path: String = "") -> [String] {
    if let items = schema["items"] { return members(of: items, at: "\(path)[]") }
    guard let properties = schema["properties"] else { return [path] }
    return properties.members.flatMap { key, value in
      members(of: value, at: "\(path).\(key.string ?? "")")
    }
  }

  @Test("The form has exactly the members of JSON Resume as rows")
  func everyRow() throws {
    let document = try JSONDocument(parsing: try #require(readFile(schema)))
    let template = try TemplateReader.template(from: try #require(readFile(resume)))
    let rows = template.sections.flatMap { section in
      let items = section.repetition.map { ".\($0.path.source)[]" } ?? ""
      return section.rows.map { "\(items).\($0.path.source)\($0.type == .list ? "[]" : "")" }
    }
    // The form has no row for `$schema`, but it keeps this member of a document.
    #expect(Set(rows).union([".$schema"]) == Set(members(of: document.root)))
    #expect(FormSession(template).answers.rowCount == 20)
  }

  @Test("Removing a job removes only the lines of this job from the file")
  func removedJob() throws {
    let folder = try temporaryFolder()
    let before = try text(of: document)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.contains("Looms of Lyon") }) - 1
    let last = try #require(lines[first...].firstIndex { $0.hasPrefix("    },") })
    let path = try folder.write(before, to: "resume.json")
    let result = try Program.run(
      Longform.executable, ["edit", path, "--form", resume],
      input: .text(":goto 28\n:remove\n:save\n"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.errorText.contains("Removed Job 2: Looms of Lyon, 8 answers"))
    #expect(
      folder.read("resume.json")
        == (lines[..<first] + lines[(last + 1)...]).joined(separator: "\n"))
  }

  /// Types three jobs and two schools into an empty form, and saves them to a file. Returns the
  /// path of the file.
  private func fill(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("resume.json")
    let process = try Longform.start(
      [resume, "--output", path], waitingFor: "0 of 20")
    func command(_ command: String, _ prompt: String) throws {
      try process.press(.command, "\(command)\r")
      try process.wait(for: "\(prompt) ▸")
    }
    func addItem(_ path: String, _ prompt: String) throws {
      try process.press(.addItem)
      try process.wait(for: path)
      try process.wait(for: "\(prompt) ▸ ‹")
    }
    func answer(_ answers: String...) throws {
      try process.send(answers.joined(separator: "\t"))
      if let last = answers.last { try process.wait(for: "▸ \(last)") }
    }
    try answer(
      "Ada Lovelace", "Programmer", "ada@example.org", "+44 1", "https://ada.example.org", "",
      "Writes programs.", "12 Square", "SW1Y 4LB", "London")
    // The panel is closed, because Enter in it would pick a city and fill in its country.
    try process.wait(for: "City: matches for “London”", timeout: .seconds(120))
    try process.press(.escape)
    try process.wait(forAbsenceOf: "matches for")
    try process.press(.enter)
    try process.wait(for: "Country ▸")
    try answer("GB")
    try command("goto network", "Network")
    try answer("Mastodon", "ada", "https://example.social/@ada")
    try command("add work", "Company")
    try answer(
      "Engines", "Programmer", "London", "Computing", "https://engines.example.org", "1842-10",
      "1843-09-30", "Notes A to G", "Bernoulli numbers")
    try addItem("Work › Job 2", "Company")
    try answer("Looms", "Visitor", "Lyon", "Weaving", "", "1834", "1835")
    try addItem("Work › Job 3", "Company")
    try answer("Flyology", "Founder", "", "", "", "1828-02-03")
    try command("add education", "School")
    try answer("At home", "", "Mathematics", "Private", "1829", "1840", "1.0", "Calculus")
    try addItem("Education › School 2", "School")
    try answer("London", "https://university.example.org")
    try command("goto language", "Language")
    try answer("English", "Native speaker")
    try command("goto lastModified", "Modified")
    try answer("2024-05-17T09:30:00")
    try process.press(.save)
    try process.wait(for: "Save 43 answers to ")
    try process.press(.save)
    #expect(try process.waitForExit() == .exited(0))
    return path
  }

  private static let filled = """
    {
      "basics": {
        "name": "Ada Lovelace",
        "label": "Programmer",
        "email": "ada@example.org",
        "phone": "+44 1",
        "url": "https://ada.example.org",
        "summary": "Writes programs.",
        "location": {
          "address": "12 Square",
          "postalCode": "SW1Y 4LB",
          "city": "London",
          "countryCode": "GB"
        },
        "profiles": [
          {
            "network": "Mastodon",
            "username": "ada",
            "url": "https://example.social/@ada"
          }
        ]
      },
      "work": [
        {
          "name": "Engines",
          "position": "Programmer",
          "location": "London",
          "description": "Computing",
          "url": "https://engines.example.org",
          "startDate": "1842-10",
          "endDate": "1843-09-30",
          "summary": "Notes A to G",
          "highlights": [
            "Bernoulli numbers"
          ]
        },
        {
          "name": "Looms",
          "position": "Visitor",
          "location": "Lyon",
          "description": "Weaving",
          "startDate": "1834",
          "endDate": "1835"
        },
        {
          "name": "Flyology",
          "position": "Founder",
          "startDate": "1828-02-03"
        }
      ],
      "education": [
        {
          "institution": "At home",
          "area": "Mathematics",
          "studyType": "Private",
          "startDate": "1829",
          "endDate": "1840",
          "score": "1.0",
          "courses": [
            "Calculus"
          ]
        },
        {
          "institution": "London",
          "url": "https://university.example.org"
        }
      ],
      "languages": [
        {
          "language": "English",
          "fluency": "Native speaker"
        }
      ],
      "meta": {
        "lastModified": "2024-05-17T09:30:00"
      }
    }

    """

  @Test("Three jobs and two schools are typed into an empty form; the answers are a JSON Resume")
  func filledFromNothing() throws {
    let folder = try temporaryFolder()
    #expect(try text(of: fill(in: folder)) == ResumeTests.filled)
  }

  @Test(
    "The answers are valid by JSON Resume's schema; the form refuses texts that the schema refuses",
    .enabled(if: SchemaValidator.isInstalled, SchemaValidator.requirement))
  func validates() throws {
    let folder = try temporaryFolder()
    let filled = try folder.write(ResumeTests.filled, to: "filled.json")
    #expect(try SchemaValidator.problems(of: [filled, document], against: schema) == "")
    // Form and schema both refuse the first text of each row, and the form accepts the second.
    for (key, text, right) in [
      ("basics.email", "nix", "a@b"), ("basics.url", "ada", "https://a.example"),
      ("work[0].startDate", "18-1", "1842"), ("work[0].endDate", "today", "1843-09"),
      ("meta.canonical", "here", "urn:isbn:1"),
    ] {
      let refused = try Program.run(
        Longform.executable,
        ["fill", resume, "--answers", filled, "--no-input", "--set", "\(key)=\(text)"])
      #expect(refused.status == .exited(1), "\(key)=\(text)")
      let wrong = try Program.run(
        Longform.executable, ["fill", resume, "--answers", filled],
        input: .text(":set \(key) \(text)\n:save!\n"))
      #expect(wrong.status == .exited(2), "\(wrong.errorText)")
      let path = try folder.write(wrong.outputText, to: "wrong.json")
      #expect(try SchemaValidator.problems(of: [path], against: schema) != "", "\(key)=\(text)")
      let good = try Program.run(
        Longform.executable,
        ["fill", resume, "--answers", filled, "--no-input", "--set", "\(key)=\(right)"])
      #expect(good.status == .exited(0), "\(good.errorText)")
    }
  }

  @Test("A picked city fills in its country, and an unknown city can be typed")
  func city() throws {
    let process = try Longform.start([resume, "--no-draft"], waitingFor: "Name ▸")
    try process.press("Ada\r", .command, "goto city\r")
    try process.wait(for: "City ▸")
    try process.send("zur")
    try process.wait(for: "→ takes Zürich", timeout: .seconds(120))
    try process.press(.right)
    try process.wait(for: "City ▸ Zürich")
    try process.press(.clearLine, "Neustadt am Fluss\r")
    try process.wait(for: "Country ▸ CH")
    #expect(
      try process.save() == """
        {
          "basics": {
            "name": "Ada",
            "location": {
              "city": "Neustadt am Fluss",
              "countryCode": "CH"
            }
          }
        }

        """)
  }

  @Test("A country and the date of the last change may be any text, as JSON Resume allows")
  func patterns() throws {
    let result = try Program.run(
      Longform.executable,
      [
        "fill", resume, "--no-input", "--set", "name=A", "--set", "countryCode=Britain",
        "--set", "lastModified=yesterday",
      ])
    #expect((result.status, result.errorText) == (.exited(0), ""))
    #expect(result.outputText.contains("\"countryCode\": \"Britain\""))
    #expect(result.outputText.contains("\"lastModified\": \"yesterday\""))
  }
}

@Suite("The players", .waits)
struct PlayersTests {
  private let players = Longform.form("players")

  @Test(
    "Two teams of fifteen are filled on a screen of 8 lines; a player needs a name and a number")
  func fill() throws {
    let process = try Longform.start([players], rows: 8, columns: 40, waitingFor: "Home team ▸")
    try process.send("Rovers\rWanderers\r")
    try process.wait(for: "▌* 3  Name")
    for number in 1...15 {
      try process.send("Player \(number)\r\(number)\r\(number == 1 ? "goalkeeper" : "Forward")\r")
    }
    try process.wait(for: "Away › Away 1")
    try process.press(.lastRow, .control("p"), .control("p"), "Zoe\r100\r")
    try process.wait(for: "▌ 92  Position")
    try process.press(.save)
    try process.wait(for: "Not saved: Away 15 Number: more than 99")
    try process.save(typing: "\(Keystroke.clearLine)99")
    let home = (1...15).map { number in
      """
            {
              "name": "Player \(number)",
              "number": \(number),
              "position": "\(number == 1 ? "Goalkeeper" : "Forward")"
            }
      """
    }.joined(separator: ",\n")
    #expect(
      process.capturedText == """
        {
          "home": {
            "team": "Rovers",
            "players": [
        \(home)
            ]
          },
          "away": {
            "team": "Wanderers",
            "players": [
              {
                "name": "Zoe",
                "number": 99
              }
            ]
          }
        }

        """)
  }
}
