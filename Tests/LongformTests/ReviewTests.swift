// The review of changes before a save, and a comparison if another program changed the file.

import Glibc
import TerminalTesting
import Testing

@Suite("Review before the save", .waits)
struct ReviewTests {
  /// A resume with 26 answers.
  private static let resume = """
    {
      "basics": {
        "name": "Ada Lovelace", "label": "Analyst", "email": "ada@example.org",
        "phone": "+44 20 7946 0000", "image": "https://ada.example.org/ada.jpg",
        "summary": "She wrote the first program.",
        "location": {"address": "12 Harbour Row", "postalCode": "BS1 4ND", "city": "Bristol",
          "countryCode": "GB"},
        "profiles": [{"network": "Mastodon", "username": "ada"}]
      },
      "work": [
        {"name": "Analytical Engines", "position": "Programmer", "startDate": "1843"},
        {"name": "Crown", "position": "Adviser", "startDate": "1850"}
      ],
      "education": [{"institution": "University of London", "score": "1.3", "area": "Mathematics"}],
      "skills": [{"name": "Programming", "level": "Master"}],
      "languages": [{"language": "English", "fluency": "Native speaker"}],
      "meta": {"version": "v1.0.0", "kept":  [1, 2.50]}
    }

    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(ReviewTests.resume, to: "resume.json")
  }

  private func start(
    _ arguments: [String] = [], rows: Int = 24, columns: Int = 80
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      Longform.executable,
      ["edit", "resume.json", "--form", Longform.form("resume"), "--no-draft"] + arguments,
      rows: rows, columns: columns, directory: folder.path)
    try process.wait(for: "Ada Lovelace")
    return process
  }

  /// Changes an answer, replaces the file with other contents, and saves. The program then asks
  /// whether to compare the two.
  private func saveOver(_ contents: String) throws -> TerminalProcess {
    let process = try start()
    try process.press(.command, "set basics.phone +44 1\r")
    try folder.write(contents, to: "resume.json")
    try process.press(.save)
    try process.wait(for: "Compare the two?")
    return process
  }

  /// Types five changes, and goes to the row of the city.
  private func change(_ process: TerminalProcess) throws {
    try process.press(.command, "set basics.phone +44 20 7946 0001\r")
    try process.press(.command, "set basics.url https://ada.example.org\r")
    try process.press(.command, "set education[0].score\r")
    try process.press(.command, "goto work\r", .command, "move down\r")
    try process.press(.command, "add work\r", "Barclays\rAnalyst\r\r\r\r2019-03\r")
    try process.press(.command, "goto 10\r")
    try process.wait(for: "City ▸ Bristol")
  }

  @Test(
    "The question before a save lists the changes, on terminals of three sizes",
    arguments: [(rows: 24, columns: 80), (12, 80), (12, 40)])
  func screens(rows: Int, columns: Int) throws {
    let process = try start(rows: rows, columns: columns)
    try change(process)
    try process.press(.save)
    try process.wait(for: columns < 60 ? "Save to resume.json?" : "Save 29 answers to resume.json?")
    try process.expectScreen(golden: "review-\(columns)x\(rows)", cursor: "█")
    try process.press(.down, .down)
    try process.wait(for: "▌ Basics › Website")
    #expect(process.screen.unknownSequences.isEmpty)
  }

  @Test("Enter goes to the chosen change, y saves, n and Esc go back; other keys do nothing")
  func keys() throws {
    let process = try start()
    try process.press(.command, "set basics.phone +44\r", .command, "goto 1\r", .save)
    try process.wait(for: "1 change to resume.json")
    try process.press(.enter)
    try process.wait(for: "y saves, f saves to a file, n goes on")
    try process.press(.escape)
    try process.wait(for: "Name ▸")
    try process.wait(forAbsenceOf: "1 change to")
    try process.press(.save)
    try process.wait(for: "y save   n go on filling   ↑↓ look at a change")
    try process.press(.down)
    try process.wait(for: "Enter goes to this row   y save   n go on filling   ↑↓ changes")
    try process.press(.enter)
    try process.wait(for: "Phone ▸ +44")
    try process.wait(forAbsenceOf: "1 change to")
    try process.press(.save)
    try process.wait(for: "1 change to resume.json")
    try process.press(.down, "y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      folder.read("resume.json")
        == ReviewTests.resume.replacing("+44 20 7946 0000", with: "+44"))
  }

  @Test(":review lists the changes at any time: Esc closes the list, Enter goes to a change")
  func command() throws {
    let process = try start()
    try process.press(.command, "review\r")
    try process.wait(for: "Nothing has changed since the form was opened")
    try process.press(.command, "set basics.phone\r", .command, "review\r")
    try process.wait(for: "1 change since the form was opened")
    try process.wait(for: "Basics › Phone          +44 20 7946 0000 → (empty)")
    try process.press(.escape)
    try process.wait(forAbsenceOf: "1 change since")
    try process.press(.command, "review\r", .down, .enter)
    try process.wait(for: "Phone ▸")
    try process.wait(forAbsenceOf: "1 change since")
  }

  @Test("Plain mode lists the changes before the question and after :review, each with its :goto")
  func plain() throws {
    let process = try start(["--plain"])
    try process.send(":set basics.phone +44 1\n:set basics.url https://a.example.org\n:review\n")
    try process.wait(for: "Basics, Phone: was +44 20 7946 0000, now +44 1. :goto 4")
    try process.wait(for: "Basics, Website: was empty, now https://a.example.org. :goto 5")
    try process.send(":save\n")
    try process.wait(for: "Save 27 answers to resume.json? y or n.")
  }

  @Test("In a new form, :review lists the rows that are still empty")
  func newForm() throws {
    let process = try Longform.start(
      [Longform.form("resume"), "--plain", "--no-draft"], waitingFor: "Name")
    try process.send(":set name Ada\n:review\n")
    try process.wait(for: "Empty: Location, Profiles, Work, Volunteering and ")
  }

  // MARK: - A file that another program changed

  @Test("Changes of different rows in form and file are merged; the file's other bytes stay")
  func joined() throws {
    let process = try start()
    try process.press(.command, "set basics.phone +44 1\r")
    try process.press(.command, "set work[1].name The Crown\r")
    try process.press(.command, "set education[0].score 1.0\r")
    let other = ReviewTests.resume.replacing("Analyst", with: "Countess")
      .replacing("1843", with: "1842").replacing("[1, 2.50]", with: "[ 3 ]")
    try folder.write(other, to: "resume.json")
    try process.press(.save)
    try process.wait(for: "resume.json was changed by another program at ")
    try process.wait(for: "^S compares the two")
    try process.wait(for: "y compare   n go on filling   f save to another file   ^C leave")
    try process.press(.save)
    try process.wait(for: "Took 2 changes from resume.json")
    try process.wait(for: "3 changes to resume.json")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      folder.read("resume.json")
        == other.replacing("+44 20 7946 0000", with: "+44 1")
        .replacing("\"Crown\"", with: "\"The Crown\"").replacing("\"1.3\"", with: "\"1.0\""))
  }

  @Test("If form and file changed the same row, the save waits until one of the texts is chosen")
  func conflict() throws {
    let other = ReviewTests.resume.replacing("+44 20 7946 0000", with: "+44 2")
    let process = try saveOver(other)
    try process.press("y")
    try process.wait(for: "Not saved: Phone: “+44 1” here, “+44 2” in the file")
    try process.wait(for: "  +44 2  in the file")
    try process.press(.save)
    try process.wait(for: "Not saved: Phone: “+44 1” here")
    // While the program checks the form for this save, it drops keys. The screen does not show when
    // the check ends.
    try process.sync()
    #expect(folder.read("resume.json") == other)
    try process.press(.down, .down)
    try process.wait(for: "Enter takes +44 2")
    try process.press(.enter)
    try process.wait(for: "Website ▸")
    try process.press(.save)
    try process.wait(for: "Save 26 answers to resume.json?")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("resume.json") == other)
  }

  @Test("After a kill, a row that both sides changed still offers both texts")
  func conflictAfterKill() throws {
    let drafts = try DraftHome()
    try drafts.home.write(ReviewTests.resume, to: "resume.json")
    let command = ["edit", "resume.json", "--form", Longform.form("resume")]
    let process = try drafts.start(command, waitingFor: "Ada Lovelace")
    try process.press(.command, "set basics.phone +44 1\r")
    try process.press(.command, "set basics.url https://ada.example.org\r")
    let other = ReviewTests.resume.replacing("+44 20 7946 0000", with: "+44 2")
    try drafts.home.write(other, to: "resume.json")
    try process.press(.save)
    try process.wait(for: "Compare the two?")
    try process.press("y")
    try process.wait(for: "Not saved: Phone: “+44 1” here, “+44 2” in the file")
    try process.waitUntilKept()
    try process.kill()

    let second = try drafts.start(command, waitingFor: "Back at")
    try second.press(.save)
    try second.wait(for: "Not saved: Phone: “+44 1” here, “+44 2” in the file")
    try second.wait(for: "  +44 2  in the file")
    try second.press(.down, .down)
    try second.wait(for: "Enter takes +44 2")
    try second.press(.enter)
    try second.wait(for: "Website ▸")
    try second.waitUntilKept()
    try second.kill()

    let third = try drafts.start(command, waitingFor: "Back at")
    try third.press(.save)
    try third.wait(for: "1 change to resume.json")
    try third.press("y")
    #expect(try third.waitForExit() == .exited(0))
    #expect(drafts.home.read("resume.json")?.contains("\"+44 2\"") == true)
    #expect(drafts.home.read("resume.json")?.contains("https://ada.example.org\"") == true)
  }

  @Test("While the file is compared, Esc says that ^C stops it; ^C gives back the unchanged form")
  func stopped() throws {
    let process = try saveOver("{}")
    // A FIFO without a writer is only opened when the test ends.
    let path = folder.path("resume.json")
    #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    try process.press("y")
    try process.wait(for: "Comparing with resume.json …")
    try process.wait(for: "^C stops comparing")
    try process.press(.escape)
    try process.wait(for: "^C stops it, the form stays as it is")
    try process.press("x")
    try process.wait(for: "Keys typed while it compares are dropped")
    try process.press(.interrupt)
    try process.wait(for: "Stopped; the form is as it was")
    try process.wait(for: "+44 1")
    #expect(!process.screen.text.contains("^C stops comparing"))
    try process.kill()
  }

  @Test("Instead of merging, the answers can be saved to another file, or stay in the form")
  func elsewhere() throws {
    let process = try saveOver("{}")
    try process.press("n")
    try process.wait(for: "Name ▸")
    try process.press(.save)
    try process.wait(for: "Compare the two?")
    try process.press("f")
    try process.wait(for: "File ▸ resume-2.json")
    try process.send("mine.json\r")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("resume.json") == "{}")
    #expect(folder.read("mine.json")?.contains("+44 1") == true)
  }

  @Test("If the changed file is not valid, it is neither compared nor replaced")
  func unreadable() throws {
    let process = try saveOver("{\"basics\": ")
    try process.press("y")
    try process.wait(for: "Not compared: resume.json:1:12")
    #expect(folder.read("resume.json") == "{\"basics\": ")
  }

  @Test("Plain mode asks whether to compare too; :pick chooses a text if both sides changed a row")
  func plainConflict() throws {
    let process = try start(["--plain"])
    try process.send(":set basics.phone +44 1\n")
    let other = ReviewTests.resume.replacing("+44 20 7946 0000", with: "+44 2")
      .replacing("Analyst", with: "Countess")
    try folder.write(other, to: "resume.json")
    try process.send(":save\n")
    try process.wait(for: "resume.json was changed by another program at ")
    try process.wait(for: "Compare the two? y or n.")
    try process.send("y\n")
    try process.wait(for: "1 row to decide")
    try process.send(":pick\n")
    try process.wait(for: "2: +44 2 (in the file)")
    try process.send(":pick 1\n:save\n")
    try process.wait(for: "Basics, Phone: was +44 2, now +44 1. :goto 4")
    try process.send("y\n")
    #expect(try process.waitForExit() == .exited(0))
    #expect(folder.read("resume.json") == other.replacing("+44 2", with: "+44 1"))
  }

  @Test("After a merge the earlier draft is set aside; after a kill the merged form is resumed")
  func draft() throws {
    let drafts = try DraftHome()
    try drafts.home.write(ReviewTests.resume, to: "resume.json")
    let arguments = ["edit", "resume.json", "--form", Longform.form("resume")]
    let process = try drafts.start(arguments, waitingFor: "Ada Lovelace")
    try process.press(.command, "set basics.phone +44 1\r")
    try drafts.home.write(
      ReviewTests.resume.replacing("Analyst", with: "Countess"), to: "resume.json")
    try process.press(.save)
    try process.wait(for: "Compare the two?")
    try process.press("y")
    try process.wait(for: "Took 1 change")
    try process.press("n")
    try process.wait(for: "Countess")
    process.signal(9)
    _ = try process.waitForExit()
    let again = try drafts.start(arguments, waitingFor: "Back at")
    try again.wait(for: "Countess")
    try again.wait(for: "+44 1")
    #expect(drafts.files(".aside-").count == 1)
  }

  @Test("If the file changed meanwhile, a script exits with 73 and lists the changed rows")
  func script() throws {
    let other = ReviewTests.resume.replacing("Analyst", with: "Countess")
    try folder.write(other, to: "other.json")
    // The input is larger than the buffer of a pipe, so the file changes after longform has read
    // it.
    let result = try Program.run(
      "/bin/sh",
      [
        "-c",
        """
        (yes :first | head -n 20000; cat other.json > resume.json; echo ':set basics.phone +44 1') |
          "$0" edit resume.json --form "$1"
        """, Longform.executable, Longform.form("resume"),
      ], directory: folder.path)
    #expect(result.status == .exited(73))
    #expect(
      result.errorText.contains(
        """
        longform: resume.json: was changed by another program; nothing is written, name another file to \
        keep both
        longform: resume.json: Basics › Headline: Analyst → Countess
        """))
    #expect(folder.read("resume.json") == other)
  }
}
