// Python's jsonschema as an independent reader of the program's output.

import Glibc
import TerminalTesting
import Testing

/// Validates documents against JSON Schemas, if Python's jsonschema is installed.
enum SchemaValidator {
  private static let folder =
    #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Fixtures"

  /// Whether Python's jsonschema is installed. If it is not, the tests that need it are skipped.
  static let isInstalled = (try? python(["-c", "import jsonschema"]))?.status == .exited(0)

  static let requirement: Comment = "needs python3 with jsonschema"

  /// The path of a file in Tests/Fixtures.
  static func fixture(_ name: String) -> String { "\(folder)/\(name)" }

  /// Returns the errors in documents, one per line; empty if there are none.
  static func problems(of documents: [String], against schema: String) throws -> String {
    try problems(for: [schema] + documents)
  }

  /// Returns the errors in every NAME.json of a folder, validated with the NAME.schema.json next to
  /// it.
  static func problems(inEachOf folder: String) throws -> String {
    try problems(for: ["--each", folder])
  }

  private static func problems(for arguments: [String]) throws -> String {
    let result = try python([fixture("validate.py")] + arguments)
    return result.status == .exited(0)
      ? result.outputText : "\(result.status): \(result.outputText)\(result.errorText)"
  }

  /// Runs the Python of the tests' own PATH, which may have packages that the system's Python
  /// lacks.
  private static func python(_ arguments: [String]) throws -> Program.Result {
    let path = getenv("PATH").map { String(cString: $0) }
    return try Program.run(
      "/usr/bin/env", ["python3"] + arguments, environment: path.map { ["PATH": $0] } ?? [:])
  }
}
