// Where a run takes place: a home of its own, a form, a place for the answers.

import Glibc
import TerminalTesting

/// The surroundings of a run.
struct Stage {
  /// Where the answers go.
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
  /// What the program is started with besides.
  var environment: [String: String?] = [:]

  /// - Parameter changes: whether the form is changed on the way, and so one of its own.
  init(
    _ subject: Subject, output: Output, force: Bool = false, changes: Bool = false,
    _ dice: inout SeededGenerator
  ) throws {
    self.subject = subject
    self.output = output
    home = try TemporaryFolder()
    let shape = FormShape.any(&dice)
    self.shape = changes ? FormShape(shape.sections, height: shape.height) : shape
    let form =
      try self.shape.name.map { "\(subject.forms)/\($0).json" }
      ?? home.write(self.shape.template, to: "form.json")
    let target = output == .file ? ["--output", home.path(Stage.answersFile)] : []
    arguments = ["fill", form] + target + (force ? ["--force"] : [])
  }

  /// Puts another form in the place of this one.
  mutating func change(to shape: FormShape) throws {
    self.shape = shape
    try home.write(shape.template, to: "form.json")
  }

  /// The name of the file of answers.
  static let answersFile = "answers.json"

  // MARK: - The program

  /// Starts the program.
  ///
  /// - Parameter kept: the states that explain the draft there is; none where there is no draft.
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

  /// What a run that failed tells.
  func report(_ error: any Error, done log: [String]) -> Misbehaviour {
    let done = log.joined(separator: "; ")
    return Misbehaviour(description: "\(error)\ndone: \(done)\nfolder: \(home.keep())")
  }

  // MARK: - What it leaves

  /// The folder of drafts.
  private static let draftFolder = ".local/state/longform/drafts"

  /// The names of all files in the folder of drafts.
  var files: [String] { home.entries(of: Stage.draftFolder) }

  /// The names of the files that hold drafts in a state: `draft`, `finished`, `aside`, `damaged`.
  func drafts(_ state: String) -> [String] {
    files.filter { name in
      let end = name.split(separator: ".").last ?? ""
      return (end == state || end.hasPrefix(state + "-"))
        && !["-wal", "-shm", "-journal"].contains { end.hasSuffix($0) }
    }
  }

  /// The answers of the open draft, nil when there is none.
  ///
  /// - Parameter isExpected: a draft must be there and readable; else one to which nothing was
  ///   committed counts as none.
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
    // Made, and the process killed before anything was in it.
    if !isExpected, result.status == .exited(66) { return nil }
    throw Misbehaviour(
      description: "the draft is not read, \(result.status): \(quoted(result.errors))")
  }

  /// What the file of the open draft holds.
  func storedForm() throws -> StoredForm? {
    try drafts("draft").first.map {
      try StoredForm(copying: home.path("\(Stage.draftFolder)/\($0)"))
    }
  }

  /// What was written as answers, empty where nothing was.
  func written(by session: LiveSession) -> [UInt8] {
    if output == .pipe { return session.process.capturedOutput }
    return home.read(Stage.answersFile).map { Array($0.utf8) } ?? []
  }

  /// Whether the answers of a session are written as a whole.
  func isWhole(_ written: [UInt8], of session: LiveSession) -> Bool {
    session.models.contains { Array($0.json.utf8) == written }
  }
}
