// The format `env`: each line is an assignment for any POSIX shell, such as `WORK_0_NAME='…'`.
//
// A value is in single quotes, inside which a shell changes nothing. A single quote in a value is
// written `'\''`. A missing answer is written as an empty value, or left out if the template omits
// empty answers. EnvironmentNames checks whether a shell allows the names.

import FormModel
import FormText
import LosslessJSON

/// Writes the answers as assignments.
struct EnvironmentExport: ExportWriter {
  private let prefix: String
  private var cursor: AnswerCursor
  /// Whether the id, which comes first, has been written.
  private var isStarted = false

  init(prefix: String, of answers: Answers) {
    self.prefix = prefix
    cursor = AnswerCursor()
  }

  /// Writes the next assignment.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    if !isStarted {
      isStarted = true
      if let path = answers.template.idPath, let id = answers.id {
        append(id, at: path, to: &buffer)
      }
      return true
    }
    guard let entry = cursor.next(in: answers) else { return false }
    if answers.isHidden(entry.row) || answers.isOmittedDefault(entry.row) { return true }
    let value = answers.value(of: entry.row)
    if value == nil, answers.template.empty(entry.row) == .omit { return true }
    append(value, at: answers.template.path(of: entry.row, items: entry.items), to: &buffer)
    return true
  }

  private func append(_ value: RowValue?, at path: DocumentPath, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: path.variableName(prefix: prefix).utf8)
    buffer.append(contentsOf: "='".utf8)
    for byte in (value?.cellText ?? "").utf8 {
      if byte == UInt8(ascii: "'") {
        buffer.append(contentsOf: "'\\''".utf8)
      } else {
        buffer.append(byte)
      }
    }
    buffer.append(contentsOf: "'\n".utf8)
  }
}

extension DocumentPath {
  /// The path as the name of a variable: capitals, digits and `_`. It does not begin with a digit.
  func variableName(prefix: String) -> String {
    let names = parts.map { part in
      switch part {
      case .name(let name): VariableName.capitals(of: name)
      case .index(let index): "\(index)"
      }
    }
    return VariableName.beginning(with: prefix, names.joined(separator: "_"))
  }
}

/// Names of variables (POSIX.1-2017, section 8.1).
enum VariableName {
  /// A text in capitals, in which every scalar that is not an ASCII letter or digit is replaced by
  /// `_`.
  static func capitals(of text: String) -> String {
    String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z": Character(Unicode.Scalar(UInt8(scalar.value) - 0x20))
        case "A"..."Z", "0"..."9": Character(scalar)
        default: "_"
        }
      })
  }

  /// A name with a prefix. If the result would begin with a digit, `_` is put before it.
  static func beginning(with prefix: String, _ name: String) -> String {
    let whole = prefix + name
    return whole.utf8.first.map(\.isASCIIDigit) ?? true ? "_" + whole : whole
  }
}
