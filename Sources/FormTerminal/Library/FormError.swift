// The reasons that a form gave no answers.

import FormModel

extension Form {
  /// A problem of an answer. It is a type inside of ``Form``, because FormModel has a `Problem` too, and a program may
  /// import both.
  public struct Problem: Hashable, Sendable {
    /// The row, as exports name it: `cups`, `biscuits[1].kind`; empty for a problem of no row.
    public var row: String
    /// The problem in a few words: `more than 12`.
    public var message: String
    /// The problem as a sentence that names the row.
    public var sentence: String
  }
}

extension Form.Problem {
  init(_ problem: FormModel.Problem, of row: FormRow.ID, in session: FormSession) {
    self.init(
      row: session.answers.name(of: row), message: problem.reason,
      sentence: problem.sentence(naming: session.answers.problemLabel(of: row)))
  }
}

/// The name of a draft, as ``FillOptions/DraftPlace/named(_:in:)`` takes it.
public struct DraftName: Hashable, Sendable, CustomStringConvertible {
  /// The name, without its folder.
  public var name: String
  /// The folder of the draft; nil for the default one.
  public var folder: String?

  /// The name, and the folder if it is not the default one.
  public var description: String { folder.map { "\(name) in \($0)" } ?? name }
}

/// The reason for which a form returned no answers.
///
/// ```swift
/// do {
///   let answers = try form.fill()
/// } catch FormError.left {
///   exit(130)
/// } catch {
///   print(error)
///   exit(1)
/// }
/// ```
public enum FormError: Error, Equatable {
  /// The person left, by Ctrl-C or `:quit`.
  case left(draft: DraftName?)
  /// The task was cancelled.
  case cancelled
  /// The time was up.
  case timedOut(draft: DraftName?)
  /// There is no terminal, and no lines to read.
  case noTerminal
  /// Some lines are no valid answers. Nothing was saved.
  case refused([Form.Problem])
  /// The form itself has errors: two rows with the same id, a condition on a row that does not
  /// exist.
  case invalidForm([String])
  /// Another form is being filled in this process.
  case busy
  /// Something fails that is neither up to the person nor to the form: the terminal or the disk of the draft, an option
  /// out of its range, or answers to begin with that are no document for the form. The sentence says what.
  case failed(String)
}

extension FormError: CustomStringConvertible {
  /// The error as a sentence, without a full stop.
  public var description: String {
    switch self {
    case .left(let draft): "left" + FormError.words(about: draft)
    case .cancelled: "cancelled"
    case .timedOut(let draft): "timed out" + FormError.words(about: draft)
    case .noTerminal: "there is no terminal, and no lines to read"
    case .refused(let problems): problems.map(\.sentence).joined(separator: "\n")
    case .invalidForm(let sentences): sentences.joined(separator: "\n")
    case .busy: "another form is being filled in this process"
    case .failed(let sentence): sentence
    }
  }

  private static func words(about draft: DraftName?) -> String {
    draft.map { "; the draft is kept: \($0)" } ?? ""
  }
}

extension FormError {
  /// The error for a failure of the engine.
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
