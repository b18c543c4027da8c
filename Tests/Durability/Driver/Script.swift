// The random actions of a session on its draft. They are the actions of the program, but in more
// combinations.

import Drafts
import TerminalTesting

/// One action of a session.
enum Step {
  case commit(DraftBatch, Draft.Durability)
  /// Syncs earlier commits that did not wait for the disk.
  case sync
  /// Closes the draft and opens it again.
  case reopen
  case finish
  case setAside
}

/// Steps generated from a seed.
struct Script {
  static let identity = DraftIdentity(templatePath: "/forms/resume.json", templateID: "resume")

  private var random: SeededGenerator
  /// The percentage of batches that are large enough to fill the log soon.
  private let largeShare: Int

  init(seed: Int, index: Int) {
    random = SeededGenerator(seed: seed, index, 1)
    largeShare = random.chance(25) ? 30 : 3
  }

  /// The Unix time of the nth step.
  static func time(_ step: Int) -> Int64 { 1_700_000_000 + Int64(step) }

  /// The next step for an open draft with these contents.
  mutating func next(_ contents: DraftContents?) -> Step {
    guard let contents else { return .commit(batch(DraftContents(), isFirst: true), .disk) }
    switch random.number(below: 100) {
    case ..<60: return .commit(batch(contents, isFirst: false), .disk)
    case ..<78: return .commit(batch(contents, isFirst: false), .process)
    case ..<84: return .sync
    case ..<94: return .reopen
    case ..<97: return .finish
    default: return .setAside
    }
  }

  // MARK: - Batches

  private mutating func batch(_ contents: DraftContents, isFirst: Bool) -> DraftBatch {
    var batch = DraftBatch()
    let isLarge = random.chance(largeShare)
    if isFirst || random.chance(2) { batch.origin = origin(isLarge: isLarge) }
    let changed = isLarge ? 600 : random.chance(10) ? 100 : 4
    for _ in 0..<random.number(below: changed) {
      batch.rows["row\(random.number(below: 1_000))"] = .set(
        DraftRow(text: text(isLarge: isLarge), cursor: random.chance(20) ? nil : number()))
    }
    if random.chance(30) {
      let ids = contents.rows.keys.sorted()
      for _ in 0..<random.number(below: random.chance(10) ? ids.count : 3) {
        if let id = ids.randomElement(using: &random) { batch.rows[id] = .removed }
      }
    }
    if random.chance(20) { batch.structure["section\(random.number(below: 5))"] = change() }
    if random.chance(30) { batch.values["key\(random.number(below: 9))"] = change() }
    if random.chance(50) { batch.focus = random.chance(10) ? .removed : .set("row\(number())") }
    if random.chance(50) { batch.filled = number() }
    if isFirst || random.chance(5) { batch.total = number() }
    if random.chance(70) { changeHistory(&batch, count: contents.history.count) }
    // Every commit must change something.
    if batch.isEmpty { batch.filled = number() }
    return batch
  }

  private mutating func changeHistory(_ batch: inout DraftBatch, count: Int) {
    let isMuch = random.chance(3)
    if random.chance(30) { batch.dropSteps(random.number(below: isMuch ? 1_200 : 4)) }
    for _ in 0..<random.number(below: isMuch ? 1_200 : 3) {
      let texts = random.chance(3) ? [text(isLarge: true)] : []
      batch.appendStep(DraftStep(bytes: bytes(isLarge: false), texts: texts))
    }
    let left = max(count - batch.droppedSteps, 0) + batch.appendedSteps.count
    batch.undone =
      random.chance(70) ? 0 : random.number(below: min(left, DraftBatch.historyLimit) + 1)
  }

  private mutating func origin(isLarge: Bool) -> DraftOrigin {
    DraftOrigin(
      title: "Form \(number())", templateHash: "h\(number())", options: bytes(isLarge: false),
      document: random.chance(40) ? nil : bytes(isLarge: isLarge))
  }

  private mutating func change() -> DraftChange<[UInt8]> {
    random.chance(20) ? .removed : .set(bytes(isLarge: false))
  }

  private mutating func number() -> Int { random.number(below: 1_000) }

  /// Returns a random text, made from the result of `bytes(isLarge:)`.
  private mutating func text(isLarge: Bool) -> String {
    String(decoding: bytes(isLarge: isLarge), as: UTF8.self)
  }

  /// Returns random bytes, usually only a few. They are random, so that a test notices if two
  /// values were exchanged.
  private mutating func bytes(isLarge: Bool) -> [UInt8] {
    let limit = isLarge && random.chance(3) ? 200_000 : random.chance(5) ? 9_000 : 60
    let count = random.number(below: limit)
    let head = withUnsafeBytes(of: random.next()) { Array($0) }
    return head.prefix(count)
      + [UInt8](repeating: head.first ?? 0, count: max(count - head.count, 0))
  }
}
