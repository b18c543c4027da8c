// The value that the text of a row means, as exports write it.

package import FormText
package import LosslessJSON

/// The value of an answer.
package enum RowValue: Sendable {
  case string(Text)
  /// A number with exactly the typed digits; it never becomes a `Double`.
  case number(Text)
  case boolean(Bool)
  case list([RowValue])
  /// Any value, as JSON.
  case json(Text)
}

/// Values are compared as in JSON Schema (Core, section 4.2.2): 1 equals 1.0, but not "1".
extension RowValue: Hashable {
  package static func == (left: RowValue, right: RowValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left == right
    case (.number(let left), .number(let right)):
      left == right || DecimalNumber(left.string) == DecimalNumber(right.string)
    case (.boolean(let left), .boolean(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.json(let left), .json(let right)): left == right
    case (.string, _), (.number, _), (.boolean, _), (.list, _), (.json, _): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text): hasher.combine(text)
    case .number(let text): hasher.combine(DecimalNumber(text.string))
    case .boolean(let answer): hasher.combine(answer)
    case .list(let values): hasher.combine(values)
    case .json(let text): hasher.combine(text)
    }
  }
}

extension RowValue {
  /// Converts a JSON value; nil for null, for an object, and for an array that contains null or an
  /// object.
  package init?(_ json: JSONValue) {
    switch json.kind {
    case .null, .object: return nil
    case .string: self = .string(Text(json.string ?? ""))
    case .number: self = .number(Text(json.numberText ?? ""))
    case .boolean: self = .boolean(json.bool ?? false)
    case .array:
      var elements: [RowValue] = []
      for element in json.elements {
        guard let value = RowValue(element) else { return nil }
        elements.append(value)
      }
      self = .list(elements)
    }
  }

  /// The value as text, without quotation marks; nil for a list.
  package var text: Text? {
    switch self {
    case .string(let text), .number(let text), .json(let text): text
    case .boolean(let answer): answer ? "true" : "false"
    case .list: nil
    }
  }

  /// Appends the value as JSON.
  ///
  /// - Parameter depth: the nesting level of the value in the text that `layout` arranges.
  package func write(into buffer: inout [UInt8], layout: JSONLayout, depth: Int) {
    switch self {
    case .string(let text): JSONWriter.appendString(text.string, to: &buffer)
    case .number(let digits): buffer.append(contentsOf: digits.string.utf8)
    case .boolean(let answer): buffer.append(contentsOf: (answer ? "true" : "false").utf8)
    case .json(let text):
      // Line breaks occur only between parts of the JSON text; line breaks in strings are escaped.
      let isOneLine = layout.newline == nil
      buffer.append(
        contentsOf: text.string.utf8.lazy.map {
          isOneLine && ($0 == 0x0A || $0 == 0x0D) ? 0x20 : $0
        })
    case .list(let elements):
      buffer.append(0x5B)
      for (index, element) in elements.enumerated() {
        if index > 0 {
          buffer.append(0x2C)
          if layout.newline == nil { buffer.append(contentsOf: layout.spacing) }
        }
        layout.beginLine(depth: depth + 1, in: &buffer)
        element.write(into: &buffer, layout: layout, depth: depth + 1)
      }
      if !elements.isEmpty { layout.beginLine(depth: depth, in: &buffer) }
      buffer.append(0x5D)
    }
  }
}

/// The reason that an answer is refused.
public struct Refusal: Error, Hashable, Sendable {
  /// The fault, without a full stop and without the suggested text.
  var fact: String
  /// A question about the suggested text, which follows the fault in the sentence.
  private var question = ""
  /// The suggested text, if any.
  public var correction: String?
  /// Whether the answer could not be checked, so that the row's own message would be wrong.
  var isUnchecked = false

  /// Creates a refusal whose sentence ends in the correction or, if there is none, in the allowed
  /// values. A line of the screen does not have room for both.
  init(_ sentence: String, correction: String? = nil, allowed: String? = nil) {
    fact = sentence
    self.correction = correction
    if let correction {
      question = "; did you mean \(correction.quoted)?"
    } else if let allowed {
      fact += "; write \(allowed)"
    }
  }

  /// The fault and the question about the suggested text, without a full stop.
  public var sentence: String {
    get { fact + question }
    set { (fact, question) = (newValue, "") }
  }

  /// Creates the refusal of an answer that could not be checked.
  init(_ subject: String, uncheckedBecause reason: String) {
    fact = "\(subject) cannot be checked: \(reason)"
    isUnchecked = true
  }
}
