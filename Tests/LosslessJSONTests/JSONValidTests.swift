// Valid JSON texts, with the expected trees and the expected results of the accessors of values.

import LosslessJSON
import Testing

@Suite("Valid JSON")
struct JSONValidTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let tree: @Sendable () -> JSONTree

    init(_ text: String, _ tree: @autoclosure @escaping @Sendable () -> JSONTree) {
      self.text = text
      self.tree = tree
    }

    var testDescription: String { text.debugDescription }
  }

  private static let scalars: [Case] = [
    Case("null", .null),
    Case("true", .bool(true)),
    Case("false", .bool(false)),
    Case(" null", .null),
    Case("null\n", .null),
    Case("\t\r\n null \r\n\t", .null),
    Case("\r\rtrue\r", .bool(true)),
    Case("0", .number("0")),
    Case("-0", .number("-0")),
    Case("0.0", .number("0.0")),
    Case("-0.0e-0", .number("-0.0e-0")),
    Case("1", .number("1")),
    Case("10", .number("10")),
    Case("-12", .number("-12")),
    Case("1.50", .number("1.50")),
    Case("1.000000000000000000000001", .number("1.000000000000000000000001")),
    Case("0e0", .number("0e0")),
    Case("0E+007", .number("0E+007")),
    Case("1e5", .number("1e5")),
    Case("1E5", .number("1E5")),
    Case("1e+5", .number("1e+5")),
    Case("1e-5", .number("1e-5")),
    Case("1.5e00", .number("1.5e00")),
    Case("1e999999", .number("1e999999")),
    Case("123456789012345678901234567890", .number("123456789012345678901234567890")),
    Case(" 7 ", .number("7")),
  ]

  private static let strings: [Case] = [
    Case(#""""#, .text("")),
    Case(#"" ""#, .text(" ")),
    Case(#""a""#, .text("a")),
    Case(#""exactly8""#, .text("exactly8")),
    Case(#""fifteen letters""#, .text("fifteen letters")),
    Case(#""0123456é89abcdef""#, .text("0123456é89abcdef")),
    Case(#""é""#, .text("\u{E9}")),
    Case("\"e\u{301}\"", .text("e\u{301}")),
    Case(#""東京""#, .text("東京")),
    Case(#""👩‍🚀""#, .text("👩‍🚀")),
    Case("\"\u{7F}\"", .text("\u{7F}")),
    Case("\"\u{80}\"", .text("\u{80}")),
    Case("\"\u{7FF}\u{800}\"", .text("\u{7FF}\u{800}")),
    Case("\"\u{D7FF}\u{E000}\"", .text("\u{D7FF}\u{E000}")),
    Case("\"\u{FFFF}\u{10000}\"", .text("\u{FFFF}\u{10000}")),
    Case("\"\u{10FFFF}\"", .text("\u{10FFFF}")),
    Case("\"\u{FEFF}\"", .text("\u{FEFF}")),
    Case("\"\u{2028}\u{2029}\"", .text("\u{2028}\u{2029}")),
    Case(#""\"""#, .text("\"")),
    Case(#""\\""#, .text("\\")),
    Case(#""\/""#, .text("/")),
    Case(#""/""#, .text("/")),
    Case(#""\b\f\n\r\t""#, .text("\u{8}\u{C}\n\r\t")),
    Case(#""\\n""#, .text("\\n")),
    Case(#""\\\"""#, .text("\\\"")),
    Case(#""a\nb""#, .text("a\nb")),
    Case(#""\u0000""#, .text("\0")),
    Case(#""a\u0000b""#, .text("a\0b")),
    Case(#""\u0061""#, .text("a")),
    Case(#""\u00e9""#, .text("\u{E9}")),
    Case(#""\u00E9\u00e9""#, .text("\u{E9}\u{E9}")),
    Case(#""\u007f\u0080\u07ff\u0800""#, .text("\u{7F}\u{80}\u{7FF}\u{800}")),
    Case(#""\ud7ff\ue000\uFFFF""#, .text("\u{D7FF}\u{E000}\u{FFFF}")),
    Case(#""\ud800\udc00""#, .text("\u{10000}")),
    Case(#""\uDBFF\uDFFF""#, .text("\u{10FFFF}")),
    Case(#""\ud83d\ude00x""#, .text("😀x")),
    Case(#""\u0022\u005c""#, .text("\"\\")),
    Case(#""\\u0061""#, .text("\\u0061")),
    Case(#""// no comment /* here */ #""#, .text("// no comment /* here */ #")),
    Case(#""[1,]""#, .text("[1,]")),
    Case(#"  "x"  "#, .text("x")),
  ]

  private static let containers: [Case] = [
    Case("[]", .array([])),
    Case("[ ]", .array([])),
    Case("[\n]", .array([])),
    Case("{}", .object([])),
    Case("{ \t}", .object([])),
    Case("[1]", .array([.number("1")])),
    Case("[1,2]", .array([.number("1"), .number("2")])),
    Case("[ 1 , 2 ]", .array([.number("1"), .number("2")])),
    Case("[\r\n1\r\n,\r\n2\r\n]", .array([.number("1"), .number("2")])),
    Case("[null,true,false]", .array([.null, .bool(true), .bool(false)])),
    Case("[[]]", .array([.array([])])),
    Case("[[],[]]", .array([.array([]), .array([])])),
    Case("[[[1],2],3]", .array([.array([.array([.number("1")]), .number("2")]), .number("3")])),
    Case("[{}]", .array([.object([])])),
    Case("[{},[],{}]", .array([.object([]), .array([]), .object([])])),
    Case(#"["a","a"]"#, .array([.text("a"), .text("a")])),
    Case("[0,-0,0.0]", .array([.number("0"), .number("-0"), .number("0.0")])),
    Case(#"{"a":1}"#, .members(["a": .number("1")])),
    Case(#"{ "a" : 1 }"#, .members(["a": .number("1")])),
    Case(#"{"":null}"#, .members(["": .null])),
    Case(#"{"a":{}}"#, .members(["a": .object([])])),
    Case(#"{"a":[]}"#, .members(["a": .array([])])),
    Case(#"{"b":1,"a":2}"#, .members(["b": .number("1"), "a": .number("2")])),
    Case(#"{"a":{"a":{"a":1}}}"#, .members(["a": .members(["a": .members(["a": .number("1")])])])),
    Case(
      #"[{"a":1},{"a":2}]"#,
      .array([.members(["a": .number("1")]), .members(["a": .number("2")])])),
    Case(#"{"a":1,"A":2}"#, .members(["a": .number("1"), "A": .number("2")])),
    Case(#"{"a":1,"a ":2}"#, .members(["a": .number("1"), "a ": .number("2")])),
    Case(#"{"a":1,"a\u0000":2}"#, .members(["a": .number("1"), "a\0": .number("2")])),
    Case(#"{"\\u0061":1,"a":2}"#, .members(["\\u0061": .number("1"), "a": .number("2")])),
    Case(
      "{\"\u{E9}\":1,\"e\u{301}\":2}",
      .members(["\u{E9}": .number("1"), "e\u{301}": .number("2")])),
    Case(
      #"{"\u00e9":1,"e\u0301":2}"#, .members(["\u{E9}": .number("1"), "e\u{301}": .number("2")])),
    Case(
      "{\"\u{212B}\":1,\"\u{C5}\":2}",
      .members(["\u{212B}": .number("1"), "\u{C5}": .number("2")])),
    Case(
      #"{"a":[1,{"b":"c"}],"d":null}"#,
      .members(["a": .array([.number("1"), .members(["b": .text("c")])]), "d": .null])),
  ]

  @Test("A valid text is read as the expected tree", arguments: scalars + strings + containers)
  func tree(_ example: Case) throws {
    let document = try JSONDocument(parsing: Array(example.text.utf8))
    #expect(JSONTree(document.root) == example.tree())
    #expect(document.bytes == Array(example.text.utf8))
  }

  @Test("The range of a value includes its quotes or brackets, and nothing around them")
  func ranges() throws {
    let text = #" { "k\n" : [ -1.50 , "é" , true ] , "o" : { } } "#
    let document = try JSONDocument(parsing: Array(text.utf8))
    func source(_ value: JSONValue) -> String {
      String(decoding: document.bytes[value.range], as: UTF8.self)
    }
    #expect(source(document.root) == text.dropFirst().dropLast())
    #expect(document.root.members.map { source($0.key) } == [#""k\n""#, #""o""#])
    #expect(document.root.members.map { source($0.value) } == [#"[ -1.50 , "é" , true ]"#, "{ }"])
    let array = try #require(document.root["k\n"])
    #expect(array.elements.map(source) == ["-1.50", #""é""#, "true"])
    #expect(array.elements.map(\.range) == [13..<18, 21..<25, 28..<32])
  }

  @Test("A member is found by the scalars of its key, however they are written")
  func lookup() throws {
    let text = "{\"e\u{301}\":1,\"\\u00e9\":2,\"a\\/b\":3,\"plain\":4}"
    let root = try JSONDocument(parsing: Array(text.utf8)).root
    #expect(root["e\u{301}"]?.numberText == "1")
    #expect(root["\u{E9}"]?.numberText == "2")
    #expect(root["a/b"]?.numberText == "3")
    #expect(root["plain"]?.numberText == "4")
    #expect(root["plai"] == nil)
    #expect(root["plain4"] == nil)
    #expect(root[""] == nil)
    #expect(root["plain"]?["plain"] == nil)
  }

  @Test("Accessors for another kind of value return nil or an empty sequence")
  func wrongKind() throws {
    let root = try JSONDocument(parsing: Array(#"[null,true,1,"s",[0],{"k":0}]"#.utf8)).root
    let values = Array(root.elements)
    #expect(values.map(\.kind) == [.null, .boolean, .number, .string, .array, .object])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.numberText) == [nil, nil, "1", nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "s", nil, nil])
    #expect(values.map(\.count) == [0, 0, 0, 0, 1, 1])
    #expect(values.map { Array($0.elements).count } == [0, 0, 0, 0, 1, 0])
    #expect(values.map { Array($0.members).count } == [0, 0, 0, 0, 0, 1])
  }

  @Test("Positions count lines by LF, CRLF and CR, and columns by scalars")
  func positions() throws {
    let text = "[\n1,\r\n2,\r3,\"é東😀\",4,\u{20}\n\n5]"
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(
      document.root.elements.map(\.position.description)
        == ["2:1", "3:1", "4:1", "4:3", "4:9", "6:1"])
    #expect(document.position(at: 0) == TextPosition(line: 1, column: 1))
    #expect(document.position(at: 5).description == "2:4")
    #expect(document.position(at: -9).description == "1:1")
    #expect(document.position(at: .max).description == "6:3")
    let accent = try #require(document.root.elements.map(\.range.lowerBound).dropFirst(3).first) + 1
    #expect(document.position(at: accent).description == "4:4")
    #expect(document.position(at: accent + 1).description == "4:4")
    #expect(document.position(at: accent + 2).description == "4:5")
  }

  @Test("512 nested levels of arrays or objects are read")
  func deep() throws {
    let arrays = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    var value = try JSONDocument(parsing: Array(arrays.utf8)).root
    var depth = 1
    while let inner = value.elements.first(where: { _ in true }) {
      value = inner
      depth += 1
    }
    #expect(depth == 512)
    let mixed =
      String(repeating: #"{"a":["#, count: 256) + String(repeating: "]}", count: 256)
    #expect(throws: Never.self) { try JSONDocument(parsing: Array(mixed.utf8)) }
  }

  @Test("An object may have 100,000 keys, plain or escaped")
  func manyKeys() throws {
    for prefix in ["key", #"k\u00e9y"#] {
      let members = (0..<100_000).map { #""\#(prefix)\#($0)":\#($0)"# }
      let text = "{" + members.joined(separator: ",") + "}"
      let root = try JSONDocument(parsing: Array(text.utf8)).root
      #expect(root.count == 100_000)
      #expect(root[prefix == "key" ? "key99999" : "k\u{E9}y99999"]?.numberText == "99999")
    }
  }
}
