// The names of columns, read and written: `work[0].name`, `["a.b"].c`.

import FormText

extension DocumentPath {
  /// The path as the name of a column: `work[0].name`; a name that would be read otherwise stands
  /// as a JSON string in brackets, so that no two paths have the same name.
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

  /// The path that a column's name means, nil when it is none.
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

  /// Takes `[7]` or `["name"]` off the front.
  private static func bracketed(_ rest: inout ArraySlice<UInt8>) -> Part? {
    rest.removeFirst()
    if rest.first == UInt8(ascii: "\"") {
      // The quote that closes is the first without a backslash in front that counts.
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
