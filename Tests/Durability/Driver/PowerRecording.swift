// Records the file changes of sessions, and when each step was acknowledged.

import TerminalTesting

/// A recorded session of a script: the log and the changes in it.
struct PowerRecording {
  /// The number of steps of a script.
  static let stepCount = 60
  /// The numbers of failing calls in a thousand calls. `syncRates` is for sessions in which only
  /// syncs fail.
  private static let rates = [2, 10, 40, 120]
  private static let syncRates = [50, 150, 300]

  let log: [UInt8]
  let changes: [Recording.Change]
  let oracle: PowerOracle

  /// Reads the log of the script with this seed and index.
  init(log: [UInt8], seed: Int, index: Int, isFaulty: Bool) throws {
    self.log = log
    changes = try Recording(log: log).changes
    oracle =
      isFaulty
      ? PowerOracle(changes, of: Doubt(seed: seed, index: index))
      : PowerOracle(changes, of: Plot(seed: seed, index: index, count: Self.stepCount))
  }

  // MARK: - Making

  /// Plays the script with this seed and index. One of three sessions is killed a few times.
  static func make(seed: Int, index: Int) throws -> PowerRecording {
    var random = SeededGenerator(seed: seed, index, 2)
    let folder = try temporaryFolder()
    var kills = random.chance(33) ? 5 : 0
    var first = 1
    while true {
      let kill = ["LONGFORM_KILL_AT": "\(100 + random.number(below: 8_000))"]
      let (log, end) = try play(
        "power-session", [seed, index, stepCount, first], in: folder,
        environment: kills > 0 ? kill : [:],
        ends: kills > 0 ? [.exited(0), .signaled(9)] : [.exited(0)])
      if end == .exited(0) {
        return try PowerRecording(log: log, seed: seed, index: index, isFaulty: false)
      }
      kills -= 1
      for case .marked(let text) in try Recording(log: log).changes where text.hasPrefix("begun ") {
        first = Int(text.dropFirst(6)) ?? first
      }
    }
  }

  /// Plays the script with this seed and index while calls fail.
  static func makeFaulty(seed: Int, index: Int) throws -> PowerRecording {
    var random = SeededGenerator(seed: seed, index, 5)
    let folder = try temporaryFolder()
    // In half of the sessions only syncs fail, so that no other failure hides the effect of a
    // failed sync.
    let inSyncsOnly = random.chance(50)
    let rate = (inSyncsOnly ? syncRates : rates).randomElement(using: &random) ?? 1
    var environment = [
      "LONGFORM_FAULTS": "\(random.number(below: 1_000_000)):\(rate):\(folder.path)"
    ]
    if inSyncsOnly { environment["LONGFORM_FAULTS_IN"] = "syncs" }
    let (log, _) = try play(
      "store-faults-session", [seed, index, stepCount], in: folder, environment: environment,
      ends: [.exited(0)])
    return try PowerRecording(log: log, seed: seed, index: index, isFaulty: true)
  }

  /// Runs a recorded session; returns the log so far and how the session ended.
  private static func play(
    _ session: String, _ numbers: [Int], in folder: TemporaryFolder,
    environment: [String: String], ends: Set<ProcessEnd>
  ) throws -> ([UInt8], ProcessEnd) {
    var environment: [String: String?] = environment
    environment["LD_PRELOAD"] = try builtProduct(named: "libCFaults.so")
    environment["LONGFORM_RECORD"] = folder.path("log")
    environment["LONGFORM_RECORD_UNDER"] = folder.path
    environment["LONGFORM_RECORD_MARKS"] = "\(PowerSession.marks)"
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    let result = try Program.run(
      builtProduct(named: "durability-driver"), [session, folder.path] + numbers.map(String.init),
      environment: environment)
    if let misbehaviour = Misbehaviour(result, allowing: ends) { throw misbehaviour }
    return (readFile(folder.path("log")) ?? [], result.status)
  }

  // MARK: - Cutting

  /// Returns a random point for a cut: in half of the cases a point right after a mark, otherwise
  /// any point.
  func point(using random: inout SeededGenerator) -> Int {
    if random.chance(50) { return random.number(below: changes.count + 1) }
    let marks = changes.indices.filter { if case .marked = changes[$0] { true } else { false } }
    return (marks.randomElement(using: &random) ?? 0) + 1
  }
}
