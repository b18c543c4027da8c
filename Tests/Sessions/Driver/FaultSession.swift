// The fault test: sessions in which calls that change files fail at random.
//
// Requirements: the program never ends by itself and never hangs. The title shows the state of the
// draft. If the title shows `kept`, the draft holds everything that was typed more than a second
// ago. A save writes all answers, or it reports a failure and leaves the form open. Until a save
// succeeds, the earlier file of answers is intact.

import Glibc
import TerminalTesting

/// One run: typing on a failing disk, sometimes a kill and a second session, and then a save.
struct FaultSession {
  /// The earlier contents of the file of answers.
  private static let old = Array("{ \"old\": true }\n".utf8)

  private let stage: Stage
  private var dice: SeededGenerator
  private var session: LiveSession?
  /// The actions of earlier sessions.
  private var log: [String] = []
  /// The allowed contents of the file of answers until a save succeeds.
  private let before: [UInt8]

  init(_ subject: Subject) throws {
    dice = SeededGenerator(seed: subject.seed, subject.number)
    let isEverywhere = dice.chance(50)
    let hasOldFile = dice.chance(50)
    let output: Stage.Output = dice.one(of: [.pipe, .file, .redirected])
    var stage = try Stage(subject, output: output, force: true, &dice)
    // A save makes several calls. With a higher rate of failures it would hardly ever succeed.
    let most = isEverywhere && output != .pipe ? 200 : 1_000
    let rate = dice.chance(50) ? dice.number(in: 1...20) : dice.magnitude(in: 20...most)
    let place = isEverywhere ? "" : ":" + stage.home.path(".local/state")
    stage.environment = [
      "LD_PRELOAD": subject.faults,
      "LONGFORM_FAULTS": "\(dice.number(below: 1 << 30)):\(rate)\(place)",
    ]
    before = hasOldFile && output == .file ? FaultSession.old : []
    if !before.isEmpty { try stage.home.write(before, to: Stage.answersFile) }
    self.stage = stage
  }

  /// Executes the run. If the run fails, its folder stays.
  mutating func run(_ tally: inout Tally) throws {
    do {
      tally.count("runs")
      var session = try start(kept: [])
      try session.begin()
      try type(in: session)
      if dice.chance(40) {
        let kept = try killKept(session, &tally)
        log += session.log
        session = try start(kept: kept)
        try session.begin(or: .new(stage.shape, rows: session.process.screen.rows))
        if !kept.isEmpty { try checkResuming(session) }
        try type(in: session)
        tally.count("resumes")
      }
      try save(session, &tally)
      tally.count("operations", log.count + session.log.count)
      tally.count("of the last session on items", session.itemChanges)
    } catch {
      let faults = stage.environment["LONGFORM_FAULTS"].flatMap { $0 } ?? ""
      throw stage.report(error, done: ["faults \(faults)"] + log + (session?.log ?? []))
    }
  }

  private mutating func start(kept: [FormModel]) throws -> LiveSession {
    let session = try stage.start(
      rows: dice.number(in: 20...45), columns: dice.number(in: 70...120), kept: kept)
    self.session = session
    return session
  }

  // MARK: - Typing

  private mutating func type(in session: LiveSession) throws {
    // The sessions of a run have different seeds, so that the second does not repeat the first.
    var generator = SessionGenerator(SeededGenerator(seed: dice.number(below: 1 << 30)))
    for _ in 0...dice.number(below: 14) {
      var models = session.models
      let operations = (0...dice.number(below: 8)).map { _ in
        let operation = generator.next(in: models)
        models = models.map { operation.states(of: $0).last ?? $0 }
        return operation
      }
      try session.perform(operations)
      switch dice.number(below: 10) {
      case 0..<4: break
      case 4..<8:
        try session.settle()
        try checkStatus(session)
      case 8: session.watch(for: .milliseconds(dice.number(in: 1...120)))
      default: session.watch(for: .milliseconds(dice.number(in: 260...600)))
      }
    }
    try session.settle()
  }

