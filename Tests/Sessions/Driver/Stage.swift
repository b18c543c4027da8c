// The surroundings of a run: a home folder, a form, and a target for the answers.

import Glibc
import TerminalTesting

/// The surroundings of a run.
struct Stage {
  /// The target of the answers.
  enum Output {
    /// Standard output, a pipe.
    case pipe
    /// `--output`.
    case file
    /// Standard output, a file.
    case redirected
  }

  let subject: Subject
  let home: TemporaryFolder
  private(set) var shape: FormShape
  let output: Output
  private let arguments: [String]
  /// Additional variables for the program.
  var environment: [String: String?] = [:]

  /// Creates a stage.
  ///
  /// - Parameter changes: whether the form will be changed, so that the run needs its own copy.
  init(
    _ subject: Subject, output: Output, force: Bool = false, changes: Bool = false,
    _ dice: inout SeededGenerator
  ) throws {
    self.subject = subject
    self.output = output
    home = try TemporaryFolder()
    // Forms whose template will change have no keys that two rows share, because a change could
    // show both rows at once.
    let shape =
      subject.nests
      ? FormShape.nested(&dice, isMixed: !changes) : FormShape.any(&dice, isMixed: !changes)
    self.shape = changes ? FormShape(shape.sections, height: shape.height) : shape
    let form =
      try self.shape.name.map { "\(subject.forms)/\($0).json" }
      ?? home.write(self.shape.template, to: "form.json")
    let target = output == .file ? ["--output", home.path(Stage.answersFile)] : []
    arguments = ["fill", form] + target + (force ? ["--force"] : [])
  }

  /// Replaces the form.
  mutating func change(to shape: FormShape) throws {
    self.shape = shape
    try home.write(shape.template, to: "form.json")
  }

  /// The name of the file of answers.
  static let answersFile = "answers.json"

  // MARK: - The program

  /// Starts the program.
  ///
  /// - Parameter kept: the states that match the present draft; empty if there is no draft.
  func start(rows: Int, columns: Int, kept: [FormModel]) throws -> LiveSession {
    let process = try TerminalProcess.start(
      subject.executable, arguments, environment: environment, rows: rows, columns: columns,
      output: output == .redirected ? .file(home.path(Stage.answersFile)) : .captured, home: home)
    let new = [FormModel.new(shape, rows: rows)]
    let session = LiveSession(
      process, kept.isEmpty ? new : kept.map { $0.resumed(rows: rows) })
    session.note("start \(rows) x \(columns)")
    return session
  }

  /// The report of a failed run.
  func report(_ error: any Error, done log: [String]) -> Misbehaviour {
    let done = log.joined(separator: "; ")
    return Misbehaviour(description: "\(error)\ndone: \(done)\nfolder: \(home.keep())")
  }

  // MARK: - Results

  /// The folder of drafts.
  private static let draftFolder = ".local/state/longform/drafts"

  /// The names of all files in the folder of drafts.
  var files: [String] { home.entries(of: Stage.draftFolder) }

  /// Returns the names of draft files in a state: `draft`, `finished`, `aside` or `damaged`.
  func drafts(_ state: String) -> [String] {
    files.filter { name in
      let end = name.split(separator: ".").last ?? ""
      return (end == state || end.hasPrefix(state + "-"))
        && !["-wal", "-shm", "-journal"].contains { end.hasSuffix($0) }
    }
  }

  /// Returns the answers of the open draft; nil if there is none.
  ///
  /// - Parameter isExpected: whether a readable draft must exist. If not, a draft without commits
  ///   counts as no draft.
  func keptAnswers(isExpected: Bool) throws -> TextExport? {
    guard let draft = drafts("draft").first else { return nil }
    let result = try Program.run(
      subject.executable, ["drafts", "export", draft, "--format", "text"], home: home)
    let errors = result.errorText.split(separator: "\n")
    let isRemark = { (line: Substring) in
      line.hasPrefix("longform: no row for ")
        || line.hasSuffix(" is not added yet; it is not exported")
    }
    if result.status == .exited(0), errors.allSatisfy(isRemark) {
      if let answers = TextExport(result.outputText) { return answers }
      throw Misbehaviour(description: "the draft's export is\n\(result.outputText)")
    }
    // The process was killed after it created the draft and before it wrote to the draft.
    if !isExpected, result.status == .exited(66) { return nil }
    throw Misbehaviour(
      description: "the draft is not read, \(result.status): \(quoted(result.errors))")
  }

  /// Reads the file of the open draft.
  func storedForm() throws -> StoredForm? {
    try drafts("draft").first.map {
      try StoredForm(copying: home.path("\(Stage.draftFolder)/\($0)"))
    }
  }

  /// Returns the answers that were written; empty if none were.
  func written(by session: LiveSession) -> [UInt8] {
    if output == .pipe { return session.process.capturedOutput }
    return home.read(Stage.answersFile).map { Array($0.utf8) } ?? []
  }

  /// Whether the answers of a session are written completely.
  func isWhole(_ written: [UInt8], of session: LiveSession) -> Bool {
    session.models.contains { Array($0.json.utf8) == written }
  }
}
