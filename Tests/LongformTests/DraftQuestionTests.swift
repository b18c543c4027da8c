// The questions a person is asked about drafts, and what does not answer them.

import Glibc
import TerminalTesting
import Testing

@Suite("Questions about drafts")
struct DraftQuestionTests {
  private let classmates = Longform.form("classmates")

  @Test("A paste neither answers a question about a draft nor is typed into it")
  func paste() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.send("Ada\rGrace\r:q\r")
    _ = try first.waitForExit()
    try drafts.alter("UPDATE progress SET updated = 1")
    let second = try drafts.start([classmates], waitingFor: "Go on with it?")
    try second.send("\u{1B}[200~pasted\u{1B}[201~")
    try second.sync()
    #expect(second.screen.text.contains("Go on with it?"))
    try second.send("\r")
    try second.wait(for: "Classmate 1     Ada")
    let third = try drafts.start([classmates], waitingFor: "Take it over?")
    try third.send("\u{1B}[200~pasted\u{1B}[201~n")
    #expect(try third.waitForExit() == .exited(75))
  }

  @Test("Esc at the question whether to go on leaves, as ^C does, and touches no draft")
  func escape() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.send("Ada\rGrace\r:q\r")
    _ = try first.waitForExit()
    try drafts.alter("UPDATE progress SET updated = 1")
    for key in ["\u{1B}", "\u{7}", "\u{3}"] {
      let second = try drafts.start([classmates], waitingFor: "Go on with it?")
      try second.send(key)
      #expect(try second.waitForExit() == .signaled(SIGINT))
    }
    let third = try drafts.start([classmates], waitingFor: "Go on with it?")
    try third.send("y")
    try third.wait(for: "Classmate 1     Ada")
  }
}
