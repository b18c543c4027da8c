// The answers that wait for a command: listing them, sending them again, marking them accepted.
//
// Invariants: one process at a time sends the answers of a draft; the lock on the file of its name is that
// of flock(2), so one that a killed process or a restart left is no hindrance. What was accepted is recorded
// before the file is renamed.

import Glibc
import System

/// The numbers for drafts that are closed one after the other: the directory is read for the first of them.
/// If another process takes the same number meanwhile, the times of the two order them.
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

/// A draft whose answers wait for a command, locked.
public final class PendingDelivery {
  /// The answers, with their bytes.
  public let delivery: Delivery
  /// Whose draft it is.
  public let identity: DraftIdentity
  private let directory: DraftDirectory
  private let name: DraftFileName
  private var connection: DraftConnection
  private var lock: DraftLock?

  fileprivate init(
    _ delivery: Delivery, of identity: DraftIdentity, in directory: DraftDirectory,
    _ name: DraftFileName, _ database: consuming Database, lock: consuming DraftLock
  ) {
    (self.delivery, self.identity) = (delivery, identity)
    (self.directory, self.name) = (directory, name)
    connection = DraftConnection(database)
    self.lock = consume lock
  }

  /// The options of the session that saved them, opaque; nil where they are not stored.
  public func options() throws(DraftError) -> [UInt8]? {
    try connection.database.first("SELECT options FROM origin") { row throws(DraftError) in
      try row.bytes(0)
    }
  }

  /// The bytes of the answers that the form was opened with; nil without any.
  public func loadedDocument() throws(DraftError) -> [UInt8]? {
    try connection.database.first("SELECT bytes FROM document") { row throws(DraftError) in
      try row.bytes(0)
    }
  }

  /// Records an attempt that was not accepted.
  public func note(_ attempt: DeliveryAttempt) throws(DraftError) {
    try connection.write(.disk) { db throws(DraftError) in
      try DeliveryTables.add(attempt, in: db)
    }
  }

  /// Records that the answers were accepted: the draft is finished, and they are removed.
  public func accept(now: Int64) throws(DraftError) {
    let closing = DraftTables.Closing(state: .finished, time: now, save: name.save)
    try connection.write(.disk) { db throws(DraftError) in
      try DeliveryTables.remove(from: db)
      try DraftTables.store(closing, in: db)
    }
    if case .file(let file) = delivery.answers { directory.removeAnswers(inFile: file) }
    _ = try Draft.archive(name, in: directory, &connection.database, as: closing)
    lock = nil
  }
}

extension DraftDirectory {
  /// The path of a file with answers that are too many for a draft.
  public func path(ofAnswersIn fileName: String) -> String { "\(path)/\(fileName)" }

  /// Removes a file with answers. Left alone it is only in nobody's way.
  func removeAnswers(inFile name: String) {
    if !name.contains("/") { unlink(path(ofAnswersIn: name)) }
  }

  /// The beginning of the names of files with answers.
  private static let answersPrefix = "answers-"

  /// A unique name for a file with answers.
  ///
  /// - Parameter time: in nanoseconds.
  public static func nameOfAnswers(at time: Int) -> String {
    "\(answersPrefix)\(getpid())-\(time)"
  }

  /// The age after which a file with answers that no draft names is one that a killed process left, in
  /// seconds: a process writes it, and then stores its name.
  private static let mostWriting: Int64 = 60 * 60

