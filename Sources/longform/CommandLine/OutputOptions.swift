// The options that determine how answers are written, and where.

import Arguments
import FormFormats
import FormModel
import FormTerminal

extension ExportFormat {
  /// Returns the format that has the given name. Throws an error that lists the valid names.
  static func named(_ name: String) throws -> ExportFormat {
    if let format = ExportFormat(rawValue: name) { return format }
    throw ValidationError.mustBe(allCases.map(\.rawValue), not: name)
  }
}

extension AnswersFormat: ExpressibleByArgument {
  /// The help of options for the format of a document.
  static let help = ArgumentHelp(
    "The format of the answers: \(names). By default as the file's name ends, else json.",
    valueName: "format")
}

extension EmptyAnswers {
  /// The help of the option for missing answers.
  static let help = ArgumentHelp(
    """
    How unanswered rows are written: null, omit (leaves them out) or string (an empty \
    one). By default as the form says, else null.
    """, valueName: "what")

  /// Returns the way to write missing answers that has the given name. Throws an error that lists
  /// the valid names.
  static func named(_ name: String) throws -> EmptyAnswers {
    if let empty = EmptyAnswers(rawValue: name) { return empty }
    throw ValidationError.mustBe(allCases.map(\.rawValue), not: name)
  }
}

/// The options for the destination and the format of answers.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How the answers are written: \(ExportFormat.names). By default the ending of --output decides \
      (.jsonl, .csv, .tsv, .yaml, .env, .md, .html), else json.
      """, valueName: "format"),
    completion: .list(ExportFormat.allCases.map(\.rawValue)), transform: ExportFormat.named)
  var format: ExportFormat?

  @Option(
    help: ArgumentHelp(
      "The file to write the answers to; - is standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace an output file that is not empty.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Put this text before the names in env output, so that none is a shell's own.",
      valueName: "text"))
  var envPrefix = ""

  @Flag(
    help: """
      In csv and tsv, begin cells that a spreadsheet would take for formulas (= + - @ TAB CR) with \
      an apostrophe. It remains when they are read back.
      """)
  var guardFormulas = false

  @Option(
    help: EmptyAnswers.help, completion: .list(EmptyAnswers.allCases.map(\.rawValue)),
    transform: EmptyAnswers.named)
  var empty: EmptyAnswers?

  var listedDeclarations: DeclarationList? {
    [
      ("format", _format), ("output", _output), ("force", _force), ("envPrefix", _envPrefix),
      ("guardFormulas", _guardFormulas), ("empty", _empty),
    ]
  }

  func validate() throws {
    let isName = envPrefix.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: false
      }
    }
    if !isName {
      throw ValidationError("--env-prefix takes letters, digits and _, and begins with no digit")
    }
  }

  /// The format in which the answers are written.
  var writtenFormat: ExportFormat {
    format ?? output.flatMap { ExportFormat(fileName: $0) } ?? .json
  }

  /// The destination of the answers.
  var destination: Destination {
    output.flatMap { $0 == "-" ? nil : .file($0) } ?? .standardOutput
  }

  /// The options that apply only to some formats.
  var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.environmentPrefix = envPrefix
    options.guardsFormulas = guardFormulas
    return options
  }
}
