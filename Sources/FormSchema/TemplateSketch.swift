// A template under construction. Its keys are in order, and each key records the part of the schema
// from which it comes. So a key that the template's reader refuses can be removed, and reported
// with its place in the schema.

import FormModel
import FormText
import LosslessJSON

/// An object of a template file, with its keys in order.
struct SketchObject {
  /// A key, with its value as JSON.
  struct Member {
    var key: String
    var json: [UInt8]
    /// The part of the schema from which the key comes; nil if it comes from none.
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

  /// Removes and returns a key; nil if the object does not have it.
  mutating func remove(_ key: String) -> Member? {
    members.firstIndex { $0.key == key }.map { members.remove(at: $0) }
  }

  func has(_ key: String) -> Bool { members.contains { $0.key == key } }

  /// Sorts the keys into the usual order of templates.
  mutating func sort(by keys: [String]) {
    members.sort { left, right in
      keys.firstIndex(of: left.key) ?? .max < keys.firstIndex(of: right.key) ?? .max
    }
  }

  /// The object, with the keys `closed` and `present` added.
  func naming(_ containers: SketchContainers) -> SketchObject {
    var object = self
    if let json = containers.closed.json { object.set("closed", json: json) }
    if let json = containers.present.json { object.set("present", json: json) }
    return object
  }

  /// The object, written on one line.
  var json: [UInt8] {
    let members = members.map { SketchObject.encoded($0.key) + Array(": ".utf8) + $0.json }
    return Array("{ ".utf8) + members.joined(separator: ", ".utf8) + Array(" }".utf8)
  }

  static func encoded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.appendString(text, to: &bytes)
    return bytes
  }

  /// A key path in the notation of templates: names joined by dots, or an array of names.
  static func encoded(path names: [String]) -> [UInt8] {
    let isPlain =
      !names.isEmpty
      && names.allSatisfy { name in !name.isEmpty && !name.contains { ".[]".contains($0) } }
    return isPlain
      ? encoded(names.joined(separator: "."))
      : array(names.map { encoded($0) })
  }

  /// A value on one line. Numbers are spelled as in the schema.
  static func encoded(_ value: JSONValue) -> [UInt8] {
    value.kind == .array
      ? array(value.elements.map(encoded)) : Array(value.document.bytes[value.range])
  }

  /// An array of values that are already encoded, on one line.
  static func array(_ elements: [[UInt8]]) -> [UInt8] {
    Array("[".utf8) + elements.joined(separator: ", ".utf8) + [UInt8(ascii: "]")]
  }
}

/// The condition that the answer to a choice is a given value.
struct SketchCondition: Equatable {
  /// The id of the row with the choice.
  var row: String
  var value: String

  var json: [UInt8] {
    var object = SketchObject()
    object.set("row", row)
    object.set("is", value)
    return object.json
  }
}

/// The paths of some objects and arrays.
struct SketchPaths {
  private var paths: [(names: [String], origin: SchemaPart?)] = []

  mutating func add(_ path: [String], from origin: SchemaPart? = nil) {
    if !contains(path) { paths.append((path, origin)) }
  }

  func contains(_ path: [String]) -> Bool { paths.contains { $0.names == path } }

  /// Removes and returns a path, with the part of the schema from which it comes; nil if there is no
  /// such path.
  mutating func remove(at index: Int) -> (names: [String], origin: SchemaPart?)? {
    paths.indices.contains(index) ? paths.remove(at: index) : nil
  }

  /// The array of the paths; nil if there are none.
  var json: [UInt8]? {
    paths.isEmpty
      ? nil : SketchObject.array(paths.map { SketchObject.encoded(path: $0.names) })
  }
}

/// The objects and arrays, of the document or of an item, that keys of the template name.
struct SketchContainers {
  /// The objects that refuse members which the form does not have.
  var closed = SketchPaths()
  /// The objects and arrays that are written without answers too.
  var present = SketchPaths()
}

