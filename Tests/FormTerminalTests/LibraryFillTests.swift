// Forms that a program fills with the library, on a terminal and through pipes. The program is
// `library-driver`.

import TerminalTesting
import Testing

@Suite("A form in a host program")
struct LibraryFillTests {
  static func start(
    _ arguments: String..., environment: [String: String?] = [:], waitingFor text: String = " ▸"
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      try builtProduct(named: "library-driver"), arguments, environment: environment, rows: 16,
      columns: 80, output: .captured)
    try process.wait(for: text)
    return process
  }

  static func pipe(_ input: String, _ arguments: String...) throws -> String {
    try Program.run(
      try builtProduct(named: "library-driver"), arguments, input: .text(input), output: .captured
    ).outputText
  }

  @Test("Conditions show rows, closures check them, and answers have their Swift types")
  func tea() throws {
    let process = try LibraryFillTests.start("tea")
    try process.press("Ada", .enter, "3", .enter)
    try process.wait(for: "With milk ▸")
    try process.press("y", .enter)
    try process.wait(for: "Lumps ▸")
    try process.press("5", .enter, "shortbread", .save)
    try process.wait(for: "Not saved: Lumps: no more lumps than cups")
    try expectScreen(
      process.screen,
      matches: """
        Tea  ━━━━━━━━━━━━━━━━━━━━  5 of 5                                     1 problem
           1  Your name  Ada
           2  Cups       3
           3  With milk  [x]
        ▌! 4  Lumps      5
         Biscuits
           5  Kind       shortbread
           +  Biscuit 2
        Not saved: Lumps: no more lumps than cups
        Lumps ▸ 5
        ^S next problem, or saves   Enter next   ^O all keys   ^C leave
        """)
    try process.press(.backspace, "2", .save)
    try process.wait(for: "Save 5 answers?")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "guest Ada, cups 3, lumps 2\nbiscuits [\"shortbread\"]\n")
    #expect(process.screen.text.allSatisfy { $0 == "\n" || $0 == " " })
  }

  @Test("In a pipe each line is an answer, and errors name their lines and rows")
  func pipes() throws {
    #expect(
      try LibraryFillTests.pipe("Ada\n3\ny\n2\n:add biscuits\nrich tea\n", "tea")
        == "guest Ada, cups 3, lumps 2\nbiscuits [\"rich tea\"]\n")
    #expect(
      try LibraryFillTests.pipe("Ada\n3\ny\n9\n", "tea")
        == "error: stdin:4: Lumps: no more lumps than cups\n")
    #expect(
      try LibraryFillTests.pipe("Ada\n13\n", "tea")
        == "error: stdin:2: Cups: “13” is more than 12\n")
    #expect(
      try LibraryFillTests.pipe(":nothing\nAda\n", "tea").hasPrefix(
        "error: stdin:1: no command :nothing; "))
    #expect(
      try LibraryFillTests.pipe("", "tea")
        == "error: standard input is not a terminal, and has no lines\n")
  }

  @Test("Each question reads one line of a pipe")
  func questionsInPipes() throws {
    #expect(try LibraryFillTests.pipe("Ada\n9090\nmore\n", "ask") == "Ada 9090\n")
    #expect(try LibraryFillTests.pipe("Ada\n\n", "ask") == "Ada 8080\n")
    #expect(
      try LibraryFillTests.pipe("Ada\n", "ask")
        == "error: standard input is not a terminal, and has no lines\n")
    #expect(try LibraryFillTests.pipe("\n\n", "ask") == "error: Your name is required\n")
    #expect(
      try LibraryFillTests.pipe("maybe\n", "confirm").contains("“maybe” is neither yes nor no"))
  }

  @Test("Lines are counted over all that the questions and forms of a program read")
  func lineNumbers() throws {
    func pipe(_ bytes: [UInt8]) throws -> String {
      try Program.run(
        try builtProduct(named: "library-driver"), ["ask and fill"], input: .bytes(bytes),
        output: .captured
      ).outputText
    }
    #expect(
      try pipe(Array("Ada\nRome\nBob\nx\n".utf8))
        == "Ada Rome\nerror: stdin:4: Cups: “x” is not a whole number\n")
    #expect(
      try pipe(Array("Ada\n".utf8) + [0xFF, 0x0A]).hasPrefix(
        "error: stdin:2: the line is not UTF-8"))
  }

  @Test("Questions leave their answers on the terminal")
  func questions() throws {
    let process = try LibraryFillTests.start("ask")
    try process.press("Ada", .enter)
    try process.wait(for: "Port ▸ 8080")
    try process.press(.enter)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.screen.text.hasPrefix("Your name ▸ Ada\nPort ▸ 8080"))
    #expect(process.capturedText == "Ada 8080\n")
  }

  @Test("A question without choices is an error about the question")
  func nothingToChoose() throws {
    #expect(
      try LibraryFillTests.pipe("Rome\n", "choose nothing")
        == "error: City: there is nothing to choose from\n")
  }

  @Test("Enter alone does not answer a question without a default")
  func noAnswer() throws {
    let process = try LibraryFillTests.start("confirm")
    try process.press(.enter)
    try process.wait(for: "Not saved: Deploy? y or n")
    try process.press("n", .enter)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "false\n")
  }

  @Test("^C throws an error, and the program continues with its previous terminal modes")
  func leaving() throws {
    let process = try LibraryFillTests.start("ask")
    try process.press("A", .interrupt)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "error: left\n")
  }
}
