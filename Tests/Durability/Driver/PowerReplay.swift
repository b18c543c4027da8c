// One power cut: the state of the disk, and whether the draft is complete.

import Drafts
import TerminalTesting

/// A cut, chosen by a seed and a number.
struct PowerReplay {
  /// The number of replays of the same recording.
  static let perRecording = 50

  let number: Int
  /// The number of changes in the log before the cut.
  let point: Int
  private var random: SeededGenerator

  /// Returns the index of the recording on which a replay is based.
  static func index(of number: Int) -> Int { number / perRecording }

  init(_ number: Int, seed: Int, of recording: PowerRecording) {
    self.number = number
    random = SeededGenerator(seed: seed, number, 3)
    point = recording.point(using: &random)
  }

  /// Returns the files that a disk has after the cut.
  func remains(of disk: Disk) -> Disk.Remains {
    var random = random
    var remains = disk.cut(using: &random)
    // SQLite's file of shared memory (-shm) may have any contents after a cut. The draft must not
    // depend on them.
    for name in remains.files.keys.sorted() where name.hasSuffix("-shm") {
      switch random.number(below: 3) {
      case 0: remains.files[name] = nil
      case 1: remains.files[name] = []
      default:
        remains.files[name] = (0..<32_768).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
    }
    return remains
  }

  /// Opens the draft in these files, and throws unless it has the required contents and is usable.
  func check(
    _ remains: Disk.Remains, of recording: PowerRecording, allowsDamage: Bool
  ) throws {
    let folder = try temporaryFolder()
    try remains.write(to: folder.path)
    let now = Script.time(PowerRecording.stepCount + 1)
    let directory = try PowerSession.directory(in: folder.path)
    let draft = try Draft.open(in: directory, now: now)
    var holdings = try Holdings(draft, in: directory, now: now, allowsDamage: allowsDamage)
    try recording.oracle.expect(holdings, at: point)

    var batch = DraftBatch()
    batch.rows["after"] = .set(DraftRow(text: "the cut"))
    batch.appendStep(DraftStep(bytes: [1, 2, 3]))
    try draft.commit(batch, now: now)
    holdings.commit(batch, now: now)
    draft.close()
    let again = try Draft.open(in: directory, now: now)
    if try Holdings(again, in: directory, now: now, allowsDamage: allowsDamage) != holdings {
      throw Misbehaviour("a commit made after the cut is missing")
    }
  }
}

extension Disk.Remains {
  /// Creates the folders and files.
  func write(to folder: String) throws {
    for name in folders { try makeFolder("\(folder)/\(name)") }
    for (name, bytes) in files { try writeFile(bytes, to: "\(folder)/\(name)") }
  }
}
