// Taking a draft over from another process, in every state of that process.

import Glibc
import TerminalTesting
import Testing

@Suite("Taking drafts over", .waits)
struct DraftTakeOverTests {
  private let classmates = Longform.form("classmates")

  @Test("y, --take and a script can take over a new form in which nothing was typed")
  func untouched() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.sync()
    let second = try drafts.start([classmates], waitingFor: "Take it over?")
    try second.send("y")
    #expect(try first.waitForExit() == .signaled(SIGHUP))
    try second.wait(for: "Classmate 1 ▸")
    let third = try drafts.start([classmates, "--take"])
    #expect(try second.waitForExit() == .signaled(SIGHUP))
    try third.send("Ada\r")
    try third.waitUntilKept()
    let untouched = try drafts.start([classmates, "--draft", "other"])
    try untouched.sync()
    let taken = try drafts.run([classmates, "--draft", "other", "--take"], input: "Ada\n")
    #expect(taken.status == .exited(0))
    #expect(try untouched.waitForExit() == .signaled(SIGHUP))
  }

  @Test(
    "If several processes take over a draft at once, exactly one form stays open",
    arguments: [true, false], [true, false])
  func race(hasDraft: Bool, hasHolder: Bool) throws {
    let rounds = getenv("LONGFORM_RACE_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 2
    for round in 1...rounds {
      let drafts = try DraftHome()
      if hasDraft {
        let first = try drafts.start([classmates])
        try first.send("Ada\r")
        try first.waitUntilKept()
        try first.kill()
      }
      var processes: [TerminalProcess] = []
      if hasHolder {
        // A new form takes the lock after its first paint.
        let holder = try drafts.start([classmates])
        try holder.sync()
        processes.append(holder)
      }
      for _ in 1...5 {
        processes.append(
          try TerminalProcess.start(
            Longform.executable, [classmates, "--take"], output: .captured, home: drafts.home))
      }
      // All processes but one must end: by SIGHUP if they had the draft, with exit status 75 if
      // they never got it.
      let deadline = ContinuousClock.now + .seconds(40)
      while processes.count(where: { $0.exitStatus == nil }) > 1, ContinuousClock.now < deadline {
        for process in processes { process.watch(for: .milliseconds(5)) { _ in } }
      }
      let open = processes.filter { $0.exitStatus == nil }
      let ends = processes.compactMap(\.exitStatus)
      #expect(open.count == 1, "round \(round): \(ends), \(open.map(\.screen.text))")
      #expect(ends.allSatisfy { $0 == .signaled(SIGHUP) || $0 == .exited(75) }, "\(ends)")
      let last = try #require(open.first)
      try last.wait(for: " ▸")
      try last.press(.command, "set classmate2 Grace\r")
      try last.wait(for: "Classmate 2   Grace")
      try last.waitUntilKept()
      #expect(!last.screen.text.contains("NOT KEPT") && !last.screen.text.contains("Take it over?"))
      try last.kill()
      let answers = try drafts.run(["drafts", "export", "classmates"]).outputText
      #expect(answers.contains("Grace") && answers.contains("Ada") == hasDraft)
      #expect(drafts.files(".draft").filter { $0.hasSuffix(".draft") }.count == 1)
      #expect(drafts.files(".aside-").isEmpty)
    }
  }

  @Test("If the other process does not react, --take exits with 75 and opens no second form")
  func refused() throws {
    let drafts = try DraftHome()
    // Because of `trap '' HUP`, the process ignores SIGHUP, as under nohup.
    let holder = try TerminalProcess.start(
      "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" \"$1\"", Longform.executable, classmates],
      output: .captured, home: drafts.home)
    try holder.wait(for: " ▸")
    try holder.sync()
    let taker = try TerminalProcess.start(
      Longform.executable, [classmates, "--take"], output: .captured, home: drafts.home)
    #expect(try taker.waitForExit() == .exited(75))
    try holder.send("Ada\r")
    try holder.waitUntilKept()
  }

  @Test("--fresh takes over a draft that is open elsewhere, and then starts a new one")
  func fresh() throws {
    let drafts = try DraftHome()
    let holder = try drafts.start([classmates])
    try holder.send("Ada\r")
    try holder.waitUntilKept()
    let taker = try drafts.start([classmates, "--fresh"], waitingFor: "Take it over?")
    try taker.send("y")
    #expect(try holder.waitForExit() == .signaled(SIGHUP))
    try taker.wait(for: "  0 of 20")
    try taker.wait(for: "The old draft is kept; longform drafts lists it")
    #expect(drafts.files(".aside-").count == 1)
    #expect(drafts.files(".draft").isEmpty)
    _ = try drafts.start([classmates], waitingFor: "Take it over?")
  }
}
