// Notes (rows without an answer) on the screen: they are wrapped at words, in up to four lines.

import TerminalTesting
import Testing

@Suite("Notes on the screen", .waits)
struct NoteTests {
  private static let form = """
    {"longform": 1, "id": "notes", "title": "Notes", "viewport": 12, "sections": [
      {"id": "a", "title": "A", "rows": [
        {"id": "why", "type": "note", "help": "This form asks for three things, and says why it does \
    so before it asks for the first of them."},
        {"id": "name", "label": "Name"}, {"id": "age", "label": "Age"},
        {"id": "long", "type": "note", "help": "One two three four five six seven eight nine ten \
    eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one \
    twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight"},
        {"id": "end", "label": "End"}]}]}
    """

  @Test("Notes wrap at words in up to four lines, and wrap again if the terminal's width changes")
  func wrapped() throws {
    let folder = try temporaryFolder()
    let process = try Longform.start([
      try folder.write(Self.form, to: "notes.json"), "--no-draft",
    ])
    try process.expectScreen(
      matches: """
        Notes  ────────────────────  0 of 3                                    no draft
         A
              This form asks for three things, and says why it does so before it
              asks for the first of them.
        ▌  1  Name
           2  Age
              One two three four five six seven eight nine ten eleven twelve
              thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
              twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six
              twenty-seven twenty-eight
           3  End

        Name ▸ █
        Enter next   ↑↓ rows   ^R find   ^S save   ^O all keys   ^C leave, nothing kept
        """, cursor: "█")
    try process.resize(rows: 24, columns: 40)
    try process.expectScreen(
      matches: """
        Notes  0 of 3                  no draft
         A
              This form asks for three
              things, and says why it does
              so before it asks for the
              first of them.
        ▌  1  Name
           2  Age
              One two three four five six
              seven eight nine ten eleven
              twelve thirteen fourteen
              fifteen sixteen seventeen…
           3  End

        Name ▸ █
        Enter next   ↑↓ rows   ^O keys
        """, cursor: "█")
    try process.resize(rows: 7, columns: 40)
    try process.expectScreen(
      matches: """
         A                                    ▐
              This form asks for three things…▐
        ▌  1  Name                            ▐
           2  Age

        Name ▸ █
        Enter next   ↑↓ rows   ^O keys
        """, cursor: "█")
    try process.send("Ada\r")
    try process.wait(for: "Age ▸")
    try process.press(.lastRow)
    try process.wait(for: "End ▸")
    try process.send("z")
    #expect(
      try process.save() == """
        {
          "name": "Ada",
          "age": null,
          "end": "z"
        }

        """)
  }

  @Test("Up and Down stop at a shortened note and show the whole note; Enter does not stop there")
  func stops() throws {
    let folder = try temporaryFolder()
    let process = try Longform.start(
      [try folder.write(Self.form, to: "notes.json"), "--no-draft"], rows: 24, columns: 40)
    try process.wait(for: "Name ▸")
    try process.send("\r")
    try process.wait(for: "Age ▸")
    try process.press(.down)
    try process.expectScreen(
      matches: """
        Notes  0 of 3                  no draft
         A
              first of them.                  ▐
           1  Name
        ▌  2  Age
        ── A ──────────────────────────────────
        One two three four five six seven eight
          nine ten eleven twelve thirteen
          fourteen fifteen sixteen seventeen
          eighteen nineteen twenty twenty-one
          twenty-two twenty-three twenty-four
          twenty-five twenty-six twenty-seven
          twenty-eight

        Age ▸ █
        ↑↓ scroll, then go on   PgDn page
        """, cursor: "█")
    try process.press(.down)
    try process.wait(for: "End ▸")
    try process.press(.up)
    try process.wait(for: "twenty-eight")
    try process.press(.down)
    try process.wait(for: "↑↓ rows")
    #expect(process.screen.text.contains("End ▸"))
    try process.press(.up)
    try process.wait(for: "twenty-eight")
    try process.press(.up)
    try process.wait(for: "Age ▸")
    try process.send("\r")
    try process.wait(for: "End ▸")
    #expect(!process.screen.text.contains("twenty-eight"))
  }

  @Test(
    "Notes in items wrap too; a note that only some items show has one line until it is opened")
  func items() throws {
    let folder = try temporaryFolder()
    let long = "Take the wet umbrellas out first, then the dry ones, and count both of them"
    let form = """
      {"longform": 1, "id": "lost", "title": "Lost", "sections": [
        {"id": "things", "title": "Things", "repeat": {"label": "Thing {n}", "initial": 2}, "rows": [
          {"id": "kind", "label": "Kind"},
          {"id": "all", "type": "note", "help": "\(long)"},
          {"id": "some", "type": "note", "help": "\(long)", "when": {"row": "kind", "is": "wet"}},
          {"id": "place", "label": "Place"}]}]}
      """
    let process = try Longform.start(
      [try folder.write(form, to: "lost.json"), "--no-draft"], rows: 24, columns: 60)
    try process.wait(for: "Kind ▸")
    try process.send("wet\r")
    try process.wait(for: "Place ▸")
    try process.press(.up)
    try process.expectScreen(
      matches: """
        Lost  ━━━━───────────  1 of 4                      no draft
         Things › Thing 1: wet                                    ▐
           1  Kind     wet                                        ▐
              Take the wet umbrellas out first, then the dry      ▐
              ones, and count both of them                        ▐
              Take the wet umbrellas out first, then the dry ones…▐
        ▌  2  Place                                               ▐
         Things › Thing 2                                         ▐
           3  Kind
              Take the wet umbrellas out first, then the dry
        ── Things ─────────────────────────────────────────────────
        Take the wet umbrellas out first, then the dry ones, and
          count both of them

        Place ▸ █
        ↑↓ scroll, then go on   PgDn page   Enter close   Esc close
        """, cursor: "█")
    try process.press(.up)
    try process.wait(for: "Kind ▸")
  }

  private static let longHelp = """
    {"longform": 1, "id": "help", "title": "Help", "sections": [{"rows": [
      {"id": "image", "label": "Image", "help": "The image of the container. It is a name, a tag \
    after a colon, or a digest after an at sign. These are the last words."},
      {"id": "build", "label": "Build"}]}]}
    """

  @Test("A row shows the first sentence of a long help, and :where shows all sentences")
  func wholeHelp() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Self.longHelp, to: "help.json")
    let process = try Longform.start([path, "--no-draft"])
    try process.wait(for: "The image of the container. …")
    #expect(process.screen.text.contains("last words") == false)
    try process.send("\(Keystroke.command)where\r")
    try process.wait(for: "These are the last words.")
    let shown = process.screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      shown.contains(
        "Image: row 1 of 2. The image of the container. It is a name, a tag after a colon, or a"))
    // A typed letter closes the sentences, and is inserted into the text of the row.
    try process.send("x")
    try process.wait(for: "Image ▸ x")
    let piped = try Longform.pipe(":where\nx\n", [path])
    #expect(piped.errorText.hasSuffix("an at sign. These are the last words.\n"))
  }
}
