// Cuts the power: `durability-driver power --count N --seed S`.
//
// Sessions are recorded call by call. Each replay then creates a possible state of the disk after a
// power cut somewhere in the recording, and opens the draft in this state. The draft must contain
// everything that was reported as durable, must not contain half a commit, and must be usable.
//
//     --replay R    makes only replay R
//     --log FILE    replays the recording in FILE, which an earlier failure kept

import TerminalTesting

/// The subcommand.
enum Power {
  /// The folder in which failures are kept, relative to the current folder.
  private static let kept = ".build/durability"

  static func run(
    _ arguments: ArraySlice<String>, name: String = "power", isFaulty: Bool = false
  ) throws {
    let options = try Options(arguments, known: ["--count", "--seed", "--replay", "--log"])
    let seed = try options.seed()
    let only = try options.number("--replay")
    let numbers = try only.map { $0..<($0 + 1) } ?? 0..<max(options.number("--count") ?? 300, 1)
    var failures = 0
    for index in PowerReplay.index(
      of: numbers.lowerBound)...PowerReplay.index(of: numbers.upperBound - 1)
    {
      let recording: PowerRecording
      if let path = options.text("--log") {
        guard let log = readFile(path) else { throw Misbehaviour("\(path) cannot be read") }
        recording = try PowerRecording(log: log, seed: seed, index: index, isFaulty: isFaulty)
      } else {
        do {
          recording =
            isFaulty
            ? try PowerRecording.makeFaulty(seed: seed, index: index)
            : try PowerRecording.make(seed: seed, index: index)
        } catch {
          throw Misbehaviour("seed \(seed), recording \(index): \(error)")
        }
      }
      let first = index * PowerReplay.perRecording
      let ours = numbers.clamped(to: first..<(first + PowerReplay.perRecording))
      failures += try replay(
        ours, of: recording, seed: seed, index: index, name: name, isFaulty: isFaulty)
      if failures >= 10 { break }
    }
    if failures > 0 { throw Misbehaviour("seed \(seed): \(failures) replays failed") }
    print("\(name): seed \(seed), \(numbers.count) replays: all well")
  }

  /// Cuts one recording at several points, and returns the number of failed replays.
  private static func replay(
    _ numbers: Range<Int>, of recording: PowerRecording, seed: Int, index: Int, name: String,
    isFaulty: Bool
  ) throws -> Int {
    var failures = 0
    var disk = Disk(index.isMultiple(of: 2) ? .journal : .separate)
    var position = 0
    let replays = numbers.map { PowerReplay($0, seed: seed, of: recording) }
    for replay in replays.sorted(by: { $0.point < $1.point }) {
      while position < replay.point {
        try disk.apply(recording.changes[position])
        position += 1
      }
      let remains = replay.remains(of: disk)
      do {
        try replay.check(remains, of: recording, allowsDamage: isFaulty)
      } catch {
        failures += 1
        let folder = try keep(remains, of: recording, name: "\(name)-\(seed)-\(replay.number)")
        print("seed \(seed), replay \(replay.number), after \(replay.point) calls: \(error)")
        print(
          "  again: Tests/Durability/run \(name) --seed \(seed) --replay \(replay.number) "
            + "--log \(folder)/log")
      }
    }
    return failures
  }

  /// Stores a recording, and the files after a cut whose replay failed.
  private static func keep(
    _ remains: Disk.Remains, of recording: PowerRecording, name: String
  ) throws -> String {
    let folder = try keptFolder(name)
    try makeFolder("\(folder)/cut")
    try remains.write(to: "\(folder)/cut")
    try writeFile(recording.log, to: "\(folder)/log")
    return folder
  }

  /// Creates a folder that stays after the test, and returns its path.
  static func keptFolder(_ name: String) throws -> String {
    let folder = "\(kept)/\(name)"
    for path in [kept, folder] { try makeFolder(path) }
    return folder
  }
}
