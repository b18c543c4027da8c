// Lists, reads, removes and restores drafts, and removes expired finished drafts: the work of
// `longform drafts`.
//
// Invariants: reading uses a read-only connection and never waits. If another process has the draft
// open, its last commit is read. Only files whose names can be parsed are touched. Only `remove`
// removes unfinished, set-aside and damaged drafts.

import Glibc
import System

/// A draft in a list.
public struct DraftSummary: Equatable, Sendable {
  /// The file name. It identifies the draft for reading, removing and restoring.
  public var fileName: String
  public var state: DraftState
  /// The identity of the draft; nil if it cannot be read.
  public var identity: DraftIdentity?
  /// The title of the form.
  public var title = ""
  /// The times when the draft was created and last changed, in Unix seconds.
  public var created: Int64 = 0
  public var updated: Int64 = 0
  /// The number of seconds since the last change.
  public var age: Int64 = 0
  public var progress = DraftProgress()
  /// Whether a process has the draft open, and which process.
  public var occupation = DraftLock.Occupation.free
  /// Whether the draft has saved answers that wait for a command.
  public var isUndelivered = false
  /// The error that prevented reading the other properties; nil if there was none.
  public var trouble: DraftError?
}

extension DraftDirectory {
  // MARK: - Reading

  /// All drafts, sorted by their last change, newest first.
  ///
  /// - Parameter now: the time in Unix seconds, from which ages are computed.
  public func list(now: Int64) throws(DraftError) -> [DraftSummary] {
    try list(now: now) { _ in true }
  }

  /// The unfinished drafts, sorted by their last change, newest first. Other drafts are not opened.
  ///
  /// - Parameter now: the time in Unix seconds, from which ages are computed.
  public func unfinished(now: Int64) throws(DraftError) -> [DraftSummary] {
    try list(now: now) { $0.state == .open }
  }

  /// The drafts whose file names satisfy a condition, sorted by their last change, newest first.
  func list(
    now: Int64, where isWanted: (DraftFileName) -> Bool
  ) throws(DraftError) -> [DraftSummary] {
    var summaries: [DraftSummary] = []
    for name in try fileNames() where isWanted(name) {
      if let summary = try summary(of: name, now: now) { summaries.append(summary) }
    }
    return summaries.sorted { ($1.updated, $0.fileName) < ($0.updated, $1.fileName) }
  }

  /// The unfinished drafts of the same form and name that have another target, sorted by their last
  /// change, newest first. If there are none, only the directory is read.
  public func otherTargets(
    of identity: DraftIdentity, now: Int64
  ) throws(DraftError) -> [DraftSummary] {
    try list(now: now) { $0.state == .open && identity.differsOnlyInTarget(from: $0) }
      .filter { $0.state == .open && identity.differsOnlyInTarget(from: $0) }
  }

  /// The finished drafts of the same form and name that have another target, in the order of their
  /// saves, newest first. If there are none, only the directory is read.
  public func savesToOtherTargets(
    of identity: DraftIdentity
  ) throws(DraftError) -> [DraftSummary] {
    let names = try fileNames()
      .filter { $0.state == .finished && identity.differsOnlyInTarget(from: $0) }
      .sorted { $0.order > $1.order }
    var saves: [DraftSummary] = []
    for name in names {
      guard let save = try summary(of: name, now: 0), save.trouble == nil,
        identity.differsOnlyInTarget(from: save)
      else { continue }
      saves.append(save)
    }
    return saves
  }

  /// The file name of the identity's last finished draft; nil if there is none.
  public func lastFinished(_ identity: DraftIdentity) throws(DraftError) -> String? {
    try fileNames().filter { $0.state == .finished && $0.stem == identity.stem }
      .max { $0.order < $1.order }?.text
  }

  /// The time when a draft of the identity was set aside last, in Unix seconds; nil if none was.
  /// Reads only the directory.
  public func lastSetAside(_ identity: DraftIdentity) throws(DraftError) -> Int64? {
    try fileNames().filter { $0.state == .aside && $0.stem == identity.stem }
      .compactMap(\.time).max()
  }

  /// Reads everything in a draft. The draft may be closed, or another process may have it open.
  ///
  /// - Throws: `noSuchDraft`, `corrupt`, `newerVersion`, `inputOutput`.
  public func contents(
    of fileName: String, tick: () -> Void = {}
  ) throws(DraftError) -> DraftContents {
    try read(try existing(fileName)) { db throws(DraftError) in
      try DraftTables.contents(in: db, tick: tick)
    }
  }

