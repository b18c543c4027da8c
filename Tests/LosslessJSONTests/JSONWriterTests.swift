// The escapes that JSONWriter writes.

import LosslessJSON
import Testing

@Suite("Writing JSON strings")
struct JSONWriterTests {
  @Test(
    "Only quotes, backslashes and control characters are escaped",
    arguments: [
      ("", #""""#),
      ("plain", #""plain""#),
      ("\"", #""\"""#),
      ("\\", #""\\""#),
      ("a\"b\\c", #""a\"b\\c""#),
      ("/", #""/""#),
      ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#),
      ("\0", #""\u0000""#),
      ("\u{1}\u{B}\u{E}\u{1B}\u{1F}", #""\u0001\u000b\u000e\u001b\u001f""#),
      ("\u{7F}\u{80}", "\"\u{7F}\u{80}\""),
      ("\u{2028}\u{FEFF}\u{10FFFF}", "\"\u{2028}\u{FEFF}\u{10FFFF}\""),
      ("e\u{301}", "\"e\u{301}\""),
      ("東京 😀", "\"東京 😀\""),
      ("\r\n", #""\r\n""#),
    ])
  func escapes(string: String, expected: String) {
    var output: [UInt8] = []
    JSONWriter.appendString(string, to: &output)
    #expect(output == Array(expected.utf8))
    output = []
    JSONWriter.appendString(utf8: Array(string.utf8), to: &output)
    #expect(output == Array(expected.utf8))
  }

  @Test("The writer appends to bytes that are already there")
  func appends() {
    var output = Array("[".utf8)
    JSONWriter.appendString("a", to: &output)
    output.append(UInt8(ascii: ","))
    JSONWriter.appendString(utf8: [], to: &output)
    #expect(output == Array(#"["a","""#.utf8))
  }
}
