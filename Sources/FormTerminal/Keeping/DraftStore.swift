// The drafts of the current user, for commands that use them without a session.

package import Drafts
package import FormModel
import FormText
import Glibc
import System

/// Finds and reads drafts. Converts every error to a sentence and an exit status.
package enum DraftStore {
  /// The directory of drafts.
  package static func directory() throws(DraftError) -> DraftDirectory {
    try .standard(environment: environment)
  }

  /// Returns all drafts, the most recently changed first.
  package static func list() throws(Failure) -> [DraftSummary] {
    try doing { () throws(DraftError) in try directory().list(now: Wall.seconds) }
  }

  /// Sorts drafts: first the undelivered drafts (whose saved answers no command has accepted yet),
  /// in the order in which they will be sent, then the other drafts.
  package static func waitingFirst(_ drafts: [DraftSummary]) throws(Failure) -> [DraftSummary] {
    guard drafts.contains(where: \.isUndelivered) else { return drafts }
    let order = try doing { () throws(DraftError) in try directory().undelivered() }
    let places = Dictionary(zip(order, order.indices)) { first, _ in first }
    let waiting = drafts.filter(\.isUndelivered).sorted {
      (places[$0.fileName] ?? .max) < (places[$1.fileName] ?? .max)
    }
    return waiting + drafts.filter { !$0.isUndelivered }
  }

  /// Returns the unfinished drafts, the most recently changed first.
  static func unfinished() throws(Failure) -> [DraftSummary] {
    try doing { () throws(DraftError) in try directory().unfinished(now: Wall.seconds) }
  }

  /// Returns the path of the form whose answers were last saved to a file; nil if it is unknown.
  static func form(savedTo file: String) -> String? {
    guard let path = Descriptor.realPath(of: file) else { return nil }
    return (try? list())?.first { $0.identity?.outputPath == path }?.identity?.templatePath
  }

  /// Returns the names of the drafts. If they cannot be listed, every draft has its file name.
  private static func names() -> DraftNames { DraftNames(of: (try? list()) ?? []) }

  /// Returns the name of the draft in a file.
  package static func name(ofFile fileName: String) -> String { names()[fileName] }

  /// The purpose of finding a draft. If a form's name can refer to several drafts, the purpose
  /// decides.
  package enum Purpose {
    /// To read a draft: the unfinished draft, or else the newest draft that was saved or set aside.
    case reading
    /// To restore a draft: the newest draft that was saved or set aside.
    case restoring
    /// To remove a draft: the unfinished draft, or else the only draft.
    case removing
    /// To send answers: the unfinished draft if its answers wait, or else the oldest undelivered draft.
    case delivering
  }

  /// Finds the draft that a person named. The name can be a name from `DraftNames`, a file name, or
  /// the beginning of a file name.
  package static func draft(
    named name: String, for purpose: Purpose
  ) throws(Failure) -> (draft: DraftSummary, name: String) {
    let drafts = try list()
    let names = DraftNames(of: drafts)
    func draft(inFile file: String?) -> (draft: DraftSummary, name: String)? {
      drafts.first { $0.fileName == file }.map { ($0, names[$0.fileName]) }
    }
    if let draft = draft(inFile: name) { return draft }
    let closed = names.closed(named: name)
    // The name refers to a damaged draft only if no other draft has this name.
    let readable = closed.first { file in
      drafts.contains { $0.fileName == file && $0.state != .damaged }
    }
    let newest = draft(inFile: readable ?? closed.first)
    let exact = draft(inFile: names.fileName(of: name))
    switch purpose {
    case .reading: if let found = exact ?? newest { return found }
    case .restoring: if let found = newest ?? exact { return found }
    case .delivering:
      let oldest = closed.last { file in
        drafts.contains { $0.fileName == file && $0.state == .undelivered }
      }
      let waiting = exact.flatMap { $0.draft.isUndelivered ? $0 : nil }
      if let found = waiting ?? draft(inFile: oldest) ?? exact { return found }
    case .removing:
      if let found = exact ?? (closed.count == 1 ? newest : nil) { return found }
    }
    var fitting = names.all(named: name).compactMap { draft(inFile: $0) }
    if fitting.isEmpty {
      fitting = drafts.filter { $0.fileName.hasPrefix(name) }.map { ($0, names[$0.fileName]) }
      let states: [DraftState] =
        switch purpose {
        case .restoring: [.aside, .finished, .undelivered, .damaged]
        case .delivering: [.undelivered]
        case .reading, .removing: [.open]
        }
      let preferred = fitting.filter { states.contains($0.draft.state) }
      if preferred.count == 1 { return preferred[0] }
      if fitting.count == 1 { return fitting[0] }
    }
    guard let first = fitting.first else {
      let known = drafts.map { names[$0.fileName] }
      throw Failure(
        .cannotOpen,
        "no draft \(name.quoted)"
          + NearestName.hint(for: name, among: known, remedy: "longform drafts lists them"))
    }
    throw Failure(
      .wrongUse,
      [
        "\(name.quoted) means \(counted(fitting.count, "draft")); name one of them, like \(first.name):"
      ] + fitting.map { DraftListing.line(of: $0.draft, named: $0.name) })
  }

  /// Reads the draft in a file.
  package static func contents(of fileName: String) throws(Failure) -> DraftContents {
    try doing { () throws(DraftError) in try directory().contents(of: fileName) }
  }

  /// Returns lines about the undelivered answers of a draft: the attempts to send them, with their
  /// times.
  package static func lines(ofDeliveryIn draft: DraftSummary) throws(Failure) -> [String] {
    guard draft.isUndelivered else { return [] }
    let (found, attempts, hasChanged) = try doing { () throws(DraftError) in
      let directory = try directory()
      return (
        try directory.delivery(of: draft.fileName), try directory.attempts(of: draft.fileName),
        try directory.hasChangedSinceSave(draft.fileName)
      )
    }
    guard let delivery = found else { return [] }
    let change = "    changed since; longform deliver sends the answers as saved"
    let id = "    id \(delivery.id), revision \(delivery.revision), \(delivery.format)"
    var lines = ["Saved \(moment(delivery.saved)) for: \(delivery.command)"]
    lines += hasChanged ? [change, id] : [id]
    // Attempts that a crontab repeats usually have the same message, so only the last one is shown in
    // full. Its cause may be in any line.
    let last = attempts.lastIndex { !$0.message.isEmpty }
    for (place, attempt) in attempts.enumerated() {
      let words = attempt.lines.first.map { ": \($0)" } ?? ""
      lines.append("    \(moment(attempt.time)): \(attempt.result)\(words)")
      if place == last { lines += attempt.lines.dropFirst().map { "        \($0)" } }
    }
    return lines
  }

  private static func moment(_ time: Int64) -> String {
    Age.moment(seconds: Wall.seconds - time, now: Wall.seconds)
  }

  /// Returns lines about the folders of external editors that a draft records.
  package static func lines(ofLeavingsIn contents: DraftContents) throws(Failure) -> [String] {
    let directory = try doing(DraftStore.directory)
    return LentRecord.records(in: contents).compactMap { record in
      guard let path = directory.folder(named: record.folder) else { return nil }
      let names = LentFolder(path: path).entries.map(\.name)
      return "\(record.editor) did not exit normally; for \(record.label), in \(path): "
        + names.reduce("") { $0 + ($0.isEmpty ? "" : ", ") + $1 }
    }
  }

  /// Returns the form of a draft. Never reads standard input.
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
      form: .named(identity.templatePath), answers: nil, options: FillSettings(empty: empty))
  }

  /// Runs work on the drafts. Converts an error of drafts to a failure with a sentence and an exit
  /// status.
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
  /// The failure for an error of a draft.
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
