// The region is the lines of the terminal that show the form. Its height grows when a panel first
// needs the room, and shrinks only when the size of the terminal changes.

import FormFixtures
import FormModel
import FormScreen
import Keys
import Testing

@Suite("The height of the region")
struct RegionHeightTests {
  private func typer(_ height: ScreenHeight = .automatic) throws -> ScreenTyper {
    let session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [{"id": "jobs",
          "repeat": {"key": "jobs", "initial": 0, "label": "Job {n}"},
          "rows": [{"id": "name", "label": "Name"}, {"id": "city", "label": "City"}]}]}
        """))
    return ScreenTyper(session, height: height)
  }

  private func lineCount(_ typer: ScreenTyper) -> Int { typer.painted?.lines.count ?? 0 }

  @Test("The command palette covers two thirds of the terminal, even for a short form")
  func palette() throws {
    var typer = try typer()
    #expect(lineCount(typer) == 5)
    typer.press(.control("o"))
    #expect(lineCount(typer) == 16)
    let text = typer.painted?.trimmedText ?? ""
    #expect(text.contains("Keys and commands"))
    typer.press(.escape)
    #expect(lineCount(typer) == 16)
  }

  @Test("The chosen command is visible even if the palette has room for only one line, or for none")
  func narrow() throws {
    var typer = try typer(.viewport(1))
    typer.press(.control("o"))
    typer.type("goto")
    let text = typer.painted?.trimmedText ?? ""
    #expect(text.contains("\n:goto N|ID|LABEL|PATH go to a row"))
    typer = try self.typer()
    typer.resize(rows: 5)
    typer.press(.control("o"))
    for _ in 0..<3 { typer.press(.down) }
    let chosen = try #require(typer.dialogue.state.palette?.chosen)
    #expect(typer.dialogue.state.palette?.top == chosen)
  }

  @Test("If rows disappear the region keeps its height, until the size of the terminal changes")
  func shorter() throws {
    var typer = try typer()
    typer.type("Ada")
    let most = lineCount(typer)
    #expect(most == 8)
    typer.press(.controlX(.character("-")))
    #expect(typer.dialogue.session.answers.rowCount == 0)
    #expect(lineCount(typer) == most)
    typer.resize(rows: 30)
    #expect(lineCount(typer) == 5)
  }
}
