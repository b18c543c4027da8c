// Bracketed pastes that the decoder returns.

import Testing

@testable import Keys

@Suite("Bracketed paste")
struct PasteTests {
  private func paste(_ bytes: [UInt8], pieces size: Int = .max) -> [InputDecoder.Token] {
    var decoder = InputDecoder(escapeDelay: 50)
    var tokens: [InputDecoder.Token] = []
    var index = 0
    while index < bytes.count {
      let end = min(bytes.count, index + min(size, bytes.count))
      decoder.append(bytes[index..<end], at: 0)
      while let token = decoder.next(now: 0, escapeMatters: false) { tokens.append(token) }
      index = end
    }
    return tokens
  }

  private func bracketed(_ text: String) -> [UInt8] {
    Array("\u{1b}[200~\(text)\u{1b}[201~".utf8)
  }

  @Test("A paste is one token, even if it arrives in pieces of any size")
  func anyPieces() {
    for size in 1...20 {
      let found = paste(bracketed("Ada 👩‍👩‍👧‍👦\tx\u{1b}[20\u{1b}[201") + [0x61], pieces: size)
      #expect(
        found == [
          .paste(Paste(text: "Ada 👩‍👩‍👧‍👦\tx[20[201", leftOut: 2)), .key(.character("a")),
        ])
    }
  }

  @Test("Every line break in a paste becomes LF")
  func lineBreaks() {
    #expect(paste(bracketed("a\r\nb\rc\nd\r")) == [.paste(Paste(text: "a\nb\nc\nd\n"))])
  }

  @Test("Control characters and invalid bytes in a paste are left out and counted")
  func leftOut() {
    let bytes =
      Array("\u{1b}[200~a".utf8) + [0, 7, 0x7f, 0xc2, 0x9b, 0xff, 0xed, 0xa0, 0x80]
      + Array("b\u{1b}[201~".utf8)
    #expect(paste(bytes) == [.paste(Paste(text: "ab", leftOut: 8))])
  }

  @Test("An empty paste is not reported")
  func empty() {
    #expect(paste(bracketed("")) == [])
  }

  @Test("A paste without a closing bracket ends after a second without bytes")
  func unterminated() {
    var decoder = InputDecoder(escapeDelay: 50)
    decoder.append(Array("\u{1b}[200~abc".utf8), at: 0)
    #expect(decoder.next(now: 0, escapeMatters: false) == nil)
    decoder.append(Array("def\u{1b}[2".utf8), at: 900)
    #expect(decoder.next(now: 1100, escapeMatters: false) == nil)
    #expect(decoder.deadline == 1900)
    let paste = Paste(text: "abcdef[2", leftOut: 1)
    #expect(decoder.next(now: 1900, escapeMatters: false) == .paste(paste))
    decoder.append(Array("x".utf8), at: 2000)
    #expect(decoder.next(now: 2000, escapeMatters: false) == .key(.character("x")))
  }

  @Test("A paste of a megabyte that arrives in pieces is one token with the whole text")
  func megabyte() {
    let text = String(repeating: "Ada Lovelace, é 你\n", count: 50_000)
    #expect(paste(bracketed(text), pieces: 4095) == [.paste(Paste(text: text))])
  }
}
