// Full disks and vanished files: a commit reports them, and a later commit succeeds as soon as
// there is room or a new file.

import Glibc
import Testing

@testable import Drafts

@Suite("A failed commit can be repeated")
struct DraftTroubleTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Commits rows until the disk is full, makes room, and repeats the commit that failed.
  private func fill(_ draft: Draft, makeRoom: () throws -> Void) throws {
    var oracle: [String: String] = [:]
    var failed: DraftBatch?
    for turn in 0..<2_000 {
      let text = String(repeating: "\(turn) ", count: 400)
      var batch = DraftBatch(row: "row\(turn)", text: text)
      batch.appendStep(DraftStep(bytes: Array("\(turn)".utf8)))
      oracle["row\(turn)"] = text
      do {
        try draft.commit(batch, now: 1)
      } catch .diskFull {
        #expect(try draft.contents().rows.count == turn)
        failed = batch
        break
      }
    }
    var batch = try #require(failed, "The disk was never full")
    #expect(throws: DraftError.diskFull) { try draft.commit(batch, now: 2) }
    // A change that was made after the failure is committed together with the failed batch.
    oracle["later"] = "typed on"
    var newer = DraftBatch(row: "later", text: "typed on")
    newer.appendStep(DraftStep(bytes: Array("later".utf8)))
    batch.merge(newer)
    try makeRoom()
    try draft.commit(batch, now: 3)
    #expect(try draft.contents().texts == oracle)
    #expect(try draft.contents().history.count == oracle.count)
    draft.close()
    let again = try Draft.open(in: draft.directory)
    #expect(again.beginning == .resumed && again.setAside == [])
    #expect(try again.contents().texts == oracle)
    #expect(try again.contents().history.last?.bytes == Array("later".utf8))
  }

  @Test("A draft that cannot grow reports a full disk, and works again when there is room")
  func limitedPages() throws {
    let draft = try Draft.open(in: folder.drafts)
    try draft.connection.database.run("PRAGMA max_page_count = 60")
    try fill(draft) { try draft.connection.database.run("PRAGMA max_page_count = 100000") }
    #expect(DraftError.diskFull.sentence == "disk full")
  }

  @Test("After a disk was full, the draft can still be used", .enabled(if: canMount))
  func fullDisk() throws {
    let mounted = try MountedDisk(at: folder.path + "/disk", size: "512k")
    let directory = DraftDirectory(path: mounted.path + "/drafts")
    let draft = try Draft.open(in: directory)
    let ballast = mounted.path + "/ballast"
    try write([UInt8](repeating: 0, count: 200_000), to: ballast)
    // A process that another test has just forked may still have the file open, so its space is free
    // only after it is truncated.
    try fill(draft) { truncate(ballast, 0) }
    #expect(try openPaths(below: mounted.path) == [])
  }

  @Test("A full disk refuses a new draft until there is room", .enabled(if: canMount))
  func noRoomAtAll() throws {
    let mounted = try MountedDisk(at: folder.path + "/disk", size: "512k")
    let directory = DraftDirectory(path: mounted.path + "/drafts")
    try directory.prepare()
    let descriptor = open(mounted.path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let chunk = [UInt8](repeating: 1, count: 4_096)
    while chunk.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    close(descriptor)
    #expect(throws: DraftError.diskFull) { try Draft.open(in: directory) }
    #expect(truncate(mounted.path + "/ballast", 0) == 0)
    let draft = try Draft.open(in: directory)
    #expect(draft.beginning == .new && draft.setAside == [])
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    draft.close()
  }

  @Test("A read-only disk is reported, and its drafts can be read", .enabled(if: canMount))
  func readOnlyDisk() throws {
    let mounted = try MountedDisk(at: folder.path + "/100% #disk?", size: "2m")
    let directory = DraftDirectory(path: mounted.path + "/drafts")
    try makeDraft(in: directory)
    try mounted.remount(readOnly: true)
    #expect(throws: DraftError.readOnly) { try Draft.open(in: directory) }
    #expect(directory.exists(resume))
    #expect(try directory.list(now: 1_000).map(\.title) == ["Resume"])
    #expect(try directory.contents(of: "\(resume.stem).draft").texts == ["name": "Ada"])
    try mounted.remount(readOnly: false)
    #expect(try Draft.open(in: directory).contents().texts == ["name": "Ada"])
  }

  @Test(
    "If the file or the log of a draft was removed, the next commit reports that",
    arguments: ["rm -rf \"$1\"", "rm \"$1\"/*-wal", "rm -rf \"$1\"; touch \"$1\""])
  func gone(removal: String) throws {
    let draft = try Draft.open(in: folder.drafts)
    try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    let path = "\(folder.drafts.path)/\(draft.identity.fileName)"
    _ = try Child.run(removal, folder.drafts.path)
    #expect(throws: DraftError.gone(path: path)) {
      try draft.commit(DraftBatch(row: "a", text: "2"), now: 1)
    }
    draft.close()
    _ = try Child.run("test -d \"$1\" || rm -f \"$1\"", folder.drafts.path)
    // A new draft can be opened, and its commits succeed.
    let again = try Draft.open(in: folder.drafts)
    try again.commit(DraftBatch(row: "a", text: "2"), now: 1)
    #expect(try again.contents().texts == ["a": "2"])
  }

  @Test("Closing a draft does not remove a different file that has the draft's name")
  func replaced() throws {
    let draft = try Draft.open(in: folder.drafts)
    let path = "\(folder.drafts.path)/\(draft.identity.fileName)"
    unlink(path)
    try write([1, 2, 3], to: path)
    #expect(throws: DraftError.gone(path: path)) {
      try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
    }
    draft.close()
    #expect(try bytes(of: path) == [1, 2, 3])
  }

  @Test("Every error has a sentence for the status line")
  func sentences() {
    let errors: [DraftError] = [
      .noHome, .missing(path: "/x"), .notADirectory(path: "/x"), .notAFile(path: "/x"),
      .symbolicLink(path: "/x"), .foreignOwner(path: "/x"), .permissionDenied(path: "/x"),
      .readOnly, .diskFull, .inputOutput(code: 0), .inputOutput(code: EIO),
      .corrupt(path: "/x"), .busy, .newerVersion(path: "/x"), .held(by: nil), .gone(path: "/x"),
      .noSuchDraft(name: "x"), .wrongState(name: "x", state: .open), .closed,
      .failed(message: "out of memory"),
    ]
    for error in errors {
      #expect(!error.sentence.isEmpty && !error.sentence.hasSuffix("."))
    }
    #expect(DraftError.inputOutput(code: EIO).sentence == "disk error: Input/output error")
    #expect(DraftError(system: EDQUOT, path: "/x") == .diskFull)
  }
}

// MARK: - A small disk

/// Whether this process may mount file systems; if not, a page limit simulates a full disk.
private let canMount: Bool = {
  guard let folder = try? TemporaryDirectory() else { return false }
  return (try? MountedDisk(at: folder.path + "/disk", size: "64k")) != nil
}()

/// A file system in memory, which is unmounted when this value ends.
private final class MountedDisk {
  let path: String
  private let size: String

  init(at path: String, size: String) throws {
    self.path = path
    self.size = size
    let reported = try Child.run(
      "mkdir \"$1\" && mount -t tmpfs -o size=$2,mode=700 longform \"$1\" 2>/dev/null && echo yes",
      path, size)
    guard reported == "yes\n" else { throw DraftError.permissionDenied(path: path) }
  }

  func remount(readOnly: Bool) throws {
    let reported = try Child.run(
      "mount -o remount,$2,size=$3 \"$1\" && echo yes", path, readOnly ? "ro" : "rw", size)
    try #require(reported == "yes\n")
  }

  deinit { _ = try? Child.run("umount -l \"$1\"", path) }
}
