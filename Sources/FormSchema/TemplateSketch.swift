// A template under construction: its keys in order, each with its origin in the schema, so that a
// key that the template's reader refuses can be removed and reported.

import FormModel
import FormText
import LosslessJSON

/// An object of a template file, with its keys in order.
struct SketchObject {
  /// A key with its value as JSON.
  struct Member {
    var key: String
    var json: [UInt8]
    /// Its origin in the schema.
    var origin: SchemaPart?
  }

  private(set) var members: [Member] = []

  mutating func set(_ key: String, json: [UInt8], from origin: SchemaPart? = nil) {
    members.append(Member(key: key, json: json, origin: origin))
  }

  mutating func set(_ key: String, _ text: String, from origin: SchemaPart? = nil) {
    set(key, json: SketchObject.encoded(text), from: origin)
  }

  mutating func set(_ key: String, source text: String, from origin: SchemaPart? = nil) {
    set(key, json: Array(text.utf8), from: origin)
  }

  /// Removes a key; nil if it is missing.
  mutating func remove(_ key: String) -> Member? {
    members.firstIndex { $0.key == key }.map { members.remove(at: $0) }
  }

  func has(_ key: String) -> Bool { members.contains { $0.key == key } }

  /// Sorts the keys in the usual order of templates.
  mutating func sort(by keys: [String]) {
    members.sort { left, right in
      keys.firstIndex(of: left.key) ?? .max < keys.firstIndex(of: right.key) ?? .max
    }
  }

  /// The object on one line.
  var json: [UInt8] {
    let members = members.map { SketchObject.encoded($0.key) + Array(": ".utf8) + $0.json }
    return Array("{ ".utf8) + members.joined(separator: ", ".utf8) + Array(" }".utf8)
  }

  static func encoded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.appendString(text, to: &bytes)
    return bytes
  }

  /// A key path in the notation of templates: names joined by dots, or an array.
  static func encoded(path names: [String]) -> [UInt8] {
    let isPlain = names.allSatisfy { name in
      !name.isEmpty && !name.contains { ".[]".contains($0) }
    }
    return isPlain
      ? encoded(names.joined(separator: "."))
      : array(names.map { encoded($0) })
  }

  /// A value on one line, with numbers spelled as in the source.
  static func encoded(_ value: JSONValue) -> [UInt8] {
    value.kind == .array
      ? array(value.elements.map(encoded)) : Array(value.document.bytes[value.range])
  }

  /// An array of encoded values, on one line.
  static func array(_ elements: [[UInt8]]) -> [UInt8] {
    Array("[".utf8) + elements.joined(separator: ", ".utf8) + [UInt8(ascii: "]")]
  }
}

/// A section under construction.
struct SketchSection {
  var object = SketchObject()
  /// The section's repeat; nil without one.
  var repetition: SketchObject?
  var rows: [SketchObject] = []
  var rowIDs = SketchIDs()
}

/// Assigns unique ids.
struct SketchIDs {
  private var given = Set<Text>()
  /// The last number appended to each id, because many names may give the same id.
  private var counted: [Text: Int] = [:]

  /// A new id, as similar to a name as possible.
  mutating func id(for name: String) -> String {
    let safe = String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0.mayStandInID ? $0 : "_" }))
    let id = safe.isEmpty ? "_" : safe
    var number = counted[Text(id)] ?? 1
    while !given.insert(Text(number == 1 ? id : "\(id)-\(number)")).inserted { number += 1 }
    counted[Text(id)] = number
    return number == 1 ? id : "\(id)-\(number)"
  }
}

/// A template under construction.
struct TemplateSketch {
  var object = SketchObject()
  var sections: [SketchSection] = []
  /// Whether unanswered rows are left out of exports.
  var leavesOutEmpty = true
  private var sectionIDs = SketchIDs()

  /// Adds a section without rows.
  ///
  /// - Returns: its index.
  mutating func addSection(named name: String, title: String?, summary: String?) -> Int {
    var section = SketchSection()
    section.object.set("id", sectionIDs.id(for: name))
    if let title { section.object.set("title", AnsweredText.escaped(title)) }
    if let summary { section.object.set("description", summary) }
    sections.append(section)
    return sections.count - 1
  }

  /// The template file, one row a line.
  var json: [UInt8] {
    var bytes = Array("{\n".utf8)
    func append(_ object: SketchObject, indented indent: String) {
      for member in object.members {
        bytes += Array(indent.utf8) + SketchObject.encoded(member.key) + Array(": ".utf8)
        bytes += member.json + Array(",\n".utf8)
      }
    }
    append(object, indented: "  ")
    bytes += Array("  \"sections\": [\n".utf8)
    for (index, section) in sections.enumerated() {
      bytes += Array("    {\n".utf8)
      append(section.object, indented: "      ")
      if let repetition = section.repetition {
        bytes += Array("      \"repeat\": ".utf8) + repetition.json + Array(",\n".utf8)
      }
      bytes += Array("      \"rows\": [\n".utf8)
      for (place, row) in section.rows.enumerated() {
        bytes += Array("        ".utf8) + row.json
        bytes += Array((place + 1 < section.rows.count ? ",\n" : "\n").utf8)
      }
      bytes += Array("      ]\n    }\(index + 1 < sections.count ? "," : "")\n".utf8)
    }
    let output = leavesOutEmpty ? ",\n  \"output\": { \"empty\": \"omit\" }" : ""
    return bytes + Array("  ]\(output)\n}\n".utf8)
  }
}