/// A section under construction.
struct SketchSection {
  var object = SketchObject()
  /// The section's key `repeat`; nil if the section does not repeat.
  var repetition: SketchObject?
  var rows: [SketchObject] = []
  var rowIDs = SketchIDs()
  /// The index of the section whose items contain this section; nil if no items contain it.
  var parent: Int?
  /// The objects and arrays in the items of the section that keys of `repeat` name.
  var containers = SketchContainers()
  /// The condition of all rows of the section.
  private(set) var condition: SketchCondition?

  init(parent: Int?) { self.parent = parent }

  mutating func setCondition(_ condition: SketchCondition?) {
    self.condition = condition
    if let condition { object.set("when", json: condition.json) }
  }
}

/// Assigns unique ids.
struct SketchIDs {
  private var given = Set<Text>()
  /// The last number that was appended to each id. Many names may give the same id, and the search
  /// for a free number then begins after this number.
  private var counted: [Text: Int] = [:]

  /// Returns a new id, as similar to a name as possible.
  ///
  /// - Parameter reserved: ids that must not be used.
  mutating func id(for name: String, besides reserved: Set<Text> = []) -> String {
    let safe = String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0.mayStandInID ? $0 : "_" }))
    let id = safe.isEmpty ? "_" : safe
    var number = counted[Text(id)] ?? 1
    while true {
      let new = Text(number == 1 ? id : "\(id)-\(number)")
      if !reserved.contains(new), given.insert(new).inserted { break }
      number += 1
    }
    counted[Text(id)] = number
    return number == 1 ? id : "\(id)-\(number)"
  }
}

/// A template under construction.
struct TemplateSketch {
  var object = SketchObject()
  /// The objects and arrays of the document, outside of items, that keys of the form name.
  var containers = SketchContainers()
  var sections: [SketchSection] = []
  /// Whether exports leave out unanswered rows and unchanged defaults.
  var leavesOutUnanswered = true
  /// The schema of the document and the files to which it refers, with their paths.
  var schemas: [(name: String, root: JSONValue)] = []
  /// The objects whose other members are the items of a section, for each section around them.
  private var others: [Int?: Set<[String]>] = [:]
  private var sectionIDs = SketchIDs()
  /// The ids of all rows.
  private var rowIDs = Set<Text>()
  /// The ids that no second row may have, because conditions in other sections use them.
  private var uniqueIDs = Set<Text>()

  /// The objects and arrays that keys of the template name, in the items of a section, or outside
  /// of items if the section is nil.
  subscript(containersInItemsOf section: Int?) -> SketchContainers {
    get { section.map { sections[$0].containers } ?? containers }
    set {
      if let section {
        sections[section].containers = newValue
      } else {
        containers = newValue
      }
    }
  }

  /// Whether an object may get a section whose items are its other members. The answer is true once
  /// for each object, because an object has at most one such section.
  ///
  /// - Parameters:
  ///   - path: the path of the object in the document, or in an item.
  ///   - section: the repeating section whose items contain the object; nil outside of items.
  mutating func mayHaveOthers(_ path: [String], inItemsOf section: Int?) -> Bool {
    others[section, default: []].insert(path).inserted
  }

  /// Adds a section without rows.
  ///
  /// - Parameter parent: the section whose items contain the new section; nil if no items contain
  ///   it.
  /// - Returns: the index of the new section.
  mutating func addSection(
    named name: String, title: String?, summary: String?, inside parent: Int? = nil
  ) -> Int {
    var section = SketchSection(parent: parent)
    section.object.set("id", sectionIDs.id(for: name))
    if let title { section.object.set("title", AnsweredText.escaped(title)) }
    if let summary { section.object.set("description", summary) }
    sections.append(section)
    return sections.count - 1
  }

  /// Returns a new id for a row of a section.
  ///
  /// - Parameter isUnique: whether rows of other sections must not have the same id.
  mutating func rowID(for name: String, inSection section: Int, isUnique: Bool = false) -> String {
    let id = sections[section].rowIDs.id(for: name, besides: isUnique ? rowIDs : uniqueIDs)
    rowIDs.insert(Text(id))
    if isUnique { uniqueIDs.insert(Text(id)) }
    return id
  }

