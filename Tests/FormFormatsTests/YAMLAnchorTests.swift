// Anchors, aliases and merge keys in random YAML: an edit changes no other use of an anchor. The
// oracle is JSON, which has no anchors: the same edits of the same tree give the expected values.

import FormModel
import TerminalTesting
import Testing

@testable import FormFormats
@testable import LosslessJSON

@Suite("Anchors and aliases")
struct YAMLAnchorTests {
  @Test("An edit of one use of an anchor does not change another use", arguments: 1...20)
  func edits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var edited = 0
    for _ in TestScale.turns(150) {
      var maker = AnchoredText(random)
      let text = maker.text()
      random = maker.random
      let document = try YAMLReader.document(from: Array(text.utf8))
      #expect(text == String(decoding: document.text.bytes(with: DocumentChanges()), as: UTF8.self))
      let changes = random.changes(of: document)
      let result = document.text.bytes(with: changes)
      let written = String(decoding: result, as: UTF8.self)
      let expected = try JSONDocument(
        parsing: JSONText(document).bytes(with: changes.marking(document)))
      do {
        let read = try YAMLReader.document(from: result)
        let marked = try JSONDocument(
          parsing: JSONText(read).bytes(with: DocumentChanges().marking(read)))
        // A changed member is written after the merge key, so the order of members may differ.
        let isOrdered = !text.contains("<<")
        #expect(
          marked.root.outline(isOrdered: isOrdered) == expected.root.outline(isOrdered: isOrdered),
          "\(text)\nbecame\n\(written)")
      } catch {
        Issue.record("\(text)\nbecame\n\(written)\n\(error)")
      }
      if !changes.isEmpty { edited += 1 }
    }
    #expect(edited > 100)
  }
}

/// Creates random YAML with anchors on values, containers and keys, with aliases and merge keys.
private struct AnchoredText {
  var random: SeededGenerator
  /// The names of the anchors on complete values.
  private var values: [String] = []
  private var keys: [String] = []
  /// The names of the anchors on mappings.
  private var maps: [String] = []
  /// The names of anchors on containers that are not complete yet, and that no alias may use.
  private var open: [String] = []
  private var count = 0

  init(_ random: SeededGenerator) { self.random = random }

  mutating func text() -> String {
    let isMap = chance(6)
    return container(isMap: isMap, column: 0, depth: 0, isFlow: false)
  }

  private mutating func chance(_ parts: Int) -> Bool {
    Int.random(in: 0..<10, using: &random) < parts
  }

  /// Returns a name, which is sometimes already used. Mappings get unique names, so that a merge
  /// key can refer to them.
  private mutating func name(isMap: Bool) -> String {
    let used = values.filter { $0.first == "n" }
    if !isMap, chance(1), let name = used.randomElement(using: &random) { return name }
    count += 1
    return "\(isMap ? "m" : "n")\(count)"
  }

  /// Returns the text of a value, to follow the colon or the dash of its entry.
  private mutating func value(column: Int, depth: Int, isFlow: Bool) -> String {
    let complete = values.filter { !open.contains($0) }
    if chance(4), let name = complete.randomElement(using: &random) { return " *\(name) " }
    let isContainer = depth < 3 && chance(5)
    let isMap = isContainer && chance(6)
    let anchor = chance(4) ? name(isMap: isMap) : nil
    open.append(anchor ?? "")
    let sign = anchor.map { " &\($0)" } ?? ""
    let isOnNextLine = !isFlow && anchor != nil && chance(2)
    let gap = isOnNextLine ? " # c\n" + String(repeating: " ", count: column + 1) : " "
    defer {
      open.removeLast()
      if let anchor { values.append(anchor) }
      if isMap, let anchor { maps.append(anchor) }
    }
    guard isContainer else {
      let scalars = ["1", "text", "\"q: \\n\"", "'it''s'", "null", ".inf", "-.NAN", "0x1F"]
      return sign + gap + (scalars.randomElement(using: &random) ?? "")
    }
    if isFlow || chance(3) {
      return sign + gap
        + container(isMap: isMap, column: column, depth: depth + 1, isFlow: true)
    }
    let block = container(isMap: isMap, column: column + 2, depth: depth + 1, isFlow: false)
    let comment = chance(2) ? " # c" : ""
    return "\(sign)\(comment)\n\(block)".trimmingLineEnd
  }

