// How a candidates file is written, and what can be wrong in it.

/// How candidates stand in their file, a line each, best first; blank lines are skipped.
public enum CandidateFormat: Sendable {
  /// The line is what is offered and what is answered.
  case lines
  /// Cells between tabs under a first line with their names: the answer is in the column `value`, or
  /// the first; what is offered is in the column `label`, or the answer.
  case columns
  /// Objects in a notation that only the parser knows.
  case objects(CandidateObject.Parser)
}

/// A candidate as a line of a file of objects gives it.
public struct CandidateObject: Sendable {
  /// The text to offer and the text of the answer; neither is blank or holds a NUL.
  public var label: String
  public var value: String
  /// The names of all its fields.
  public var fieldNames: [String]

  /// Reads the bytes of a line, whose number is for the error.
  public typealias Parser =
    @Sendable (_ bytes: [UInt8], _ line: Int) throws(CandidateError) -> CandidateObject

  public init(label: String, value: String, fieldNames: [String]) {
    (self.label, self.value, self.fieldNames) = (label, value, fieldNames)
  }
}

/// What is wrong in a candidates file.
public struct CandidateError: Error, Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// What is wrong and what would be right, without a full stop.
  public var sentence: String

  public init(line: Int, sentence: String) { (self.line, self.sentence) = (line, sentence) }
}

/// Where the texts of a candidate are in its bytes.
enum CandidateLayout: Hashable, Sendable {
  /// All of them are the label.
  case line
  /// The cells between tabs.
  case columns(value: Int, label: Int)
  /// The label, and behind a NUL the value, where it is another.
  case labelAndValue

  /// The label of some bytes, and the value where there is one apart from it.
  func parts(of bytes: UnsafeRawBufferPointer) -> CandidateParts {
    switch self {
    case .line: return CandidateParts(label: bytes, value: nil)
    case .columns(let value, let label):
      let value = CandidateLayout.cell(value, of: bytes)
      if label < 0 { return CandidateParts(label: value, value: nil) }
      let label = CandidateLayout.cell(label, of: bytes)
      return label.isEmpty
        ? CandidateParts(label: value, value: nil) : CandidateParts(label: label, value: value)
    case .labelAndValue:
      guard let end = bytes.firstIndex(of: 0) else {
        return CandidateParts(label: bytes, value: nil)
      }
      return CandidateParts(
        label: UnsafeRawBufferPointer(rebasing: bytes[..<end]),
        value: UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
    }
  }

  /// The bytes between two tabs; none where there are fewer.
  static func cell(_ column: Int, of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var start = 0
    var column = column
    for (index, byte) in bytes.enumerated() where byte == 0x09 {
      if column == 0 { return UnsafeRawBufferPointer(rebasing: bytes[start..<index]) }
      column -= 1
      start = index + 1
    }
    return UnsafeRawBufferPointer(rebasing: bytes[(column == 0 ? start : bytes.count)...])
  }
}

/// The texts of one candidate, where they lie.
struct CandidateParts {
  /// What is offered.
  let label: UnsafeRawBufferPointer
  /// What is answered, nil when it is the label.
  let value: UnsafeRawBufferPointer?
}