  /// Removes the files with answers that no draft names. While a draft cannot be read, none is removed.
  ///
  /// - Parameter now: Unix seconds.
  public func removeLeftAnswers(now: Int64) throws(DraftError) {
    guard try isThere() else { return }
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

  /// How many drafts of a form wait for a command; reads the directory and no draft.
  public func undeliveredCount(_ identity: DraftIdentity) throws(DraftError) -> Int {
    try fileNames().count { $0.state == .undelivered && $0.formHash == identity.formHash }
  }

  /// The drafts whose answers wait for a command, in the order of their saves.
  ///
  /// Those that were closed have numbers. An open one, whose process has ended or not, comes before the
  /// first that was closed after its save.
  ///
  /// - Complexity: one look at the directory, one read of each unfinished draft; no other draft is read.
  public func undelivered() throws(DraftError) -> [String] {
    let names = try fileNames()
    let closed = names.filter { $0.state == .undelivered }.sorted { $0.order < $1.order }
    var open: [(saved: Int64, name: String)] = []
    for name in names where name.state == .open {
      do throws(DraftError) {
        guard let delivery = try delivery(of: name.text) else { continue }
        open.append((delivery.saved, name.text))
      } catch {
        // An unreadable draft may have answers too; sending it finds out.
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

  /// The saved answers of a draft that wait for a command, without their bytes; nil without any.
  public func delivery(of fileName: String) throws(DraftError) -> Delivery? {
    try read(try existing(fileName)) { db throws(DraftError) in
      try DeliveryTables.delivery(in: db, withBytes: false)
    }
  }

  /// The attempts to deliver the answers of a draft, oldest first.
  public func attempts(of fileName: String) throws(DraftError) -> [DeliveryAttempt] {
    try read(try existing(fileName)) { db throws(DraftError) in
      try DeliveryTables.attempts(in: db)
    }
  }

  /// Opens the answers of a draft for sending. One that its process left unfinished is closed first.
  ///
  /// - Parameter numbers: the numbers of those that are closed, for who opens several.
  /// - Returns: nil for a draft without such answers, or that another process sent meanwhile.
  /// - Throws: `held` while the draft is open somewhere, and what `Draft.open` throws.
  public func pendingDelivery(
    in fileName: String, now: Int64, _ numbers: inout DeliveryNumbers
  ) throws(DraftError) -> PendingDelivery? {
    guard var name = DraftFileName(fileName) else { throw .noSuchDraft(name: fileName) }
    if name.state == .open {
      guard let closed = try closeOpen(name, now: now, &numbers) else { return nil }
      name = closed
    }
    let lock = try DraftLock.acquire(stem: name.text, in: self, now: now)
    guard try FileSystem.status(path(of: name)) != nil else { return nil }
    var database = try DraftSchema.connect(path(of: name), readOnly: false)
    // Without a write-ahead log it stays one file.
    guard try DraftSchema.isDraft(database) else { return nil }
    try DraftSchema.setLevel(.full, in: database)
    let closing = try DraftTables.state(in: database)
    if closing.state == .finished {
      // Whoever sent it was killed before the file was renamed.
      _ = try Draft.archive(name, in: self, &database, as: closing)
      return nil
    }
    guard let identity = try DraftTables.identity(in: database),
      let delivery = try DeliveryTables.delivery(in: database, withBytes: true)
    else { return nil }
    return PendingDelivery(delivery, of: identity, in: self, name, database, lock: lock)
  }

  /// Closes an open draft whose process has ended.
  ///
  /// - Returns: its new name; nil without answers that can be sent.
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
      // Its process ended between recording that it was closed and renaming the file.
      var closing = found.closing
      if closing.time == nil { closing.time = now }
      if closing.save == nil { closing.save = try numbers.next(in: self) }
      var database = try DraftSchema.connect(path(of: name), readOnly: false)
      closed = try Draft.archive(name, in: self, &database, as: closing)
      _ = consume lock
    } else {
      let draft = try Draft.open(identity, in: self, lock: lock, now: now)
      // A form with secret rows stays open until a person types them.
      guard let delivery = try draft.delivery(), delivery.answers != .none else { return nil }
      let number = try numbers.next(in: self)
      closed = try draft.closeUndelivered(now: now, as: number).flatMap { DraftFileName($0) }
    }
    // It is recorded, but a reader is in the way of the new name.
    guard let closed else { throw .busy }
    return closed
  }
}
