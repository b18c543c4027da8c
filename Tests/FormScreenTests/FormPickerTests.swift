// The list of forms that `longform` shows without arguments: its keys and its lines.

import FormScreen
import FormText
import Keys
import TerminalTesting
import Testing

@Suite("The list of forms")
struct FormPickerTests {
  private func picker(
    _ names: [String], rows: Int = 24, columns: Int = 80, hasUTF8: Bool = true
  ) -> FormPicker {
    FormPicker(names: names, size: ScreenSize(rows: rows, columns: columns), hasUTF8: hasUTF8)
  }

  private func name(of picker: FormPicker) -> String? {
    picker.chosen.map { picker.forms[$0].name }
  }

  private func lines(of picker: FormPicker) -> [String] {
    var picker = picker
    picker.scroll()
    return picker.frame().lines.map(\.text)
  }

  @Test("Up and Down choose a form, Enter opens it, Esc leaves; letters go to the query")
  func keys() {
    var picker = picker(["a", "b", "c"])
    let keys: [Key] = [
      .up, .down, .control("n"), .down, .control("p"), .pageDown, .pageUp, .tab,
    ]
    var names: [String?] = []
    for key in keys {
      let effect = picker.press(key)
      #expect(effect == .done)
      names.append(name(of: picker))
    }
    #expect(names == ["a", "b", "c", "c", "b", "c", "a", "a"])
    let others: [(Key, FormPicker.Effect)] = [
      (.enter, .open("a")), (.escape, .leave), (.control("g"), .leave), (.control("l"), .repaint),
      (.character("x"), .edit), (.backspace, .edit),
    ]
    for (key, expected) in others {
      let effect = picker.press(key)
      #expect(effect == expected)
    }
  }

  @Test("A query finds words of names and titles, and chooses a name that begins with the query")
  func narrowing() {
    var picker = picker(["my-resume", "resume", "città"])
    picker.describe(2, title: "Places to live", summary: "", fault: nil)
    picker.edited("RES", cursor: 3)
    #expect(picker.matches == [0, 1] && name(of: picker) == "resume")
    picker.edited("citta", cursor: 5)
    #expect(name(of: picker) == "città")
    picker.edited("live pla", cursor: 8)
    #expect(name(of: picker) == "città")
    picker.edited("xyz", cursor: 3)
    let effect = picker.press(.enter)
    #expect(picker.chosen == nil && effect == .done)
    #expect(lines(of: picker).contains { $0.hasPrefix("No form matches “xyz”") })
    picker.edited("", cursor: 0)
    #expect(picker.matches == [0, 1, 2])
    picker.edited("r", cursor: 1)
    picker.edited("", cursor: 0)
    #expect(name(of: picker) == "resume", "deleting letters does not change the choice")
  }

