// The errors of filling a form, and the problems of its answers.

import FormModel
import Glibc

extension Form {
  /// A problem of an answer. It is nested in ``Form``, because FormModel also has a `Problem`, and
  /// a program may import both modules.
  public struct Problem: Hashable, Sendable {
    /// The row's name as exports write it, such as `cups` or `biscuits[1].kind`; empty if the
    /// problem is about the whole form.
    public var row: String
    /// The problem in a few words, such as `more than 12`.
    public var message: String
    /// The problem as a sentence that names the row.
    public var sentence: String
    /// The line of input that caused the problem. All lines of standard input that forms and
    /// questions of the process read are counted, from 1. Nil for a question, and if no line
    /// answered the row.
    public var line: Int?
  }
}

extension Form.Problem {
  init(
    _ problem: FormModel.Problem, of row: FormRow.ID, in session: FormSession, line: Int? = nil
  ) {
    self.init(
      row: session.answers.name(of: row), message: problem.reason,
      sentence: problem.sentence(naming: session.answers.problemLabel(of: row)), line: line)
  }

  /// The sentence after its place, as in `stdin:3: Cups: more than 12`.
  fileprivate var sentenceWithPlace: String {
    line.map { "stdin:\($0): \(sentence)" } ?? sentence
  }
}

/// The name of a draft, as in ``FillOptions/DraftPlace/named(_:in:)``.
public struct DraftName: Hashable, Sendable, CustomStringConvertible {
  /// The draft's name, without the folder.
  public var name: String
  /// The folder of the draft; nil for the default folder.
  public var folder: String?

  /// The name, followed by the folder if it is not the default folder.
  public var description: String { folder.map { "\(name) in \($0)" } ?? name }
}

/// The reason that a form returned no answers.
///
/// ```swift
/// do {
///   let answers = try form.fill()
/// } catch {
///   error.exit()
/// }
/// ```
public enum FormError: Error, Equatable {
  /// The person left the form with Ctrl-C or `:quit`.
  case left(draft: DraftName?)
  /// The task was cancelled.
  case cancelled
  /// The timeout was reached.
  case timedOut(draft: DraftName?)
  /// There is no terminal, and standard input has no lines.
  case noTerminal
  /// Some lines are not valid answers. Nothing was saved.
  case refused([Form.Problem])
  /// The form itself has errors, such as two rows with the same id, or a condition on a row that
  /// does not exist.
  case invalidForm([String])
  /// Another form is being filled in this process.
  case busy
  /// Another failure, which neither the person nor the form has caused. For example, the terminal
  /// or the disk of the draft fails, an option is out of range, or the answers to start from do not
  /// fit the form. The string describes the failure.
  case failed(String)
}

extension FormError: CustomStringConvertible {
  /// The error as a sentence, without a full stop.
  public var description: String {
    switch self {
    case .left(let draft): "left" + FormError.words(about: draft)
    case .cancelled: "cancelled"
    case .timedOut(let draft): "timed out" + FormError.words(about: draft)
    case .noTerminal: "standard input is not a terminal, and has no lines"
    case .refused(let problems): problems.map(\.sentenceWithPlace).joined(separator: "\n")
    case .invalidForm(let sentences): sentences.joined(separator: "\n")
    case .busy: "another form is being filled in this process"
    case .failed(let sentence): sentence
    }
  }

  /// Ends the program after an error: writes it to standard error after the program's name, as in
  /// `wizard: left`, and exits with 130 if the person left or the task was cancelled, 124 at a
  /// timeout, else 1. An error that nothing catches at the top level of a program ends it with
  /// Swift's message about a crash.
  ///
  /// ```swift
  /// catch { error.exit() }
  /// ```
  public func exit() -> Never {
    let name = CommandLine.arguments.first?.split(separator: "/").last
    StandardError.report(
      description.split(separator: "\n").map { line in name.map { "\($0): \(line)" } ?? "\(line)" })
    switch self {
    case .left, .cancelled: Glibc.exit(ExitStatus.left.rawValue)
    case .timedOut: Glibc.exit(ExitStatus.timedOut.rawValue)
    case .noTerminal, .refused, .invalidForm, .busy, .failed:
      Glibc.exit(ExitStatus.notSaved.rawValue)
    }
  }

  private static func words(about draft: DraftName?) -> String {
    draft.map { "; the draft is kept: \($0); start again to go on" } ?? ""
  }
}

extension FormError {
  /// The public error for the failure that ended the form.
  init(_ failure: Failure, host: Host) {
    switch failure.status {
    case .cannotOpen where !failure.isAboutPlaces: self = .noTerminal
    case .timedOut: self = .timedOut(draft: host.draft)
    case .notSaved where !failure.problems.isEmpty: self = .refused(failure.problems)
    case .notSaved: self = .left(draft: host.draft)
    default: self = .failed(failure.lines.joined(separator: "; "))
    }
  }
}
