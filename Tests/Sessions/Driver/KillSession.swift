// The kill test: sessions that are killed at any moment and resumed.
//
// Requirements: a draft is one complete state of the form. Its file contains the texts and items of
// that state, and its export contains the answers. As soon as the screen has shown that a row was
// left, or that an item was added, removed or moved, the draft contains this. The draft also
// contains every key whose echo appeared at least half a second before the kill. If a signal lets
// the program end normally, the draft contains every key whose echo appeared. The program resumes
// the draft, reports that, and can undo earlier steps. No draft is ever damaged, and the screen
// never shows `NOT KEPT`.

import Glibc
import TerminalTesting

/// One run: some rounds of typing and killing, then a save.
struct KillSession {
  /// The age from which typed text must be in the draft. The program stores it after 250 ms, but
  /// the machine may be busy.
  static let typingTime = Duration.milliseconds(500)

  let subject: Subject
  var stage: Stage
  var dice: SeededGenerator
  private var session: LiveSession?
  /// The actions of earlier rounds.
  private var log: [String] = []
  /// The states that match the present draft; empty if there is no draft.
  var kept: [FormModel] = []
  /// Whether the template changes between the sessions.
  private let changesTemplate: Bool
  /// The number of save questions that were answered with no.
  private var questions = 0
  /// Earlier versions of the form.
  var formerShapes: [FormShape] = []

  init(_ subject: Subject, changesTemplate: Bool = false) throws {
    self.subject = subject
    self.changesTemplate = changesTemplate
    dice = SeededGenerator(seed: subject.seed, subject.number)
    stage = try Stage(
      subject, output: dice.chance(50) ? .file : .pipe, changes: changesTemplate, &dice)
  }

  /// Executes the run. If the run fails, its folder stays.
  mutating func run(_ tally: inout Tally) throws {
    do {
      for round in 1...dice.number(in: changesTemplate ? 2...4 : 1...3) {
        dice = SeededGenerator(seed: subject.seed, subject.number, round)
        try dice.chance(10) ? killEarly(&tally) : killTyping(&tally)
        if changesTemplate, !kept.isEmpty { try changeTemplate(&tally) }
      }
      if changesTemplate, !kept.isEmpty, dice.chance(40) { return try makeSecret(&tally) }
      dice = SeededGenerator(seed: subject.seed, subject.number, 0)
      tally.count("runs")
      if dice.chance(30), try killSaving(&tally) { return }
      try save(&tally)
    } catch {
      throw stage.report(error, done: log + (session?.log ?? []))
    }
  }

  // MARK: - Rounds

  /// Starts the program on a terminal of random size.
  mutating func start() throws -> LiveSession {
    let (rows, columns) = size()
    let session = try stage.start(rows: rows, columns: columns, kept: kept)
    log += self.session?.log ?? []
    self.session = session
    return session
  }

  private mutating func size() -> (rows: Int, columns: Int) {
    let rows = dice.chance(80) ? dice.number(in: 17...45) : dice.number(in: 3...16)
    return (rows, dice.chance(80) ? dice.number(in: 60...120) : dice.number(in: 30...59))
  }

  /// Waits for the first paint, which shows whether the program resumes a draft.
  mutating func begin() throws -> LiveSession {
    let session = try start()
    try session.begin()
    try check(session)
    let reportsResume = session.process.screen.text.contains("Back at")
    if reportsResume == kept.isEmpty {
      throw Misbehaviour(
        description: "it reports \(reportsResume ? "a" : "no") resumed draft\n"
          + session.process.screen.numbered)
    }
    if session.models.contains(where: { !$0.orphans.isEmpty }) {
      try session.closePanel("The form was changed")
    }
    return session
  }

  /// Kills the program while it starts.
  private mutating func killEarly(_ tally: inout Tally) throws {
    let session = try start()
    pass(microseconds: dice.magnitude(in: 300...120_000))
    try judge(session, endedAt: session.end())
    tally.count("kills at the start")
  }

  private mutating func killTyping(_ tally: inout Tally) throws {
    let wasKept = !kept.isEmpty
    let session = try begin()
    if wasKept {
      tally.count("resumes")
      if dice.chance(60) { try undo(in: session) }
    }
    var generator = SessionGenerator(dice)
    var rest = dice.magnitude(in: 1...80)
    while rest > 0 {
      let operations = burst(atMost: rest, in: session, &generator)
      rest -= operations.count
      if rest <= 0 {
        try killIn(operations, of: session)
        break
      }
      try session.perform(operations)
      try wait(in: session)
    }
    tally.count("kills")
    tally.count("operations", session.log.count)
    tally.count("of them on items", session.itemChanges)
    tally.count("pages", session.pages)
    tally.count("questions", questions)
    questions = 0
    tally.count("that hid or showed rows", session.decisions)
  }

