// Answers that wait for a command: listing them, sending them again, and recording that they were
// accepted.
//
// Invariants: only one process at a time sends the answers of a draft. It locks the draft file with
// flock(2), so no lock remains when a process is killed or the system restarts. Acceptance is
// recorded before the file is renamed. A draft that was changed after its answers were saved is
// never finished by sending them, because the changes are not saved yet.

import Glibc
import System

/// Numbers for drafts that are closed one after another while their answers wait for a command. The
/// numbers determine the order of these drafts. Only the first number requires reading the
/// directory. If another process takes the same number, the times of the two drafts determine their
/// order.
public struct DeliveryNumbers: Sendable {
  private var last: Int?

  public init() {}

  fileprivate mutating func next(in directory: DraftDirectory) throws(DraftError) -> Int {
    var next = 1
    if let last { next += last } else { next = try directory.nextDelivery() }
    last = next
    return next
  }
}

/// A locked draft whose answers wait for a command.
public final class PendingDelivery {
  /// The answers, including their bytes.
  public let delivery: Delivery
  /// The identity of the draft.
  public let identity: DraftIdentity
  /// Whether the draft was changed after the answers were saved.
  public let hasChanged: Bool
  /// The name of the draft's file.
  public var fileName: String { name.text }
  private let directory: DraftDirectory
  private let name: DraftFileName
  private var connection: DraftConnection
  private var lock: DraftLock?

  fileprivate init(
    _ delivery: Delivery, of identity: DraftIdentity, hasChanged: Bool,
    in directory: DraftDirectory, _ name: DraftFileName, _ database: consuming Database,
    lock: consuming DraftLock
  ) {
    self.hasChanged = hasChanged
    (self.delivery, self.identity) = (delivery, identity)
    (self.directory, self.name) = (directory, name)
    connection = DraftConnection(database)
    self.lock = consume lock
  }

  /// The form, options and loaded answers of the session that saved the answers; nil if the draft
  /// does not have them.
  public func origin() throws(DraftError) -> DraftOrigin? {
    try DraftTables.origin(in: connection.database)
  }

  /// Records an attempt in which the command did not accept the answers.
  public func note(_ attempt: DeliveryAttempt) throws(DraftError) {
    try connection.write(.disk) { db throws(DraftError) in
      try DeliveryTables.add(attempt, in: db)
    }
  }

  /// Records that the command accepted the answers: removes the answers and finishes the draft. A
  /// changed draft stays open; if it was closed, it is set aside.
  ///
  /// - Returns: the file name of a changed draft, whose changes are not saved; nil if the draft is
  ///   finished.
  @discardableResult
  public func accept(now: Int64) throws(DraftError) -> String? {
    defer { lock = nil }
    let closing = try closing(now: now)
    try connection.write(.disk) { db throws(DraftError) in
      try DeliveryTables.remove(from: db)
      try DraftTables.store(closing, in: db)
    }
    if case .file(let file) = delivery.answers { directory.removeAnswers(inFile: file) }
    if closing.state == .open {
      connection.close()
      return name.text
    }
    // The state is recorded, so a failing rename is no error: the next opening renames the file.
    let kept = try? Draft.archive(name, in: directory, &connection.database, as: closing)
    return hasChanged ? (kept ?? name).text : nil
  }

  private func closing(now: Int64) throws(DraftError) -> DraftTables.Closing {
    if hasChanged {
      return name.state == .open ? .open : DraftTables.Closing(state: .aside, time: now)
    }
    var save = name.save
    if save == nil { save = try directory.nextSave(ofForm: name.formHash) }
    return DraftTables.Closing(state: .finished, time: now, save: save)
  }
}

extension DraftDirectory {
  /// The path of a file with answers that are too large for a draft.
  public func path(ofAnswersIn fileName: String) -> String { "\(path)/\(fileName)" }

  /// Removes a file with answers. If this fails, the file only wastes space.
  func removeAnswers(inFile name: String) {
    if !name.contains("/") { unlink(path(ofAnswersIn: name)) }
  }

  /// The beginning of the names of files with answers.
  private static let answersPrefix = "answers-"

  /// Returns a unique name for a file with answers.
  ///
  /// - Parameter time: the present time in nanoseconds.
  public static func nameOfAnswers(at time: Int) -> String {
    "\(answersPrefix)\(getpid())-\(time)"
  }

  /// The age in seconds after which an unreferenced file with answers counts as left over from a
  /// killed process. A process first writes the file, and then stores its name in the draft.
  private static let mostWriting: Int64 = 60 * 60

  /// Removes the files with answers to which no draft refers. If a draft cannot be read, nothing is
  /// removed.
  ///
  /// - Parameter now: the time in Unix seconds.
  public func removeLeftAnswers(now: Int64) throws(DraftError) {
    guard try exists() else { return }
    var left = Set<String>()
    for name in try FileSystem.names(in: path) where name.hasPrefix(Self.answersPrefix) {
      guard let status = try FileSystem.status(path(ofAnswersIn: name)), status.kind == .file,
        now - status.modified > Self.mostWriting
      else { continue }
      left.insert(name)
    }
    guard !left.isEmpty else { return }
    for draft in try fileNames() where draft.state != .finished {
      if case .file(let name)? = try delivery(of: draft.text)?.answers { left.remove(name) }
    }
    left.forEach(removeAnswers)
  }

  /// The number of a form's drafts whose answers wait for a command. Reads only the directory, no
  /// draft.
  public func undeliveredCount(_ identity: DraftIdentity) throws(DraftError) -> Int {
    try fileNames().count { $0.state == .undelivered && $0.formHash == identity.formHash }
  }

