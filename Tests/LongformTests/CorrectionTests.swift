// Corrections of answers that a command did not accept: no correction is lost, and none is left out
// without a message.

import Glibc
import TerminalTesting
import Testing

@Suite("Corrections of saved answers", .waits)
struct CorrectionTests {
  private static let form = """
    {"longform": 1, "id": "parts", "title": "Parts", "output": {"empty": "omit"}, "sections": [
      {"rows": [{"id": "name", "label": "Name"}, {"id": "count", "label": "Count"}]}]}
    """
  private static let arguments = ["./parts.json", "--deliver", "sh take.sh"]

  /// Returns a home folder with the form and a command. The command writes its input into a
  /// numbered file in `got`. It exits with the status in the file `exit`, and only with 0 if its
  /// input lacks the text in the file `only`.
  private func home(exit code: Int, saying words: String) throws -> DraftHome {
    let drafts = try DraftHome()
    try drafts.home.write(Self.form, to: "parts.json")
    try drafts.home.write(
      """
      mkdir -p got
      number=$(($(ls got | wc -l) + 1))
      { echo "$LONGFORM_ID $LONGFORM_REVISION"; cat; } >got/$number
      [ -e only ] && ! grep -q "$(cat only)" got/$number && exit 0
      cat says >&2
      exit $(cat exit)
      """, to: "take.sh")
    try drafts.home.write("\(code)", to: "exit")
    try drafts.home.write(words, to: "says")
    return drafts
  }

  /// Returns the id, the revision and the bytes of each delivery that the command received.
  private func attempts(
    in drafts: DraftHome
  ) -> [(id: Substring, revision: Substring, text: String)] {
    (1...20).compactMap { drafts.home.read("got/\($0)") }.map { text in
      let lines = text.split(separator: "\n", maxSplits: 1)
      let head = lines[0].split(separator: " ")
      return (head[0], head[1], String(lines[1]))
    }
  }

  /// Returns a form whose answer Ada the command did not accept.
  private func refused(in drafts: DraftHome) throws -> TerminalProcess {
    let process = try drafts.start(Self.arguments)
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait(for: "sh did not accept it (exit 1): down")
    return process
  }

  /// Returns a home folder with a restored form whose answer Ada the command did not accept, and the
  /// arguments that open the form.
  private func homeWithRestoredForm() throws -> (drafts: DraftHome, arguments: [String]) {
    let drafts = try home(exit: 3, saying: "down")
    let named = Self.arguments + ["--draft", "june"]
    #expect(try drafts.run(named, input: "Ada\n").status == .exited(69))
    #expect(try drafts.run(["drafts", "restore", "parts/june"]).status == .exited(0))
    return (drafts, named)
  }

  /// Corrects Ada to Adam.
  private func correct(_ process: TerminalProcess, in drafts: DraftHome) throws {
    try process.send("m")
    try process.wait("“Adam” in the draft") { _ in
      try drafts.run(["drafts", "show", "parts"]).outputText.contains(": Adam\n")
    }
  }

  @Test(
    "After a correction the draft stays open: deliver sends the save, the next save the correction",
    arguments: [false, true])
  func corrected(isKilled: Bool) throws {
    let drafts = try home(exit: 1, saying: "down")
    let process = try refused(in: drafts)
    try correct(process, in: drafts)
    if isKilled {
      try process.kill()
    } else {
      try process.press(.interrupt)
      #expect(try process.waitForExit() == .exited(69))
      #expect(process.screen.text.contains("and the answers were changed since;"))
    }
    #expect(try drafts.run(["drafts"]).outputText.contains("not delivered, changed since"))
    let shown = try drafts.run(["drafts", "show", "parts"]).outputText
    #expect(shown.contains("changed since; longform deliver sends the answers as saved"))
    try drafts.home.write("0", to: "exit")
    let sent = try drafts.run(["deliver", "--quiet"])
    #expect(sent.status == .exited(0))
    let fact = "it was changed after that save; to save it again, in \(drafts.home.path): "
    #expect(sent.errorText.contains(fact))
    #expect(sent.errorText.contains("./parts.json --deliver"))
    #expect(drafts.files(".draft").filter { $0.hasSuffix(".draft") }.count == 1)
    #expect(try drafts.run(["deliver"]).errorText == "longform: nothing to deliver\n")
    let next = try drafts.start(Self.arguments, waitingFor: "▸ Adam")
    try next.save()
    let all = attempts(in: drafts)
    #expect(all.map(\.revision) == ["1", "1", "2"] && Set(all.map(\.id)).count == 1)
    #expect(all[0].text == all[1].text && all[2].text.contains("\"Adam\""))
    #expect(drafts.files(".draft").isEmpty && drafts.files(".finished-").count == 1)
  }