  /// The summary of a draft; nil if the draft was removed or has no commits.
  private func summary(of name: DraftFileName, now: Int64) throws(DraftError) -> DraftSummary? {
    guard let status = try FileSystem.status(path(of: name)), status.kind != .directory else {
      return nil
    }
    var summary = DraftSummary(fileName: name.text, state: name.state)
    summary.updated = status.modified
    if name.state == .open {
      summary.occupation = DraftLock.occupation(stem: name.stem, in: self)
    }
    do {
      typealias Found = (DraftIdentity?, DraftTables.Summary, DraftState, Bool)
      let found = try read(name) { db throws(DraftError) -> Found? in
        // A process that was killed before its first commit may not have created the tables.
        guard try DraftSchema.isDraft(db) else { return nil }
        return (
          try DraftTables.identity(in: db), try DraftTables.summary(in: db),
          try DraftTables.state(in: db).state,
          try DeliveryTables.delivery(in: db, withBytes: false) != nil
        )
      }
      guard let (identity, row, state, isUndelivered) = found, let identity else { return nil }
      (summary.identity, summary.isUndelivered) = (identity, isUndelivered)
      (summary.title, summary.created, summary.updated, summary.progress) = row
      // The state is recorded, but the file has not been renamed yet.
      if name.state == .open { summary.state = state }
    } catch {
      summary.trouble = error
      switch error {
      case .newerVersion: summary.state = .newer
      case .corrupt: summary.state = .damaged
      default: if status.size == 0 && name.state == .open { return nil }
      }
    }
    summary.age = max(now - summary.updated, 0)
    return summary
  }

  /// Reads a consistent state of a database without changing it.
  func read<Result>(
    _ name: DraftFileName, _ work: (borrowing Database) throws(DraftError) -> Result
  ) throws(DraftError) -> Result {
    let path = path(of: name)
    _ = try checkedStatus(of: path)
    let database = try connect(path)
    return try database.transaction(.deferred, commits: false) { () throws(DraftError) in
      _ = try DraftSchema.isDraft(database)
      return try work(database)
    }
  }

  /// Connects for reading, even if SQLite cannot create its shared memory next to the file.
  ///
  /// If a process was killed during a transaction with a rollback journal, that transaction must be
  /// rolled back before anything can be read. Only a connection that may write can do this.
  private func connect(_ path: String) throws(DraftError) -> Database {
    let isWritable = access(self.path, W_OK) == 0
    if isWritable, let journal = try FileSystem.status(path + "-journal"), journal.size > 0 {
      return try DraftSchema.connect(path, readOnly: false)
    }
    let log = try FileSystem.status(path + "-wal")
    let isImmutable = !isWritable && (log == nil || log?.size == 0)
    return try DraftSchema.connect(path, readOnly: true, isImmutable: isImmutable)
  }

  // MARK: - Removing

  /// Removes a draft irreversibly.
  ///
  /// - Throws: `noSuchDraft` if no draft has this name; `held` if a process has the draft open.
  public func remove(_ fileName: String) throws(DraftError) {
    let name = try existing(fileName)
    let isOpen = name.state == .open
    let lock = try DraftLock.acquire(stem: isOpen ? name.stem : name.text, in: self, now: 0)
    let delivery = try? delivery(of: fileName)
    try delete(name)
    if case .file(let file)? = delivery?.answers { removeAnswers(inFile: file) }
    _ = consume lock
  }

  /// Removes the finished drafts that have expired (`DraftExpiry`).
  ///
  /// - Returns: the names of the files that were removed.
  @discardableResult
  public func expire(now: Int64) throws(DraftError) -> [String] {
    let finished = try fileNames().filter { $0.state == .finished }
    var removed: [String] = []
    for (_, saves) in Dictionary(grouping: finished, by: \.formHash) {
      for name in DraftExpiry.expired(of: saves, now: now) {
        try delete(name)
        removed.append(name.text)
      }
    }
    return removed.sorted()
  }

  // MARK: - Restoring

  /// The result of restoring a draft.
  public struct Restored: Equatable, Sendable {
    /// The identity whose open draft is the restored draft.
    public var identity: DraftIdentity
    /// The new name of the restored draft's file.
    public var fileName: String
    /// The new name of the draft that was open before; nil if there was none.
    public var setAside: String?
  }

