// The visible part of a long text on one line.

import FormText
import Testing

@testable import FormScreen

@Suite("A long text on a line")
struct TextWindowTests {
  @Test(
    "Each end at which text is omitted has a mark, whatever characters are there",
    arguments: ["abcdefghij", "東京都千代田区永田町", "a東b京c都d千e代", "👍🏽a👩‍👩‍👧b👍🏽c"])
  func marks(pattern: String) throws {
    let text = Text(String(repeating: pattern, count: 12))
    for end in 6...40 {
      for cursor in stride(from: 0, through: text.scalarCount, by: 3) {
        var line = Line()
        line.append("Row ▸ ", end: 80)
        let origin = line.columns
        let column = TextWindow.append(
          text, cursor: cursor, end: origin + end, mark: "…", to: &line)
        let shown = line.text.dropFirst(6)
        #expect(line.columns <= origin + end && (origin...origin + end).contains(column))
        #expect(CellReader.columns(of: shown) == line.columns - origin)
        if !text.string.hasPrefix(shown.prefix(1)) { #expect(shown.hasPrefix("…"), "\(shown)") }
        if !text.string.hasSuffix(shown.suffix(1)) { #expect(shown.hasSuffix("…"), "\(shown)") }
      }
    }
  }
}
