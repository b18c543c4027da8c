// Drafts that are taken over from a process that had them in every state they can be in.

import Glibc
import TerminalTesting
import Testing

@Suite("Drafts taken over")
struct DraftTakeOverTests {
  private let classmates = Longform.form("classmates")

  @Test("A new form in which nothing was typed is taken over, by y, by --take and by a script")
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
    try third.wait(for: "kept")
    let untouched = try drafts.start([classmates, "--draft", "other"])
    try untouched.sync()
    let taken = try drafts.run([classmates, "--draft", "other", "--take"], input: "Ada\n")
    #expect(taken.status == .exited(0))
    #expect(try untouched.waitForExit() == .signaled(SIGHUP))
  }

  @Test("--fresh starts anew also where the draft has to be taken over first")
  func fresh() throws {
    let drafts = try DraftHome()
    let holder = try drafts.start([classmates])
    try holder.send("Ada\r")
    try holder.wait(for: "kept")
    let taker = try drafts.start([classmates, "--fresh"], waitingFor: "Take it over?")
    try taker.send("y")
    #expect(try holder.waitForExit() == .signaled(SIGHUP))
    try taker.wait(for: "20 to go")
    try taker.wait(for: "The old draft is kept: longform drafts restore")
    #expect(drafts.files(".aside-").count == 1)
    #expect(drafts.files(".draft").isEmpty)
    _ = try drafts.start([classmates], waitingFor: "Take it over?")
  }
}
