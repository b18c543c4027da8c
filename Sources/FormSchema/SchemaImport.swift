// Creates a template from a JSON Schema (draft-07 or 2020-12). The form asks for everything in the
// schema that a form can ask for. Every part of the schema for which it cannot ask is reported.
//
// The rules of rows are those that people should hear about while they type. The template also has
// the whole schema, which checks the document that a save would write.
//
// Invariants: the template is read back by the template's own reader before it is returned. Unless
// a remark says that a part of the schema cannot be checked, the document of a form without problems
// is valid for the schema. However large or recursive a schema is, the work is limited by
// `SchemaImporter.budget`.

import FormModel
import FormText
import JSONSchema
public import LosslessJSON

/// The reason that no template can be created from a schema.
public struct SchemaError: Error, Sendable {
  /// The error, without a full stop.
  public var sentence: String
  /// The remarks up to the error.
  public var remarks: [SchemaRemark]
}

/// A template that was created from a schema.
public struct SchemaImport: Sendable {
  /// The bytes of the template file.
  public let template: [UInt8]
  /// The remarks on parts of the schema that the template does not express, in the order of the
  /// schema.
  public let remarks: [SchemaRemark]
  /// The number of all remarks, of which the list contains at most `mostRemarks`.
  public let remarkCount: Int

  /// The maximum number of remarks in the list.
  public static let mostRemarks = 1_000

  /// Creates a template from a schema.
  ///
  /// - Parameters:
  ///   - schema: a schema of draft-07 or 2020-12.
  ///   - id: the template's id. Characters that an id cannot have are replaced.
  ///   - folder: the schema's folder; nil if references to other files must not be followed.
  /// - Throws: an error if the schema contains nothing that a form could ask for.
  /// - Complexity: limited, even for recursive schemas.
  public init(
    of schema: JSONDocument, id: String, in folder: SchemaFolder? = nil
  ) throws(SchemaError) {
    let files = SchemaFiles(schema, in: folder)
    var importer = SchemaImporter(files, id: id, mostTimes: SchemaImporter.mostTimes)
    try importer.run()
    // A schema that contains itself gives fewer rows if it is entered fewer times. So if the form
    // would be too large, try again with a lower limit.
    var times = SchemaImporter.mostTimes
    while times > 1, importer.isFull, importer.isRecursive {
      times -= 1
      importer = SchemaImporter(files, id: id, mostTimes: times)
      try importer.run()
    }
    importer.addSchemas()
    template = importer.sketch.json
    remarks = importer.sortedRemarks
    remarkCount = importer.remarks.count
  }
}

/// Visits the parts of a schema and sketches the template.
struct SchemaImporter {
  var resolver: SchemaResolver
  var sketch = TemplateSketch()
  private let id: String
  /// The maximum number of times that a schema is entered inside itself.
  let mostTimes: Int
  /// Whether a schema contains itself.
  var isRecursive = false
  var remarks = SchemaRemarks()
  /// The schemas whose alternatives also allow null.
  var nullable = Set<SchemaIdentity>()
  var rowCount = 0
  var choiceCount = 0

  /// The maximum number of members of schemas to visit.
  private static let budget = 500_000
  /// The maximum number of rows to create.
  static let mostRows = 10_000
  /// The maximum number of choices to create.
  static let mostChoices = 100_000
  /// The maximum number of times that a schema is entered inside itself, unless this gives too many
  /// rows.
  static let mostTimes = 3
  /// The maximum number of levels of objects.
  static let mostLevels = 64
  /// The maximum number of alternatives to consider in one list.
  static let mostAlternatives = 64

  init(_ files: SchemaFiles, id: String, mostTimes: Int) {
    (self.id, self.mostTimes) = (id, mostTimes)
    resolver = SchemaResolver(files, budget: SchemaImporter.budget)
  }

  /// Whether a part was left out because the form or the schema is too large.
  var isFull: Bool { remarks.isFull }

  /// Joins schemas with all schemas to which they refer, and with the parts of their `allOf`.
  mutating func node(of parts: [SchemaPart]) -> SchemaNode {
    var unresolved: [(SchemaPart, String)] = []
    let node = resolver.node(of: parts) { unresolved.append(($0, $1)) }
    for (part, sentence) in unresolved { remarks.add(sentence, at: part) }
    if resolver.isExhausted { remarks.addFull(at: node.place) }
    return node
  }

