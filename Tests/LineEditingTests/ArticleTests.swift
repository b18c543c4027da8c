// The example program of the article "Reading a line". The article quotes this file.

import Glibc
import Keys
import LineEditing
import Testing

func ask(_ question: String, with editor: borrowing LineEditor) -> String? {
  while true {
    let left = String(repeating: "\u{8}", count: editor.text.unicodeScalars.count - editor.cursor)
    editor.write(Array("\r\u{1B}[K\(question) \(editor.text)\(left)".utf8))
    switch editor.next() {
    case .key(let press) where press.key == .enter: return editor.text
    case .key(let press): editor.perform(press)
    case .paste(let paste): _ = editor.insert(paste.text)
    case .pending, .mouse, .cursor, .nothing, .resized, .continued: continue
    case .signal, .woken, .hungUp, .failed: return nil
    }
  }
}

extension LineEditorTests {
  @Suite("The article")
  struct Article {
    private static let root =
      #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    private func lines(_ path: String) throws -> [Substring] {
      let file = try #require(fopen("\(Article.root)/\(path)", "r"))
      defer { fclose(file) }
      var bytes: [UInt8] = []
      while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
      return String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("A name is typed, corrected, pasted and returned")
    func asks() throws {
      try withEditor { editor, terminal in
        terminal.type(Array("Adda\u{7F}\u{7F}a\u{1}\u{1B}[200~Dr \u{1B}[201~\r".utf8))
        let name = ask("Your name?", with: editor)
        #expect(name == "Dr Ada")
      }
    }

    @Test("Every line of code in the articles is in this file")
    func shown() throws {
      let known = Set(
        try lines("Tests/LineEditingTests/ArticleTests.swift").map { $0.drop { $0 == " " } })
      for page in ["ReadingALine", "LineEditing"] {
        var isCode = false
        var count = 0
        for line in try lines("Sources/LineEditing/LineEditing.docc/\(page).md") {
          if line.hasPrefix("```") {
            isCode.toggle()
          } else if isCode {
            #expect(known.contains(line.drop { $0 == " " }), "\(page): \(line)")
            count += 1
          }
        }
        #expect(count > 0)
      }
    }
  }
}
