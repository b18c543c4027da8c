// The child of `store-faults`. It plays a script on a draft while calls fail at random.
//
//     durability-driver store-faults-session FOLDER SEED INDEX COUNT
//     durability-driver store-faults-opening FOLDER
//
// The session prints the outcome of each step, so that the driver can update an oracle of its own.
// After each step, the session checks that the open draft holds exactly the commits that returned.
// If the session is recorded, it also marks the beginning and the end of each step.

import Drafts
import Glibc

/// Plays a script on a failing disk.
struct StoreFaultsSession {
  private let directory: DraftDirectory
  private var doubt: Doubt
  private var draft: Draft?

  static func run(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard words.count == 4, numbers.count == 3 else { throw Usage(text: "FOLDER and 3 numbers") }
    var session = StoreFaultsSession(
      directory: try PowerSession.directory(in: words[0]),
      doubt: Doubt(seed: numbers[0], index: numbers[1]))
    for _ in 0..<numbers[2] {
      guard try session.takeStep() else { break }
    }
    // Half of the sessions end without closing the draft.
    if numbers[1].isMultiple(of: 2) { session.draft?.close() }
    exit(0)
  }

  /// Tries up to 20 times to open the draft, and does nothing else.
  static func runOpening(_ arguments: ArraySlice<String>) throws {
    guard arguments.count == 1, let folder = arguments.first else { throw Usage(text: "FOLDER") }
    let directory = try PowerSession.directory(in: folder)
    for _ in 0..<20 {
      do {
        try Draft.open(in: directory, now: 1).close()
        return
      } catch let error as DraftError {
        print("# open: \(error)")
      }
    }
  }

  private init(directory: DraftDirectory, doubt: Doubt) {
    self.directory = directory
    self.doubt = doubt
  }

  /// Takes a step; returns false if the draft cannot be opened.
  private mutating func takeStep() throws -> Bool {
    let step = doubt.next()
    try mark("begun")
    let outcome: Doubt.Outcome
    if case .reopen = step {
      guard let found = try reopen() else { return false }
      outcome = .found(found)
    } else {
      outcome = play(step)
    }
    print(outcome.line)
    try mark(outcome.line)
    doubt.note(outcome, of: step)
    if let draft, draft.isOpen, case .threw = outcome {
      try look(into: draft)
    } else if let draft, draft.isOpen, case .returned = outcome {
      try look(into: draft)
    }
    return true
  }

  private func mark(_ text: String) throws {
    if getenv("LONGFORM_RECORD") != nil { try PowerSession.mark(text) }
  }

  private func play(_ step: Step) -> Doubt.Outcome {
    let now = Script.time(doubt.number)
    do {
      switch step {
      case .commit(let batch, let durability):
        try draft?.commit(batch, now: now, durability: durability)
      case .sync: try draft?.sync()
      case .finish: try draft?.finish(now: now)
      case .setAside: try draft?.setAside(now: now)
      case .reopen: break
      }
      return .returned
    } catch {
      print("# \(step.word): \(error)")
      if case .corrupt = error { return .broke }
      return .threw
    }
  }

  /// Closes the draft, and tries up to 20 times to open it. Returns the indices of the candidates
  /// that match the open draft, or nil if every try fails.
  private mutating func reopen() throws -> [Int]? {
    draft?.close()
    draft = nil
    for _ in 0..<20 {
      do {
        let draft = try Draft.open(in: directory, now: Script.time(doubt.number))
        if !draft.setAside.isEmpty { print("# set aside: \(draft.setAside)") }
        let contents = try draft.contents()
        let open = draft.beginning == .resumed ? contents : nil
        let found = doubt.candidates.indices.filter { doubt.candidates[$0].open == open }
        if found.isEmpty { throw Misbehaviour("step \(doubt.number) opened the state of no step") }
        self.draft = draft
        return Array(found)
      } catch let error as DraftError {
        print("# open: \(error)")
      }
    }
    return nil
  }

  /// Checks that the open draft holds exactly the commits that returned, even right after a commit
  /// that threw.
  private func look(into draft: Draft) throws {
    let contents: DraftContents
    do {
      contents = try draft.contents()
    } catch {
      print("# read: \(error)")
      return
    }
    if contents != doubt.certain.open ?? DraftContents() {
      throw Misbehaviour("after step \(doubt.number) the draft holds something else")
    }
  }
}

extension Step {
  /// The name of the step, for traces.
  fileprivate var word: String {
    switch self {
    case .commit(_, let durability): "commit \(durability)"
    case .sync: "sync"
    case .reopen: "reopen"
    case .finish: "finish"
    case .setAside: "set aside"
    }
  }
}
