// Makes almost valid documents: replaces JSON values in example documents, or changes bytes.

import Candidates
import FormFormats
import FormModel
import FormScreen
import LosslessJSON
import TerminalTesting

/// Makes documents of one kind.
struct DocumentMaker {
  /// The example documents, and the random changes of their bytes.
  private let mutation: Mutation
  /// The texts of the JSON values in the documents; empty if the documents are not JSON.
  private let values: [[UInt8]]
  /// The ranges of the values in each document.
  private let places: [[Range<Int>]]

  private static let jsonPieces = [
    "null", "true", "-0", "1e999", "-1", "0.1", "99999999999999999999", "\"\"", "\"{n}\"",
    "\"a[]\"", "\"a.b\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"", "\"\u{202E}\"", "\"e\u{301}\"", "[]",
    "{}", "[[]]", "{\"\":{}}", "{\"a\":1,\"a\":2}", "\"(a+)+$\"", "\"[\"", "\"2019-3\"", ",", ":",
    "]", "}", "{", "[", "\"", "\\", "[[[[[[[[", "{\"a\":{\"a\":", "\u{FEFF}", "1000000", "1000001",
  ]

  private static let templatePieces = [
    "{\"row\":\"a\",\"filled\":true}", "{\"not\":{\"any\":[]}}", "{\"all\":[{\"row\":\"name\"}]}",
    "\"choice\"", "\"choices\"", "\"date\"", "\"time\"", "\"note\"", "\"secret\"", "\"list\"",
    "\"boolean\"", "\"month\"", "{\"file\":\"x\"}", "{\"value\":1,\"label\":\"One\"}",
    "{\"id\":\"a{n}\",\"count\":3,\"key\":\"a[]\"}", "{\"insert\":\"first\",\"entry\":true}",
  ]

  private static let schemaPieces = [
    "{\"$ref\":\"#\"}", "{\"$ref\":\"#/properties\"}", "{\"allOf\":[{\"$ref\":\"#\"}]}",
    "{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}", "{\"const\":null}", "{\"enum\":[]}",
    "{\"anyOf\":[{\"type\":\"null\"},true]}", "{\"oneOf\":[false]}", "{\"not\":{}}",
    "{\"pattern\":\"(?<=x)[\\\\w-z]{2,}\"}", "{\"pattern\":\"[^]\"}",
    "{\"type\":[\"string\",\"integer\"]}",
    "{\"type\":\"object\",\"properties\":{\"a.b\":true,\"\":{},\"{n}\":{\"type\":\"string\"}}}",
    "{\"type\":\"integer\",\"minimum\":9223372036854775807,\"exclusiveMinimum\":9223372036854775807}",
    "{\"format\":\"date\",\"default\":\"x\",\"maxLength\":-1}", "\"#/definitions/%zz\"",
    "{\"$defs\":{\"a\":{\"$anchor\":\"x\",\"$ref\":\"#x\"}},\"$ref\":\"#x\"}",
  ]

  init(for kind: DocumentFuzzer.Kind, files: [String]) throws {
    let format = AnswersFuzzer.formats[kind.rawValue]
    let (documents, pieces): ([[UInt8]], [String])
    switch kind {
    case .template:
      documents = DocumentMaker.contents(of: files)
      pieces = DocumentMaker.jsonPieces + DocumentMaker.templatePieces
    case .schema:
      documents = DocumentMaker.contents(of: files)
      pieces = DocumentMaker.jsonPieces + DocumentMaker.schemaPieces
    default:
      documents = format?.documents.map { Array($0.utf8) } ?? []
      pieces = (format?.pieces ?? []) + (format?.isJSON == true ? DocumentMaker.jsonPieces : [])
    }
    guard !documents.isEmpty else {
      throw Misbehaviour(description: "no documents to begin from")
    }
    var (values, places): ([[UInt8]], [[Range<Int>]]) = ([], [])
    if format == nil || format?.isJSON == true {
      for document in documents {
        var ranges: [Range<Int>] = []
        if let parsed = try? JSONDocument(parsing: document) {
          DocumentMaker.collect(parsed.root, into: &ranges)
        }
        values += ranges.map { Array(document[$0]) }.filter { $0.count < 2_000 }
        places.append(ranges)
      }
    }
    (self.values, self.places) = (values, places)
    mutation = Mutation(documents: documents, pieces: pieces)
  }

  /// Returns the contents of the small files. Large files are left out, because each new document
  /// is a copy of a file.
  private static func contents(of files: [String]) -> [[UInt8]] {
    files.compactMap(readFile).filter { (1..<40_000).contains($0.count) }
  }

  private static func collect(_ value: JSONValue, into ranges: inout [Range<Int>]) {
    ranges.append(value.range)
    for element in value.elements { collect(element, into: &ranges) }
    for (_, member) in value.members { collect(member, into: &ranges) }
  }

  // MARK: - Making

  /// Returns the next document.
  func document(_ input: inout Input) -> [UInt8] {
    let index = input.number(below: mutation.documents.count)
    var bytes = mutation.documents[index]
    if index < places.count, !places[index].isEmpty, input.number(below: 4) > 0 {
      exchange(in: &bytes, at: places[index], &input)
      if input.number(below: 3) > 0 { return bytes }
    }
    mutation.mutate(&bytes, &input)
    return bytes
  }

  /// Replaces some values with other values. Begins at the end of the document, so that earlier
  /// ranges stay valid.
  private func exchange(
    in bytes: inout [UInt8], at places: [Range<Int>], _ input: inout Input
  ) {
    let chosen = (0...input.number(below: 4)).map { _ in places[input.number(below: places.count)] }
    var limit = bytes.count
    for place in chosen.sorted(by: { $0.lowerBound > $1.lowerBound })
    where place.upperBound <= limit {
      bytes.replaceSubrange(place, with: value(&input))
      limit = place.lowerBound
    }
  }

  private func value(_ input: inout Input) -> [UInt8] {
    switch input.number(below: 12) {
    case 0:
      let depth = 1 << input.number(below: 12)
      return Array(repeating: UInt8(ascii: "["), count: depth)
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    case 1..<6: return mutation.piece(&input)
    default: return values[input.number(below: values.count)]
    }
  }
}