  /// Removes the section at an index and all sections after it.
  mutating func removeSections(from index: Int) {
    sections.removeSubrange(index...)
  }

  /// Removes sections without rows. Precondition: such a section is not inside items, and contains
  /// no sections.
  mutating func removeEmptySections() {
    var numbers: [Int: Int] = [:]
    var kept: [SketchSection] = []
    for (index, var section) in sections.enumerated() where !section.rows.isEmpty {
      section.parent = section.parent.flatMap { numbers[$0] }
      numbers[index] = kept.count
      kept.append(section)
    }
    sections = kept
  }

  /// The indexes of the sections that are directly in the form, or directly in the items of a
  /// section.
  func sections(inside parent: Int?) -> [Int] {
    sections.indices.filter { sections[$0].parent == parent }
  }

  /// The index of the section with which a path in the template begins, and the rest of the path.
  func section(at path: [Substring]) -> (index: Int, rest: ArraySlice<Substring>)? {
    var found: Int?
    var rest = path[...]
    while rest.first == "sections", let number = rest.dropFirst().first.flatMap({ Int($0) }) {
      let inner = sections(inside: found)
      guard inner.indices.contains(number) else { return nil }
      found = inner[number]
      rest = rest.dropFirst(2)
    }
    return found.map { ($0, rest) }
  }

  /// The text of the template file, with each row on one line.
  var json: [UInt8] {
    var bytes = Array("{\n".utf8)
    TemplateSketch.append(object.naming(containers), indented: "  ", to: &bytes)
    append(sections(inside: nil), indented: "  ", to: &bytes)
    if leavesOutUnanswered {
      bytes += Array(",\n  \"output\": { \"empty\": \"omit\", \"defaults\": \"omit\" }".utf8)
    }
    for (place, schema) in schemas.enumerated() {
      bytes += Array((place == 0 ? ",\n  \"schemas\": {\n" : ",\n").utf8)
      bytes += Array("    ".utf8) + SketchObject.encoded(schema.name) + Array(": ".utf8)
      bytes += schema.root.document.bytes[schema.root.range]
    }
    if !schemas.isEmpty { bytes += Array("\n  }".utf8) }
    return bytes + Array("\n}\n".utf8)
  }

  private static func append(
    _ object: SketchObject, indented indent: String, to bytes: inout [UInt8]
  ) {
    for member in object.members {
      bytes += Array(indent.utf8) + SketchObject.encoded(member.key) + Array(": ".utf8)
      bytes += member.json + Array(",\n".utf8)
    }
  }

  /// Appends the member `sections`.
  private func append(_ indexes: [Int], indented indent: String, to bytes: inout [UInt8]) {
    bytes += Array("\(indent)\"sections\": [\n".utf8)
    for (place, index) in indexes.enumerated() {
      let section = sections[index]
      let inner = indent + "    "
      bytes += Array("\(indent)  {\n".utf8)
      TemplateSketch.append(section.object, indented: inner, to: &bytes)
      if let repetition = section.repetition {
        bytes += Array("\(inner)\"repeat\": ".utf8)
        bytes += repetition.naming(section.containers).json + Array(",\n".utf8)
      }
      bytes += Array("\(inner)\"rows\": [\n".utf8)
      for (place, row) in section.rows.enumerated() {
        bytes += Array("\(inner)  ".utf8) + row.json
        bytes += Array((place + 1 < section.rows.count ? ",\n" : "\n").utf8)
      }
      bytes += Array("\(inner)]".utf8)
      let nested = sections(inside: index)
      if !nested.isEmpty {
        bytes += Array(",\n".utf8)
        append(nested, indented: inner, to: &bytes)
      }
      bytes += Array("\n\(indent)  }\(place + 1 < indexes.count ? "," : "")\n".utf8)
    }
    bytes += Array("\(indent)]".utf8)
  }
}
