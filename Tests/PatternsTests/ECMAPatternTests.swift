// Patterns of JSON Schema match anywhere in a text, patterns of templates the whole text. The
// import rewrites the patterns.

import Testing

@testable import Patterns

@Suite("Patterns of JSON Schema")
struct ECMAPatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    try Pattern(ECMAPattern.wholeMatch(of: pattern)).verdict(on: text) == .matches
  }

  @Test(
    "A rewritten pattern matches exactly those texts in which the original has a match",
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
      ("\\bword\\b", ["word", "a word.", "éword"], ["sword", "words", "1word"]),
      ("^a\\Bb", ["ab"], ["a b"]),
      ("a\\B", ["ab", "a_"], ["a", "a b", "aé"]),
      ("(?<=a)b", ["ab", "xab"], ["b", "cb"]),
      ("(?<!a)b", ["b", "cb"], ["ab"]),
      ("^[^]$", ["a", "\n", "é"], ["", "ab"]),
      ("[]", [], ["", "a"]),
      ("^x[]|y$", ["y"], ["x"]),
      ("^\\cJ\\cm$", ["\n\r"], ["Jm"]),
      ("^[\\cA-\\cC]$", ["\u{2}"], ["B"]),
      ("^\\v\\f\\t$", ["\u{B}\u{C}\t"], ["\n\u{C}\t", "\u{85}\u{C}\t"]),
      ("^[\\v]$", ["\u{B}"], ["\n", "\u{2028}"]),
      ("^\\s$", [" ", "\u{A0}", "\u{FEFF}", "\u{2028}"], ["\u{85}", "\u{180E}", "a"]),
      ("^\\S$", ["\u{85}", "\u{180E}", "a"], [" ", "\u{A0}", "\u{FEFF}", "\u{2028}"]),
      ("^[\\s]$", [" ", "\u{A0}", "\u{FEFF}"], ["\u{85}", "a"]),
      ("^[\\S]$", ["\u{85}", "\u{180E}", "a", "👍"], [" ", "\u{A0}", "\u{FEFF}", "\u{3000}"]),
      ("^[\\W]$", ["é", "-", "👍", "[", "`"], ["a", "_", "Z", "0"]),
      ("^[^\\W]$", ["a", "_"], ["é", "-"]),
      ("^[[:alpha:]]$", [":]", "a]", "[]"], ["b", "x]"]),
      ("^\\p{Letter}\\p{gc=Nd}\\P{General_Category=Uppercase_Letter}$", ["é٣é"], ["11a", "a1A"]),
      ("^\\p{Script=Greek}+\\p{sc=Latin}$", ["αβa"], ["aβ"]),
      ("^(a)?b\\1$", ["aba", "b"], ["ab"]),
      ("^(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10$", ["abcdefghijj"], ["abcdefghija0"]),
      ("^\\/\\u0041\\x42\\0$", ["/AB\0"], ["/AB0"]),
      ("^a{ 2 }$", ["a{ 2 }"], ["aa"]),
      ("^(?:a|ab)(?:c|bcd)$", ["abcd", "ac"], ["abd"]),
      ("^.$", ["x"], ["\r", "\u{2028}"]),
    ])
  func rewritten(pattern: String, found: [String], others: [String]) throws {
    for text in found { #expect(try matches(pattern, text), "\(pattern) in \(text)") }
    for text in others { #expect(try !matches(pattern, text), "\(pattern) not in \(text)") }
  }

  @Test(
    "Syntax with a different meaning in PCRE2 is refused",
    arguments: [
      "(?i)a", "(?#x)", "(?>a)", "(?|a)", "(?P<n>a)", "(*ACCEPT)", "[a", "\\A", "\\Z", "\\Qa\\E",
      "\\c1", "\\h", "\\N", "\\K", "\\C", "\\g1", "\\01", "\\u12", "\\x4", "\\ud83d", "\\u{110000}",
      "\\pL", "a++", "a*?+", "a{2}+", "a\\", "\\k<a", "[\\B]",
    ])
  func refused(pattern: String) {
    #expect(throws: ECMAPattern.Untranslatable.self) { try ECMAPattern.wholeMatch(of: pattern) }
  }
}
