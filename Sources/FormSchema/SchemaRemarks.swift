// The remarks on a schema. Each part of the schema that the template cannot express is reported
// once.

import FormText
public import LosslessJSON

/// A remark on a part of a schema that the template does not express.
public struct SchemaRemark: Hashable, Sendable {
  /// The path of the file, relative to the schema's folder; nil for the schema itself.
  public var file: String?
  /// The position in the file.
  public var position: TextPosition
  /// The path from the outermost value of the file.
  public var path: DocumentPath
  /// A sentence that names the part and says how it was treated, without a full stop.
  public var sentence: String
}

/// The remarks on a schema.
struct SchemaRemarks {
  /// A remark, with the number of its file.
  private struct Entry: Hashable {
    var file: Int
    var remark: SchemaRemark
  }

  private var list: [Entry] = []
  private var known = Set<Entry>()
  private(set) var count = 0
  private(set) var isFull = false
  /// Keywords that need no remark, because the form implements them in another way.
  var answered = Set<SchemaIdentity>()

  /// The remarks in the order of the schema. Remarks on other files come last.
  ///
  /// - Parameter name: returns the name of a file; nil for the schema itself.
  func sorted(naming name: (Int) -> String?) -> [SchemaRemark] {
    let entries = list.sorted {
      ($0.file, $0.remark.position.line, $0.remark.position.column)
        < ($1.file, $1.remark.position.line, $1.remark.position.column)
    }
    return entries.map { entry in
      var remark = entry.remark
      remark.file = name(entry.file)
      return remark
    }
  }

  /// Adds a remark, unless the same remark was already added.
  mutating func add(_ sentence: String, at part: SchemaPart) {
    guard list.count < SchemaImport.mostRemarks else {
      count += 1
      return
    }
    let remark = SchemaRemark(position: part.value.position, path: part.path, sentence: sentence)
    let entry = Entry(file: part.file, remark: remark)
    guard known.insert(entry).inserted else { return }
    list.append(entry)
    count += 1
  }

  /// Adds, only once, the remark that the rest of the schema is left out.
  mutating func addFull(at part: SchemaPart) {
    guard !isFull else { return }
    isFull = true
    add(
      "the form would have more than \(grouped(SchemaImporter.mostRows)) rows, or the schema is too "
        + "large to follow; the rest is left out", at: part)
  }

  // MARK: - Keywords without an equivalent

  /// Keywords without an equivalent: the type that they constrain (nil for all types), their
  /// treatment, and their names.
  private static let unsupported: [(type: SchemaType?, treatment: String, keywords: [String])] = [
    (nil, "is not checked, nor \"then\" and \"else\"", ["if"]),
    (nil, "is not checked", ["not", "anyOf", "oneOf"]),
    (nil, "is not followed", ["$dynamicRef", "$recursiveRef"]),
    (
      .object, "is left out; the form asks only for named properties",
      ["patternProperties", "additionalProperties", "unevaluatedProperties"]
    ),
    (
      .object, "is not checked",
      [
        "propertyNames", "dependencies", "dependentRequired", "dependentSchemas", "minProperties",
        "maxProperties",
      ]
    ),
    (.object, "is not checked", ["enum", "const"]), (.array, "is not checked", ["enum", "const"]),
    (.array, "is not checked", ["uniqueItems", "contains", "unevaluatedItems"]),
  ]

  /// Adds remarks on those keywords of a type that have no equivalent in a template.
  mutating func addUnsupported(
    of node: SchemaNode, as type: SchemaType, propertyCount: Int = 0
  ) {
    for group in SchemaRemarks.unsupported where group.type == nil || group.type == type {
      for keyword in group.keywords {
        for part in node.all(keyword) where matters(part, of: node, propertyCount) {
          let treatment = part.forbidsOthers ? SchemaPart.forbidden : group.treatment
          add("\"\(keyword)\" \(treatment)", at: part)
        }
      }
    }
  }

  /// Whether a keyword with this value restricts more than the form does anyway.
  private func matters(_ part: SchemaPart, of node: SchemaNode, _ propertyCount: Int) -> Bool {
    if answered.contains(part.identity) { return false }
    // A form keeps the other properties of a document, although the keyword forbids them.
    if part.forbidsOthers { return true }
    switch part.path.lastName {
    case "additionalProperties", "unevaluatedProperties", "patternProperties", "dependencies",
      "dependentRequired", "dependentSchemas", "propertyNames", "not":
      return part.value.kind == .object && part.value.count > 0
        || ["not", "propertyNames"].contains(part.path.lastName) && part.value.bool != true
    case "uniqueItems": return part.value.bool == true
    case "unevaluatedItems": return part.value.kind == .object
    case "minProperties":
      let required = Set(node.all("required").flatMap { $0.value.elements.compactMap(\.string) })
      return part.value.numberText.flatMap { Int($0) }.map { $0 > required.count } ?? true
    case "maxProperties":
      return part.value.numberText.flatMap { Int($0) }.map { $0 < propertyCount } ?? true
    default: return true
    }
  }
}

extension SchemaRemarks {
  /// Adds the remark that an object may have other members although the schema forbids them.
  mutating func addOpen(at part: SchemaPart) {
    add("\"\(part.path.lastName ?? "")\" \(SchemaPart.forbidden)", at: part)
  }
}

extension SchemaPart {
  /// The treatment of a schema that allows no other properties.
  fileprivate static let forbidden =
    "is not checked; the form adds no other properties and keeps those of a document"

  /// Whether the keyword forbids other properties.
  var forbidsOthers: Bool {
    ["additionalProperties", "unevaluatedProperties"].contains(path.lastName)
      && value.bool == false
  }
}
