// The child of `power`. It plays a script on a draft while its calls are recorded, and may be
// killed.
//
//     durability-driver power-session FOLDER SEED INDEX COUNT FIRST
//
// The session writes marks into the log: "begun N" before step N, and "durable N" after the store
// has reported that step N and all earlier steps are on disk. After a kill in step N, a new session
// begins with FIRST = N, checks that this step was done completely or not at all, and continues.

import Drafts
import Glibc

/// Plays a script.
enum PowerSession {
  /// The descriptor for marks. It is not open, because CFaults records the bytes instead of writing
  /// them.
  static let marks: Int32 = 1_000

  static func run(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard words.count == 5, numbers.count == 4 else { throw Usage(text: "FOLDER and 4 numbers") }
    let (seed, index, count, first) = (numbers[0], numbers[1], numbers[2], numbers[3])
    let plot = Plot(seed: seed, index: index, count: count)
    let directory = try PowerSession.directory(in: words[0])
    var draft = try Draft.open(in: directory, now: Script.time(first))
    var start = first
    if first > 1 {
      let found = try Holdings(draft, in: directory, now: Script.time(first))
      if found == plot.states[first] {
        start += 1
      } else if found != plot.states[first - 1] {
        throw Misbehaviour("a kill in step \(first) left half of it")
      }
    }
    for number in start..<(count + 1) {
      try mark("begun \(number)")
      let now = Script.time(number)
      switch plot.steps[number - 1] {
      case .commit(let batch, let durability):
        try draft.commit(batch, now: now, durability: durability)
        if durability == .process { continue }
      case .sync: try draft.sync()
      case .reopen:
        draft.close()
        draft = try Draft.open(in: directory, now: now)
        continue
      case .finish:
        try draft.finish(now: now)
        draft = try Draft.open(in: directory, now: now)
      case .setAside:
        try draft.setAside(now: now)
        draft = try Draft.open(in: directory, now: now)
      }
      try mark("durable \(number)")
    }
    // Half of the sessions end without closing the draft.
    if !seed.isMultiple(of: 2) { draft.close() }
    exit(0)
  }

  /// Returns the directory that the program uses for drafts if XDG_STATE_HOME is below a folder.
  static func directory(in folder: String) throws -> DraftDirectory {
    try DraftDirectory.standard { $0 == "XDG_STATE_HOME" ? "\(folder)/state" : nil }
  }

  /// Writes a mark into the recording.
  static func mark(_ text: String) throws {
    let written = text.withCString { write(marks, $0, strlen($0)) }
    if written != text.utf8.count { throw Misbehaviour("CFaults is not there to record") }
  }
}

extension Draft {
  /// Locks and opens the draft.
  static func open(in directory: DraftDirectory, now: Int64) throws -> Draft {
    let lock = try DraftLock.acquire(Script.identity, in: directory, now: now)
    return try open(Script.identity, in: directory, lock: lock, now: now)
  }
}
