// The directory of drafts: its path, its permissions, the cases in which it is refused, and the
// names of its files.

import Glibc
import Testing

@testable import Drafts

@Suite("The directory of drafts is private to its user")
struct DraftDirectoryTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("The path of the directory depends on XDG_STATE_HOME, or else on HOME")
  func standardPlace() throws {
    func path(_ variables: [String: String]) throws -> String {
      try DraftDirectory.standard { variables[$0] }.path
    }
    #expect(try path(["XDG_STATE_HOME": "/state/", "HOME": "/me"]) == "/state/longform/drafts")
    #expect(try path(["HOME": "/me"]) == "/me/.local/state/longform/drafts")
    #expect(try path(["HOME": "/"]) == "/.local/state/longform/drafts")
    #expect(
      try path(["XDG_STATE_HOME": "relative", "HOME": "/me"])
        == "/me/.local/state/longform/drafts")
    #expect(throws: DraftError.noHome) { try path([:]) }
    #expect(throws: DraftError.noHome) { try path(["HOME": ""]) }
  }

  @Test("Modes are 0700 for folders, 0600 for files, at any umask", arguments: [0, 0o022, 0o777])
  func modes(mask: mode_t) throws {
    let state = "\(folder.path)/a/b"
    let directory = try DraftDirectory.standard { $0 == "XDG_STATE_HOME" ? state : nil }
    let error = withUmask(mask) { () throws(DraftError) in
      let draft = try Draft.open(in: directory)
      try draft.commit(DraftBatch(row: "a", text: "1"), now: 1)
      for suffix in ["", "-wal", "-shm"] {
        let status = try FileSystem.status("\(directory.path)/\(draft.identity.fileName)\(suffix)")
        #expect(status?.mode == 0o600, "\(suffix)")
      }
      let lock = try FileSystem.status("\(directory.path)/\(resume.stem).lock")
      #expect(lock?.mode == 0o600)
      draft.close()
    }
    #expect(error == nil)
    for path in [folder.path + "/a", state, state + "/longform", directory.path] {
      #expect(try FileSystem.status(path)?.mode == 0o700, "\(path)")
    }
  }

  @Test("If other users were given access to the directory or its files, that access is removed")
  func modesAreRepaired() throws {
    try makeDraft(in: folder.drafts)
    let file = folder.drafts.path + "/" + DraftFileName(open: resume.stem).text
    chmod(folder.drafts.path, 0o777)
    chmod(file, 0o644)
    try Draft.open(in: folder.drafts).close()
    #expect(try FileSystem.status(folder.drafts.path)?.mode == 0o700)
    #expect(try FileSystem.status(file)?.mode == 0o600)
  }

  @Test("A symbolic link in place of the directory is refused")
  func linkedDirectory() throws {
    symlink("/tmp", folder.drafts.path)
    #expect(throws: DraftError.symbolicLink(path: folder.drafts.path)) {
      try Draft.open(in: folder.drafts)
    }
    #expect(throws: DraftError.symbolicLink(path: folder.drafts.path)) {
      try folder.drafts.list(now: 1)
    }
  }

  @Test("Symbolic links in place of files are refused", arguments: ["", "-wal", "-shm"])
  func linkedFile(suffix: String) throws {
    try folder.drafts.prepare()
    let path = folder.drafts.path + "/" + DraftFileName(open: resume.stem).text + suffix
    symlink("\(folder.path)/elsewhere", path)
    #expect(throws: DraftError.symbolicLink(path: path)) { try Draft.open(in: folder.drafts) }
    #expect(try names(in: folder.path) == ["drafts"])
  }

  @Test("A symbolic link in place of the lock is refused")
  func linkedLock() throws {
    try folder.drafts.prepare()
    let path = "\(folder.drafts.path)/\(resume.stem).lock"
    symlink("\(folder.path)/elsewhere", path)
    #expect(throws: DraftError.symbolicLink(path: path)) { try Draft.open(in: folder.drafts) }
    #expect(try names(in: folder.path) == ["drafts"])
  }

  @Test("A directory that belongs to another user is refused")
  func foreignDirectory() throws {
    try folder.drafts.prepare()
    let directory = DraftDirectory(path: folder.drafts.path, owner: geteuid() + 1)
    let error = DraftError.foreignOwner(path: folder.drafts.path)
    #expect(throws: error) { try Draft.open(in: directory) }
    #expect(throws: error) { try directory.list(now: 1) }
  }

  @Test("A file in place of a directory, or a directory in place of a file, is reported")
  func wrongKinds() throws {
    try write([], to: folder.drafts.path)
    #expect(throws: DraftError.notADirectory(path: folder.drafts.path)) {
      try Draft.open(in: folder.drafts)
    }
    let below = DraftDirectory(path: folder.drafts.path + "/drafts")
    #expect(throws: DraftError.notADirectory(path: folder.drafts.path)) {
      try Draft.open(in: below)
    }
    unlink(folder.drafts.path)
    try folder.drafts.prepare()
    let path = folder.drafts.path + "/" + DraftFileName(open: resume.stem).text
    mkdir(path, 0o700)
    #expect(throws: DraftError.notAFile(path: path)) { try Draft.open(in: folder.drafts) }
  }

  @Test("A missing home directory is reported and not created")
  func missingHome() throws {
    let home = "\(folder.path)/nobody"
    let directory = try DraftDirectory.standard { $0 == "HOME" ? home : nil }
    #expect(throws: DraftError.missing(path: home)) { try Draft.open(in: directory) }
    #expect(try names(in: folder.path) == [])
  }

  @Test("A read-only file system is reported, even to the superuser")
  func readOnlyPlace() throws {
    let directory = DraftDirectory(path: "/proc/longform/drafts")
    #expect(throws: DraftError.self) { try Draft.open(in: directory) }
    #expect(try directory.list(now: 1) == [])
    #expect(!directory.exists(resume))
    #expect(DraftError(system: EROFS, path: "/x").sentence == "disk read-only")
  }

  @Test("Checking for a draft creates no file, and finds the draft after its first commit")
  func exists() throws {
    #expect(!folder.drafts.exists(resume))
    #expect(try folder.drafts.list(now: 1) == [])
    #expect(try folder.drafts.otherTargets(of: resume, now: 1) == [])
    #expect(try names(in: folder.path) == [])
    try makeDraft(in: folder.drafts)
    #expect(folder.drafts.exists(resume))
  }

  @Test("File names are readable and safe, and differ for different drafts")
  func fileNames() {
    #expect(DraftFileName(open: resume.stem).text == "resume-main-8250925af0ea-7673e9425aee.draft")
    var other = resume
    other.outputPath = "/me/resume.json"
    #expect(other.stem != resume.stem && other.formHash == resume.formHash)
    other = resume
    other.name = "second"
    #expect(other.stem != resume.stem && other.formHash == resume.formHash)
    other = resume
    other.templatePath = "/forms/b.json"
    #expect(other.formHash != resume.formHash)
    let awkward = DraftIdentity(
      templatePath: "", templateID: "../../é\n", name: String(repeating: "x", count: 999))
    let name = DraftFileName(open: awkward.stem).text
    #expect(name.utf8.count < 128 && !name.contains("/") && !name.contains("\n"))
    #expect(DraftFileName(name)?.text == name)
  }

  @Test(
    "Names that longform did not create are not accepted as names of drafts",
    arguments: [
      "", "..", "x.draft", "a-b-c.draft", "resume-main-8250925af0ea-7673e9425aee.draft-wal",
      "resume-main-8250925af0ea-7673e9425aee.lock", "/x-8250925af0ea-7673e9425aee.draft",
      "resume-main-8250925af0ea-7673e9425aee.finished",
      "resume-main-8250925af0ea-7673e9425aee.finished-007",
      "resume-main-8250925af0ea-7673e9425aee.finished-7-1",
      "resume-main-8250925af0ea-7673e9425aee.newer-7",
    ])
  func foreignNames(name: String) {
    #expect(DraftFileName(name) == nil)
  }
}

