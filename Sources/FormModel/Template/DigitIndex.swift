// Finds the names that can be the same text as another, by what they are apart from their digits.
//
// A name is a skeleton with runs of digits; a run that holds or touches `{n}` is open. Names that
// make one text have the same skeleton, and the same digits in every run that is open in neither.
// A skeleton has few kinds of names, by their open runs: "row{n}_5" and "row5_{n}" are two. Each
// kind keeps its names by the digits that another kind can see of them.

import FormText

/// Names by their skeletons and digits.
package struct DigitIndex<Name: Sendable>: Sendable {
  /// Names that are open in the same runs.
  private struct Kind: Sendable {
    let open: [Bool]
    var members: [(name: Name, runs: DigitRuns)] = []
    /// The places of its members by the digits that each kind of the skeleton can see.
    var views: [[Text: [Int]]] = []
  }

  /// The most kinds that one skeleton may have.
  private static var mostKinds: Int { 16 }

  /// The kinds of each skeleton; the first is of the names without a number.
  private var kinds: [Text: [Kind]] = [:]

  package init() {}

  /// The names that a name without a number can be the same as.
  func names(like runs: DigitRuns) -> [Name] { names(like: runs, seer: 0, atMost: .max) ?? [] }

  /// The names that any name can be the same as; nil when they, or their kinds, are too many.
  package mutating func names(like runs: DigitRuns, atMost most: Int) -> [Name]? {
    place(ofKindOf: runs).flatMap { names(like: runs, seer: $0, atMost: most) }
  }

  /// - Parameter seer: the place of the kind that the runs are of.
  private func names(like runs: DigitRuns, seer: Int, atMost most: Int) -> [Name]? {
    var found: [Name] = []
    for kind in kinds[runs.skeleton] ?? [] {
      let places = kind.views[seer][runs.digits(seenBy: kind.open)] ?? []
      guard places.count <= most - found.count else { return nil }
      found += places.map { kind.members[$0].name }
    }
    return found
  }

  /// Adds a name, unless its skeleton has too many kinds.
  package mutating func add(_ name: Name, _ runs: DigitRuns) {
    guard let place = place(ofKindOf: runs), let opens = kinds[runs.skeleton]?.map(\.open) else {
      return
    }
    let number = kinds[runs.skeleton]?[place].members.count ?? 0
    for (seer, open) in opens.enumerated() {
      kinds[runs.skeleton]?[place].views[seer][runs.digits(seenBy: open), default: []]
        .append(number)
    }
    kinds[runs.skeleton]?[place].members.append((name, runs))
  }

  /// The place of a name's kind among those of its skeleton, which gets it; nil when it has too many.
  private mutating func place(ofKindOf runs: DigitRuns) -> Int? {
    let open = runs.open
    var kinds = self.kinds.removeValue(forKey: runs.skeleton) ?? []
    defer { self.kinds[runs.skeleton] = kinds }
    if kinds.isEmpty { kinds = [Kind(open: open.map { _ in false }, views: [[:]])] }
    if let place = kinds.firstIndex(where: { $0.open == open }) { return place }
    guard kinds.count < DigitIndex.mostKinds else { return nil }
    kinds.append(Kind(open: open, views: Array(repeating: [:], count: kinds.count)))
    for place in kinds.indices {
      var view: [Text: [Int]] = [:]
      for (number, member) in kinds[place].members.enumerated() {
        view[member.runs.digits(seenBy: open), default: []].append(number)
      }
      kinds[place].views.append(view)
    }
    return kinds.count - 1
  }
}

/// A name as text and runs of digits.
package struct DigitRuns: Sendable {
  /// The name with a 0 for every run.
  let skeleton: Text
  /// The digits of each run, nil for one that is open.
  private let runs: [[UInt8]?]

  /// Which runs are open.
  var open: [Bool] { runs.map { $0 == nil } }

  /// The runs of a name without a number.
  init(of name: String) { self.init(of: NumberedText(verbatim: name)) }

  init(of name: NumberedText) {
    let parts = name.parts.map { Array($0.utf8) }
    self.init(Array(parts.map { [$0] }.joined(separator: [nil])))
  }

  /// The runs of a name of these parts, nil for a number.
  package init(_ parts: [[UInt8]?]) {
    var skeleton: [UInt8] = []
    var runs: [[UInt8]?] = []
    var isInRun = false
    func begin() {
      if isInRun { return }
      runs.append([])
      skeleton.append(0x30)
      isInRun = true
    }
    for part in parts {
      guard let part else {
        begin()
        runs[runs.count - 1] = nil
        continue
      }
      for byte in part {
        if byte.isASCIIDigit {
          begin()
          runs[runs.count - 1]?.append(byte)
        } else {
          skeleton.append(byte)
          isInRun = false
        }
      }
    }
    self.skeleton = Text(String(decoding: skeleton, as: UTF8.self))
    self.runs = runs
  }

  /// The digits of the runs that are open neither here nor in `others`.
  func digits(seenBy others: [Bool]) -> Text {
    var bytes: [UInt8] = []
    for (run, isOpen) in zip(runs, others) {
      if let run, !isOpen { bytes += run }
      bytes.append(0x20)
    }
    return Text(String(decoding: bytes, as: UTF8.self))
  }
}
