// Candidates at a terminal: the panel that shows them during typing, and candidates that are
// picked, also after a kill.

import Glibc
import TerminalTesting
import Testing

@Suite("Candidates while typing", .waits)
struct PickSessionTests {
  private static let form = """
    {"longform": 1, "id": "trip", "title": "Trip", "viewport": 8, "sections": [{"rows": [
      {"id": "home", "label": "Home", "type": "choice", "choices": {"file": "cities.txt"}},
      {"id": "next", "label": "Next", "type": "choice", "strict": false,
       "choices": {"file": "cities.txt"}},
      {"id": "bring", "label": "Bring", "type": "choices",
       "choices": ["Hat", "Boots", "Rope", "Map"]},
      {"id": "kind", "label": "Kind", "type": "choice", "fills": {"note": "note"}, "choices": [
        {"value": "w", "label": "Walk", "note": "slow"},
        {"value": "r", "label": "Ride", "note": "fast"}]},
      {"id": "note", "label": "Note"},
      {"id": "more{n}", "label": "More {n}", "count": 5}]}],
     "output": {"empty": "omit"}}
    """

  private let folder: TemporaryFolder
  private let form: String

  init() throws {
    folder = try temporaryFolder()
    form = try folder.write(PickSessionTests.form, to: "trip.json")
    try folder.write(
      "Paris, France\nZürich, Switzerland\nZürich (Kreis 11), Switzerland\n"
        + "New York, United States\nNew Delhi, India\nZagreb, Croatia\n", to: "cities.txt")
  }

  private func start(
    rows: Int = 24, columns: Int = 80, _ arguments: [String] = ["--no-draft"]
  ) throws -> TerminalProcess {
    try Longform.start([form] + arguments, rows: rows, columns: columns, waitingFor: "Home ▸")
  }

