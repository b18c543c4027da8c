// Rows of type `json`: any JSON value (RFC 8259), exported byte for byte as it was typed.

import FormText
import LosslessJSON

/// Interprets the texts of JSON rows.
enum JSONRow {
  static let kind = RowKind(
    shape: .lines, wording: .notation, traits: [.isJSON], limits: nil,
    json: RowKind.JSONForm(noun: "a JSON value") { _, _ in true },
    value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in value.json }, exported: { answer, _ in try? value(of: answer) })

  /// The number of nesting levels reserved for the containers around the value in a document.
  private static let freeLevels = 64

  private static func value(of answer: Text) throws(Refusal) -> RowValue {
    let bytes = Array(answer.string.utf8)
    do throws(JSONError) {
      _ = try JSONDocument(parsing: bytes)
    } catch {
      let place = "line \(error.position.line), column \(error.position.column)"
      throw Refusal("not JSON: \(place): \(error.description)")
    }
    // The document in which the value is written must not be nested too deeply.
    let (opening, closing) = (UInt8(ascii: "["), UInt8(ascii: "]"))
    let wrapped =
      Array(repeating: opening, count: freeLevels) + bytes
      + Array(repeating: closing, count: freeLevels)
    guard (try? JSONDocument(parsing: wrapped)) != nil else {
      throw Refusal("arrays and objects are nested too deeply")
    }
    return .json(answer)
  }
}

extension RowValue {
  /// The value as JSON, including its line breaks.
  fileprivate var json: Text {
    if case .json(let text) = self { return text }
    var bytes: [UInt8] = []
    write(into: &bytes, layout: .oneLine, depth: 0)
    return Text(String(decoding: bytes, as: UTF8.self))
  }
}