  @Test("A form that was only walked through, or changed back, waits for deliver")
  func unchanged() throws {
    let drafts = try home(exit: 1, saying: "down")
    let process = try refused(in: drafts)
    try correct(process, in: drafts)
    try process.press(.backspace)
    try process.wait(forAbsenceOf: "Adam")
    try process.press(.enter)
    try process.wait(for: "Count ▸")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(69))
    #expect(process.screen.text.contains("longform deliver sends it"))
    #expect(drafts.files(".undelivered-").count == 1)
    try drafts.home.write("0", to: "exit")
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    #expect(drafts.files(".finished-").count == 1)
  }

  @Test("A reopened form says that it was changed after its save")
  func reopened() throws {
    let drafts = try home(exit: 1, saying: "down")
    let process = try refused(in: drafts)
    try correct(process, in: drafts)
    try process.press(.interrupt)
    try process.waitForExit()
    let next = try drafts.start(Self.arguments, waitingFor: "▸ Adam")
    try next.wait(for: "sh has not accepted the answers, changed since the save   ^S saves again")
    try drafts.home.write("0", to: "exit")
    try next.save()
    #expect(attempts(in: drafts).map(\.revision) == ["1", "2"])
  }

  @Test("If a changed draft was set aside, deliver sends its save, and the changes stay aside")
  func setAside() throws {
    let drafts = try home(exit: 1, saying: "down")
    let process = try refused(in: drafts)
    try correct(process, in: drafts)
    try process.press(.interrupt)
    try process.waitForExit()
    let other = try drafts.start(Self.arguments + ["--fresh"], waitingFor: "Name ▸")
    try other.press(.interrupt)
    try other.waitForExit()
    try drafts.home.write("0", to: "exit")
    let sent = try drafts.run(["deliver"])
    #expect(sent.status == .exited(0))
    #expect(sent.errorText.contains("to save it again: longform drafts restore parts@1"))
    #expect(try drafts.run(["drafts", "export", "parts@1"]).outputText.contains("Adam"))
    #expect(drafts.files(".finished-").isEmpty)
  }

  @Test("A restored form stays open until it is saved, also if deliver sends its answers in vain")
  func restored() throws {
    let (drafts, named) = try homeWithRestoredForm()
    for _ in 1...2 {
      let sent = try drafts.run(["deliver", "--keep-going", "--quiet"])
      #expect(sent.status == .exited(69) && sent.errorText.contains("(exit 3): down"))
    }
    #expect(drafts.files(".undelivered-").isEmpty)
    #expect(try drafts.run(["drafts"]).outputText.contains("not delivered, restored"))
    let left = try drafts.start(named, waitingFor: "Name   Ada")
    try left.press(.interrupt)
    #expect(try left.waitForExit() == .exited(69))
    let end = left.screen.text.replacing("\n", with: "")
    #expect(end.contains("sh has not accepted it, and the restored form stays open: "))
    let correction = named + ["--set", "count=24", "--no-input"]
    #expect(try drafts.run(correction).status == .exited(69))
    #expect(drafts.files(".undelivered-").count == 1)
    #expect(try drafts.run(["drafts", "restore", "parts/june"]).status == .exited(0))
    try drafts.home.write("0", to: "exit")
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    let all = attempts(in: drafts)
    #expect(all.map(\.revision) == ["1", "1", "1", "2", "2"] && Set(all.map(\.id)).count == 1)
    #expect(all[4].text.contains("\"Ada\"") && all[4].text.contains("24"))
    #expect(drafts.files(".draft").isEmpty && drafts.files(".finished-").count == 1)
  }

  @Test(":quit! sets a restored form aside, and scripts say that its saved answers wait")
  func quitAnyway() throws {
    let (drafts, named) = try homeWithRestoredForm()
    let left = try drafts.start(named, waitingFor: "Name   Ada")
    try left.press(.command, "quit!\r")
    #expect(try left.waitForExit() == .exited(69))
    #expect(
      left.screen.text.contains("1 saved form is not delivered; only longform deliver sends it"))
    #expect(drafts.files(".undelivered-").count == 1)
    let script = ["./parts.json", "--draft", "june", "--no-input", "--set", "name=Grace"]
    let next = try drafts.run(script)
    #expect(
      next.errorText == "longform: the answers saved before wait; longform deliver sends them\n")
    #expect(next.status == .exited(0) && next.outputText.contains("Grace"))
    try drafts.home.write("0", to: "exit")
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    #expect(attempts(in: drafts).last?.text.contains("Ada") == true)
    #expect(try drafts.run(script).errorText == "")
  }

  @Test("The command that deliver prints opens a form from standard input")
  func formFromInput() throws {
    let drafts = try home(exit: 65, saying: "/name\ttaken already\n")
    let fill = ["fill", "-", "--no-input", "--set", "name=Ada", "--draft", "s"]
    let saved = try drafts.run(fill + ["--deliver", "sh take.sh"], input: Self.form)
    #expect(saved.status == .exited(69))
    let sent = try drafts.run(["deliver"]).errorText
    #expect(sent.contains("longform: to correct it, in \(drafts.home.path): "))
    #expect(sent.contains(" drafts show --template ") && sent.contains(" fill - --set name=Ada"))
  }

  @Test("The same command opens rejected answers again, and shows their problems")
  func rejected() throws {
    let drafts = try home(exit: 65, saying: "/count\tmore than there are\n")
    let process = try drafts.start(Self.arguments)
    try process.send("Ada\r")
    try process.askToSave(typing: "3")
    try process.send("y")
    try process.wait(for: "Count: more than there are")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(69))
    let end = process.screen.text.replacing("\n", with: "")
    #expect(end.contains("sh rejected answers; to correct them: "))
    #expect(try drafts.run(["drafts"]).outputText.contains("not delivered, rejected"))
    let next = try drafts.start(Self.arguments, waitingFor: "Count ▸ 3")
    try next.wait(for: "Count: more than there are")
    try drafts.home.write("0", to: "exit")
    try next.save(typing: "\(Keystroke.clearLine)2")
    #expect(attempts(in: drafts).map(\.revision) == ["1", "2"])
    #expect(Set(attempts(in: drafts).map(\.id)).count == 1)
  }

  @Test("A rejection counts only for its own revision, also if longform is killed during the next")
  func rejectedBefore() throws {
    let drafts = try home(exit: 65, saying: "/name\ttaken already\n")
    let command = "if [ -e waits ]; then echo $$ >pid; exec sleep 60; fi; sh take.sh"
    let arguments = ["./parts.json", "--deliver", command]
    let process = try drafts.start(arguments)
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait(for: "Name: taken already")
    try drafts.home.write("", to: "waits")
    try process.askToSave(typing: "m")
    try process.send("y")
    try process.wait("the command") { _ in drafts.home.read("pid")?.hasSuffix("\n") == true }
    try process.kill()
    let pid = try #require(drafts.home.read("pid").flatMap { Int32($0.dropLast()) })
    Glibc.kill(pid, SIGKILL)
    #expect(unlink(drafts.home.path("waits")) == 0)
    let list = try drafts.run(["drafts"]).outputText
    #expect(list.contains(", not delivered (") && !list.contains("rejected"))
    let shown = try drafts.run(["drafts", "show", "parts"]).outputText.split(separator: "\n")
    #expect(shown.suffix(2).first?.hasSuffix(": exit 65: /name  taken already") == true)
    #expect(shown.last?.hasSuffix(": saved as revision 2") == true)
    try drafts.home.write("0", to: "exit")
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    #expect(attempts(in: drafts).map(\.revision) == ["1", "2"])
    #expect(attempts(in: drafts).last?.text.contains("\"Adam\"") == true)
  }

  @Test("deliver passes over rejected answers, and names the command that opens them")
  func passedOver() throws {
    let drafts = try home(exit: 1, saying: "down")
    for name in ["Ada", "Grace"] {
      #expect(try drafts.run(Self.arguments, input: "\(name)\n").status == .exited(69))
    }
    try drafts.home.write("65", to: "exit")
    try drafts.home.write("/name\ttaken already\n", to: "says")
    try drafts.home.write("Ada", to: "only")
    let sent = try drafts.run(["deliver"])
    #expect(sent.status == .exited(69))
    #expect(sent.errorText.contains("(exit 65): /name  taken already\n"))
    let line = "longform: to correct it: longform drafts restore parts/script-"
    #expect(sent.errorText.contains(line))
    #expect(attempts(in: drafts).last?.text.contains("Grace") == true)
    #expect(drafts.files(".finished-").count == 1 && drafts.files(".undelivered-").count == 1)
  }

  @Test("A script that saves waiting answers elsewhere gets a message; the next command sends them")
  func savedElsewhere() throws {
    let drafts = try home(exit: 65, saying: "/name\ttaken already\n")
    let named = ["./parts.json", "--draft", "june"]
    let timeout = ["--deliver-timeout", "30"]
    #expect(
      try drafts.run(named + Self.arguments.dropFirst() + timeout, input: "Ada\n").status
        == .exited(69))
    let other = try drafts.run(named + ["--set", "count=3", "--no-input"])
    #expect(other.status == .exited(0) && other.outputText.contains("\"Ada\""))
    let sentence =
      "longform: the answers saved before still wait for sh; longform deliver sends them\n"
    #expect(other.errorText.contains(sentence))
    let restored = try drafts.run(["drafts", "restore", "parts/june"]).outputText
    #expect(restored.hasSuffix(" --set count=3 --deliver 'sh take.sh' --deliver-timeout 30\n"))
    try drafts.home.write("0", to: "exit")
    let deliver = named + Self.arguments.dropFirst() + ["--no-input"]
    let sent = try drafts.run(deliver)
    #expect(sent.status == .exited(0) && !sent.errorText.contains("wait"))
    #expect(attempts(in: drafts).map(\.revision) == ["1", "2"])
    #expect(drafts.files(".draft").isEmpty && drafts.files(".finished-").count == 1)
  }

  @Test("A script saves waiting answers only with the secrets that they had")
  func secrets() throws {
    let drafts = try home(exit: 1, saying: "down")
    let rows = ["pin", "token", "key"].map { "{\"id\": \"\($0)\", \"type\": \"secret\"}" }
    try drafts.home.write(
      """
      {"longform": 1, "id": "login", "sections": [{"rows": [
        {"id": "user"}, {"id": "is_new", "type": "boolean"}, \(rows.joined(separator: ", "))]}]}
      """, to: "login.json")
    let arguments = ["./login.json", "--draft", "june", "--deliver", "sh take.sh"]
    let first = try drafts.run(arguments, input: "Ada\n\nhush\n\nsesame\n")
    #expect(first.status == .exited(69))
    try drafts.home.write("0", to: "exit")
    for _ in 1...2 {
      let left = try drafts.run(arguments + ["--no-input", "--set", "key=sesame"])
      #expect(left.status == .exited(1))
      #expect(
        left.errorText.contains("longform: pin: not kept in the draft, because it is secret;"))
      #expect(!left.errorText.contains("token:") && !left.errorText.contains("key:"))
    }
    let piped = try drafts.run(arguments, input: "Ada\n\n\n\nsesame\n")
    #expect(piped.status == .exited(1) && piped.errorText.contains("pin: not kept"))
    #expect(attempts(in: drafts).count == 1)
    let sent = try drafts.run(arguments + ["--no-input", "--set", "key=sesame", "--set", "pin="])
    #expect(sent.status == .exited(0), "\(sent.errorText)")
    let all = attempts(in: drafts)
    #expect(all.map(\.revision) == ["1", "2"] && Set(all.map(\.id)).count == 1)
    #expect(all[1].text.contains("sesame") && all[1].text.contains("\"pin\": null"))
    #expect(drafts.files(".draft").isEmpty && drafts.files(".finished-").count == 1)
  }

  @Test("Rejected answers of a script stay unfinished, and deliver still sends them")
  func script() throws {
    let drafts = try home(exit: 65, saying: "/name\ttaken already\n")
    let result = try drafts.run(Self.arguments, input: "Ada\n")
    #expect(result.status == .exited(69))
    #expect(result.errorText.contains("sh rejected answers; to correct them: "))
    #expect(result.errorText.contains(" --draft script-"))
    try drafts.home.write("0", to: "exit")
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    #expect(drafts.files(".draft").isEmpty && drafts.files(".finished-").count == 1)
  }
}
