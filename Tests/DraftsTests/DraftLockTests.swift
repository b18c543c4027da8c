// One process at a time has a draft; others see which; a dead process holds nothing.

import Glibc
import Synchronization
import Testing

@testable import Drafts

@Suite("One process at a time has a draft")
struct DraftLockTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.drafts.prepare()
  }

  private var path: String { "\(folder.drafts.path)/\(resume.stem).lock" }

  /// Another process that holds the lock and names itself in the file, until its input ends.
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

  @Test("A lock is refused while another process has it, and free when that ends")
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

  @Test("The lock of a killed process is free at once")
  func killedHolder() throws {
    let child = try holder()
    kill(child.process, SIGKILL)
    #expect(child.wait() == SIGKILL)
    #expect(try names(in: folder.drafts.path) == ["\(resume.stem).lock"])
    #expect(DraftLock.occupation(of: resume, in: folder.drafts) == .free)
    try Draft.open(in: folder.drafts).close()
  }

  @Test("A second lock in this process is refused and names this process")
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

  @Test("Taking over sends the holder SIGHUP and waits for the lock")
  func takeOver() throws {
    let child = try holder()
    let lock = try DraftLock.takeOver(resume, in: folder.drafts, now: 9)
    #expect(child.wait() == SIGHUP)
    let draft = try Draft.open(resume, in: folder.drafts, lock: lock, now: 9)
    #expect(draft.beginning == .new)
    draft.close()
  }

  @Test("A stopped holder is continued, so that it can exit")
  func stoppedHolder() throws {
    let child = try holder()
    kill(child.process, SIGSTOP)
    var status: Int32 = 0
    waitpid(child.process, &status, WUNTRACED)
    _ = try DraftLock.takeOver(resume, in: folder.drafts, now: 9)
    #expect(child.wait() == SIGHUP)
  }

  @Test("A holder that does not exit keeps the lock, and is named")
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

  @Test("A process other than the one in the file is not signalled")
  func otherProcessOfThatID() throws {
    // The process that holds the lock cannot be verified; the file names a running process with a
    // different start time.
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

  @Test("Two threads that race for a lock never both have it")
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

  @Test("Torn, foreign and hostile lock files name no process")
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

/// Counts how many threads are inside at the same time.
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
