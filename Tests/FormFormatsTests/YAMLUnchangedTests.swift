// Random YAML with comments in every position. A file that is opened and saved without a change
// keeps its bytes, and its values are the expected ones.

import FormFixtures
import FormModel
import TerminalTesting
import Testing

@testable import FormFormats
@testable import LosslessJSON

@Suite("YAML that is saved without a change")
struct YAMLUnchangedTests {
  @Test("A file that is opened and saved keeps every byte", arguments: 1...20)
  func unchanged(seed: UInt64) throws {
    let template = try Template.reading(
      #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "none", "type": "json"}]}]}"#)
    var random = SeededGenerator(seed: seed)
    // Creates 200 files, or 1,000 at the scale of CI.
    for _ in TestScale.turns(10) {
      var maker = CommentedYAML(random)
      let (text, value) = maker.document()
      random = maker.random
      let document: JSONDocument
      do {
        document = try YAMLReader.document(from: Array(text.utf8))
      } catch {
        Issue.record("\(error)\n\(text)")
        continue
      }
      let found = document.root.oneLine
      #expect(found == value, "\(text)")
      let session = try FormSession(template, answers: document)
      let saved = session.exported(.yaml)
      #expect(Array(saved.utf8) == Array(text.utf8), "\(text)\nbecame\n\(saved)")
    }
  }
}

/// Creates YAML with comments in every position, and the same value as JSON on one line.
private struct CommentedYAML {
  /// A part of a document.
  private struct Part {
    var text: String
    var json: String
    /// Whether the part ends with a block scalar, which would include blank lines after it.
    var endsWithBlock = false
    /// The members of a mapping.
    var members: [(name: String, json: String)] = []
  }

  var random: SeededGenerator
  private var (comments, nodes) = (0, 0)
  private var anchors: [(name: String, part: Part)] = []
  private let unit: Int

  private static let words = [
    "Ada", "loom", "é", "a b", "x#y", "it's", "10.0.0.1", "http://e.org/a?b=c", "no", "2020-01-01",
  ]

  init(_ random: SeededGenerator) {
    self.random = random
    unit = Int.random(in: 1...4, using: &self.random)
  }

  private mutating func chance(_ parts: Int) -> Bool {
    Int.random(in: 0..<10, using: &random) < parts
  }

  private mutating func comment() -> String {
    comments += 1
    let ends = ["", " it's", " \"", " a: b", " [x", " - x", " &a *b", " é", " |", " <<: *a"]
    return "# c\(comments)\(ends.randomElement(using: &random) ?? "")"
  }

  /// Returns the end of a line, sometimes with a comment.
  private mutating func end() -> String {
    chance(3) ? "  \(comment())\n" : chance(1) ? "  \n" : "\n"
  }

  /// Returns lines of comments and blank lines, to precede an entry.
  private mutating func between(_ column: Int) -> String {
    var lines = ""
    while chance(3) {
      let margin = chance(5) ? column : Int.random(in: 0...9, using: &random)
      lines += chance(3) ? "\n" : String(repeating: " ", count: margin) + comment() + "\n"
    }
    return lines
  }

  /// The lines before an entry, and its indentation.
  private mutating func lead(of column: Int, afterBlock: Bool) -> String {
    let margin = String(repeating: " ", count: column)
    guard afterBlock else { return between(column) + margin }
    // Any other line would belong to the block scalar.
    return (chance(3) ? margin + comment() + "\n" : "") + margin
  }

  // MARK: - Documents

  mutating func document() -> (text: String, json: String) {
    var text = chance(4) ? comment() + "\n\n" : ""
    if chance(2) {
      text += "%YAML 1.2\n---" + end()
    } else if chance(3) {
      text += "---" + end()
    }
    let body = chance(2) ? flow(column: -1, depth: 3, isMap: true) : mapping(column: 0, depth: 4)
    text += body.text
    if !body.text.hasSuffix("\n") { text += end() }
    if chance(3) { text += comment() + "\n" }
    if chance(2) { text += "..." + end() + (chance(5) ? comment() : "") }
    if chance(2) { text = text.replacing("\n", with: "\r\n") }
    return ((chance(2) ? "\u{FEFF}" : "") + text, body.json)
  }

