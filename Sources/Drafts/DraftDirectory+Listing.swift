// What `longform drafts` does: listing, reading, removing, restoring, and expiring finished drafts.
//
// Invariants: reading connects read-only and waits for nobody; a draft that is held is read as of
// its last commit. Only names that parse are touched. Nothing unfinished, set aside or damaged is
// ever removed but by `remove`.

import Glibc
import System

/// A draft in a list.
public struct DraftSummary: Equatable, Sendable {
  /// The name of its file, by which it is read, removed and restored.
  public var fileName: String
  public var state: DraftState
  /// Whose draft it is; nil where that cannot be read.
  public var identity: DraftIdentity?
  /// The form's title.
  public var title = ""
  /// When it was made and last changed, in unix seconds.
  public var created: Int64 = 0
  public var updated: Int64 = 0
  /// How many seconds ago it was last changed.
  public var age: Int64 = 0
  public var progress = DraftProgress()
  /// Whether a process has it open, and who.
  public var occupation = DraftLock.Occupation.free
  /// Whether it holds saved answers that wait for a command.
  public var isUndelivered = false
  /// Why the rest of this could not be read.
  public var trouble: DraftError?
}

extension DraftDirectory {
  // MARK: - Reading

  /// All drafts, the last changed first.
  ///
  /// - Parameter now: unix seconds, for the ages.
  public func list(now: Int64) throws(DraftError) -> [DraftSummary] {
    try list(now: now) { _ in true }
  }

  /// The unfinished drafts, the last changed first; no file of another draft is opened.
  ///
  /// - Parameter now: unix seconds, for the ages.
  public func unfinished(now: Int64) throws(DraftError) -> [DraftSummary] {
    try list(now: now) { $0.state == .open }
  }

  /// The drafts whose file names fulfil a condition, the last changed first.
  func list(
    now: Int64, where isWanted: (DraftFileName) -> Bool
  ) throws(DraftError) -> [DraftSummary] {
    var summaries: [DraftSummary] = []
    for name in try fileNames() where isWanted(name) {
      if let summary = try summary(of: name, now: now) { summaries.append(summary) }
    }
    return summaries.sorted { ($1.updated, $0.fileName) < ($0.updated, $1.fileName) }
  }

  /// The unfinished drafts of the same form and name whose answers go elsewhere, the last changed
  /// first. Without one, this reads the directory and no file.
  public func otherTargets(
    of identity: DraftIdentity, now: Int64
  ) throws(DraftError) -> [DraftSummary] {
    let drafts = try list(now: now) { name in
      name.state == .open && name.stem != identity.stem && name.formHash == identity.formHash
    }
    return drafts.filter { draft in
      var other = draft.identity
      other?.outputPath = identity.outputPath
      return other == identity && draft.state == .open
    }
  }

  /// The file name of the draft of this identity that was finished last.
  public func lastFinished(_ identity: DraftIdentity) throws(DraftError) -> String? {
    try fileNames().filter { $0.state == .finished && $0.stem == identity.stem }
      .max { $0.order < $1.order }?.text
  }

  /// Everything a draft holds, also one that is held or not open any more.
  ///
  /// - Throws: `noSuchDraft`, `corrupt`, `newerVersion`, `inputOutput`.
  public func contents(
    of fileName: String, tick: () -> Void = {}
  ) throws(DraftError) -> DraftContents {
    try read(try existing(fileName)) { db throws(DraftError) in
      try DraftTables.contents(in: db, tick: tick)
    }
  }

  /// Nil for a draft that vanished, or to which nothing was committed.
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
        // Who was killed before the first commit may not even have made the tables.
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
      // Recorded and not yet renamed.
      if name.state == .open { summary.state = state }
    } catch {
      if status.size == 0 && name.state == .open { return nil }
      summary.trouble = error
      if case .newerVersion = error { summary.state = .newer }
      if case .corrupt = error { summary.state = .damaged }
    }
    summary.age = max(now - summary.updated, 0)
    return summary
  }

  /// Reads one state of a database, without changing it.
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

  /// Connects for reading, also where SQLite cannot make its shared memory beside the file.
  ///
  /// What a process began beside a rollback journal and was killed in must be taken back before
  /// anything can be read, and only a connection that may write does that.
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

  /// Removes a draft for good.
  ///
  /// - Throws: `noSuchDraft`, and `held` when it is open somewhere.
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

  /// What restoring a draft did.
  public struct Restored: Equatable, Sendable {
    /// Whose open draft it is now.
    public var identity: DraftIdentity
    /// The name of its file now.
    public var fileName: String
    /// The name under which the draft is kept that was the open one before.
    public var setAside: String?
  }

  /// Makes a finished draft, or one that was set aside, the open one of its identity again; also a
  /// damaged one, as far as it can be read after all.
  ///
  /// An open draft of that identity is set aside.
  ///
  /// - Throws: `noSuchDraft`, `wrongState` for one that is open, `corrupt`, `held` while the
  ///   identity's draft is open somewhere, `newerVersion`, and what `Draft.open` throws.
  @discardableResult
  public func restore(_ fileName: String, now: Int64) throws(DraftError) -> Restored {
    let name = try existing(fileName)
    if name.state == .open { throw .wrongState(name: fileName, state: .open) }
    let identity = try read(name) { db throws(DraftError) in
      try DraftTables.identity(in: db)
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
    // It may have come into being again while nobody had the lock; an empty file is none.
    if exists(identity) { throw .held(by: nil) }
    try delete(target)
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

  /// The parsed name of a draft that is there.
  func existing(_ fileName: String) throws(DraftError) -> DraftFileName {
    guard let name = DraftFileName(fileName), try isThere(),
      try FileSystem.status(path(of: name)) != nil
    else { throw .noSuchDraft(name: fileName) }
    return name
  }
}

// MARK: - Forms that moved: their template had another id or another path

// Without a match, a new form costs one listing of the directory and one read from each open draft with the
// same name and target; SQLite opens only likely matches.

extension DraftDirectory {
  /// Returns unfinished drafts with the same name and target whose template was at this path with another
  /// id, or had the same id at a path where it no longer exists. The last changed comes first.
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
      // Where its template is still there, it is another form.
      guard let otherFile = DraftDirectory.file(at: other.templatePath) else { return true }
      return otherFile.isSameFile(as: file)
    }
  }

  /// The regular file at a path, nil where there is none.
  private static func file(at path: String) -> FileSystem.Status? {
    var status = stat()
    guard path.hasPrefix("/"), SystemCall.retrying({ stat(path, &status) }) == 0 else { return nil }
    let file = FileSystem.Status(status)
    return file.kind == .file ? file : nil
  }

  /// The number of bytes that are searched: the identity is on one of the first pages.
  private static let beginning = 96 * 1_024

  /// Whether the first pages of a draft or of its log contain a text. This is only a hint, which avoids
  /// opening the drafts of all other forms.
  private func mayHold(_ text: String, in name: DraftFileName) -> Bool {
    ["", "-wal"].contains { end in
      let bytes = FileSystem.beginning(of: path(of: name) + end, limit: DraftDirectory.beginning)
      return bytes?.holds(Array(text.utf8)) ?? false
    }
  }
}

extension [UInt8] {
  /// Whether the array contains another as a contiguous part.
  ///
  /// By memchr and memcmp: this is done for every open draft before the first screen.
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