  /// The state of the draft, from the end of the title.
  private func status(_ session: LiveSession) -> String {
    let lines = session.process.screen.lines
    return ["kept", "keeping…", "NOT KEPT"]
      .first { word in lines.contains { $0.hasSuffix("  \(word)") } } ?? ""
  }

  /// Checks that the typed text is kept, about to be kept, or reported as not kept.
  private func checkStatus(_ session: LiveSession) throws {
    guard session.models.allSatisfy({ $0.version > 0 }) else { return }
    // Before the first write there is nothing to report.
    try session.process.wait("the state of the draft in the title") { _ in
      !status(session).isEmpty
    }
  }

  /// Checks that a draft is resumed, or reported as impossible to open.
  private func checkResuming(_ session: LiveSession) throws {
    let text = session.process.screen.text
    let reports = ["Back at", "NOT KEPT since", "kept as", "The draft with your answers cannot be"]
    guard reports.contains(where: text.contains) else {
      throw Misbehaviour(
        description: "it does not say why it starts anew\n\(session.process.screen.numbered)")
    }
  }

  // MARK: - Killing

  /// The age from which text must be kept if the title shows `kept`. It is more than a second,
  /// because the machine may be busy.
  private static let keptTime = Duration.milliseconds(1_300)

  /// Kills the program. If the title shows `kept`, all text older than a second must survive.
  ///
  /// - Returns: the predicted states of the form that match the draft; empty if there is no draft.
  private mutating func killKept(
    _ session: LiveSession, _ tally: inout Tally
  ) throws -> [FormModel] {
    let isOld = dice.chance(70)
    if isOld { session.watch(for: FaultSession.keptTime) }
    let saysKept = status(session) == "kept"
    let isKept = isOld && saysKept
    try session.end()
    guard session.process.exitStatus == .signaled(SIGKILL) else {
      throw Misbehaviour(description: "it ended by itself")
    }
    tally.count(isKept ? "kept and killed" : "killed")
    guard let found = try stage.keptAnswers(isExpected: saysKept) else {
      if saysKept { throw Misbehaviour(description: "it said kept, and there is no draft") }
      return []
    }
    let stored = try stage.storedForm()
    let states = isKept ? session.models : session.timelines.flatMap(\.states)
    let explanations = states.reduce(into: [FormModel]()) { explanations, state in
      if state.fits(found), stored?.holds(state) ?? false, !explanations.contains(state) {
        explanations.append(state)
      }
    }
    guard !explanations.isEmpty else {
      throw Misbehaviour(
        description: (isKept ? "it said kept, and the draft is\n" : "the draft was never so\n")
          + session.models[0].difference(from: found))
    }
    return explanations
  }

  // MARK: - Saving

  /// Saves until it succeeds. Each failure must be reported and leave nothing half done.
  private func save(_ session: LiveSession, _ tally: inout Tally) throws {
    for attempt in 1...300 {
      try session.perform([.save])
      try session.process.wait("the save to end") { screen in
        session.process.exitStatus != nil || screen.text.contains("Not saved: ")
      }
      let written = stage.written(by: session)
      if let end = session.process.exitStatus {
        guard end == .exited(0) || end == .exited(2), stage.isWhole(written, of: session) else {
          throw Misbehaviour(
            description: "\(end), and it saved\n\(String(decoding: written, as: UTF8.self))")
        }
        tally.count(attempt == 1 ? "saves" : "saves after some that failed")
        return
      }
      let isUntouched = written == before || stage.output == .redirected
      guard isUntouched || stage.isWhole(written, of: session) else {
        throw Misbehaviour(description: "a save failed and left \(quoted(written))")
      }
      try session.closePanel("Nothing is lost")
    }
    throw Misbehaviour(description: "no save works\n\(session.process.screen.numbered)")
  }
}
