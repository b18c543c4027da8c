// A fault of a document, as the check by a JSON Schema reports it and a form shows it.

/// A fault of a document.
public struct DocumentFault: Hashable, Sendable {
  /// The path of the wrong value in the document.
  public var path: DocumentPath
  /// The end of a sentence about this value, without a full stop: `must be at least 3`.
  public var sentence: String
  /// The name of the member that the object at `path` lacks; nil for all other faults.
  public var missing: String?

  /// Creates a fault.
  public init(path: DocumentPath, sentence: String, missing: String? = nil) {
    (self.path, self.sentence, self.missing) = (path, sentence, missing)
  }
}
