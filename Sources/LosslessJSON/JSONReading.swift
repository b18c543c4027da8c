// Reads a JSON text in slices, so that a program can answer keys in between.

/// The reading of a strictly valid JSON text, in progress.
package struct JSONReading: Sendable {
  private let bytes: [UInt8]
  private var pause: JSONParser.Pause

  /// Begins to read a text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    pause = JSONParser.Pause(beforeTextOf: bytes.count)
  }

  /// Reads the next values.
  ///
  /// - Parameter effort: the effort that is left, about one for each microsecond; the reading pauses
  ///   when it is used up.
  /// - Returns: the document; nil if values remain.
  /// - Throws: ``JSONError`` for the first error.
  package mutating func advance(effort: inout Int) throws(JSONError) -> JSONDocument? {
    guard bytes.count <= JSONDocument.maximumByteCount else {
      let start = TextPosition(line: 1, column: 1)
      throw JSONError(reason: .tooLarge, offset: 0, position: start)
    }
    let isComplete = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, after: &pause)
      defer { parser.pause(&pause) }
      do throws(JSONParser.Fault) {
        while effort > 0 {
          effort -= 1
          if try parser.parseValues(atMost: JSONReading.valuesPerEffort) { return true }
        }
        return false
      } catch {
        throw JSONError(error, in: buffer)
      }
    }
    return isComplete ? JSONDocument(bytes: bytes, nodes: pause.nodes) : nil
  }

  /// The number of scalars and empty containers that are read for one unit of effort.
  private static let valuesPerEffort = 4
}