  /// Makes a finished or set-aside draft the open draft of its identity again. A damaged draft is
  /// restored if it can be read after all.
  ///
  /// If the identity has an open draft, that draft is set aside.
  ///
  /// - Throws: `noSuchDraft`; `wrongState` for an open draft; `corrupt`; `newerVersion`; `held`
  ///   while a process has the identity's draft open; and the errors of `Draft.open`.
  @discardableResult
  public func restore(_ fileName: String, now: Int64) throws(DraftError) -> Restored {
    let name = try existing(fileName)
    if name.state == .open { throw .wrongState(name: fileName, state: .open) }
    // A restored draft that is damaged would only be set aside by the next opening.
    let identity = try read(name) { db throws(DraftError) in
      try DraftSchema.check(db)
      return try DraftTables.identity(in: db)
    }
    guard let identity else { throw .corrupt(path: path(of: name)) }
    let target = DraftFileName(open: identity.stem)
    var replaced: String?
    if exists(identity) {
      let lock = try DraftLock.acquire(identity, in: self, now: now)
      let open = try Draft.open(identity, in: self, lock: lock, now: now)
      replaced = try open.setAside(now: now) ?? open.setAside.last?.fileName
    }
    let lock = try DraftLock.acquire(identity, in: self, now: now)
    // A reader may have kept the file from being renamed, or another process may have created the
    // draft again while the lock was free. An empty file does not count, but its log does.
    if exists(identity) { throw .busy }
    if try FileSystem.holdsBytes(path(of: target) + "-wal") {
      replaced = try move(target, to: .damaged, time: now).text
    } else {
      try delete(target)
    }
    var database = try DraftSchema.connect(path(of: name), readOnly: false)
    try database.transaction(.immediate) { () throws(DraftError) in
      try DraftTables.store(.open, in: database)
    }
    database.close()
    try FileSystem.rename(path(of: name), to: path(of: target))
    try FileSystem.syncDirectory(path)
    _ = consume lock
    return Restored(identity: identity, fileName: target.text, setAside: replaced)
  }

  // MARK: - Names

  /// Returns the parsed name of an existing draft.
  func existing(_ fileName: String) throws(DraftError) -> DraftFileName {
    guard let name = DraftFileName(fileName), try exists(),
      try FileSystem.status(path(of: name)) != nil
    else { throw .noSuchDraft(name: fileName) }
    return name
  }
}

// MARK: - Moved forms: forms whose template got another id or path after the draft was made

// If no form has moved, little is read: the directory, and the beginning of each open draft whose
// name and target are the same as those of the present form. SQLite opens only drafts that probably
// match.

extension DraftDirectory {
  /// The unfinished drafts with the same name and target whose template has moved. Either the
  /// template at this path had another id before, or the template with this id was at a path where
  /// it no longer exists. Sorted by their last change, newest first.
  public func draftsOfMovedForm(
    _ identity: DraftIdentity, now: Int64
  ) throws(DraftError) -> [DraftSummary] {
    let names = try fileNames().filter { name in
      name.state == .open && name.targetHash == identity.targetHash
        && name.formHash != identity.formHash
    }
    // A template that is not a regular file, such as a pipe, cannot have moved.
    guard !names.isEmpty, let file = DraftDirectory.file(at: identity.templatePath) else {
      return []
    }
    let candidates = names.filter { name in
      name.formSlug == identity.formSlug || mayHold(identity.templatePath, in: name)
    }.map(\.text)
    if candidates.isEmpty { return [] }
    return try list(now: now) { candidates.contains($0.text) }.filter { draft in
      guard let other = draft.identity, draft.state == .open, other.name == identity.name,
        other.outputPath == identity.outputPath
      else { return false }
      if other.templatePath == identity.templatePath { return true }
      guard other.templateID == identity.templateID else { return false }
      // If the draft's template still exists at its own path, the draft belongs to another form,
      // unless that path and the path of the present form lead to the same file.
      guard let otherFile = DraftDirectory.file(at: other.templatePath) else { return true }
      return otherFile.isSameFile(as: file)
    }
  }

  /// The regular file at a path; nil if there is none.
  private static func file(at path: String) -> FileSystem.Status? {
    var status = stat()
    guard path.hasPrefix("/"), SystemCall.retrying({ stat(path, &status) }) == 0 else { return nil }
    let file = FileSystem.Status(status)
    return file.kind == .file ? file : nil
  }

  /// The number of bytes to search. The identity is on one of the first pages.
  private static let beginning = 96 * 1_024

  /// Whether a text occurs in the first pages of a draft or its log. This is only a hint that
  /// avoids opening the drafts of all other forms.
  private func mayHold(_ text: String, in name: DraftFileName) -> Bool {
    ["", "-wal"].contains { end in
      let bytes = FileSystem.beginning(of: path(of: name) + end, limit: DraftDirectory.beginning)
      return bytes?.holds(Array(text.utf8)) ?? false
    }
  }
}

extension [UInt8] {
  /// Whether the array has another array as a contiguous part.
  ///
  /// Uses memchr and memcmp, because this runs for every open draft before the first screen.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        guard var place = bytes.baseAddress, let sought = other.baseAddress, let first = other.first
        else {
          return other.isEmpty
        }
        let end = place + bytes.count
        while end - place >= other.count,
          let found = memchr(place, Int32(first), end - place - other.count + 1)
        {
          if memcmp(found, sought, other.count) == 0 { return true }
          place = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }
}

extension DraftIdentity {
  /// Whether a file may have the draft of the same form and name with another target.
  fileprivate func differsOnlyInTarget(from name: DraftFileName) -> Bool {
    name.stem != stem && name.formHash == formHash
  }

  /// Whether a draft has the same form and name, and perhaps another target.
  fileprivate func differsOnlyInTarget(from draft: DraftSummary) -> Bool {
    var other = draft.identity
    other?.outputPath = outputPath
    return other == self
  }
}