// MARK: - A thread with its own umask

/// Runs work on a thread with its own umask, and returns the error that the work threw.
private func withUmask(
  _ mask: mode_t, _ work: @escaping @Sendable () throws(DraftError) -> Void
) -> DraftError? {
  let job = Job(mask: mask, work: work)
  var thread = pthread_t()
  let context = Unmanaged.passUnretained(job).toOpaque()
  let code = pthread_create(&thread, nil, runJob, context)
  guard code == 0 else { return DraftError(system: code, path: "thread") }
  pthread_join(thread, nil)
  return job.error
}

private final class Job {
  let mask: mode_t
  let work: @Sendable () throws(DraftError) -> Void
  var error: DraftError?

  init(mask: mode_t, work: @escaping @Sendable () throws(DraftError) -> Void) {
    self.mask = mask
    self.work = work
  }
}

/// The body of the thread. unshare(2) with CLONE_FS gives the thread a umask of its own, so that
/// tests in other threads keep theirs. Swift's module Glibc lacks both names, so the function is
/// looked up at run time and the constant is written as a number.
private func runJob(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let job = Unmanaged<Job>.fromOpaque(context).takeUnretainedValue()
  typealias Unshare = @convention(c) (Int32) -> Int32
  guard let symbol = dlsym(nil, "unshare"),
    unsafeBitCast(symbol, to: Unshare.self)(0x200) == 0
  else {
    job.error = DraftError(system: errno, path: "unshare")
    return nil
  }
  umask(job.mask)
  do { try job.work() } catch { job.error = error }
  return nil
}
