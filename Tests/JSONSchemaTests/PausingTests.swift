// Checks that pause: the verdict must not depend on the moments of the pauses.

import LosslessJSON
import TerminalTesting
import Testing

@testable import JSONSchema

@Suite("Checks by JSON Schemas that pause")
struct PausingTests {
  @Test(
    "A check that pauses after every step finds the same faults in the same order",
    arguments: 0..<6)
  func pauses(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (invalid, steps) = (0, 0)
    for _ in 0..<60 {
      let text = SchemaMaker.schema(&random, depth: 4)
      let schema = try JSONSchema([("a.json", try JSONDocument(parsing: Array(text.utf8)))])
      for _ in 0..<4 {
        let value = SchemaMaker.value(&random, depth: 4)
        let document = try JSONDocument(parsing: Array(value.utf8))
        var whole = SchemaCheck(schema.program, of: document, steps: 20_000)
        var left = Int.max / 2
        _ = whole.advance(steps: &left)
        var pausing = SchemaCheck(schema.program, of: document, steps: 20_000)
        var one = 1
        while !pausing.advance(steps: &one) {
          steps += 1
          one = 1
        }
        let faults = whole.sortedFaults.map(Self.words)
        #expect(pausing.sortedFaults.map(Self.words) == faults, "\(text) \(value)")
        invalid += faults.isEmpty ? 0 : 1
      }
    }
    #expect(invalid > 20, "the random documents have faults")
    #expect(steps > 300, "the checks pause")
  }

  private static func words(_ fault: SchemaFault) -> String {
    "\(fault.value): \(fault.complaint.sentence)"
  }

  @Test("A check of a long list does little work between two pauses")
  func slices() throws {
    let schema = try JSONSchema([
      ("a.json", try JSONDocument(parsing: Array(#"{"items": {"type": "string"}}"#.utf8)))
    ])
    let text = "[" + Array(repeating: "1", count: 5_000).joined(separator: ",") + "]"
    var check = schema.check(of: try JSONDocument(parsing: Array(text.utf8)), atMost: 9)
    var slices = 0
    var problems: [DocumentFault]?
    while problems == nil {
      var effort = 10
      problems = check.advance(effort: &effort)
      slices += 1
    }
    #expect(slices > 100)
    #expect(problems?.map(\.path.pointer) == (0..<9).map { "/\($0)" })
  }
}

/// Makes random schemas, and values for them.
private enum SchemaMaker {
  private static let names = ["a", "b", "c"]

  static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    switch random.number(below: depth > 0 ? 8 : 5) {
    case 0: return "null"
    case 1: return random.one(of: ["true", "1", "2.5", "-3"])
    case 2, 3, 4: return random.one(of: ["1", "2", "\"a\"", "\"bb\"", "\"2024-02-30\""])
    case 5, 6:
      let members = names.filter { _ in random.chance(60) }
        .map { "\"\($0)\": \(value(&random, depth: depth - 1))" }
      return "{\(members.joined(separator: ", "))}"
    default:
      let items = (0..<random.number(below: 4)).map { _ in value(&random, depth: depth - 1) }
      return "[\(items.joined(separator: ", "))]"
    }
  }

  static func schema(_ random: inout SeededGenerator, depth: Int) -> String {
    guard depth > 0 else {
      return random.one(of: [##"{"$ref": "#"}"##, "true", "false", #"{"type": "string"}"#])
    }
    var keywords = ["\"$comment\": \"\""]
    for _ in 0...random.number(below: 3) { keywords.append(keyword(&random, depth: depth - 1)) }
    let distinct = Dictionary(
      keywords.map { (String($0.prefix { $0 != ":" }), $0) },
      uniquingKeysWith: { first, _ in first })
    return "{\(distinct.values.sorted().joined(separator: ", "))}"
  }

  private static func keyword(_ random: inout SeededGenerator, depth: Int) -> String {
    func one() -> String { schema(&random, depth: depth) }
    func several() -> String { "[\(one()), \(one()), \(one())]" }
    let name = random.one(of: names)
    switch random.number(below: 21) {
    case 0: return #""type": ["object", "array", "integer"]"#
    case 1: return #""enum": [1, "a", [], {"a": 1}]"#
    case 2: return #""minimum": 2"#
    case 3: return #""maxLength": 1"#
    case 4: return #""required": ["a", "b"]"#
    case 5: return "\"properties\": {\"\(name)\": \(one()), \"d\": \(one())}"
    case 6: return "\"patternProperties\": {\"^[ab]\": \(one())}"
    case 7: return "\"additionalProperties\": \(one())"
    case 8: return "\"items\": \(one())"
    case 9: return "\"prefixItems\": \(several())"
    case 10: return "\"contains\": \(one()), \"maxContains\": 1"
    case 11: return "\"uniqueItems\": true"
    case 12: return "\"propertyNames\": \(one())"
    case 13: return "\"dependentSchemas\": {\"\(name)\": \(one())}"
    case 14: return "\"allOf\": \(several())"
    case 15: return "\"anyOf\": \(several())"
    case 16: return "\"oneOf\": \(several())"
    case 17: return "\"not\": \(one())"
    case 18: return "\"if\": \(one()), \"then\": \(one()), \"else\": \(one())"
    case 19: return "\"unevaluatedProperties\": \(one())"
    default: return "\"unevaluatedItems\": \(one())"
    }
  }
}