  /// Adds to a schema the alternative for which the form asks. If there is only one alternative
  /// besides null, this is the one. If there are several, the first object or array is preferred to
  /// the first alternative that can become a row; the result is partial because others remain.
  /// Alternatives that are all scalars become one row without their rules.
  mutating func withAlternative(_ node: SchemaNode) -> SchemaNode {
    guard let keyword = node.alternatives else { return node }
    resolver.charge(keyword.value.count)
    let branches = keyword.children.prefix(SchemaImporter.mostAlternatives).map {
      ($0, self.node(of: [$0]))
    }
    let others = branches.filter { $0.1.types != [.null] }
    if let joined = union(of: others.map(\.1), in: node, at: keyword) {
      if branches.count > others.count { nullable.insert(node.place.identity) }
      return joined
    }
    let scalars = Set(others.flatMap(\.1.types))
    if others.count > 1, others.allSatisfy({ $0.1.isScalar }),
      keyword.value.count == branches.count,
      node.types.isEmpty || node.types.isSuperset(of: scalars)
    {
      // The rules of the alternatives differ, and an answer needs to follow those of one only, which
      // the check of the whole document finds.
      if branches.count > others.count { nullable.insert(node.place.identity) }
      remarks.answered.insert(keyword.identity)
      var joined = node
      joined.union = scalars.subtracting(scalars.contains(.number) ? [.integer] : [])
      joined.settled.insert(keyword.identity)
      return joined
    }
    // An alternative with a single value asks for nothing, such as `false` next to an object of
    // settings.
    let asking = others.filter { $0.1.asksSomething }
    guard
      let chosen = asking.first(where: { !$0.1.isScalar })
        ?? asking.first ?? others.first(where: { !$0.1.isScalar }) ?? others.first
    else { return node }
    var joined = node
    joined.isPartial = others.count > 1 || keyword.value.count > branches.count
    joined.parts += chosen.1.parts.filter { part in
      !node.parts.contains { $0.identity == part.identity }
    }
    joined.identity.formUnion(others.count == 1 ? chosen.1.identity : [chosen.0.identity])
    if branches.count > others.count { nullable.insert(node.place.identity) }
    remarks.answered.insert(keyword.identity)
    joined.settled = node.settled.union([keyword.identity])
    return joined
  }

  /// Joins alternatives if each allows only scalar types, and no type of another alternative;
  /// otherwise returns nil.
  private mutating func union(
    of branches: [SchemaNode], in node: SchemaNode, at keyword: SchemaPart
  ) -> SchemaNode? {
    guard branches.count > 1, branches.count <= SchemaImporter.mostAlternatives,
      keyword.value.count <= SchemaImporter.mostAlternatives,
      branches.allSatisfy(\.isPlainScalar), node.all("enum").isEmpty, node.all("const").isEmpty
    else { return nil }
    var types = Set<SchemaType>()
    for branch in branches {
      let own = branch.types.contains(.number) ? branch.types.union([.integer]) : branch.types
      guard types.isDisjoint(with: own.subtracting([.null])) else { return nil }
      types.formUnion(own)
    }
    if types.contains(.number) { types.remove(.integer) }
    let allowed = node.types
    guard allowed.isEmpty || allowed.isSuperset(of: types) else { return nil }
    remarks.answered.insert(keyword.identity)
    var joined = node
    joined.parts += branches.flatMap(\.parts)
    joined.settled.insert(keyword.identity)
    joined.union = types
    return joined
  }

  /// Reports the alternatives for which the form does not ask.
  private mutating func reportOthers(than node: SchemaNode, in whole: SchemaNode) {
    guard node.isPartial, let keyword = whole.alternatives else { return }
    let index = keyword.children.firstIndex { child in
      node.parts.contains { $0.identity == child.identity }
    }
    remarks.add(
      "the schema has \(keyword.value.count) alternatives; only "
        + "\(index.map { $0 == 0 ? "the first" : "number \($0 + 1)" } ?? "one") is asked for",
      at: keyword)
  }

  // MARK: - The whole schema

