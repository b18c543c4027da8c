// Reads and writes the names of columns, such as `work[0].name` and `["a.b"].c`.

import FormText

extension DocumentPath {
  /// The path as the name of a column: `work[0].name`. A part that would be ambiguous is written as
  /// a JSON string in brackets, so no two paths have the same column name.
  package var columnName: String {
    func isPunctuation(_ byte: UInt8) -> Bool { ".[]\"".utf8.contains(byte) }
    return parts.reduce(into: "") { text, part in
      switch part {
      case .index(let index): text += "[\(index)]"
      case .name(let name) where name.isEmpty || name.utf8.contains(where: isPunctuation):
        var quoted: [UInt8] = []
        JSONWriter.appendString(name, to: &quoted)
        text += "[" + String(decoding: quoted, as: UTF8.self) + "]"
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      }
    }
  }

  /// Parses the name of a column; nil if it is malformed.
  package init?(columnName name: String) {
    var path = DocumentPath.root
    var rest = Array(name.utf8)[...]
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "[") {
        guard let part = DocumentPath.bracketed(&rest) else { return nil }
        path = path.appending(part)
        continue
      }
      if !path.isRoot {
        guard rest.first == UInt8(ascii: ".") else { return nil }
        rest.removeFirst()
      }
      let bare = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
      guard !bare.isEmpty else { return nil }
      path = path.appending(.name(String(decoding: bare, as: UTF8.self)))
      rest = rest.dropFirst(bare.count)
    }
    guard !path.isRoot else { return nil }
    self = path
  }

  /// Removes `[7]` or `["name"]` from the front and returns it as a part; nil if the text is
  /// malformed.
  private static func bracketed(_ rest: inout ArraySlice<UInt8>) -> Part? {
    rest.removeFirst()
    if rest.first == UInt8(ascii: "\"") {
      // The closing quote is the first one that is not escaped.
      var end = rest.startIndex + 1
      while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
        end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end + 1 < rest.endIndex, rest[end + 1] == UInt8(ascii: "]"),
        let name = try? JSONDocument(parsing: Array(rest[...end])).root.string
      else { return nil }
      rest = rest[(end + 2)...]
      return .name(name)
    }
    let digits = rest.prefix(while: \.isASCIIDigit)
    guard !digits.isEmpty, digits.count <= 12, digits.count == 1 || digits.first != 0x30,
      rest.dropFirst(digits.count).first == UInt8(ascii: "]")
    else { return nil }
    rest = rest.dropFirst(digits.count + 1)
    return .index(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }
}