  // MARK: - Blocks

  private mutating func mapping(column: Int, depth: Int, isInline: Bool = false) -> Part {
    let margin = String(repeating: " ", count: column)
    var text = ""
    var members: [(name: String, json: String)] = []
    var endsWithBlock = false
    let count = Int.random(in: 1...4, using: &random)
    let mappings = anchors.filter { !$0.part.members.isEmpty }
    let merged = chance(2) ? mappings.randomElement(using: &random) : nil
    let own = Set((0..<count).map { "k\($0)" })
    for index in 0..<count {
      if index > 0 || !isInline { text += lead(of: column, afterBlock: endsWithBlock) }
      if index == 0, let merged {
        text += "<<: *\(merged.name)" + end() + between(column) + margin
        members += merged.part.members.filter { !own.contains($0.name) }
      }
      let name = "k\(index)"
      let key = [name, "'\(name)'", "\"k\\u003\(index)\""].randomElement(using: &random) ?? name
      if chance(1) {
        text += "? \(key)" + end() + margin + ":"
      } else {
        text += key + (chance(1) ? " :" : ":")
      }
      let value = value(column: column, depth: depth, isKey: true)
      text += value.text
      members.append((name, value.json))
      endsWithBlock = value.endsWithBlock
    }
    return Part(
      text: text, json: CommentedYAML.json(members), endsWithBlock: endsWithBlock, members: members)
  }

  private static func json(_ members: [(name: String, json: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
  }

  private mutating func sequence(column: Int, depth: Int, isInline: Bool = false) -> Part {
    var text = ""
    var values: [String] = []
    var endsWithBlock = false
    for index in 0..<Int.random(in: 1...4, using: &random) {
      if index > 0 || !isInline { text += lead(of: column, afterBlock: endsWithBlock) }
      let value = value(column: column, depth: depth, isKey: false)
      text += "-" + value.text
      values.append(value.json)
      endsWithBlock = value.endsWithBlock
    }
    return Part(
      text: text, json: "[\(values.joined(separator: ","))]", endsWithBlock: endsWithBlock)
  }

  /// Returns a value, to follow its indicator, up to the end of its last line.
  private mutating func value(column: Int, depth: Int, isKey: Bool) -> Part {
    if chance(1), let anchor = anchors.randomElement(using: &random) {
      return Part(text: " *\(anchor.name)" + end(), json: anchor.part.json)
    }
    nodes += 1
    let name = "a\(nodes)"
    let sign = chance(2) ? " &\(name)" : ""
    var part: Part
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: part = Part(text: sign + end(), json: "null")
    case 1, 2:
      part = block(column: column)
      part.text = sign + part.text
    case 3, 4, 5:
      part = scalar(margin: column + 1)
      part.text = sign + " " + part.text + end()
    case 6:
      part = flow(column: column, depth: depth - 1, isMap: chance(5))
      part.text = sign + " " + part.text + end()
    case 7 where !isKey && sign.isEmpty:
      // The container begins on the line of its dash.
      let isMap = chance(5)
      part =
        isMap
        ? mapping(column: column + 2, depth: depth - 1, isInline: true)
        : sequence(column: column + 2, depth: depth - 1, isInline: true)
      part.text = " " + part.text
    case 7, 8:
      part = mapping(column: column + (isKey ? unit : 2), depth: depth - 1)
      part.text = sign + end() + part.text
    default:
      part = sequence(column: column + (isKey ? chance(5) ? 0 : unit : 2), depth: depth - 1)
      part.text = sign + end() + part.text
    }
    if !sign.isEmpty { anchors.append((name, part)) }
    return part
  }

  /// Returns a literal or folded block scalar.
  private mutating func block(column: Int) -> Part {
    let isFolded = chance(5)
    let indent = Int.random(in: 1...4, using: &random)
    let margin = String(repeating: " ", count: max(column, 0) + indent)
    let chomp = ["", "-", "+"].randomElement(using: &random) ?? ""
    let lines = (0...Int.random(in: 0...2, using: &random)).map { "line \($0) # no comment: é" }
    let comment = chance(3) ? " " + comment() : ""
    return Part(
      text: " \(isFolded ? ">" : "|")\(chomp)\(comment)\n"
        + lines.map { margin + $0 + "\n" }.joined(),
      json: "\"" + lines.joined(separator: isFolded ? " " : "\\n")
        + (chomp == "-" ? "\"" : "\\n\""),
      endsWithBlock: true)
  }

  // MARK: - Scalars and brackets

  /// Returns a scalar in any style except a block, without the end of its last line.
  private mutating func scalar(margin: Int) -> Part {
    var words = (0...Int.random(in: 0...3, using: &random)).map { _ in
      CommentedYAML.words.randomElement(using: &random) ?? ""
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      let (text, json) =
        [("1", "1"), ("0x1F", "31"), ("~", "null"), ("True", "true"), ("-1.50", "-1.50")]
        .randomElement(using: &random) ?? ("1", "1")
      return Part(text: text, json: json)
    case 1: return Part(text: "!!str 12", json: "\"12\"")
    case 2, 3:
      // With this word, no reader takes the plain scalar for another type.
      words.insert("Ada", at: 0)
      return Part(
        text: lines(of: words, margin: margin),
        json: CommentedYAML.json(words.joined(separator: " ")))
    case 4:
      let text = lines(of: words.map { $0.replacing("'", with: "''") }, margin: margin)
      return Part(text: "'\(text)'", json: CommentedYAML.json(words.joined(separator: " ")))
    default:
      let text = lines(of: words + ["\\t\\u00e9\\\""], margin: margin)
      return Part(
        text: "\"\(text)\"", json: CommentedYAML.json((words + ["\té\""]).joined(separator: " ")))
    }
  }

  /// Returns words with single spaces or line breaks between them.
  private mutating func lines(of words: [String], margin: Int) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0 {
        text += chance(2) ? "\n" + String(repeating: " ", count: max(margin, 0) + 1) : " "
      }
      text += word
    }
    return text
  }

