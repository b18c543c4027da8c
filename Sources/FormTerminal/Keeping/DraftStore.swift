// The drafts of this person, for commands that look at them from outside.

package import Drafts
package import FormModel
import FormText
import Glibc
import System

/// Finding and reading drafts; every error becomes a sentence and an exit status.
package enum DraftStore {
  /// Where drafts are, for sessions too.
  package static func directory() throws(DraftError) -> DraftDirectory {
    try .standard(environment: environment)
  }

  /// All drafts, the last changed first.
  package static func list() throws(Failure) -> [DraftSummary] {
    try doing { () throws(DraftError) in try directory().list(now: Wall.seconds) }
  }

  /// The draft that a person names by its file name or the beginning of it.
  ///
  /// - Parameter states: which drafts are meant where a beginning fits several.
  package static func draft(
    named name: String, preferring states: [DraftState] = [.open]
  ) throws(Failure) -> DraftSummary {
    let drafts = try list()
    if let draft = drafts.first(where: { $0.fileName == name }) { return draft }
    let fitting = drafts.filter { $0.fileName.hasPrefix(name) }
    let preferred = fitting.filter { states.contains($0.state) }
    if preferred.count == 1 { return preferred[0] }
    if fitting.count == 1 { return fitting[0] }
    guard let first = fitting.first else {
      throw Failure(.cannotOpen, "no draft \(name.quoted); longform drafts lists them")
    }
    throw Failure(
      .wrongUse,
      [
        "\(name.quoted) begins the names of \(counted(fitting.count, "draft")); type more of one, like \(first.fileName):"
      ] + fitting.map(DraftListing.line(of:)))
  }

  /// What the draft in a file holds.
  package static func contents(of fileName: String) throws(Failure) -> DraftContents {
    try doing { () throws(DraftError) in try directory().contents(of: fileName) }
  }

  /// Lines about the folders of editors that a draft records.
  package static func lines(ofLeavingsIn contents: DraftContents) throws(Failure) -> [String] {
    let directory = try doing(DraftStore.directory)
    return LentRecord.records(in: contents).compactMap { record in
      guard let path = directory.folder(named: record.folder) else { return nil }
      let names = LentFolder(path: path).entries.map(\.name)
      return "\(record.editor) did not end by itself; for \(record.label), in \(path): "
        + names.reduce("") { $0 + ($0.isEmpty ? "" : ", ") + $1 }
    }
  }

  /// The form of a draft. Standard input is never read.
  package static func source(
    of draft: DraftSummary, _ contents: DraftContents, empty: EmptyAnswers? = nil
  ) throws(Failure) -> FormSource {
    guard let identity = draft.identity else {
      throw Failure(.malformed, "\(draft.fileName): does not name its form")
    }
    if let template = contents.origin?.template {
      let options = contents.origin.flatMap { SessionOptions(encoded: $0.options) }
      return try FormSource(stored: template, directory: options?.directory ?? ".", empty: empty)
    }
    if identity.templatePath == FormSource.standardInput {
      throw Failure(
        .cannotOpen,
        "\(draft.fileName): the form came by standard input and is not in the draft; "
          + "pipe it into longform fill - to continue")
    }
    return try FormSource(
      form: identity.templatePath, answers: nil, options: FillSettings(empty: empty))
  }

  /// Does something with the drafts.
  package static func doing<Result>(
    _ work: () throws(DraftError) -> Result
  ) throws(Failure) -> Result {
    do throws(DraftError) {
      return try work()
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// Why something cannot be done with drafts.
  init(_ error: DraftError) {
    let status: ExitStatus =
      switch error {
      case .held, .busy: .inUse
      case .corrupt, .newerVersion: .malformed
      case .noHome, .missing, .noSuchDraft, .wrongState, .permissionDenied, .symbolicLink,
        .foreignOwner, .notADirectory, .notAFile:
        .cannotOpen
      case .readOnly, .diskFull, .fileSizeLimit, .inputOutput, .gone, .closed, .failed: .writeFailed
      }
    let advice = if case .noHome = error { "; set HOME, or XDG_STATE_HOME" } else { "" }
    self.init(status, error.sentence + advice)
  }
}