  @Test("The list shows each form, the progress of its draft, and a sentence about the chosen form")
  func screen() {
    var picker = picker(["city", "resume"])
    picker.describe(0, title: "City", summary: "Where you live.", fault: nil)
    picker.describe(1, title: "Resume", summary: "", fault: "has errors: longform check r.json")
    picker.noteProgress("34 of 49, yesterday", of: 1)
    let space = String(repeating: " ", count: 61)
    #expect(
      lines(of: picker) == [
        "Which form?" + space + "2 forms",
        "▌ city                           Where you live." + String(repeating: " ", count: 31),
        "  resume   34 of 49, yesterday   has errors", "", "Where you live.", "form ▸ ",
        "Enter opens   ↑↓ choose   type to narrow   Esc leaves",
      ])
    _ = picker.press(.down)
    #expect(lines(of: picker)[2].hasPrefix("▌ resume   34 of 49, yesterday   has errors "))
    #expect(lines(of: picker)[4] == "has errors: longform check r.json")
  }

  @Test("Without UTF-8 the list is ASCII; narrow terminals omit whole hints at the right")
  func narrow() {
    let ascii = picker(["city", "resume"], hasUTF8: false)
    #expect(!lines(of: ascii).joined().utf8.contains { $0 >= 0x80 })
    #expect(lines(of: ascii)[1].hasPrefix("> city"))
    let hints = "Enter opens   ↑↓ choose   type to narrow   Esc leaves"
    for columns in 1...80 {
      let line = lines(of: picker(["city"], columns: columns)).last ?? ""
      #expect(hints.hasPrefix(line) && line.count < max(columns, 2))
      #expect(["", "s", "e", "w"].contains(line.suffix(1)), "\(line)")
    }
  }

  @Test(
    "After any keys, queries, titles and sizes, the chosen form is in view, and no line moves"
  )
  func walk() {
    for round in 0..<300 {
      var random = SeededGenerator(seed: 9, round)
      let pieces = ["a", "b", "ab", "é", "名", "-"]
      func word() -> String {
        (0..<random.number(in: 1...6)).map { _ in random.one(of: pieces) }.joined()
      }
      var names: [String] = []
      while names.count < random.number(in: 1...40) {
        let name = word()
        if !names.contains(name) { names.append(name) }
        if names.count > 40 { break }
      }
      var picker = picker(
        names, rows: random.number(in: 1...30), columns: random.number(in: 1...90))
      var query = ""
      for _ in 0..<40 {
        let before = picker
        switch random.number(below: 6) {
        case 0:
          query = random.chance(30) ? "" : word()
          picker.edited(query, cursor: random.number(in: 0...query.unicodeScalars.count))
          let folded = Folding.folded(query)
          // The independent check knows only names; the picker may also find forms by their titles.
          for (index, name) in names.enumerated() where Folding.folded(name).contains(folded) {
            #expect(picker.matches.contains(index))
          }
        case 1:
          let index = random.number(below: names.count)
          picker.describe(index, title: word(), summary: word(), fault: nil)
          if picker.forms[index].title == before.forms[index].title || query.isEmpty {
            #expect(picker.chosen == before.chosen)
          }
        case 2: picker.noteProgress(word(), of: random.number(below: names.count))
        case 3:
          picker.size = ScreenSize(
            rows: random.number(in: 1...30), columns: random.number(in: 1...90))
        default:
          let keys: [Key] = [
            .up, .down, .pageUp, .pageDown, .meta("<"), .meta(">"), .control("n"), .tab,
          ]
          let effect = picker.press(random.one(of: keys))
          #expect(effect == .done)
          #expect(picker.query == before.query && picker.matches == before.matches)
        }
        #expect((picker.chosen == nil) == picker.matches.isEmpty)
        if let chosen = picker.chosen { #expect(picker.matches.contains(chosen)) }
        picker.scroll()
        let frame = picker.frame()
        #expect(frame.lines.count <= picker.size.rows)
        #expect(frame.lines.allSatisfy { $0.columns < max(picker.size.columns, 2) })
        #expect(frame.lines.indices.contains(frame.cursorLine))
        #expect(frame.cursorColumn < max(picker.size.columns, 2))
        let bars = frame.lines.filter { $0.text.hasPrefix("▌") }.count
        #expect(bars == (picker.chosen == nil || picker.size.rows == 1 ? 0 : 1))
        var other = picker
        other.edited("no such form", cursor: 0)
        #expect(other.frame().lines.count == frame.lines.count, "typing moves nothing")
      }
    }
  }

  @Test("A title that is read later does not change the choice")
  func laterTitles() {
    var picker = picker(["zebra", "apple"])
    picker.edited("app", cursor: 3)
    #expect(name(of: picker) == "apple" && picker.matches == [1])
    picker.describe(0, title: "Apparatus", summary: "", fault: nil)
    #expect(name(of: picker) == "apple" && picker.matches == [0, 1])
    #expect(picker.undescribed == 1)
    picker.describe(1, title: "", summary: "", fault: "cannot be read")
    #expect(picker.undescribed == nil)
  }

  @Test("In plain mode a form is chosen by its number, its name, or an unambiguous short name")
  func sentences() {
    var picker = picker(["city", "classmates", "7"])
    picker.describe(0, title: "City", summary: "", fault: nil)
    picker.noteProgress("1 of 13, just now", of: 0)
    #expect(picker.numberedLines[0] == "1 city, 1 of 13, just now: City")
    picker.describe(1, title: "Classmates", summary: "Their names. Twenty of them.", fault: nil)
    #expect(picker.numberedLines[1] == "2 classmates: Their names.")
    let meant = ["2", "city", "CL", "c", "", "0", "4", "7", "x"].map { picker.form(meantBy: $0) }
    #expect(meant == ["classmates", "city", "classmates", nil, nil, nil, nil, "7", nil])
  }
}
