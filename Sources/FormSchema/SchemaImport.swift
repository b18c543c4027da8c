// A template from a JSON Schema (draft-07 and 2020-12): what a form can ask for is asked for, what it
// cannot say is reported, and nothing is dropped in silence.
//
// Invariants: the template is read back by the template's own reader before it is given to anybody;
// answers to a template whose schema had no remark validate against the schema; however large or
// entangled a schema is, the work is bounded by `SchemaImporter.budget`.

import FormModel
import FormText
public import LosslessJSON

/// Why a schema makes no template at all.
public struct SchemaError: Error, Sendable {
  /// The error, without a full stop.
  public var sentence: String
  /// What was left out before it came to that.
  public var remarks: [SchemaRemark]
}

/// A template made of a schema.
public struct SchemaImport: Sendable {
  /// The template file.
  public let template: [UInt8]
  /// What the schema says and the template does not, in the order of the schema.
  public let remarks: [SchemaRemark]
  /// How many there are; the list holds no more than `mostRemarks`.
  public let remarkCount: Int

  /// The most remarks that are listed.
  public static let mostRemarks = 1_000

  /// Makes a template of a schema.
  ///
  /// - Parameters:
  ///   - schema: a schema of draft-07 or 2020-12.
  ///   - id: the template's id; what cannot stand in an id is replaced.
  /// - Throws: why there is nothing that a form could ask for.
  /// - Complexity: bounded, whatever the schema refers to.
  public init(of schema: JSONDocument, id: String) throws(SchemaError) {
    var importer = SchemaImporter(schema, id: id)
    try importer.run()
    template = importer.sketch.json
    remarks = importer.remarks.sorted
    remarkCount = importer.remarks.count
  }
}

/// Walks over a schema and sketches the template.
struct SchemaImporter {
  var resolver: SchemaResolver
  var sketch = TemplateSketch()
  private let document: JSONDocument
  private let id: String
  var remarks = SchemaRemarks()
  /// The alternatives that allow null as well.
  var nullable = Set<Int>()
  var rowCount = 0
  var choiceCount = 0

  /// How many members of schemas are looked at.
  private static let budget = 500_000
  /// The most rows that are made.
  static let mostRows = 10_000
  /// The most choices that are made.
  static let mostChoices = 100_000
  /// The most levels of objects.
  static let mostLevels = 64
  /// The most alternatives among which one is chosen.
  static let mostAlternatives = 64

  init(_ document: JSONDocument, id: String) {
    (self.document, self.id) = (document, id)
    resolver = SchemaResolver(document, budget: SchemaImporter.budget)
  }

  /// What a schema says, with all that it refers to and joins.
  mutating func node(of parts: [SchemaPart]) -> SchemaNode {
    var unresolved: [(SchemaPart, String)] = []
    let node = resolver.node(of: parts) { unresolved.append(($0, $1)) }
    for (part, sentence) in unresolved { remarks.add(sentence, at: part) }
    if resolver.isExhausted { remarks.addFull(at: node.place) }
    return node
  }

  /// The node with the alternative that a form asks for: the only one beside null, else the first
  /// that a row can be made for; the others are reported.
  mutating func withAlternative(_ node: SchemaNode) -> SchemaNode {
    guard let keyword = node["anyOf"] ?? node["oneOf"], keyword.value.kind == .array else {
      return node
    }
    resolver.charge(keyword.value.count)
    let branches = keyword.children.prefix(SchemaImporter.mostAlternatives).map {
      ($0, self.node(of: [$0]))
    }
    let others = branches.filter { $0.1.types != [.null] }
    // One that leaves a single value asks nothing, as `false` beside an object of settings.
    let asking = others.filter { $0.1.asksSomething }
    guard
      let chosen = asking.first(where: { $0.1.isScalar })
        ?? asking.first ?? others.first(where: { $0.1.isScalar }) ?? others.first
    else { return node }
    if others.count > 1 || keyword.value.count > branches.count {
      let index = branches.firstIndex { $0.0.value.index == chosen.0.value.index } ?? 0
      remarks.add(
        "the schema has \(keyword.value.count) alternatives; only "
          + "\(index == 0 ? "the first" : "number \(index + 1)") is asked for", at: keyword)
    }
    var joined = node
    joined.parts += chosen.1.parts.filter { part in
      !node.parts.contains { $0.value.index == part.value.index }
    }
    joined.identity.formUnion(others.count == 1 ? chosen.1.identity : [chosen.0.value.index])
    if branches.count > others.count { nullable.insert(node.place.value.index) }
    remarks.answered.insert(keyword.value.index)
    return joined
  }

  // MARK: - The whole

  mutating func run() throws(SchemaError) {
    let root = SchemaPart(value: document.root, path: .root)
    guard root.value.kind == .object else {
      throw error("the schema must be an object, not \(root.value.kindName)")
    }
    let whole = node(of: [root])
    var alternative = whole
    if whole.types.isEmpty || !whole.types.contains(.object) {
      alternative = withAlternative(whole)
    }
    guard alternative.types.contains(.object) else {
      let types = alternative.types
      throw error(
        types.isEmpty
          ? "the schema must have the type object; it has no type"
          : "the schema must have the type object, not \(SchemaType.names(types))")
    }
    let title = alternative.line("title") ?? SchemaLabel.humanized(id)
    var ids = SketchIDs()
    sketch.object.set("longform", source: "1")
    sketch.object.set("id", ids.id(for: id))
    sketch.object.set("title", title)
    if let summary = alternative.line("description") {
      sketch.object.set("description", summary)
    }
    let first = sketch.addSection(named: "main", title: nil, summary: nil)
    walk(
      alternative,
      at: SchemaPlace(
        section: first, names: [], isTop: true, isGiven: true, isInItem: false, labels: [],
        ancestors: alternative.identity))
    sketch.sections.removeAll(where: \.rows.isEmpty)
    guard !sketch.sections.isEmpty else {
      throw error("the schema has no property that a form can ask for")
    }
    try readBack()
  }

  private func error(_ sentence: String) -> SchemaError {
    SchemaError(sentence: sentence, remarks: remarks.sorted)
  }

  // MARK: - Reading back

  /// Reads the template, and takes out the keys that its reader refuses: a default that the other
  /// keys refuse, limits that contradict each other, a pattern that does not compile.
  private mutating func readBack() throws(SchemaError) {
    for _ in 0..<8 {
      do throws(TemplateErrors) {
        _ = try TemplateReader.template(from: sketch.json)
        return
      } catch {
        var isMended = false
        for error in error.errors where takeOut(error) { isMended = true }
        guard isMended else {
          let first = error.errors.first?.description ?? ""
          throw self.error("the form made of the schema has an error: \(first)")
        }
      }
    }
    throw error("the form made of the schema still has errors")
  }

  /// Takes the key out that an error is about; false when there is none that could be missed.
  private mutating func takeOut(_ error: TemplateError) -> Bool {
    let path = error.path.pointer.split(separator: "/")
    guard path.count >= 4, path[0] == "sections", let section = Int(path[1]) else { return false }
    let member: SketchObject.Member?
    switch path[2] {
    case "rows":
      guard path.count >= 5, let row = Int(path[3]) else { return false }
      member = sketch.sections[section].rows[row].remove(String(path[4]))
    case "repeat": member = sketch.sections[section].repetition?.remove(String(path[3]))
    default: member = nil
    }
    guard let member, let origin = member.origin else { return member != nil }
    remarks.add("\(error.sentence); it is left out", at: origin)
    return true
  }
}
