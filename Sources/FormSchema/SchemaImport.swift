// A template from a JSON Schema (draft-07 and 2020-12): what a form can ask for is asked for, what it
// cannot say is reported, and nothing is dropped in silence.
//
// Invariants: the template is read back by the template's own reader before it is given to anybody;
// answers to a template whose schema had no remark validate against the schema; however large or
// entangled a schema is, the work is bounded by `SchemaImporter.budget`.

import FormModel
import FormText
public import LosslessJSON

/// Something in a schema that the template does not say.
public struct SchemaRemark: Hashable, Sendable {
  /// Where it stands in the schema.
  public var position: TextPosition
  /// The way to it from the outermost value.
  public var path: DocumentPath
  /// The part of the schema and its treatment, without a full stop.
  public var sentence: String
}

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
    remarks = importer.listedRemarks
    remarkCount = importer.remarkCount
  }
}

/// Walks over a schema and sketches the template.
struct SchemaImporter {
  var resolver: SchemaResolver
  var sketch = TemplateSketch()
  private let document: JSONDocument
  private let id: String
  private var remarks: [SchemaRemark] = []
  private var known = Set<SchemaRemark>()
  private(set) var remarkCount = 0
  private var sectionIDs = SketchIDs()
  /// The alternatives that the form deals with, and those beside which null would do.
  var answered = Set<Int>()
  var nullable = Set<Int>()
  private var isFull = false
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
    self.document = document
    self.id = id
    resolver = SchemaResolver(document, budget: SchemaImporter.budget)
  }

  /// The remarks in the order of the schema.
  var listedRemarks: [SchemaRemark] {
    remarks.sorted {
      ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
    }
  }

  /// Takes note of something that the template does not say; once, however often it is met.
  mutating func remark(_ sentence: String, at part: SchemaPart) {
    guard remarks.count < SchemaImport.mostRemarks else {
      remarkCount += 1
      return
    }
    let remark = SchemaRemark(position: part.value.position, path: part.path, sentence: sentence)
    guard known.insert(remark).inserted else { return }
    remarks.append(remark)
    remarkCount += 1
  }

  /// Takes note, once, that what comes after is left out.
  mutating func remarkFull(at part: SchemaPart) {
    guard !isFull else { return }
    isFull = true
    remark(
      "the form would have more than \(grouped(SchemaImporter.mostRows)) rows, or the schema is too "
        + "large to follow; the rest is left out", at: part)
  }

  /// What a schema says, with all that it refers to and joins.
  mutating func node(of parts: [SchemaPart]) -> SchemaNode {
    var unresolved: [(SchemaPart, String)] = []
    let node = resolver.node(of: parts) { unresolved.append(($0, $1)) }
    for (part, sentence) in unresolved { remark(sentence, at: part) }
    if resolver.isExhausted { remarkFull(at: node.place) }
    return node
  }

  // MARK: - The whole

  mutating func run() throws(SchemaError) {
    let root = SchemaPart(value: document.root, path: .root)
    guard root.value.kind == .object else {
      throw error("the schema must be an object, not \(root.value.kindName)")
    }
    let whole = node(of: [root])
    var alternative = whole
    if types(of: whole).isEmpty || !types(of: whole).contains(.object) {
      alternative = withAlternative(whole)
    }
    guard types(of: alternative).contains(.object) else {
      let types = types(of: alternative)
      throw error(
        types.isEmpty
          ? "the schema must have the type object; it has no type"
          : "the schema must have the type object, not \(SchemaType.names(types))")
    }
    let title = line(alternative.string("title")) ?? humanized(id)
    var ids = SketchIDs()
    sketch.object.set("longform", source: "1")
    sketch.object.set("id", ids.id(for: id))
    sketch.object.set("title", title)
    if let summary = line(alternative.string("description")) {
      sketch.object.set("description", summary)
    }
    let first = addSection(named: "main", title: nil, summary: nil)
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
    SchemaError(sentence: sentence, remarks: listedRemarks)
  }

  /// Adds a section without rows.
  ///
  /// - Returns: its index.
  mutating func addSection(named name: String, title: String?, summary: String?) -> Int {
    var section = SketchSection()
    section.object.set("id", sectionIDs.id(for: name))
    if let title { section.object.set("title", title) }
    if let summary { section.object.set("description", summary) }
    sketch.sections.append(section)
    return sketch.sections.count - 1
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
    remark("\(error.sentence); it is left out", at: origin)
    return true
  }
}
