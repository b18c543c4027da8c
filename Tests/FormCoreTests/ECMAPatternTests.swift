// Patterns of JSON Schema in templates: found anywhere there, matched whole here.

import Testing

@testable import FormCore

@Suite("Patterns of JSON Schema")
struct ECMAPatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    let regex = try Regex(ECMAPattern.wholeMatch(of: pattern)).matchingSemantics(.unicodeScalar)
    return try regex.wholeMatch(in: text) != nil
  }

  @Test(
    "A rewritten pattern matches the texts in which the pattern is found, and no others",
    arguments: [
      ("^abc$", ["abc"], ["abcd", "xabc", "ABC", ""]),
      ("b", ["b", "abc", "a\nb\nc"], ["ac", ""]),
      ("^a", ["a", "ab"], ["ba"]),
      ("z$", ["z", "az"], ["za"]),
      ("^a$|^b$", ["a", "b"], ["ab", "ba", "c"]),
      ("^(a|b)$", ["a", "b"], ["ab"]),
      ("^a|b$", ["ax", "xb"], ["xa", "bx"]),
      ("\\$$", ["5$"], ["$5"]),
      ("\\d+", ["12", "a1"], ["٣", "a"]),
      ("^\\w+$", ["a_1"], ["é", "a-b"]),
      ("^\\W\\D$", ["-é", "éx"], ["a1"]),
      ("^[\\w-.]+$", ["a-.b"], ["a+"]),
      ("^[\\w.-]+$", ["a-.b"], ["a+"]),
      ("^[+--]$", ["+", ",", "-"], ["."]),
      ("^[a-c-e]$", ["b", "-", "e"], ["d"]),
      ("^[[&&x~~]+$", ["[&x~"], ["y"]),
      ("^[^[]$", ["a"], ["["]),
      ("^[\\]\\\\]$", ["]", "\\"], ["a"]),
      ("^[^\\d\\s]$", ["a"], ["1", " "]),
      ("^[\\D]$", ["a"], ["1"]),
      ("^a{2}b{1,}c{0,1}$", ["aab", "aabbc"], ["ab"]),
      ("^a{,2}$", ["a{,2}"], ["aa"]),
      ("^{x}$", ["{x}"], ["x"]),
      ("^]$", ["]"], []),
      ("^\\u00e9\\x41\\u{1F600}$", ["éA😀"], ["e\u{301}A😀"]),
      ("^\\ud83d\\ude00$", ["😀"], []),
      ("^\\p{Lu}\\P{Lu}$", ["Éé"], ["éÉ"]),
      ("^(?:a|b)+(?=c)c(?!d)$", ["abc"], ["ab"]),
      ("^(?<x>.)\\k<x>(.)\\2$", ["aabb"], ["abab"]),
      ("^https?://", ["http://x", "https://"], ["ftp://x", " http://"]),
      ("^\\/\\-\\#\\~\\!$", ["/-#~!"], []),
      ("^\u{301}x$", ["\u{301}x"], ["x"]),
      ("^.$", ["e", "é", "👍"], ["e\u{301}", "", "\n"]),
      ("", ["", "anything"], []),
      ("^", ["", "anything"], []),
      ("^[0-9]{4}-(0[1-9]|1[0-2])$", ["2024-05"], ["2024-13", "x2024-05"]),
    ])
  func rewritten(pattern: String, found: [String], others: [String]) throws {
    for text in found { #expect(try matches(pattern, text), "\(pattern) in \(text)") }
    for text in others { #expect(try !matches(pattern, text), "\(pattern) not in \(text)") }
  }

  @Test(
    "What Swift would read in another way is refused",
    arguments: [
      "\\bword", "a\\B", "(?<=a)b", "(?<!a)b", "(?i)a", "(?#x)", "[]", "[^]", "[a", "\\A", "\\Z",
      "\\Qa\\E", "\\cA", "\\h", "\\01", "\\u12", "\\x4", "\\ud83d", "\\u{110000}", "\\pL", "a++",
      "a{2}+", "a\\",
    ])
  func refused(pattern: String) {
    #expect(throws: ECMAPattern.Untranslatable.self) { try ECMAPattern.wholeMatch(of: pattern) }
  }
}
