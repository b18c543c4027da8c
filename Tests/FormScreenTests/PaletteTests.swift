// Roles of cells, such as the focus: the codes of their colors, and how people change these codes.

import FormScreen
import Testing

@Suite("Roles of cells and their color codes")
struct PaletteTests {
  @Test("A role's code is changed by the role's name, and other roles keep their default codes")
  func changed() throws {
    let palette = try Palette(changedBy: "focus=36:problem=1;31")
    #expect(palette != Palette(usesColor: true))
    #expect(try Palette(changedBy: "focus=35:chosen=7") == Palette(usesColor: true))
    #expect(try Palette(changedBy: "") == Palette(usesColor: true))
  }

  @Test(
    "A wrong role or code is reported together with the valid ones",
    arguments: [
      (
        "foucs=35",
        "no role “foucs”; the roles are focus, problem, chosen, match, title, dim, replaced"
      ),
      ("focus", "“focus” has no code; write one like focus=35"),
      ("focus=red", "“red” is not a code for focus; codes are numbers like 35 or 1;35"),
      ("focus=35;", "“35;” is not a code for focus; codes are numbers like 35 or 1;35"),
      (
        "focus=35m\u{1B}[2J",
        "“35m\u{1B}[2J” is not a code for focus; codes are numbers like 35 or 1;35"
      ),
    ])
  func wrong(setting: String, sentence: String) {
    let error = #expect(throws: Palette.Error.self) { try Palette(changedBy: setting) }
    #expect(error?.sentence == sentence)
  }
}
