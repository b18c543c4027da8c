// The formats of candidates files, and their errors.

/// The format of a candidates file. Each line is one candidate; the best candidate comes first.
/// Blank lines are skipped.
public enum CandidateFormat: Sendable {
  /// The whole line is both the label to show and the value of the answer.
  case lines
  /// Cells separated by tabs. The first line names the columns. The value is in the column `value`,
  /// or in the first column if no column has that name. The label is in the column `label`; without
  /// such a column, or if the cell is empty, the label is the value.
  case columns
  /// One object in each line, in a format that only the parser knows.
  case objects(CandidateObject.Parser)
}

/// A candidate that was parsed from a line with an object.
public struct CandidateObject: Sendable {
  /// The label to show. Neither the label nor the value is blank or contains a NUL.
  public var label: String
  /// The value of the answer.
  public var value: String
  /// The names of the object's other members.
  public var fieldNames: [String]

  /// A function that parses the bytes of a line. The line number is for error messages.
  public typealias Parser =
    @Sendable (_ bytes: [UInt8], _ line: Int) throws(CandidateError) -> CandidateObject

  /// Creates a candidate from the texts of an object.
  ///
  /// - Parameters:
  ///   - label: the label to show.
  ///   - value: the value of the answer.
  ///   - fieldNames: the names of all other members of the object.
  public init(label: String, value: String, fieldNames: [String]) {
    (self.label, self.value, self.fieldNames) = (label, value, fieldNames)
  }
}

/// An error in a candidates file.
public struct CandidateError: Error, Hashable, Sendable {
  /// The line number, from 1.
  public var line: Int
  /// The error and its remedy, as a sentence without a full stop.
  public var sentence: String

  /// Creates an error in a line; lines are counted from 1.
  public init(line: Int, sentence: String) { (self.line, self.sentence) = (line, sentence) }
}

/// The positions of a candidate's label and value in its bytes.
enum CandidateLayout: Hashable, Sendable {
  /// All bytes are the label.
  case line
  /// The label and the value are cells between tabs, in these columns, counted from 0. If the file
  /// has no labels, the column of the label is -1.
  case columns(value: Int, label: Int)
  /// The label comes first; if the value differs, a NUL and the value come after it.
  case labelAndValue

  /// Returns the label in the bytes of a candidate, and the value if it is stored separately.
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

  /// Returns the bytes of a cell; empty if the line does not have that many cells.
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

/// The label and the value of one candidate. Both are parts of the candidate's bytes, which are not
/// copied.
struct CandidateParts {
  /// The text to show.
  let label: UnsafeRawBufferPointer
  /// The text of the answer; nil if it is the label.
  let value: UnsafeRawBufferPointer?
}
