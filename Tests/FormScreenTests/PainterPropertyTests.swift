// Random frames are painted one after another. After each, the terminal must show that frame.

import FormText
import TerminalTesting
import Testing

@testable import FormScreen

@Suite("Painting random frames")
struct PainterPropertyTests {
  private static let certain = ["a", "b", " ", "é", "日", "한", "👍", "e\u{301}", "x", "-"]
  private static let uncertain = ["👩‍👩‍👧‍👦", "👍🏽", "🇩🇪", "❤️", "1️⃣", "क्षि", "กำ"]

  private struct Random {
    var generator: SeededGenerator

    mutating func number(_ limit: Int) -> Int { generator.number(below: limit) }

    /// Returns a random change of a text: an insertion, a deletion, or a replacement of the whole
    /// text.
    mutating func change(_ text: [String], from alphabet: [String]) -> [String] {
      var text = text
      let place = number(text.count + 1)
      switch number(8) {
      case 0: return (0..<number(60)).map { _ in alphabet[number(alphabet.count)] }
      case 1, 2, 3:
        for _ in 0...number(3) { text.insert(alphabet[number(alphabet.count)], at: place) }
      case 4, 5, 6:
        text.removeSubrange(place..<max(min(place + 1 + number(3), text.count), place))
      default: if place < text.count { text[place] = alphabet[number(alphabet.count)] }
      }
      return text
    }
  }

  private static func line(_ text: [String], width: Int, isWindow: Bool, styles: Int)
    -> FormScreen.Line
  {
    var line = FormScreen.Line()
    if isWindow {
      let text = Text(text.joined())
      _ = TextWindow.append(
        text, cursor: styles % (text.scalarCount + 1), end: width, mark: "…", to: &line)
    } else {
      for (number, part) in text.enumerated() {
        let style: FormScreen.Style = (number + styles) % 7 == 0 ? .title : .plain
        if !line.append(part, style, end: width) { break }
      }
    }
    return line
  }

  @Test(
    "After any sequence of frames, the terminal shows the last frame",
    arguments: [true, false], [0, 1, 2, 3])
  func randomFrames(shiftsCells: Bool, kind: Int) {
    // In kind 0, the width of every character is certain. In kinds 2 and 3, the terminal gives
    // every scalar its own width, so some characters are wider than the painter expects. In kind 2
    // the lines are short, so that they fit nevertheless.
    let alphabet = kind == 0 ? Self.certain : Self.certain + Self.uncertain
    for seed in TestScale.turns(12) {
      var random = Random(generator: SeededGenerator(seed: seed))
      let columns = [9, 13, 20, 41, 80][random.number(5)]
      let count = 1 + random.number(4)
      var terminal = VirtualTerminal(
        rows: 8, columns: columns, widthRule: kind >= 2 ? .scalars : .clusters)
      var painter = RegionPainter(palette: Palette(usesColor: true), shiftsCells: shiftsCells)
      var texts = [[String]](repeating: [], count: count)
      var last = texts.map { _ in FormScreen.Line() }
      for step in 0..<40 {
        for number in texts.indices where random.number(3) > 0 {
          texts[number] = random.change(texts[number], from: alphabet)
        }
        let lines = texts.enumerated().map {
          Self.line(
            $1, width: kind == 2 ? columns / 4 : columns - 1, isWindow: (seed + $0) % 2 == 0,
            styles: step / 5)
        }
        // The cursor is anywhere between cells, but usually at the first cell that changed.
        let cursorLine = random.number(4) == 0 ? random.number(count) : 0
        let cursorCell =
          random.number(3) == 0
          ? random.number(lines[cursorLine].cells.count + 1)
          : lines[cursorLine].commonBeginning(with: last[cursorLine])
        last = lines
        let column = lines[cursorLine].columns(of: 0..<cursorCell)
        let frame = Frame(
          lines: lines, basis: nil, cursorLine: cursorLine, cursorColumn: column)
        terminal.feed(painter.paint(frame))
        var whole = VirtualTerminal(rows: 8, columns: columns, widthRule: terminal.widthRule)
        var other = RegionPainter(palette: Palette(usesColor: true))
        whole.feed(other.paint(frame))
        let used = kind == 3 ? columns - 3 : columns
        func shown(_ terminal: VirtualTerminal) -> [String] {
          (0..<8).map { row in
            (0..<used).map { terminal.cell(row: row, column: $0).text }.joined()
          }
        }
        let (left, right) = (shown(terminal).map(trimmed), shown(whole).map(trimmed))
        #expect(left == right, "\(seed), \(step), \(columns)")
        if left != right { return }
        #expect(terminal.cursor == whole.cursor, "\(seed), \(step): cursor")
        #expect(terminal.modes == whole.modes)
        for row in 0..<8 {
          guard kind < 3 else { continue }
          let (bold, wanted) = (
            terminal.runs(row: row, where: \.isBold), whole.runs(row: row, where: \.isBold)
          )
          #expect(bold == wanted, "\(seed), \(step): styles")
        }
        if kind < 2 {
          #expect(
            terminal.lines.prefix(count).map(trimmed) == lines.map(\.text).map(trimmed),
            "\(seed), \(step)")
          #expect(terminal.cursor == Position(row: cursorLine, column: column))
        }

      }
    }
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
