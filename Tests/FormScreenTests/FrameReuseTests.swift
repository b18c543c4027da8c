// The lines that a frame has in common with the last one: they are copied, not made again.

import FormFixtures
import FormModel
import FormScreen
import Keys
import Testing

@Suite("Lines that are copied from the last frame")
struct FrameReuseTests {
  /// The address of the cells of a line. Lines that share their cells have the same address.
  private func address(of line: FormScreen.Line?) -> UInt? {
    line?.cells.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  @Test("A page copies the title line and the key line")
  func page() throws {
    let form = """
      {"longform": 1, "id": "r", "sections": [{"rows": [{"id": "row{n}", "count": 100}]}]}
      """
    var typer = ScreenTyper(FormSession(try .reading(form)))
    typer.press(.pageDown)
    let before = try #require(typer.painted)
    typer.press(.pageDown)
    let after = try #require(typer.painted)
    #expect(before.text != after.text)
    #expect(address(of: after.lines.first) == address(of: before.lines.first))
    #expect(address(of: after.lines.last) == address(of: before.lines.last))
    // The lines of other rows are new.
    #expect(address(of: after.lines[1]) != address(of: before.lines[1]))
  }
}
