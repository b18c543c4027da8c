// Checks documents against a JSON Schema: drafts 4, 6 and 7, 2019-09 and 2020-12.
//
// Invariants: a document without problems is valid, unless the schema has gaps, which `gaps` lists.
// If a limit ends a check early, this is a problem of its own. The verdict depends only on the
// schema and the document, never on time.

import FormText
public import LosslessJSON

/// A compiled schema.
public struct JSONSchema: Sendable {
  /// The path of the schema's file that `gaps` uses is the one given to `init`.
  let program: SchemaProgram

  /// The parts of the schema that cannot be checked: references that lead nowhere, patterns without
  /// an equivalent, and malformed keywords. Values that depend on such a part are accepted.
  public let gaps: [Gap]

  /// A part of a schema that cannot be checked.
  public struct Gap: Hashable, Sendable {
    /// The path of the file, as given to `init`.
    public var file: String
    /// The place of the keyword in the file.
    public var path: DocumentPath
    /// The reason in plain English, without a full stop.
    public var sentence: String
  }

  /// Compiles a schema.
  ///
  /// - Parameter documents: the schema, then the files to which it refers, each with its path
  ///   relative to the folder of the schema. Files are also found by their `$id`.
  /// - Throws: `JSONSchemaError` if there is no schema, or if it is neither an object nor a Boolean.
  /// - Complexity: O(*n*) in the size of the documents
  public init(_ documents: [(path: String, document: JSONDocument)]) throws(JSONSchemaError) {
    try self.init(documents, checksFormats: true)
  }

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - documents: the schema and the files to which it refers.
  ///   - checksFormats: whether `format` is checked; otherwise it is only an annotation.
  package init(
    _ documents: [(path: String, document: JSONDocument)], checksFormats: Bool
  ) throws(JSONSchemaError) {
    guard let first = documents.first?.document.root else {
      throw JSONSchemaError(sentence: "there is no schema")
    }
    guard first.kind == .object || first.kind == .boolean else {
      throw JSONSchemaError(sentence: "a schema must be an object, true or false")
    }
    var compiler = SchemaCompiler(SchemaResources(documents), checksFormats: checksFormats)
    program = compiler.program()
    gaps = compiler.gaps.map {
      Gap(file: documents[$0.file].path, path: $0.value.path, sentence: $0.sentence)
    }
  }

  /// Checks a document.
  ///
  /// - Parameter limit: the maximum number of problems to return.
  /// - Returns: the problems in the order of their places in the document; empty if it is valid.
  /// - Complexity: O(*n*) in the size of the document for most schemas. The work is limited to a
  ///   multiple of the size; a check that reaches the limit returns a problem.
  public func problems(in document: JSONDocument, atMost limit: Int) -> [DocumentFault] {
    var check = check(of: document, atMost: limit)
    while true {
      var effort = Int.max / 8
      if let problems = check.advance(effort: &effort) { return problems }
    }
  }

  /// Begins a check that can pause; `problems(in:atMost:)` has the parameters.
  package func check(of document: JSONDocument, atMost limit: Int) -> JSONSchemaCheck {
    JSONSchemaCheck(SchemaCheck(program, of: document), of: document, limit: limit)
  }
}

/// The check of a document, in progress.
package struct JSONSchemaCheck: Sendable {
  private var check: SchemaCheck
  private let document: JSONDocument
  private let limit: Int

  fileprivate init(_ check: SchemaCheck, of document: JSONDocument, limit: Int) {
    (self.check, self.document, self.limit) = (check, document, limit)
  }

  /// The number of steps of a check for one unit of effort.
  private static let stepsPerEffort = 4

  /// Continues the check.
  ///
  /// - Parameter effort: the effort that is left, about one for each microsecond; the check pauses
  ///   when it is used up.
  /// - Returns: the problems; nil if the check is not complete.
  package mutating func advance(effort: inout Int) -> [DocumentFault]? {
    var steps = effort * JSONSchemaCheck.stepsPerEffort
    let isComplete = check.advance(steps: &steps)
    effort = steps / JSONSchemaCheck.stepsPerEffort
    return isComplete ? problems : nil
  }

  /// The problems in the order of the document.
  private var problems: [DocumentFault] {
    var seen = Set<DocumentFault>()
    var problems: [DocumentFault] = []
    var paths = PathFinder(document)
    for fault in check.sortedFaults {
      guard problems.count < limit else { break }
      let problem = DocumentFault(
        path: paths.path(at: fault.value), sentence: fault.complaint.sentence,
        missing: fault.complaint.missing)
      if seen.insert(problem).inserted { problems.append(problem) }
    }
    return problems
  }
}

/// The reason that a document is not a schema.
public struct JSONSchemaError: Error, Hashable, Sendable {
  /// The reason in plain English, without a full stop.
  public var sentence: String
}
