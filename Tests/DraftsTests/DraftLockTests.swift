// Only one process at a time has a draft. Other processes learn which process that is. When a
// process ends, its lock is free.

import Glibc
import Synchronization
import Testing

@testable import Drafts

@Suite("Only one process at a time has a draft")
struct DraftLockTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.drafts.prepare()
  }

  private var path: String { "\(folder.drafts.path)/\(resume.stem).lock" }

  /// Starts another process that has the lock until its input ends. That process writes its process
  /// ID into the lock file, as longform does.
  private func holder(_ preparation: String = "") throws -> Child {
    let child = try Child(
      """
      \(preparation)
      exec 9<>"$1"
      flock -n 9 || exit 1
      printf 'longform 1\\nprocess %s\\nstarted %s\\nboot %s\\nsince 5\\nterminal tty7\\nend\\n' \
        $$ "$(cut -d' ' -f22 /proc/$$/stat)" "$(cat /proc/sys/kernel/random/boot_id)" >&9
      echo locked
      read line
      """, path)
    #expect(child.line() == "locked")
    return child
  }

  @Test("A lock is refused while another process has it, and is free when that process ends")
  func otherProcess() throws {
    let child = try holder()
    do {
      _ = try Draft.open(in: folder.drafts)
      Issue.record("The draft is open twice")
    } catch .held(let holder) {
      #expect(holder?.process == child.process && holder?.terminal == "tty7")
      #expect(holder?.since == 5 && holder?.isAlive == true)
      #expect(
        DraftError.held(by: holder).sentence
          == "the draft is open in process \(child.process) on tty7")
    }
    guard case .held(let holder?) = DraftLock.occupation(of: resume, in: folder.drafts) else {
      Issue.record("The lock seems free")
      return
    }
    #expect(holder.process == child.process)
    child.endInput()
    #expect(child.wait() == 0)
    #expect(DraftLock.occupation(of: resume, in: folder.drafts) == .free)
    try Draft.open(in: folder.drafts).close()
    #expect(try names(in: folder.drafts.path) == [])
  }

  @Test("After a process is killed, its lock is free at once")
  func killedHolder() throws {
    let child = try holder()
    kill(child.process, SIGKILL)
    #expect(child.wait() == SIGKILL)
    #expect(try names(in: folder.drafts.path) == ["\(resume.stem).lock"])
    #expect(DraftLock.occupation(of: resume, in: folder.drafts) == .free)
    try Draft.open(in: folder.drafts).close()
  }

  @Test("A second lock in the same process is refused, and the error names this process")
  func sameProcess() throws {
    let lock = try DraftLock.acquire(resume, in: folder.drafts, terminal: "/dev/pts/3", now: 7)
    #expect(throws: DraftError.self) { try Draft.open(in: folder.drafts) }
    let expected = LockHolder.current(terminal: "/dev/pts/3", now: 7)
    #expect(expected.isAlive)
    #expect(DraftLock.occupation(of: resume, in: folder.drafts) == .held(by: expected))
    #expect(throws: DraftError.held(by: expected)) {
      _ = try DraftLock.takeOver(resume, in: folder.drafts, now: 8)
    }
    _ = consume lock
    #expect(DraftLock.occupation(of: resume, in: folder.drafts) == .free)
  }

  @Test("Taking a draft over sends SIGHUP to the process that has it, and waits for the lock")
  func takeOver() throws {
    let child = try holder()
    let lock = try DraftLock.takeOver(resume, in: folder.drafts, now: 9)
    #expect(child.wait() == SIGHUP)
    let draft = try Draft.open(resume, in: folder.drafts, lock: lock, now: 9)
    #expect(draft.beginning == .new)
    draft.close()
  }

  @Test("Taking a draft over continues a stopped process that has the lock, so that it can exit")
  func stoppedHolder() throws {
    let child = try holder()
    kill(child.process, SIGSTOP)
    var status: Int32 = 0
    waitpid(child.process, &status, WUNTRACED)
    _ = try DraftLock.takeOver(resume, in: folder.drafts, now: 9)
    #expect(child.wait() == SIGHUP)
  }

  @Test("A process that does not exit keeps the lock, and the error names the process")
  func stubbornHolder() throws {
    let child = try holder("trap '' HUP")
    do {
      _ = try DraftLock.takeOver(
        resume, in: folder.drafts, now: 9, patience: .milliseconds(60))
      Issue.record("The lock was taken from a process that has it")
    } catch .held(let holder) {
      #expect(holder?.process == child.process)
    }
    child.endInput()
    #expect(child.wait() == 0)
  }

  @Test("The process with the ID in a lock file gets a signal only if it certainly wrote the file")
  func otherProcessOfThatID() throws {
    // The start time in the file is not that of the process with this ID. The ID may have been
    // reused, so the lock may be that of another process.
    let child = try Child(
      """
      exec 9<>"$1"
      flock -n 9 || exit 1
      printf 'longform 1\\nprocess %s\\nstarted 1\\nboot %s\\nsince 5\\nend\\n' \
        $$ "$(cat /proc/sys/kernel/random/boot_id)" >&9
      echo locked
      read line
      """, path)
    #expect(child.line() == "locked")
    #expect(throws: DraftError.self) {
      _ = try DraftLock.takeOver(
        resume, in: folder.drafts, now: 9, patience: .milliseconds(60))
    }
    child.endInput()
    #expect(child.wait() == 0)
  }

  @Test("If several threads race for a lock, only one at a time has it")
  func race() async throws {
    let directory = folder.drafts
    let meter = Meter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<300 {
            guard
              let lock = try? DraftLock.acquire(stem: resume.stem, in: directory, now: 1)
            else { continue }
            meter.enter()
            meter.leave()
            _ = consume lock
          }
        }
      }
    }
    #expect(meter.most == 1)
    #expect(try names(in: directory.path) == [])
  }

  @Test("A lock file with an incomplete or malicious text never names a wrong process")
  func lockTexts() {
    let text = LockHolder.current(terminal: "/dev/pts/1", now: 3).text
    for count in 0..<text.utf8.count - 1 {
      #expect(LockHolder(text: String(text.prefix(count))) == nil)
    }
    #expect(LockHolder(text: text) == .current(terminal: "/dev/pts/1", now: 3))
    let hostile = LockHolder.current(terminal: "x\nprocess 1", now: 3)
    #expect(LockHolder(text: hostile.text)?.process == getpid())
    #expect(
      LockHolder(text: "longform 1\nprocess 1\nstarted 1\nboot b\nsince 1\nend\n") == nil)
    #expect(
      LockHolder(text: "longform 1\nprocess -1\nstarted 1\nboot b\nsince 1\nend\n") == nil)
  }
}

/// The largest number of threads that had the lock at the same time.
private final class Meter: Sendable {
  private let state = Mutex((inside: 0, most: 0))

  func enter() {
    state.withLock { state in
      state.inside += 1
      state.most = max(state.most, state.inside)
    }
  }

  func leave() { state.withLock { $0.inside -= 1 } }

  var most: Int { state.withLock { $0.most } }
}
