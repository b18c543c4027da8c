// Records for machines: all JSON that the program writes, except answers.

import LosslessJSON

/// The members of a JSON object, in order.
package struct JSONRecord {
  /// A name with its value.
  struct Member {
    let name: String
    let value: Value
  }

  /// The value of a member; a nil value is written as null.
  enum Value {
    case text(String?)
    case texts([String])
    case number(Int64?)
    case flag(Bool)
    case record(JSONRecord?)
  }

  private let members: [Member]

  init(_ members: [(String, Value)]) { self.members = members.map(Member.init) }

  /// The record as JSON on one line.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Returns an array of records, one record on each line.
  package static func list(_ records: [JSONRecord]) -> [UInt8] {
    var bytes = Array("[".utf8)
    for (index, record) in records.enumerated() {
      bytes += Array((index == 0 ? "\n  " : ",\n  ").utf8)
      record.append(to: &bytes)
    }
    return bytes + Array((records.isEmpty ? "]\n" : "\n]\n").utf8)
  }

  private func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes += Array(", ".utf8) }
      JSONWriter.appendString(member.name, to: &bytes)
      bytes += Array(": ".utf8)
      switch member.value {
      case .text(let text?): JSONWriter.appendString(text, to: &bytes)
      case .texts(let texts): JSONRecord.append(texts, to: &bytes)
      case .number(let number?): bytes += Array(String(number).utf8)
      case .flag(let flag): bytes += Array((flag ? "true" : "false").utf8)
      case .record(let record?): record.append(to: &bytes)
      case .text(nil), .number(nil), .record(nil): bytes += Array("null".utf8)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(_ texts: [String], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes += Array(", ".utf8) }
      JSONWriter.appendString(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
