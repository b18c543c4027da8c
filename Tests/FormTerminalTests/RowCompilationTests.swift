// Calls that must not compile, and the errors of the compiler.

import Glibc
import TerminalTesting
import Testing

@Suite("Rows that do not compile")
struct RowCompilationTests {
  private static func compiler(_ arguments: [String]) throws -> Program.Result {
    let path = getenv("PATH").map { String(cString: $0) }
    return try Program.run(
      "/usr/bin/env", ["swiftc"] + arguments, environment: path.map { ["PATH": $0] } ?? [:])
  }

  private static let hasCompiler =
    (try? compiler(["--version"]))?.status == .exited(0)

  /// Checks the types of a program that uses the library; returns the errors.
  private func errors(in program: String) throws -> [Substring] {
    let folder = try TemporaryFolder()
    let source = try folder.write(program, to: "main.swift")
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    let products = try builtProduct(named: "library-driver").split(separator: "/").dropLast()
      .reduce("") { "\($0)/\($1)" }
    // The module maps of the C modules on which the library depends.
    let maps =
      ["CLibEdit/system", "CLibEdit/include", "CPCRE2/system", "CSQLite", "CYAML"].map {
        "\(root)/Sources/\($0)"
      } + ["CUnicode", "CPCRE2"].map { "\(products)/\($0).build" }
    let result = try RowCompilationTests.compiler(
      ["-typecheck", "-swift-version", "6", "-I", "\(products)/Modules"]
        + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] } + [source])
    return result.errorText.split(separator: "\n").filter {
      $0.hasPrefix("/") && $0.contains(" error: ")
    }
  }

  @Test(
    "Choices without descriptions are an error that says what to write",
    .enabled(if: hasCompiler, "needs swiftc"))
  func choices() throws {
    let errors = try errors(
      in: """
        import FormTerminal
        enum Level: String, CaseIterable { case low, high }
        let words = [
          Row.choice("a", of: ["x", "y"]), Row.choice("b", of: "x", "y"),
          Row.choice("c", of: "x", "y", "z"),
        ]
        let named = Row.choice("d", of: Level.allCases, name: \\.rawValue)
        let level = Row.choice("e", of: Level.allCases)
        """)
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.contains("main.swift:8:") && error.hasSuffix("of: values, name: \\.rawValue)"))
  }
}