  /// The drafts whose answers wait for a command, in the order in which they were saved.
  ///
  /// Closed drafts are sorted by their numbers. An open draft comes before the first draft that was
  /// closed after the open draft was saved, whether or not the process of the open draft still
  /// runs.
  ///
  /// - Complexity: reads the directory and each unfinished draft once, and no other draft.
  public func undelivered() throws(DraftError) -> [String] {
    let names = try fileNames()
    let closed = names.filter { $0.state == .undelivered }.sorted { $0.order < $1.order }
    var open: [(saved: Int64, name: String)] = []
    for name in names where name.state == .open {
      do throws(DraftError) {
        guard let delivery = try delivery(of: name.text) else { continue }
        open.append((delivery.saved, name.text))
      } catch {
        // A draft that cannot be read at the moment may have answers too. An attempt to send them
        // will show whether the draft has any.
        if error.mayEnd { open.append((.max, name.text)) }
      }
    }
    open.sort { $0 < $1 }
    var order: [String] = []
    for name in closed {
      while let next = open.first, let time = name.time, next.saved < time {
        order.append(open.removeFirst().name)
      }
      order.append(name.text)
    }
    return order + open.map(\.name)
  }

  /// Whether the name of a draft's file says that the draft is unfinished.
  package func isOpen(_ fileName: String) -> Bool {
    DraftFileName(fileName)?.state == .open
  }

  /// The delivery that a draft contains, without the bytes of its answers; nil if no answers of the
  /// draft wait for a command.
  public func delivery(of fileName: String) throws(DraftError) -> Delivery? {
    try read(try existing(fileName)) { db throws(DraftError) in
      try DeliveryTables.delivery(in: db, withBytes: false)
    }
  }

  /// The identity of a draft; nil if the draft does not contain one.
  public func identity(of fileName: String) throws(DraftError) -> DraftIdentity? {
    try read(try existing(fileName)) { db throws(DraftError) in
      try DraftTables.identity(in: db)
    }
  }

  /// The attempts to deliver the answers of a draft, oldest first.
  public func attempts(of fileName: String) throws(DraftError) -> [DeliveryAttempt] {
    try read(try existing(fileName)) { db throws(DraftError) in
      try DeliveryTables.attempts(in: db)
    }
  }

  /// Opens the answers of a draft for sending. If the process of an open draft has ended, closes
  /// the draft first, unless it was changed or restored after the answers were saved.
  ///
  /// - Parameters:
  ///   - staysOpen: whether an open draft stays open even if it is unchanged.
  ///   - numbers: the numbers for drafts that are closed here. Pass the same value for all drafts.
  /// - Returns: nil if the draft has no waiting answers, or if another process has sent them
  ///   meanwhile.
  /// - Throws: `held` while a process has the draft open, and the errors of `Draft.open`.
  public func pendingDelivery(
    in fileName: String, staysOpen: Bool = false, now: Int64, _ numbers: inout DeliveryNumbers
  ) throws(DraftError) -> PendingDelivery? {
    guard var name = DraftFileName(fileName) else { throw .noSuchDraft(name: fileName) }
    if name.state == .open, !staysOpen, try !hasChangedSinceSave(fileName),
      try !wasRestored(fileName)
    {
      guard let closed = try closeOpen(name, now: now, &numbers) else { return nil }
      name = closed
    }
    let stem = name.state == .open ? name.stem : name.text
    let lock = try DraftLock.acquire(stem: stem, in: self, now: now)
    guard try FileSystem.status(path(of: name)) != nil else { return nil }
    var database = try DraftSchema.connect(path(of: name), readOnly: false)
    // A closed draft has no write-ahead log and gets none here, so it remains a single file.
    guard try DraftSchema.isDraft(database) else { return nil }
    try DraftSchema.setLevel(.full, in: database)
    let closing = try DraftTables.state(in: database)
    if closing.state == .finished {
      // The process that sent the answers was killed before it renamed the file.
      _ = try Draft.archive(name, in: self, &database, as: closing)
      return nil
    }
    guard let identity = try DraftTables.identity(in: database),
      let delivery = try DeliveryTables.delivery(in: database, withBytes: true)
    else { return nil }
    let hasChanged = try TextDigest.hasChanged(in: database)
    return PendingDelivery(
      delivery, of: identity, hasChanged: hasChanged, in: self, name, database, lock: lock)
  }

  /// Closes an open draft whose process has ended.
  ///
  /// - Returns: the new name; nil if there are no answers that can be sent.
  private func closeOpen(
    _ name: DraftFileName, now: Int64, _ numbers: inout DeliveryNumbers
  ) throws(DraftError) -> DraftFileName? {
    let found = try read(try existing(name.text)) { db throws(DraftError) in
      (identity: try DraftTables.identity(in: db), closing: try DraftTables.state(in: db))
    }
    guard let identity = found.identity else { return nil }
    let lock = try DraftLock.acquire(identity, in: self, now: now)
    let closed: DraftFileName?
    if found.closing.state == .undelivered {
      // The process ended after it recorded the state and before it renamed the file.
      var closing = found.closing
      if closing.time == nil { closing.time = now }
      if closing.save == nil { closing.save = try numbers.next(in: self) }
      var database = try DraftSchema.connect(path(of: name), readOnly: false)
      closed = try Draft.archive(name, in: self, &database, as: closing)
      _ = consume lock
    } else {
      let draft = try Draft.open(identity, in: self, lock: lock, now: now)
      // The draft of a form with secret rows remains open until a person types the secrets again.
      guard let delivery = try draft.delivery(), delivery.answers != .none else { return nil }
      let number = try numbers.next(in: self)
      closed = try draft.closeUndelivered(now: now, as: number).flatMap { DraftFileName($0) }
    }
    // The state is recorded, but a reader prevents renaming the file.
    guard let closed else { throw .busy }
    return closed
  }
}
