// Texts of all kinds of scalars, on screens of all sizes.

import FormFixtures
import FormModel
import FormScreen
import FormText
import Testing

@Suite("Screens of any text")
struct AnyTextScreenTests {
  @Test("Every scalar can be in a row, both alone and with a combining mark")
  func everyScalar() throws {
    var session = FormSession(try .reading(Forms.classmates))
    let size = ScreenSize(rows: 1, columns: 2_000)
    let scalars = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).filter {
      switch $0.properties.generalCategory {
      case .privateUse: $0.value % 4096 == 0
      case .unassigned: $0.properties.isDefaultIgnorableCodePoint || $0.value % 4096 > 4093
      // Test a sample of the many ideographs and Hangul syllables, which are all treated alike.
      case .otherLetter: $0.value < 0x3400 || $0.value % 64 == 0
      default: true
      }
    }
    var text = ""
    var count = 0
    func paint() {
      session.applyToEnd(.edited(Text(text), cursor: 0, kind: .other))
      let shown = session.frame(size: size, state: ScreenState(height: .viewport(8), hasUTF8: true))
        .trimmedText
      let values = text.unicodeScalars.map(\.value)
      func letters(_ text: String) -> Int { text.unicodeScalars.count { $0 == "x" } }
      #expect(letters(shown) == letters(text), "something is cut of \(values)")
      #expect(
        shown.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control || $0 == "\n"
        }, "nothing is sent raw of \(values)")
      text = ""
    }
    for scalar in scalars {
      text += "\(scalar)x\(scalar)\u{301}x"
      count += 1
      if count % 100 == 0 { paint() }
    }
    paint()
  }

  @Test("No line is wider than the screen, however small it is", arguments: 1...20)
  func smallScreens(columns: Int) throws {
    let texts = [
      "", "a", "日本", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "\u{301}", "a\tb\u{202E}", "one\ntwo\r\nthree 日本語 words",
    ]
    for template in [Forms.classmates, Forms.everything, Forms.everyType] {
      for rows in 1...8 {
        var session = FormSession(try .reading(template))
        let size = ScreenSize(rows: rows, columns: columns)
        for (number, text) in texts.enumerated() {
          session.applyToEnd(.edited(Text(text), cursor: number % 2, kind: .other))
          var state = ScreenState(height: .viewport(8), hasUTF8: true)
          let prompts: [ScreenState.Prompt] = [
            .row, .command(Text("日x"), cursor: 2), .find(Text("日x"), cursor: 2),
            .question("日本 and so on?", kind: number % 2 == 0 ? .save : .other),
          ]
          for prompt in prompts {
            state.prompt = prompt
            state.message = number % 3 == 0 ? ScreenState.Message("日本語 said") : nil
            state.panel = number % 4 == 1 ? .lines(["日本", "x"], title: "日") : nil
            state.storage = number % 2 == 0 ? .notKept("NOT KEPT: 日本") : .nothing
            state.appearance.namesKeys = number % 2 == 1
            let frame = session.frame(size: size, state: state)
            #expect(frame.lines.count <= rows)
            for line in frame.lines {
              #expect(line.columns <= max(columns - 1, 1), "\(line.text) at \(rows) × \(columns)")
            }
          }
          session.applyToEnd(.moved(.next))
        }
      }
    }
  }

  @Test("A character with a million combining marks is not sent to the terminal")
  func manyMarks() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.type("a" + String(repeating: "\u{301}", count: 500_000))
    let text = session.frame(size: ScreenSize(rows: 24, columns: 80)).trimmedText
    #expect(text.utf8.count < 10_000)
    #expect(text.contains("(1,000,001 bytes)"))
  }

  @Test("A secret that is too long to edit is shown with the size of its text, not of its dots")
  func longSecret() throws {
    let form = """
      {"longform": 1, "id": "s", "sections": [{"rows": [{"id": "a", "type": "secret"}]}]}
      """
    var session = FormSession(try .reading(form))
    session.type(String(repeating: "k", count: 5_000))
    let text = session.frame(size: ScreenSize(rows: 24, columns: 80)).trimmedText
    #expect(text.contains("(5,000 bytes)") && !text.contains("k"))
  }
}
