// The remarks on a schema. Each part of the schema for which the form cannot ask is reported once.
// Rules that the form does not have cause no remark, because the schema in the template checks them.

import FormText
public import LosslessJSON

/// A remark on a part of a schema for which the form does not ask, or which cannot be checked.
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

  /// Keywords that describe values for which a form does not ask: the type of value that has them
  /// (nil for all types), their treatment, and their names.
  private static let unsupported: [(type: SchemaType?, treatment: String, keywords: [String])] = [
    (nil, "is not followed", ["$dynamicRef", "$recursiveRef"]),
    (
      .object, "is left out; the form asks only for named properties",
      ["patternProperties", "additionalProperties", "unevaluatedProperties"]
    ),
  ]

  /// Adds remarks on those keywords of a type that describe values for which a form does not ask.
  mutating func addUnsupported(of node: SchemaNode, as type: SchemaType) {
    for group in SchemaRemarks.unsupported where group.type == nil || group.type == type {
      for keyword in group.keywords {
        for part in node.all(keyword) where matters(part) {
          add("\"\(keyword)\" \(group.treatment)", at: part)
        }
      }
    }
  }

  /// Whether a keyword with this value describes anything.
  private func matters(_ part: SchemaPart) -> Bool {
    !answered.contains(part.identity)
      && (part.value.kind == .string || part.value.kind == .object && part.value.count > 0)
  }

  /// Adds the remark that a part of the schema cannot be checked, unless there already is a remark on
  /// that part.
  mutating func addGap(_ sentence: String, at part: SchemaPart) {
    // A full list takes no more remarks, so it need not be searched.
    let isKnown =
      list.count < SchemaImport.mostRemarks
      && list.contains { $0.file == part.file && $0.remark.path == part.path }
    if !isKnown { add(sentence, at: part) }
  }
}