  private mutating func container(
    isMap: Bool, column: Int, depth: Int, isFlow: Bool
  ) -> String {
    let margin = String(repeating: " ", count: column)
    var entries: [String] = []
    var usedKeys: Set<String> = []
    let count = Int.random(in: 1...4, using: &random)
    let placeOfMergeKey = isMap && chance(4) ? Int.random(in: 0..<count, using: &random) : nil
    for index in 0..<count {
      if index == placeOfMergeKey, let value = mergedValue() {
        entries.append(isFlow ? "<<:\(value)" : "\(margin)<<:\(value)\n")
      }
      var key = ""
      if isMap {
        key = "k\(index)"
        if chance(2), let alias = keys.randomElement(using: &random),
          usedKeys.insert(alias).inserted
        {
          key = "*\(alias) "
        } else if chance(2) {
          self.count += 1
          // Use a separate key, so that an alias of it is not a duplicate key.
          let name = "n\(self.count)"
          (key, _) = ("&\(name) key\(self.count)", usedKeys.insert(name))
          keys.append(name)
        }
        key += ":"
      } else if !isFlow {
        key = "-"
      }
      let value = value(column: column, depth: depth, isFlow: isFlow)
      entries.append(isFlow ? key + value : "\(margin)\(key)\(value)\n")
    }
    guard isFlow else { return entries.joined() }
    let inner = entries.joined(separator: ",")
    return isMap ? "{\(inner)}" : "[\(inner)]"
  }

  /// Returns the value of a merge key; nil if there is no mapping yet.
  private mutating func mergedValue() -> String? {
    if chance(1) { return " " + container(isMap: true, column: 0, depth: 3, isFlow: true) }
    let complete = maps.filter { !open.contains($0) }
    guard let name = complete.randomElement(using: &random) else { return nil }
    guard chance(3), let other = complete.randomElement(using: &random) else { return " *\(name) " }
    return " [*\(name) , *\(other) ]"
  }
}

extension String {
  /// The text without a line feed at its end, because the entry around it already has one.
  fileprivate var trimmingLineEnd: String { last == "\n" ? String(dropLast()) : self }
}

extension SeededGenerator {
  /// Returns one to three random changes of a document.
  fileprivate mutating func changes(of document: JSONDocument) -> DocumentChanges {
    var values: [JSONValue] = []
    func collect(_ value: JSONValue) {
      values.append(value)
      for child in value.children { collect(child) }
    }
    collect(document.root)
    var changes = DocumentChanges()
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      guard let value = values.randomElement(using: &self) else { break }
      let json = ["2", "\"new\"", "[1, {\"a\": \"b\"}]", "{\"c\": null}"].randomElement(
        using: &self)
      let new = DocumentChanges.NewValue { _ in Array((json ?? "").utf8) }
      guard value.count > 0, Bool.random(using: &self) else {
        if value.index > 0 { changes.replace(value, by: new) }
        continue
      }
      var entries = (0..<value.count).map { DocumentChanges.Entry.kept($0) }
      let index = Int.random(in: 0..<entries.count, using: &self)
      switch Int.random(in: 0..<3, using: &self) {
      case 0: entries.remove(at: index)
      case 1:
        entries.insert(.new(name: value.kind == .object ? "added" : nil, new), at: index)
      default:
        let moved = entries.remove(at: index)
        entries.insert(moved, at: Int.random(in: 0...entries.count, using: &self))
      }
      changes.arrange(value, as: entries)
    }
    return changes
  }
}

extension DocumentChanges {
  /// Returns these changes. They also replace each number that JSON cannot express by a marked
  /// text.
  fileprivate func marking(_ document: JSONDocument) -> DocumentChanges {
    var changes = self
    for node in document.text.nodesWithoutJSON {
      let value = JSONValue(document: document, index: node)
      guard replacement(of: value) == nil else { continue }
      changes.replace(
        value, by: NewValue { _ in Array("\"number \(value.string ?? "")\"".utf8) })
    }
    return changes
  }
}

extension JSONValue {
  /// Returns the value in a normalized layout, for comparisons.
  fileprivate func outline(isOrdered: Bool) -> String {
    switch kind {
    case .array:
      return "[" + elements.map { $0.outline(isOrdered: isOrdered) }.joined(separator: ",") + "]"
    case .object:
      let members = members.map {
        "\($0.key.string ?? "")=\($0.value.outline(isOrdered: isOrdered))"
      }
      return "{" + (isOrdered ? members : members.sorted()).joined(separator: ",") + "}"
    case .string: return "“\(string ?? "")”"
    default: return String(decoding: document.bytes[range], as: UTF8.self)
    }
  }
}