  /// Undoes and redoes, one by one, a few steps of an earlier process.
  private mutating func undo(in session: LiveSession) throws {
    for _ in 0..<dice.number(in: 1...5) {
      let operation = dice.chance(70) ? Operation.undo : .redo
      guard session.models.allSatisfy({ operation.isAllowed(in: $0) }) else { continue }
      try session.perform([operation])
      try session.sync()
    }
  }

  /// Returns some operations that are sent together.
  private mutating func burst(
    atMost count: Int, in session: LiveSession, _ generator: inout SessionGenerator
  ) -> [Operation] {
    var models = session.models
    return (0..<dice.number(in: 1...min(count, 14))).map { _ in
      let operation = generator.next(in: models)
      models = models.map { operation.states(of: $0).last ?? $0 }
      return operation
    }
  }

  /// Continues between two bursts: at once, after a pause, after a question, or after a resize.
  private mutating func wait(in session: LiveSession) throws {
    switch dice.number(below: 100) {
    case 0..<50: break
    case 50..<58: try session.sync()
    case 58..<65:
      if try session.ask(byEnter: dice.chance(50)) { questions += 1 }
    case 65..<80: session.watch(for: .microseconds(dice.magnitude(in: 100...20_000)))
    case 80..<86: session.watch(for: .milliseconds(dice.number(in: 20...240)))
    case 86..<91: session.watch(for: .milliseconds(dice.number(in: 260...700)))
    default:
      let (rows, columns) = size()
      try session.resize(rows: rows, columns: columns)
    }
  }

  /// Kills the program while it receives operations, or soon afterwards.
  private mutating func killIn(_ operations: [Operation], of session: LiveSession) throws {
    let bytes = session.expect(operations)
    let first = dice.number(below: bytes.count + 1)
    try session.process.send(Array(bytes[..<first]))
    session.look()
    if dice.chance(30) { pass(microseconds: dice.magnitude(in: 10...5_000)) }
    if dice.chance(80) { try session.process.send(Array(bytes[first...])) }
    switch dice.number(below: 10) {
    case 0..<5: pass(microseconds: dice.magnitude(in: 1...40_000))
    case 5..<7: session.watch(for: .microseconds(dice.magnitude(in: 100...50_000)))
    case 7: session.watch(for: .milliseconds(dice.number(in: 200...900)))
    default: session.watch(for: .milliseconds(dice.number(in: 1...10)))
    }
    var signal = dice.chance(85) ? SIGKILL : dice.one(of: [SIGTERM, SIGHUP, SIGINT])
    // Ctrl-C closes a prompt, or ends an unfinished key, before it ends the program.
    if signal == SIGINT, session.mayBeAtPrompt || bytes.contains(0x18) || bytes.contains(0x1B) {
      signal = SIGTERM
    }
    try judge(session, endedAt: session.end(with: signal), by: signal)
    let written = stage.written(by: session)
    guard written.isEmpty else {
      throw Misbehaviour(description: "output without a save: \(quoted(written))")
    }
  }

  // MARK: - Checks

  /// Compares the draft with the states that it may be in.
  mutating func judge(
    _ session: LiveSession, endedAt time: ContinuousClock.Instant, by signal: Int32 = SIGKILL
  ) throws {
    let end: ProcessEnd = signal == SIGINT ? .exited(130) : .signaled(signal)
    guard session.process.exitStatus == end else {
      throw Misbehaviour(
        description: "it ended by itself: \(String(describing: session.process.exitStatus))\n"
          + session.process.screen.numbered)
    }
    try check(session)
    let found = try stage.keptAnswers(isExpected: !kept.isEmpty)
    let stored = found == nil ? nil : try stage.storedForm()
    let typingTime = signal == SIGKILL ? KillSession.typingTime : .zero
    let demanded = session.timelines.map {
      $0.states[$0.demanded(at: time, typingTime: typingTime)]
    }
    var explanations: [FormModel] = []
    for (timeline, least) in zip(session.timelines, demanded.map(\.version)) {
      // States with the same version differ only in focus, cursor and viewport.
      var fits: [Int: Bool] = [:]
      for state in timeline.states where state.version >= least {
        let isKept =
          fits[state.version]
          ?? found.map { state.fits($0) && stored?.holds(state) ?? false }
          ?? (kept.isEmpty && state.version == 0)
        fits[state.version] = isKept
        if isKept, !explanations.contains(state) { explanations.append(state) }
      }
    }
    guard !explanations.isEmpty else {
      let differences = demanded.map {
        "\($0.difference(from: found))\n\(stored?.difference(from: $0) ?? "    nothing is stored")"
      }
      throw Misbehaviour(
        description: "the draft was never so, or was so too early; at least expected, and found\n"
          + differences.joined(separator: "\nor\n") + "\n" + session.process.screen.numbered)
    }
    kept = found == nil ? [] : explanations
  }

