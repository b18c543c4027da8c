// A form of values in which equal values have equal bytes.

import LosslessJSON

extension JSONValue {
  /// The value as bytes that equal those of another value if and only if the values are equal by
  /// JSON Schema: `1.0` equals `1`, and the order of members does not matter.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the value
  var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return bytes
  }

  private func appendCanonical(to bytes: inout [UInt8]) {
    switch kind {
    case .null, .boolean: bytes += document.bytes[range]
    case .number:
      guard let number = numberText.flatMap({ DecimalNumber($0) }) else { return }
      bytes.append(UInt8(ascii: number.isNegative ? "-" : "+"))
      bytes += number.digits
      bytes.append(UInt8(ascii: "e"))
      bytes += String(number.magnitude).utf8
    case .string: JSONWriter.appendString(string ?? "", to: &bytes)
    case .array:
      bytes.append(UInt8(ascii: "["))
      for element in elements {
        element.appendCanonical(to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "]"))
    case .object:
      let sorted = members.map { (name: Array(($0.key.string ?? "").utf8), value: $0.value) }
        .sorted { $0.name.lexicographicallyPrecedes($1.name) }
      bytes.append(UInt8(ascii: "{"))
      for (name, value) in sorted {
        JSONWriter.appendString(utf8: name, to: &bytes)
        value.appendCanonical(to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
