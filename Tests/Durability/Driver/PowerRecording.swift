// Records what sessions do to files, and reads off which steps were acknowledged when.

import TerminalTesting

/// A recorded script: the log, and what is in it.
struct PowerRecording {
  /// How many steps a script has.
  static let stepCount = 60

  /// What was begun and what was acknowledged at a point of the log.
  struct Progress {
    var begun = 0
    var durable = 0

    mutating func note(_ mark: String) {
      let words = mark.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]) else { return }
      if words[0] == "begun" { begun = number } else { durable = number }
    }
  }

  let log: [UInt8]
  let changes: [Recording.Change]
  let plot: Plot

  /// Reads a log of the script of this seed and index.
  init(log: [UInt8], seed: Int, index: Int) throws {
    self.log = log
    changes = try Recording(log: log).changes
    plot = Plot(seed: seed, index: index, count: Self.stepCount)
  }

  /// Plays the script of this seed and index; one of three is killed a few times.
  static func make(seed: Int, index: Int) throws -> PowerRecording {
    var random = Seeded(seed, index, 2)
    let folder = try temporaryFolder()
    var kills = random.happens(33) ? 5 : 0
    var recording: PowerRecording
    var first = 1
    repeat {
      var environment: [String: String?] = [
        "LD_PRELOAD": try builtProduct(named: "libCFaults.so"),
        "LONGFORM_RECORD": folder.path("log"),
        "LONGFORM_RECORD_UNDER": folder.path,
        "LONGFORM_RECORD_MARKS": "\(PowerSession.marks)",
        "SWIFT_DETERMINISTIC_HASHING": "1",
      ]
      if kills > 0 { environment["LONGFORM_KILL_AT"] = "\(100 + random.number(below: 8_000))" }
      let result = try Program.run(
        builtProduct(named: "durability-driver"),
        ["power-session", folder.path] + [seed, index, stepCount, first].map(String.init),
        environment: environment)
      let ends: Set<ProcessEnd> = kills > 0 ? [.exited(0), .signaled(9)] : [.exited(0)]
      kills -= 1
      if let misbehaviour = Misbehaviour(result, allowing: ends) { throw misbehaviour }
      recording = try PowerRecording(
        log: readFile(folder.path("log")) ?? [], seed: seed, index: index)
      first = max(recording.progress(at: recording.changes.count).begun, 1)
      if result.status == .exited(0) { return recording }
    } while true
  }

  /// What was acknowledged before a point.
  func progress(at point: Int) -> Progress {
    changes[..<point].reduce(into: Progress()) { progress, change in
      if case .marked(let text) = change { progress.note(text) }
    }
  }

  /// A point to cut at: anywhere, or as often right behind an acknowledgement.
  func point(using random: inout Seeded) -> Int {
    if random.happens(50) { return random.number(below: changes.count + 1) }
    let marks = changes.indices.filter { if case .marked = changes[$0] { true } else { false } }
    return (marks.randomElement(using: &random) ?? 0) + 1
  }
}