  /// Checks that no draft was damaged or set aside, and that the screen never showed `NOT KEPT`.
  func check(_ session: LiveSession) throws {
    for state in ["damaged", "aside"] where !stage.drafts(state).isEmpty {
      throw Misbehaviour(description: "a draft is \(state)")
    }
    guard !session.process.screen.text.contains("NOT KEPT"),
      !quoted(session.process.rawOutput).contains("NOT KEPT")
    else { throw Misbehaviour(description: "NOT KEPT\n\(session.process.screen.numbered)") }
  }

  // MARK: - Saving

  /// Undoes and redoes everything, saves, and compares the answers.
  mutating func save(_ tally: inout Tally) throws {
    let session = try begin()
    if dice.chance(50), let model = session.models.first, session.models.count == 1 {
      for operation in [Operation.undo, .redo] {
        let steps = operation == .undo ? model.done.count : session.models[0].undone.count
        try session.perform(Array(repeating: operation, count: steps))
        try session.sync()
      }
      tally.count("histories undone and redone")
    }
    try settleChanged(session)
    try dice.chance(50) ? answerQuestion(in: session, &tally) : session.perform([.save])
    let end = try session.process.waitForExit()
    try judgeSave(session, end)
    tally.count("saves")
  }

  /// Types something if there is no draft yet, because a save must finish one. Then waits until the
  /// program is idle.
  private func settleChanged(_ session: LiveSession) throws {
    if kept.isEmpty { try session.perform([.type("7")]) }
    try session.settle()
  }

  /// Saves with Ctrl-S and the question, or with the command if Ctrl-S would find a problem.
  private mutating func answerQuestion(in session: LiveSession, _ tally: inout Tally) throws {
    let ask = Operation.ask(byEnter: false)
    guard session.models.allSatisfy({ ask.isAllowed(in: $0) }) else {
      return try session.perform([.save])
    }
    try session.perform([ask])
    try session.sync()
    try session.process.press(dice.chance(50) ? "y" : .save)
    tally.count("saves by a question")
  }

  private func judgeSave(_ session: LiveSession, _ end: ProcessEnd) throws {
    guard end == .exited(0) || end == .exited(2) else {
      throw Misbehaviour(description: "the save ended with \(end)")
    }
    try check(session)
    guard stage.drafts("draft").isEmpty, stage.drafts("finished").count == 1 else {
      throw Misbehaviour(description: "after the save there are \(stage.files)")
    }
    let written = stage.written(by: session)
    guard stage.isWhole(written, of: session) else {
      throw Misbehaviour(description: "it saved\n\(String(decoding: written, as: UTF8.self))")
    }
  }

  /// Kills the program while it saves. Afterwards either the answers are complete, or there is a
  /// draft to resume.
  ///
  /// - Returns: whether the answers were saved before the kill.
  private mutating func killSaving(_ tally: inout Tally) throws -> Bool {
    let session = try begin()
    try settleChanged(session)
    try session.perform([.save])
    pass(microseconds: dice.magnitude(in: 20...60_000))
    let time = try session.end()
    tally.count("kills in a save")
    if let end = session.process.exitStatus, end != .signaled(SIGKILL) {
      try judgeSave(session, end)
      return true
    }
    try check(session)
    let written = stage.written(by: session)
    // The draft may be finished or not; the answers are complete, which is enough.
    if stage.isWhole(written, of: session) { return true }
    guard stage.drafts("finished").isEmpty, stage.output == .pipe || written.isEmpty else {
      throw Misbehaviour(description: "half an output: \(quoted(written))")
    }
    try judge(session, endedAt: time)
    return false
  }
}