  private static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.appendString(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a container in brackets, without the end of its last line.
  private mutating func flow(column: Int, depth: Int, isMap: Bool) -> Part {
    var text = isMap ? "{" : "["
    var members: [(name: String, json: String)] = []
    let margin = String(repeating: " ", count: max(column, 0) + 1)
    func gap(_ comment: String?) -> String { comment.map { " \($0)\n\(margin)" } ?? " " }
    let count = Int.random(in: 0...3, using: &random)
    for index in 0..<count {
      text += gap(chance(3) ? comment() : nil)
      if isMap { text += "k\(index):" + gap(chance(1) ? comment() : nil) }
      let value =
        depth > 0 && chance(3)
        ? flow(column: column, depth: depth - 1, isMap: chance(5))
        : scalar(margin: column + 1)
      text += value.text + gap(chance(2) ? comment() : nil)
      if index < count - 1 || chance(3) { text += "," }
      members.append(("k\(index)", value.json))
    }
    text += gap(chance(1) ? comment() : nil) + (isMap ? "}" : "]")
    let list = "[" + members.map(\.json).joined(separator: ",") + "]"
    return Part(
      text: text, json: isMap ? CommentedYAML.json(members) : list, members: isMap ? members : [])
  }
}

extension JSONValue {
  /// The value as JSON on one line.
  var oneLine: String {
    switch kind {
    case .array: "[" + elements.map(\.oneLine).joined(separator: ",") + "]"
    case .object:
      "{" + members.map { "\($0.key.oneLine):\($0.value.oneLine)" }.joined(separator: ",") + "}"
    default: String(decoding: document.bytes[range], as: UTF8.self)
    }
  }
}
