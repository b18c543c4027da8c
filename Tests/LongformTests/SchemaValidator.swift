// Python's jsonschema as an independent reader of what the program writes.

import Glibc
import TerminalTesting
import Testing

/// Validates documents against JSON Schemas, where Python's jsonschema is installed.
enum SchemaValidator {
  private static let folder =
    #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Fixtures"

  /// Whether it can be asked at all; tests that need it are skipped, and say so, where it cannot.
  static let isInstalled = (try? python(["-c", "import jsonschema"]))?.status == .exited(0)

  static let requirement: Comment = "needs python3 with jsonschema"

  /// The path of a file in Tests/Fixtures.
  static func fixture(_ name: String) -> String { "\(folder)/\(name)" }

  /// What is wrong with documents, a line each; empty when nothing is.
  static func problems(of documents: [String], against schema: String) throws -> String {
    try problems(for: [schema] + documents)
  }

  /// The same for every NAME.json in a folder and the NAME.schema.json beside it.
  static func problems(inEachOf folder: String) throws -> String {
    try problems(for: ["--each", folder])
  }

  private static func problems(for arguments: [String]) throws -> String {
    let result = try python([fixture("validate.py")] + arguments)
    return result.status == .exited(0)
      ? result.outputText : "\(result.status): \(result.outputText)\(result.errorText)"
  }

  /// Python as the tests' own PATH finds it: that one may have packages that the system's has not.
  private static func python(_ arguments: [String]) throws -> Program.Result {
    let path = getenv("PATH").map { String(cString: $0) }
    return try Program.run(
      "/usr/bin/env", ["python3"] + arguments, environment: path.map { ["PATH": $0] } ?? [:])
  }
}