  mutating func run() throws(SchemaError) {
    let root = resolver.root
    guard root.value.kind == .object else {
      throw error("the schema must be an object, not \(root.value.kindName)")
    }
    let whole = node(of: [root])
    var alternative = whole
    let isChoice = objectAlternatives(of: whole) != nil
    if !isChoice, whole.needsAlternative || !whole.types.contains(.object) {
      alternative = withAlternative(whole)
      reportOthers(than: alternative, in: whole)
    }
    let kind = isChoice ? .object : alternative.kind(alternative.types)
    guard kind == .object || kind == .array else {
      let types = alternative.types
      throw error(
        types.isEmpty
          ? "the schema must have the type object or array; it has no type; "
            + "add \"type\": \"object\""
          : "the schema must have the type object or array, not \(SchemaType.names(types))")
    }
    if !isChoice, let kind { reportOtherTypes(of: alternative, alternative.types, than: kind) }
    let title = alternative.line("title") ?? SchemaLabel.humanized(id)
    var ids = SketchIDs()
    sketch.object.set("longform", source: "1")
    sketch.object.set("id", ids.id(for: id))
    sketch.object.set("title", title)
    if let summary = alternative.line("description") {
      sketch.object.set("description", summary)
    }
    let first = sketch.addSection(named: "main", title: nil, summary: nil)
    var place = SchemaPlace(
      section: first, names: [], isTop: true, isGiven: true, isInItem: false, labels: [],
      ancestors: [:])
    let container: SchemaContainer? =
      kind == .array
      ? .array(items(of: alternative)) : isChoice ? nil : map(of: alternative).map { .map($0) }
    if let container {
      sketch.object.set("root", container.isMap ? "map" : "array")
      _ = addItems(
        container, of: alternative, at: place, names: [], label: title, false, isRoot: true)
    } else {
      place.enter(alternative)
      walk(alternative, at: place)
    }
    sketch.removeEmptySections()
    guard !sketch.sections.isEmpty else {
      throw error("the schema has no property that a form can ask for; add \"properties\"")
    }
    try readBack()
  }

  /// Adds the schema and its files to the template, and reports the parts of them that cannot be
  /// checked.
  mutating func addSchemas() {
    let files = resolver.allFiles()
    do throws(JSONSchemaError) {
      let schema = try JSONSchema(files.map { ($0.name, $0.root.document) })
      for gap in schema.gaps {
        let part = resolver.part(at: gap.path, inFile: gap.file) ?? resolver.root
        remarks.addGap(gap.sentence, at: part)
      }
      sketch.schemas = files
    } catch {
      remarks.add("the document is not checked: \(error.sentence)", at: resolver.root)
    }
  }

  /// The remarks with the names of their files.
  var sortedRemarks: [SchemaRemark] { remarks.sorted(naming: resolver.name(ofFile:)) }

  private func error(_ sentence: String) -> SchemaError {
    SchemaError(sentence: sentence, remarks: sortedRemarks)
  }

  // MARK: - Reading back

  /// Reads the template back, and removes the keys that its reader refuses: a default that other
  /// keys do not allow, limits that contradict each other, a pattern that does not compile.
  private mutating func readBack() throws(SchemaError) {
    for _ in 0..<8 {
      do throws(TemplateErrors) {
        _ = try TemplateReader.template(from: sketch.json)
        return
      } catch {
        var isRepaired = false
        // From the last, because removing a path moves the paths after it.
        for error in error.errors.reversed() where takeOut(error) { isRepaired = true }
        guard isRepaired else {
          let first = error.errors.first?.description ?? ""
          throw self.error("the form made of the schema has an error: \(first)")
        }
      }
    }
    throw error("the form made of the schema still has errors")
  }

  /// Removes the key that caused an error. Returns false if it cannot be removed.
  private mutating func takeOut(_ error: TemplateError) -> Bool {
    let path = error.path.pointer.split(separator: "/")
    if let isRemoved = takeOut(path, inItemsOf: nil) { return isRemoved }
    guard let (section, rest) = sketch.section(at: path) else { return false }
    let keys = rest.map(String.init)
    let member: SketchObject.Member?
    switch keys.first {
    case "rows":
      guard keys.count >= 3, let row = Int(keys[1]),
        sketch.sections[section].rows.indices.contains(row)
      else { return false }
      member = sketch.sections[section].rows[row].remove(keys[2])
    case "repeat" where keys.count > 1:
      if let isRemoved = takeOut(Array(rest.dropFirst()), inItemsOf: section) { return isRemoved }
      member = sketch.sections[section].repetition?.remove(keys[1])
    default: member = nil
    }
    guard let member, let origin = member.origin else { return member != nil }
    // The schema in the template checks the rules of the other keys, and a default is no rule.
    if ["choices", "type"].contains(member.key) {
      remarks.add("\(error.sentence); it is left out", at: origin)
    }
    return true
  }

  /// Removes a path from `closed` or `present`.
  ///
  /// - Parameter keys: the place of the path in the template, beginning with the key.
  /// - Returns: whether there was such a path; nil for a place in another key.
  private mutating func takeOut(_ keys: [Substring], inItemsOf section: Int?) -> Bool? {
    let index = keys.dropFirst().first.flatMap { Int($0) } ?? -1
    switch keys.first {
    case "closed": return sketch[containersInItemsOf: section].closed.remove(at: index) != nil
    case "present":
      let path = sketch[containersInItemsOf: section].present.remove(at: index)
      if let origin = path?.origin {
        remarks.add("the object is required, but the form cannot write it", at: origin)
      }
      return path != nil
    default: return nil
    }
  }
}