  @Test("A choice that another answer made wrong loses its mark and shows the reason")
  func wrongChoice() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "trip", "sections": [{"rows": [
        {"id": "country", "type": "choice", "choices": ["France", "Italy"]},
        {"id": "city", "type": "choice", "choices": {
          "values": [{"value": "Lyon", "in": "France"}, {"value": "Rome", "in": "Italy"}],
          "where": "in = ${country}"}}, {"id": "note"}]}]}
      """, to: "trip.json")
    let process = try Longform.start([form])
    try process.send("Italy\rRome\r")
    try process.wait(for: "Rome ✓")
    try process.press(.up, .up, .control("u"), "France\r", .down)
    try process.wait(for: "city     Rome  not one of the choices")
    #expect(!process.screen.text.contains("✓ not") && !process.screen.text.contains("Rome ✓"))
  }

  @Test("Among 156,446 cities, zur and Tab pick Zürich, Switzerland, and go to the next row")
  func city() throws {
    let process = try Longform.start(
      [Longform.form("city"), "--no-draft"], waitingFor: "Home ▸")
    // Keys are typed while the file is still being read, and none of them is lost.
    try process.send("zur\t")
    try process.wait(for: "Home: took Zürich, Switzerland for “zur”", timeout: .seconds(120))
    try process.wait(for: "Born in ▸")
    try process.send("new")
    try process.wait(for: "Born in: matches for “new”")
    try process.wait(for: " 1,094 ──")
    try process.wait(for: "Enter keeps “new”   → takes New")
    try process.send("\r")
    try process.wait(for: "Visited 1 ▸")
    let answers = try process.save()
    #expect(answers.contains("\"home\": \"Zürich, Switzerland\""))
    #expect(answers.contains("\"born\": \"new\""))
  }

  @Test(
    "Cities on five continents are found without accents", arguments: [(24, 80), (8, 40)])
  func continents(rows: Int, columns: Int) throws {
    let process = try Longform.start(
      [Longform.form("city"), "--no-draft"], rows: rows, columns: columns, waitingFor: "Home ▸")
    try process.press(.command, "goto visited1\r")
    for (number, (typed, city)) in [
      ("lodz", "Łódź, Poland"), ("sao p", "São Paulo, Brazil"), ("abidj", "Abidjan, Ivory Coast"),
      ("ulan b", "Ulan Bator, Mongolia"), ("papee", "Papeete, French Polynesia"),
    ].enumerated() {
      try process.wait(for: "Visited \(number + 1) ▸")
      try process.send(typed)
      try process.wait(for: "Enter takes", timeout: .seconds(120))
      try process.send("\t")
      // On a narrow screen a long message continues on the next line, so wait for its first word.
      let name = city.prefix { $0 != "," && $0 != " " }
      try process.wait(for: "Visited \(number + 1): took \(name)")
    }
    try process.press(.command, "save!\r")
    #expect(try process.waitForExit() == .exited(2))
    let answers = process.capturedText
    #expect(answers.contains("\"Łódź, Poland\",\n    \"São Paulo, Brazil\""))
    #expect(answers.contains("\"Papeete, French Polynesia\"\n"))
  }

  @Test("In a strict row Enter picks the chosen candidate, and closing the panel frees its lines")
  func strict() throws {
    let process = try start()
    try process.send("z")
    try process.expectScreen(
      matches: """
        Trip  ━━──────────────────  1 of 10                                    no draft
        ▌  1  Home    z                                                               ▐
           2  Next
        ── Home: matches for “z” ───────────────────────────────────────────────── 3 ──
        ▌   Zürich, Switzerland
            Zürich (Kreis 11), Switzerland
            Zagreb, Croatia



        Home ▸ z█
        Enter takes Zürich, Switzerland   ↑↓ choose   Esc close   ^O all keys
        """, cursor: "█")
    try process.press(.down, .down)
    try process.wait(for: "▌   Zagreb")
    try process.send("\r")
    try process.expectScreen(
      matches: """
        Trip  ━━──────────────────  1 of 10                                    no draft
           1  Home    Zagreb, Croatia ✓                                               ▐
        ▌  2  Next                                                                    ▐
           3  Bring                                                                   ▐
           4  Kind                                                                    ▐
           5  Note                                                                    ▐
           6  More 1                                                                  ▐
           7  More 2
           8  More 3

        Next ▸ █
        Enter next   ↑↓ rows   ^R find   ^S save   ^O all keys   ^C leave, nothing kept
        """, cursor: "█")
    #expect(try process.save() == "{\n  \"home\": \"Zagreb, Croatia\"\n}\n")
  }

  @Test("Enter typed before the panel opens picks the same candidate as Enter in the panel")
  func typedAhead() throws {
    let process = try start()
    try process.send("zag\rnew york\rx")
    try process.wait(for: "Bring ▸ x")
    try process.press(.backspace)
    let answers = try process.save()
    #expect(answers == "{\n  \"home\": \"Zagreb, Croatia\",\n  \"next\": \"new york\"\n}\n")
  }

  @Test("Enter and Tab keep free text if it is allowed; → picks a match, and undo reverts the pick")
  func free() throws {
    let process = try start()
    try process.press(.down)
    try process.wait(for: "Next ▸")
    try process.send("ne")
    try process.wait(for: "Enter keeps “ne”   → takes New York, United States")
    try process.wait(for: "Next ▸ new York, United States")
    try process.press(.up)
    try process.wait(for: "Home ▸")
    try process.press(.down)
    try process.wait(for: "Next ▸ ne")
    try process.wait(forAbsenceOf: "ew York")
    try process.send("\t")
    try process.wait(for: "Bring ▸")
    try process.press(.up, .backspace)
    try process.wait(for: "Next ▸ n")
    try process.send("e")
    try process.wait(for: "→ takes New York, United States")
    try process.press(.right)
    try process.wait(for: "New York, United States ✓")
    try process.wait(for: "Next ▸ New York, United States")
    try process.press(.undo)
    try process.wait(for: "Undone in 2 Next: “ne” is back")
    try process.wait(for: "Next ▸ ne")
    try process.press(.clearLine, "xyz")
    try process.wait(for: "No candidate fits")
    try process.press(.escape)
    try process.wait(forAbsenceOf: "No candidate fits")
    try process.send("\r")
    try process.wait(for: "Bring ▸")
    #expect(try process.save() == "{\n  \"next\": \"xyz\"\n}\n")
  }

  @Test("Enter leaves a row whose text is no choice; back in the row, Right takes the suggestion")
  func nearMiss() throws {
    let process = try start()
    try process.press(.command, "4\r")
    try process.wait(for: "Kind ▸")
    try process.send("wlak")
    try process.wait(for: "None of the choices fits")
    try process.send("\r")
    try process.wait(for: "Note ▸")
    try process.wait(for: "4 Kind: “wlak” is not one of the choices   ↑ then → makes it Walk")
    try process.press(.up)
    try process.wait(for: "Kind ▸ wlak → Walk")
    try process.press(.right)
    try process.wait(for: "Kind ▸ Walk")
    #expect(try process.save() == "{\n  \"kind\": \"w\"\n}\n")
  }

  @Test("In a row that takes several choices, Space toggles a choice, and typing finds another")
  func several() throws {
    let process = try start(rows: 8, columns: 40)
    try process.press(.command, "3\r")
    try process.wait(for: "Bring ▸")
    try process.send(" ")
    try process.wait(for: "▌   Hat")
    try process.press(.down, " ")
    try process.wait(for: "▌ ✓ Boots")
    try process.send("ro")
    try process.wait(for: "▌   Rope")
    try process.send("\r")
    try process.expectScreen(
      matches: """
        Trip  1 of 10                  no draft
           2  Next                            ▐
        ▌  3  Bring   Boots, Rope ✓
        ▌   Hat

        Bring ↑ Rope
              │ █
        Space ticks   ↑↓ choose   Enter next
        """, cursor: "█")
    try process.press(.down, " ")
    try process.wait(for: "Bring   Rope ✓")
    try process.send("\t")
    try process.wait(for: "Kind ▸")
    #expect(try process.save() == "{\n  \"bring\": [\n    \"Rope\"\n  ]\n}\n")
  }

  @Test("In a row for other text too, Enter takes a choice that differs in case; → takes the best")
  func capitals() throws {
    let process = try Longform.start([Longform.form("resume"), "--no-draft"])
    try process.press(.command, "goto languages\r")
    try process.wait(for: "Language ▸")
    try process.send("French\rfluent")
    try process.wait(for: "Enter takes Fluent")
    try process.send("\r")
    try process.wait(for: "Fluent ✓")
    // A beginning is kept as it is typed, because the row allows any text.
    try process.send("English\rnative")
    try process.wait(for: "Enter keeps “native”   → takes Native speaker")
    try process.send("\r")
    try process.wait(for: "Language 3 ▸")
    let answers = try process.save()
    #expect(answers.contains("\"Fluent\"") && answers.contains("\"native\""))
  }

  @Test("On a screen of five lines both the focus and the best candidate stay in view")
  func small() throws {
    let process = try start(rows: 5, columns: 20)
    try process.send("z")
    try process.expectScreen(
      matches: """
        ▌ Home  z         ▐
          Next
        ▌   Zürich, Switze…

        Home ▸ z█
        """, cursor: "█")
    try process.resize(rows: 2, columns: 20)
    try process.wait(forAbsenceOf: "Zürich")
    try process.wait(for: "Home ▸ z")
    // On a larger screen the key line says again what Enter takes.
    try process.resize(rows: 8, columns: 40)
    try process.wait(for: "Enter takes Zürich, Switzerland")
    try process.resize(rows: 24, columns: 80)
    try process.wait(for: "▌   Zürich, Switzerland")
    try process.press(.backspace)
    try process.wait(for: "8  More 3")
    try process.press(.interrupt)
    try process.wait(for: "Leave without saving?")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
  }

  @Test("Picking a candidate and filling in further rows is one undo step; a kill keeps the pick")
  func fillsAndKill() throws {
    let process = try start([])
    try process.press(.command, "4\r")
    try process.wait(for: "Kind ▸")
    try process.send("ri")
    try process.wait(for: "Enter takes Ride")
    try process.send("\t")
    try process.wait(for: "Note    fast")
    try process.press(.undo)
    try process.wait(for: "Undone in 4 Kind: “ri” is back, 1 other row with it")
    try process.wait(forAbsenceOf: "fast")
    try process.press(.redo)
    try process.wait(for: "Note    fast")
    try process.send("\r")
    try process.wait(for: "Note ▸ fast")
    try process.waitUntilKept()
    try process.kill()
    let again = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: process.home)
    try again.wait(for: "Back at")
    try again.wait(for: "Kind    Ride ✓")
    try again.press(.command, "4\r")
    try again.wait(for: "Kind ▸ Ride")
    try again.send("s")
    try again.wait(forAbsenceOf: "✓")
    try again.press(.undo)
    try again.wait(for: "Kind    Ride ✓")
    #expect(try again.save() == "{\n  \"kind\": \"r\",\n  \"note\": \"fast\"\n}\n")
  }

  @Test("Pasted text finds candidates, and Space types a space if no candidate is chosen")
  func pasted() throws {
    let process = try start()
    try process.press(.paste("new d"))
    try process.wait(for: "Enter takes New Delhi, India")
    try process.press(.clearLine, "new y")
    try process.wait(for: "Enter takes New York, United States")
    try process.send("\r")
    try process.wait(for: "Next ▸")
    #expect(try process.save() == "{\n  \"home\": \"New York, United States\"\n}\n")
  }

  @Test("If the file of candidates is unreadable, the panel shows why, and free text can be typed")
  func unreadable() throws {
    unlink(folder.path("cities.txt"))
    let process = try start()
    try process.send("zur")
    try process.wait(for: "The candidates cannot be used")
    try process.wait(for: "Home ▸ zur")
    try process.send("\t")
    try process.wait(for: "Next ▸")
    try process.press(.interrupt)
    try process.wait(for: "Leave without saving?")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
  }

  @Test("Opening and closing the panel at random does not change the typed free text")
  func random() throws {
    let process = try start()
    var numbers = SeededGenerator(seed: 7)
    var typed = ""
    try process.press(.command, "2\r")
    try process.wait(for: "Next ▸")
    for round in 0..<120 {
      switch Int.random(in: 0..<7, using: &numbers) {
      case 0:
        // Arrow and page keys move in the open panel; if it were closed, they would leave the row.
        typed = "ne"
        try process.press(.clearLine, "ne", .down, .down, .pageDown, .pageUp, .cancel)
      case 1: try process.resize(rows: 3 + round % 20, columns: 20 + round % 60)
      case 2: try process.press(.cancel)
      default:
        let letter = ["n", "e", "z", "ü", "x", "q"].randomElement(using: &numbers) ?? "n"
        typed += letter
        try process.send(letter)
      }
    }
    try process.resize(rows: 24, columns: 80)
    try process.wait(for: "Next ▸ \(typed)")
    #expect(try process.save() == "{\n  \"next\": \"\(typed)\"\n}\n")
  }

  @Test(
    ":pick picks a candidate by its number, at a terminal and in a pipe, or reports the count")
  func pickByNumber() throws {
    let process = try start()
    try process.press("z", .command, "pick 9\r")
    try process.wait(for: "No candidate 9 for “z”; 3 fit")
    try process.press(.command, "pick 3\r")
    try process.wait(for: "Home    Zagreb, Croatia ✓")
    try process.press(.command, "pick x\r")
    try process.wait(for: ":pick needs the number of a candidate, 1 or more")
    #expect(try process.save() == "{\n  \"home\": \"Zagreb, Croatia\"\n}\n")

    let piped = try Longform.pipe(
      ":set home zü\n:pick 2\n:goto kind\n:pick 2\n:goto bring\n:pick 4\n:pick 1\n", [form])
    #expect(piped.status == .exited(0), "\(piped.errorText)")
    #expect(
      piped.outputText == """
        {
          "home": "Zürich (Kreis 11), Switzerland",
          "bring": [
            "Map",
            "Hat"
          ],
          "kind": "r",
          "note": "fast"
        }

        """)
    let wrong = try Longform.pipe(":pick 7\n:set home x\n:pick 1\n:goto note\n:pick 1\n", [form])
    #expect(wrong.status == .exited(1) && wrong.outputText.isEmpty)
    #expect(wrong.errorText.contains("stdin:1: no candidate 7; 6 fit\n"))
    #expect(wrong.errorText.contains("stdin:3: no candidate for “x”\n"))
    #expect(wrong.errorText.contains("stdin:5: this row has no candidates\n"))
  }
}
