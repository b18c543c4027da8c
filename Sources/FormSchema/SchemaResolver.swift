// Finds the schemas to which references lead.
//
// Invariants: every visited member is charged to one budget, so the time is limited even for
// recursive schemas. References are followed without recursion.

import FormText
import LosslessJSON

/// Resolves the references in a schema.
struct SchemaResolver {
  private var files: SchemaFiles
  /// The results of earlier references, by reference, for each file.
  private var targets: [Int: [Text: Result<SchemaPart, SchemaFiles.Fault>]] = [:]
  /// The schemas that have anchors, for each file.
  private var anchors: [Int: [Text: SchemaPart]] = [:]
  /// The members of large objects, by name.
  private var members: [SchemaIdentity: [Text: JSONValue]] = [:]
  /// The number of members that may still be visited.
  private(set) var budget: Int

  /// The maximum number of members of an object that is searched without an index.
  private static let mostSearched = 16
  /// The cost of visiting any schema, however small.
  private static let costOfPart = 20

  /// The maximum number of schemas that are joined into one.
  private static let mostParts = 1_000

  init(_ files: SchemaFiles, budget: Int) {
    (self.files, self.budget) = (files, budget)
  }

  /// The schema itself.
  var root: SchemaPart { files.root(of: SchemaFiles.main) }

  /// The name of another file of the schema; nil for the schema itself.
  func name(ofFile file: Int) -> String? {
    file == SchemaFiles.main ? nil : files.name(of: file)
  }

  /// All files of the schema, with their names.
  mutating func allFiles() -> [(name: String, root: JSONValue)] { files.all() }

  /// The value at a path in the file with a name; nil if there is none.
  func part(at path: DocumentPath, inFile name: String) -> SchemaPart? {
    guard let file = files.number(ofFile: name) else { return nil }
    return path.parts.reduce(files.root(of: file) as SchemaPart?) { part, step in
      switch step {
      case .name(let name): part?[name]
      case .index(let index): part?.children.dropFirst(index).first
      }
    }
  }

  /// Whether the budget is used up, so that the rest of the schema is left out.
  var isExhausted: Bool { budget <= 0 }

  mutating func charge(_ steps: Int) { budget -= min(steps, budget) }

  /// Joins schemas with all schemas to which they refer, and with the parts of their `allOf`.
  ///
  /// - Parameter unresolved: called with each reference that cannot be followed, and the reason.
  mutating func node(
    of parts: [SchemaPart], unresolved: (SchemaPart, String) -> Void
  ) -> SchemaNode {
    var node = SchemaNode(parts: [], identity: [])
    var seen = Set<SchemaIdentity>()
    var waiting = parts.reversed().map { (part: $0, isWhole: parts.count == 1) }
    while let (part, isWhole) = waiting.popLast() {
      guard seen.insert(part.identity).inserted else { continue }
      charge(SchemaResolver.costOfPart + part.value.count)
      // The importer will visit these members for each reference to this schema, so they are
      // charged here each time.
      for keyword in ["properties", "required", "enum", "oneOf", "anyOf"] {
        charge(part.value[keyword]?.count ?? 0)
      }
      if isExhausted { break }
      if node.parts.count == SchemaResolver.mostParts {
        unresolved(part, "too many schemas are joined; the rest is left out")
        break
      }
      node.parts.append(part)
      if isWhole { node.identity.insert(part.identity) }
      if let joined = part["allOf"], joined.value.kind == .array {
        charge(joined.value.count)
        waiting += joined.children.prefix(SchemaResolver.mostParts).reversed().map { ($0, false) }
      }
      if let reference = part["$ref"], let target = reference.value.string {
        switch resolve(target, from: part.file) {
        case .success(let resolved): waiting.append((resolved, isWhole))
        case .failure(let fault):
          unresolved(
            reference, "the reference \(target.quoted) \(fault.sentence); it is not followed")
        }
      }
    }
    if node.parts.isEmpty { node.parts = [parts[0]] }
    return node
  }

  // MARK: - References

  private mutating func resolve(
    _ reference: String, from file: Int
  ) -> Result<SchemaPart, SchemaFiles.Fault> {
    let key = Text(reference)
    if let known = targets[file]?[key] { return known }
    let target: Result<SchemaPart, SchemaFiles.Fault>
    do throws(SchemaFiles.Fault) {
      target = .success(try find(reference, from: file))
    } catch { target = .failure(error) }
    targets[file, default: [:]][key] = target
    return target
  }

  private mutating func find(
    _ reference: String, from file: Int
  ) throws(SchemaFiles.Fault) -> SchemaPart {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let address = parts.first.map(String.init) ?? ""
    let fragment = parts.count > 1 ? parts[1] : ""
    var root = files.root(of: file)
    if !address.isEmpty, !files.isAddress(address, of: file) {
      if let inner = anchor(address, in: root) {
        root = inner
      } else {
        // Reading a file changes `files`, so the root must be read afterwards.
        let found = try files.file(at: address, from: file)
        root = files.root(of: found)
      }
    }
    guard let pointer = fragment.percentDecoded else { throw .nowhere }
    if pointer.isEmpty { return root }
    let found =
      pointer.hasPrefix("/") ? schema(at: pointer, in: root) : anchor(pointer, in: root)
    guard let found else { throw .nowhere }
    return found
  }

  private mutating func schema(at pointer: String, in root: SchemaPart) -> SchemaPart? {
    var part = root
    for name in DocumentPath.names(inPointer: pointer) {
      if part.value.kind == .array {
        charge(part.value.count)
        guard let index = Int(name), index >= 0, index < part.value.count,
          let element = part.children.dropFirst(index).first
        else { return nil }
        part = element
      } else {
        guard let member = member(name, of: part) else { return nil }
        part = member
      }
    }
    return part.value.kind == .object || part.value.kind == .boolean ? part : nil
  }

  /// A member of an object. Large objects get an index, because many references may go through
  /// them.
  private mutating func member(_ name: String, of part: SchemaPart) -> SchemaPart? {
    guard part.value.count > SchemaResolver.mostSearched else { return part[name] }
    if members[part.identity] == nil {
      charge(part.value.count)
      members[part.identity] = Dictionary(
        part.value.members.map { (Text($0.key.string ?? ""), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    return members[part.identity]?[Text(name)].map {
      SchemaPart(value: $0, path: part.path.appending(name), file: part.file)
    }
  }

  /// The schema that declares an anchor or an address, anywhere in a file.
  private mutating func anchor(_ name: String, in root: SchemaPart) -> SchemaPart? {
    if let known = anchors[root.file] { return known[Text(name)] }
    var found: [Text: SchemaPart] = [:]
    var waiting = [files.root(of: root.file)]
    while let part = waiting.popLast(), !isExhausted {
      charge(1 + part.value.count)
      for keyword in ["$anchor", "$dynamicAnchor", "$id", "id"] {
        guard let name = part.value[keyword]?.string else { continue }
        let text = Text(name.hasPrefix("#") ? String(name.dropFirst()) : name)
        if found[text] == nil { found[text] = part }
      }
      waiting += part.children.filter { $0.value.kind == .object || $0.value.kind == .array }
    }
    anchors[root.file] = found
    return found[Text(name)]
  }
}
