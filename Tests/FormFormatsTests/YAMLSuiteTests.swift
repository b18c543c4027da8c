// The YAML test suite (github.com/yaml/yaml-test-suite, MIT). Fixtures/YAMLTestSuite/cases.jsonl
// has one line for each case, with its JSON value if the case is a single value.

import FormFormats
import FormModel
import LosslessJSON
import TerminalTesting
import Testing

@Suite("The YAML test suite")
struct YAMLSuiteTests {
  private static func cases() throws -> [JSONDocument] {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/")
    let text = try #require(readFile(folder + "/Fixtures/YAMLTestSuite/cases.jsonl"))
    return try text.split(separator: 0x0A).map { try JSONDocument(parsing: Array($0)) }
  }

  private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
    guard one.kind == other.kind, one.count == other.count else { return false }
    switch one.kind {
    case .null: return true
    case .boolean: return one.bool == other.bool
    case .number:
      return one.numberText.flatMap(Double.init) == other.numberText.flatMap(Double.init)
    case .string: return Array((one.string ?? "").utf8) == Array((other.string ?? "").utf8)
    case .array: return zip(one.elements, other.elements).allSatisfy { isSame($0, $1) }
    // The order of the members of an object does not matter.
    case .object:
      return one.members.allSatisfy { key, value in
        key.string.flatMap { other[$0] }.map { isSame(value, $0) } ?? false
      }
    }
  }

  @Test("Errors are refused, no value is misread, and every document is written back byte for byte")
  func suite() throws {
    let cases = try YAMLSuiteTests.cases()
    var (read, refused, errors) = (0, 0, 0)
    for document in cases {
      let (id, yaml) = (document.root["id"]?.string ?? "", document.root["yaml"]?.string ?? "")
      let isError = document.root["error"] != nil
      guard let tree = try? YAMLReader.document(from: Array(yaml.utf8)) else {
        if isError { errors += 1 } else { refused += 1 }
        continue
      }
      #expect(!isError, "\(id) is an error and was read")
      #expect(tree.text.bytes == Array(yaml.utf8))
      #expect(
        tree.text.pieces(with: DocumentChanges()) == [.copy(0..<yaml.utf8.count)] || yaml.isEmpty,
        "\(id)")
      guard let json = document.root["json"] else { continue }
      read += 1
      #expect(YAMLSuiteTests.isSame(tree.root, json), "\(id): \(yaml)")
    }
    #expect(cases.count == 402)
    #expect(errors == 94)
    // Some valid YAML is refused too: several documents in a file, keys that are not texts, unknown
    // tags, and texts that libyaml cannot read.
    #expect((read, refused) == (204, 97))
  }
}
