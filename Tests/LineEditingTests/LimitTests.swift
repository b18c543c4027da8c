// A line never has more than 4,000 scalars, whether they are typed, loaded, inserted or yanked.

import LineEditing
import Testing

extension LineEditorTests {
  @Suite("The limit")
  struct Limit {
    private static let full = String(repeating: "x", count: LineEditor.scalarLimit)

    @Test("A megabyte of typed text fills the line, and the rest is refused")
    func megabyte() throws {
      try withEditor { editor, terminal in
        let outcome = editor.outcome(
          typing: Array(repeating: 0x61, count: 1_000_000), on: terminal)
        #expect(editor.scalarCount == 4000)
        #expect(outcome.events.prefix(4000).allSatisfy { $0 == .edited(.typed) })
        #expect(outcome.events.dropFirst(4000).allSatisfy { $0 == .refused(.tooLong) })
        #expect(outcome.events.count == 1_000_000)
      }
    }

    @Test("A run of non-ASCII scalars fills the line up to the limit")
    func run() throws {
      try withEditor { editor, terminal in
        editor.load(String(repeating: "x", count: 3998), cursor: 0)
        let outcome = editor.outcome(typing: Array("éééé".utf8), on: terminal)
        #expect(
          outcome.events == [
            .edited(.typed), .edited(.typed), .refused(.tooLong), .refused(.tooLong),
          ])
        #expect(editor.scalarCount == 4000)
        #expect(editor.cursor == 2)
      }
    }

    @Test("Loading and inserting refuse a text that does not fit")
    func loading() throws {
      try withEditor { editor, _ in
        #expect(editor.load(Self.full, cursor: 17) == true)
        #expect(editor.cursor == 17)
        #expect(editor.insert("y") == false)
        #expect(editor.text == Self.full)
        #expect(editor.insert("") == true)
        #expect(editor.load(Self.full + "x", cursor: 0) == false)
        #expect(editor.isEmpty == true)
        #expect(editor.insert(Self.full) == true)
        #expect(editor.cursor == 4000)
      }
    }

    @Test("Yanking refuses a text that does not fit")
    func yanking() throws {
      try withEditor { editor, terminal in
        editor.load(Self.full, cursor: 0)
        let outcome = editor.outcome(typing: [0x15, 0x19, 0x19, 0x7f, 0x19], on: terminal)
        #expect(
          outcome.events == [
            .edited(.killed), .edited(.yanked), .refused(.tooLong), .edited(.deleted),
            .refused(.tooLong),
          ])
        #expect(editor.scalarCount == 3999)
        editor.load("", cursor: 0)
        #expect(editor.outcome(typing: [0x19], on: terminal).line == Self.full + "|")
      }
    }
  }
}
