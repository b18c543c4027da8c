// Answers delivered to a command: the program sends the same bytes until the command accepts them,
// and nothing is lost, whichever way the form ends. If the answers change before the command
// accepts them, the next save is a new revision: it has the same id and the next revision number.

import Glibc
import TerminalTesting
import Testing

@Suite("Delivery", .waits)
struct DeliveryTests {
  private static let form = """
    {"longform": 1, "id": "parts", "title": "Parts", "output": {"empty": "omit"}, "sections": [
      {"id": "part", "rows": [{"id": "name", "label": "Name"}, {"id": "count", "label": "Count"}]},
      {"id": "boxes", "title": "Boxes", "repeat": {"key": "boxes", "label": "Box {n}"},
       "rows": [{"id": "size", "label": "Size"}]}]}
    """

  /// Returns a home folder with the form and a command. Each run of the command writes its input
  /// into a numbered file in `got`, and exits with the status in the file `exit`.
  private func home() throws -> DraftHome {
    let drafts = try DraftHome()
    try drafts.home.write(Self.form, to: "parts.json")
    try drafts.home.write(
      """
      mkdir -p got
      number=$(($(ls got | wc -l) + 1))
      { echo "$LONGFORM_ID $LONGFORM_REVISION $LONGFORM_FORM $LONGFORM_FORMAT $LONGFORM_FORM_HASH"; cat; } >got/$number
      echo "taken as $number"
      cat says >&2 2>/dev/null
      exit $(cat exit)
      """, to: "take.sh")
    try setExit(0, in: drafts)
    return drafts
  }

  private func setExit(_ code: Int, saying words: String = "", in drafts: DraftHome) throws {
    try drafts.home.write("\(code)", to: "exit")
    try drafts.home.write(words, to: "says")
  }

  private static let arguments = ["./parts.json", "--deliver", "sh take.sh"]

  /// Returns the deliveries that the command received: the environment variables that describe each
  /// delivery, and its bytes.
  private func attempts(in drafts: DraftHome) -> [(head: [Substring], bytes: String)] {
    (1...40).compactMap { drafts.home.read("got/\($0)") }.map { text in
      let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (lines[0].split(separator: " "), String(lines.count > 1 ? lines[1] : ""))
    }
  }

  private func saved(_ drafts: DraftHome, name: String) throws -> Program.Result {
    try drafts.run(Self.arguments, input: "\(name)\n")
  }

  // MARK: - At a terminal

  /// Returns a form whose answer Ada is sent to a command that exits with a code.
  private func refused(_ code: Int, saying words: String, in drafts: DraftHome) throws
    -> TerminalProcess
  {
    try setExit(code, saying: words, in: drafts)
    let process = try drafts.start(Self.arguments)
    try process.askToSave(typing: "Ada")
    try process.send("y")
    return process
  }

  @Test("Although the command does not accept the answers, :save FILE writes them to the file")
  func copied() throws {
    let drafts = try home()
    let process = try refused(1, saying: "down", in: drafts)
    try process.wait(for: "sh did not accept it (exit 1): down")
    try process.press(.command, "save copy.csv\r")
    try process.wait(for: "Exported as csv to copy.csv")
    #expect(drafts.home.read("copy.csv")?.contains("Ada") == true)
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(69))
    #expect(try drafts.run(["drafts", "restore", "parts@1"]).status == .exited(0))
    let again = try drafts.start(["./parts.json"], waitingFor: "Name   Ada")
    try again.press(.save)
    try again.wait(for: "y save   n go on filling   v preview")
    try again.send("n")
    try again.press(.command, "save copy.json\r")
    try again.wait(for: "Exported as json to copy.json")
    #expect(drafts.home.read("copy.json")?.contains("\"Ada\"") == true)
    #expect(attempts(in: drafts).count == 1)
    let plain = try drafts.start(
      Self.arguments + ["--plain", "--draft", "plain"], waitingFor: "1 of 2.")
    try plain.send("Grace\n:save plain.json\n")
    try plain.wait(for: "Exported as json to plain.json")
    #expect(drafts.home.read("plain.json")?.contains("\"Grace\"") == true)
  }

  @Test("If the command accepts the answers, its output is printed, and then the file is written")
  func accepted() throws {
    let drafts = try home()
    let process = try drafts.start(Self.arguments + ["--output", "answers.json"])
    try process.askToSave(typing: "Ada")
    try process.wait(for: "Save 1 answer to sh?")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "taken as 1\n")
    let attempt = try #require(attempts(in: drafts).first)
    #expect(attempt.bytes == drafts.home.read("answers.json"))
    #expect(attempt.bytes.contains("\"Ada\""))
    #expect(attempt.head.dropFirst().prefix(3) == ["1", "parts", "json"])
    #expect(attempt.head[4].count > 8 && attempt.head[4].allSatisfy(\.isHexDigit))
    let id = attempt.head[0].split(separator: "-")
    #expect(id.map(\.count) == [8, 4, 4, 4, 12] && id[2].first == "7")
    #expect(process.screen.text.contains("longform: saved 1 of 2 answers, accepted by sh"))
    #expect(drafts.files(".undelivered-").isEmpty && drafts.files(".finished-").count == 1)
  }

  @Test(
    "After a refusal the form stays open: ^S asks again; changed answers are a new revision")
  func notAccepted() throws {
    let drafts = try home()
    let process = try refused(
      2, saying: "connection refused\nIs the server running?\nTry later", in: drafts)
    try process.wait(for: "sh did not accept it (exit 2): connection refused   ^S sends again")
    try process.wait(for: "Try later")
    try process.wait(for: "^S sends again   Esc close")
    try process.press(.save)
    try process.wait(for: "Save 1 answer to sh?")
    try process.wait(forAbsenceOf: "Try later")
    try process.send("y")
    try process.wait("the second attempt") { _ in attempts(in: drafts).count == 2 }
    try process.wait(for: "^S sends again   Esc close")
    try process.press(.escape)
    try process.wait(forAbsenceOf: "Try later")
    try process.send("m")
    try process.wait(for: "▸ Adam")
    try setExit(0, in: drafts)
    #expect(try process.save() == "taken as 3\n")
    let all = attempts(in: drafts)
    #expect(Set(all.map { $0.head[0] }).count == 1)
    #expect(all.map { $0.head[1] } == ["1", "1", "2"])
    #expect(all[0].bytes == all[1].bytes && all[2].bytes.contains("Adam"))
  }

  @Test("A changed file is merged before the delivery, and the command gets the merged bytes")
  func changedFile() throws {
    let drafts = try home()
    try drafts.home.write("{ \"name\": \"Ada\",  \"count\": \"1\" }", to: "answers.json")
    let process = try drafts.start(
      ["edit", "answers.json", "--form", "./parts.json", "--deliver", "sh take.sh"],
      waitingFor: "Name ▸ Ada")
    try process.press(.command, "set name Grace\r")
    try process.wait(for: "Name ▸ Grace")
    try drafts.home.write("{ \"name\": \"Ada\",  \"count\": \"2\" }", to: "answers.json")
    try process.press(.save)
    try process.wait(for: "answers.json was changed by another program")
    #expect(attempts(in: drafts).isEmpty)
    try process.press("y")
    try process.wait(for: "Took 1 change from answers.json")
    try process.wait(for: "to sh?")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(drafts.home.read("answers.json") == "{ \"name\": \"Grace\",  \"count\": \"2\" }")
    #expect(attempts(in: drafts).map(\.bytes) == [drafts.home.read("answers.json")])
    #expect(drafts.files(".undelivered-").isEmpty)
  }

  @Test(
    "After a refusal, leaving exits with 69; the next start names the answers, deliver sends them")
  func left() throws {
    let drafts = try home()
    let process = try refused(1, saying: "down", in: drafts)
    try process.wait(for: "sh did not accept it (exit 1): down")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(69))
    #expect(process.screen.text.contains("1 saved form is not delivered; only longform deliver"))
    #expect(process.capturedText == "")
    let next = try drafts.start(Self.arguments)
    try next.wait(for: "1 not delivered: longform deliver")
    #expect(next.screen.text.contains("Name ▸") && !next.screen.text.contains("Ada"))
    try next.press(.interrupt)
    _ = try next.waitForExit()
    let refused = try drafts.run(["deliver"])
    #expect(refused.status == .exited(69) && refused.errorText.contains("(exit 1): down"))
    #expect(refused.outputText == "")
    let listed = try drafts.run(["drafts"])
    #expect(listed.outputText.contains("not delivered"))
    let shown = try drafts.run(["drafts", "show", "parts@1"]).outputText
    #expect(shown.contains("for: sh take.sh"))
    #expect(shown.split(separator: "\n").count { $0.hasSuffix(": exit 1: down") } == 2)
    let kept = try drafts.run(["drafts", "remove", "parts@1"])
    #expect(kept.status == .exited(64) && kept.errorText.contains("longform deliver sends them"))
    try setExit(0, in: drafts)
    let sent = try drafts.run(["deliver"])
    #expect(sent.status == .exited(0) && sent.outputText == "taken as 3\n")
    #expect(Set(attempts(in: drafts).map(\.bytes)).count == 1)
    #expect(Set(attempts(in: drafts).map(\.head)).count == 1)
    #expect(try drafts.run(["deliver"]).errorText == "longform: nothing to deliver\n")
    #expect(drafts.files(".undelivered-").isEmpty)
  }

  @Test("output.id writes the delivery's id into the answers, and a resumed form keeps the id")
  func idInAnswers() throws {
    let drafts = try home()
    try drafts.home.write(
      Self.form.replacing("\"empty\": \"omit\"", with: "\"empty\": \"omit\", \"id\": \"meta.id\""),
      to: "parts.json")
    var process = try drafts.start(Self.arguments)
    try process.wait(for: "Name ▸")
    try process.send("Ada")
    try process.waitUntilKept()
    try process.kill()
    let printed = try drafts.run(["drafts", "export", "parts", "--format", "jsonl"]).outputText
    process = try drafts.start(Self.arguments)
    try process.wait(for: "▸ Ada")
    #expect(try process.save() == "taken as 1\n")
    let attempt = try #require(attempts(in: drafts).first)
    let id = "{\"meta\":{\"id\":\"\(attempt.head[0])\"},\"name\":\"Ada\""
    #expect(attempt.bytes.filter { !" \n".contains($0) }.hasPrefix(id))
    #expect(printed.hasPrefix(id))
    // A second save of the same answers gets a new id.
    process = try drafts.start(Self.arguments + ["--last"], waitingFor: "▸ Ada")
    #expect(try process.save() == "taken as 2\n")
    let again = try #require(attempts(in: drafts).last)
    #expect(again.head[0] != attempt.head[0] && again.bytes.contains(again.head[0]))
    #expect(again.bytes.contains("\"Ada\""))
  }

  @Test(
    "If a kill prevented the renaming of a closed draft, deliver sends its answers at once")
  func closedAndNotRenamed() throws {
    let drafts = try home()
    try setExit(1, in: drafts)
    _ = try saved(drafts, name: "Ada")
    let closed = try #require(drafts.files(".undelivered-").first)
    let stem = try #require(closed.split(separator: ".undelivered-").first)
    #expect(
      rename(
        drafts.home.path("\(DraftHome.folder)/\(closed)"),
        drafts.home.path("\(DraftHome.folder)/\(stem).draft")) == 0)
    try setExit(0, in: drafts)
    let sent = try drafts.run(["deliver"])
    #expect(sent.status == .exited(0) && sent.outputText == "taken as 2\n")
    #expect(Set(attempts(in: drafts).map(\.bytes)).count == 1)
    #expect(drafts.files(".draft").isEmpty && drafts.files(".finished-").count == 1)
  }

  @Test("A draft that was restored is saved as the next revision, under the same id")
  func restored() throws {
    let drafts = try home()
    try setExit(1, in: drafts)
    _ = try saved(drafts, name: "Ada")
    let name = try #require(drafts.files(".undelivered-").first)
    #expect(try drafts.run(["drafts", "restore", name]).status == .exited(0))
    try setExit(0, in: drafts)
    let draft = String(try #require(drafts.files(".draft").first?.split(separator: "-")[1]))
    let process = try drafts.start([
      "./parts.json", "--draft", draft.replacing("_", with: "-"),
    ])
    try process.wait(for: "sh has not accepted the saved answers   ^S sends again")
    try process.press(.lastRow, .up)
    try process.save(typing: "7")
    #expect(attempts(in: drafts).map { $0.head[1] } == ["1", "2"])
    #expect(Set(attempts(in: drafts).map { $0.head[0] }).count == 1)
    #expect(drafts.files(".undelivered-").isEmpty)
  }

  @Test("During a delivery keys are dropped, and ^C ends the command")
  func stopped() throws {
    let drafts = try home()
    let process = try drafts.start([
      "./parts.json", "--deliver",
      "echo $$ >started; trap 'echo ended >end; exit 1' TERM; "
        + "while :; do sleep 0.05; done",
    ])
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait(for: "Sending to echo …")
    try process.wait(for: "^C stops sending; the answers are kept")
    try process.wait("the command") { _ in drafts.home.read("started")?.isEmpty == false }
    try process.send("x")
    try process.wait(for: "Keys typed while it sends are dropped")
    try process.press(.interrupt)
    try process.wait(for: "echo did not accept it (stopped)")
    #expect(drafts.home.read("end") == "ended\n")
    try process.wait(for: "Name ▸ Ada")
    #expect(!process.screen.text.contains("Adax"))
  }

  @Test("If the command rejects answers by JSON Pointers, the form goes to the first of them")
  func rejected() throws {
    let drafts = try home()
    try setExit(
      65, saying: "/count\tmore than there are\n/boxes/1/size\tno such size\n/other\tunknown\n",
      in: drafts)
    let process = try drafts.start(Self.arguments)
    try process.send("Ada\r3\rsmall\rlarge\r")
    try process.wait(for: "+  Box 3")
    try process.askToSave()
    try process.send("y")
    try process.wait(for: "Not saved, 1 of 2 problems: Count: more than there are")
    try process.wait(for: "/other: unknown")
    try process.wait(for: "Count ▸ 3")
    try process.press(.escape)
    try process.wait(forAbsenceOf: "/other: unknown")
    try process.send("\u{15}2")
    try process.wait(for: "Count  2")
    try process.wait(for: "1 problem ")
    try process.press(.save)
    try process.wait(for: "Not saved: Box 2 Size: no such size")
    try setExit(0, in: drafts)
    try process.save(typing: "r")
    #expect(attempts(in: drafts).map { $0.head[1] } == ["1", "2"])
  }

  // MARK: - Endings

  @Test(
    "Law 16: whichever way a form ends during a delivery, its answers are kept and sent again",
    arguments: [SIGHUP, SIGTERM, SIGKILL])
  func ended(by signal: Int32) throws {
    let drafts = try home()
    try drafts.home.write("", to: "waits")
    let process = try drafts.start([
      "./parts.json", "--deliver",
      "if [ -e waits ]; then echo $$ >pid; exec sleep 60; fi; sh take.sh",
    ])
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait("the command") { _ in drafts.home.read("pid")?.hasSuffix("\n") == true }
    process.signal(signal)
    #expect(try process.waitForExit() == .signaled(signal))
    let pid = try #require(drafts.home.read("pid").flatMap { Int32($0.dropLast()) })
    // A killed longform cannot end its command, and therefore the test ends the command.
    if signal == SIGKILL { Glibc.kill(pid, SIGKILL) }
    #expect(Glibc.kill(pid, 0) != 0 || signal == SIGKILL)
    #expect(try drafts.run(["drafts"]).outputText.contains("not delivered"))
    // The next form is a new one, so the waiting answers stay.
    let next = try drafts.start(Self.arguments)
    try next.wait(for: "1 not delivered: longform deliver")
    #expect(!next.screen.text.contains("Ada"))
    try next.press(.interrupt)
    try next.waitForExit()
    Glibc.unlink(drafts.home.path("waits"))
    let sent = try drafts.run(["deliver"])
    #expect(sent.status == .exited(0) && sent.outputText == "taken as 1\n", "\(sent.errorText)")
    #expect(attempts(in: drafts).first?.bytes.contains("\"Ada\"") == true)
  }

  @Test("--take and --timeout also end the command of a delivery that is under way")
  func takenAndTimedOut() throws {
    let drafts = try home()
    let arguments = ["./parts.json", "--deliver", "echo >got; exec sleep 60"]
    let process = try drafts.start(arguments)
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait("the command") { _ in drafts.home.read("got") != nil }
    let taker = try drafts.start(
      arguments + ["--take", "--timeout", "2"], waitingFor: "echo has not accepted")
    #expect(try process.waitForExit() == .signaled(SIGHUP))
    try taker.press(.save)
    try taker.wait(for: "Save 1 answer")
    try taker.send("y")
    #expect(try taker.waitForExit() == .exited(124))
    #expect(try drafts.run(["drafts"]).outputText.contains("not delivered"))
  }

  // MARK: - Without a screen

  @Test("Plain mode reports in sentences that the command refused")
  func plain() throws {
    let drafts = try home()
    try setExit(1, saying: "down\nfor an hour", in: drafts)
    let process = try drafts.start(Self.arguments + ["--plain"], waitingFor: "Name")
    try process.send("Ada\r")
    try process.wait(for: "Count")
    try process.send(":save\r")
    try process.wait(for: "Save 1 answer to sh? y or n.")
    try process.send("y\r")
    try process.wait(for: "Sending to sh …")
    try process.wait(for: "sh did not accept it (exit 1): down; :save sends again.")
    try process.wait(for: "for an hour")
    try process.send(":quit\r")
    #expect(try process.waitForExit() == .exited(69))
    #expect(process.screen.text.contains("longform deliver sends it"))
  }

  @Test(
    "Answers of scripts are kept after a refusal, and are sent later, once each, oldest first"
  )
  func scripts() throws {
    let drafts = try home()
    try setExit(3, saying: "down", in: drafts)
    #expect(try saved(drafts, name: "Ada").status == .exited(69))
    let preset = try drafts.run(Self.arguments + ["--set", "name=Bob", "--no-input"])
    #expect(preset.status == .exited(69) && preset.errorText.contains("(exit 3): down"))
    try drafts.home.write("{\"name\": \"Cleo\", \"extra\": 1}", to: "c.json")
    let edited = try drafts.run(
      ["edit", "c.json", "--form", "./parts.json", "--set", "count=4", "--no-input"]
        + Self.arguments.dropFirst())
    #expect(edited.status == .exited(69))
    #expect(drafts.home.read("c.json") == "{\"name\": \"Cleo\", \"extra\": 1}")
    let off = try drafts.run(Self.arguments + ["--no-draft"], input: "x\n")
    #expect(off.status == .exited(64) && off.errorText.contains("--deliver and --no-draft"))
    let wrong = try drafts.run(Self.arguments, input: "x\n:pick 7\n")
    #expect(wrong.status == .exited(1))
    #expect(attempts(in: drafts).count == 3 && drafts.files(".draft").isEmpty)
    // deliver stops at the first refusal, except with --keep-going.
    #expect(try drafts.run(["deliver"]).status == .exited(69))
    #expect(attempts(in: drafts).count == 4)
    #expect(try drafts.run(["deliver", "--keep-going"]).status == .exited(69))
    #expect(attempts(in: drafts).count == 7)
    try setExit(0, in: drafts)
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    let last = attempts(in: drafts).suffix(3)
    #expect(last.map(\.bytes) == attempts(in: drafts).prefix(3).map(\.bytes))
    #expect(last.first?.bytes.contains("Ada") == true && last.last?.bytes.contains("Cleo") == true)
    #expect(drafts.home.read("c.json") == last.last?.bytes)
  }

  @Test("If an acceptance cannot be recorded, deliver says so and continues with the next answers")
  func notRecorded() throws {
    let drafts = try home()
    try setExit(1, in: drafts)
    let command = "if [ -e limit ]; then prlimit --pid $PPID --fsize=0; fi; sh take.sh"
    for name in ["Ada", "Bob"] {
      let saved = try drafts.run(["./parts.json", "--deliver", command], input: "\(name)\n")
      #expect(saved.status == .exited(69))
    }
    try setExit(0, in: drafts)
    try drafts.home.write("", to: "limit")
    let limited = try drafts.run(["deliver", "--keep-going"])
    #expect(limited.status == .exited(69))
    let reason =
      "but this could not be recorded (file size limit (ulimit -f)); it will be sent again"
    let lines = limited.errorText.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix(reason), "\(limited.errorText)")
    #expect(lines.last?.hasSuffix(": file size limit (ulimit -f)") == true, "\(limited.errorText)")
    unlink(drafts.home.path("limit"))
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    #expect(attempts(in: drafts).count == 5)
  }

  @Test("deliver sends the draft that the list shows under the name")
  func namedDraft() throws {
    let drafts = try home()
    let command = "if [ -e ok ]; then cat >>taken; else kill -9 $PPID; fi"
    let draft = ["./parts.json", "--draft", "m", "--deliver"]
    _ = try drafts.run(draft + ["false"], input: "Ada\n")
    _ = try drafts.run(draft + [command], input: "Bob\n")
    let list = try drafts.run(["drafts"]).outputText
    #expect(list.split(separator: "\n").count { $0.contains("not delivered") } == 2, "\(list)")
    let json = try drafts.run(["drafts", "--json"]).outputText
    #expect(json.split(separator: "\"undelivered\": true").count == 3, "\(json)")
    try drafts.home.write("", to: "ok")
    let result = try drafts.run(["deliver", "parts/m"])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(drafts.home.read("taken")?.contains("Bob") == true)
  }

  @Test("At the question before a delivery, f saves to no file")
  func noFile() throws {
    let drafts = try home()
    let process = try drafts.start(Self.arguments)
    try process.askToSave(typing: "Ada")
    try process.wait(for: "Save 1 answer to sh?")
    #expect(!process.screen.text.contains("save to a file"))
    try process.send("f")
    try process.wait(for: "y saves, n goes on")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
  }

  @Test("deliver continues after a signal that its parent ignores, and ends its command at others")
  func signalsDuringDeliver() throws {
    let drafts = try home()
    try setExit(1, in: drafts)
    let command =
      "if [ -e signal ]; then kill -$(cat signal) $PPID; sleep $(cat wait); fi; sh take.sh"
    let saved = try drafts.run(["./parts.json", "--deliver", command], input: "Ada\n")
    #expect(saved.status == .exited(69))
    try setExit(0, in: drafts)
    try drafts.home.write("60", to: "wait")
    for (name, number) in [("HUP", SIGHUP), ("QUIT", SIGQUIT)] {
      try drafts.home.write(name, to: "signal")
      #expect(try drafts.run(["deliver"]).status == .signaled(number))
    }
    #expect(attempts(in: drafts).count == 1)
    try drafts.home.write("HUP", to: "signal")
    try drafts.home.write("0.1", to: "wait")
    let sent = try Program.run(
      "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" deliver", Longform.executable],
      home: drafts.home)
    #expect(sent.status == .exited(0), "\(sent.errorText)")
    #expect(attempts(in: drafts).count == 2)
  }

  @Test("Many waiting deliveries are listed in the order in which they will be sent")
  func order() throws {
    let drafts = try home()
    try setExit(1, saying: "down", in: drafts)
    for number in 1...12 {
      #expect(try saved(drafts, name: "Name \(number).").status == .exited(69))
    }
    let listed = try drafts.run(["drafts"]).outputText.split(separator: "\n").map {
      $0.split(separator: "-n").last.flatMap { Int($0.prefix(while: \.isNumber)) }
    }
    #expect(listed == Array(1...12))
    try setExit(0, in: drafts)
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    for (number, attempt) in zip(1...12, attempts(in: drafts).suffix(12)) {
      #expect(attempt.bytes.contains("Name \(number)."))
    }
  }

  @Test("If the command rejects piped answers, the error names their rows")
  func rejectedScript() throws {
    let drafts = try home()
    try setExit(65, saying: "/name\ttaken already\n/name\ttoo short\n\ta duplicate", in: drafts)
    let result = try saved(drafts, name: "Ada")
    #expect(result.status == .exited(69))
    #expect(result.errorText.contains("sh did not accept it:"))
    #expect(result.errorText.contains("name: taken already; too short"))
    #expect(result.errorText.contains("longform: a duplicate\n"), "\(result.errorText)")
  }

  @Test("The command runs in a session without a terminal, with default actions for all signals")
  func surroundings() throws {
    let drafts = try home()
    let command = """
      cut -d' ' -f6,7 /proc/$$/stat >stat; grep SigIgn /proc/$$/status >ignored; echo $$ >>stat
      """
    let process = try drafts.start(["./parts.json", "--deliver", command])
    try process.save(typing: "Ada")
    let stat = try #require(drafts.home.read("stat")).split(separator: "\n")
    // The command leads its own session. Terminal number 0 means that the command has no terminal.
    #expect(stat == ["\(stat[1]) 0", stat[1]])
    // In a new process glibc ignores signals 32 and 33, which it reserves for itself.
    let ignored = try #require(drafts.home.read("ignored")?.dropLast().suffix(16))
    #expect((UInt64(ignored, radix: 16) ?? .max) & 0x7FFF_FFFF == 0)
  }

  @Test("A command that takes too long is ended, even if it ignores SIGTERM")
  func slow() throws {
    let drafts = try home()
    let result = try drafts.run(
      ["./parts.json", "--deliver", "trap '' TERM; sleep 60 & wait", "--deliver-timeout", "1"],
      input: "Ada\n")
    #expect(result.status == .exited(69))
    #expect(result.errorText.contains("did not accept it (timed out after 1 s)"))
    let wrong = try drafts.run(["./parts.json", "--deliver", "x", "--deliver-timeout", "0"])
    #expect(wrong.status == .exited(64))
    // The child processes of the command are ended too, by SIGTERM or else by SIGKILL.
    let deaf = "sh -c 'trap \"\" TERM; echo $$ >deaf; while sleep 1; do :; done'; true"
    let other = try drafts.run(
      ["./parts.json", "--deliver", deaf, "--deliver-timeout", "1"], input: "Ada\n")
    #expect(other.status == .exited(69))
    let process = try #require(drafts.home.read("deaf")?.dropLast())
    let wait = "while grep -q '^State:.[^ZX]' /proc/\(process)/status 2>/dev/null; do :; done"
    #expect(try Program.run("/bin/sh", ["-c", wait]).status == .exited(0))
  }

  @Test("A command that prints without end is ended, and the answers wait")
  func endlessOutput() throws {
    let drafts = try home()
    let result = try drafts.run(
      ["./parts.json", "--deliver", "cat >/dev/null; exec yes"], input: "Ada\n")
    #expect(result.status == .exited(69))
    #expect(result.errorText.contains("did not accept it (wrote more than 64 MiB of output)"))
    #expect(result.output.isEmpty)
    let large = "cat >/dev/null; head -c 10000000 /dev/zero"
    let other = try drafts.run(["./parts.json", "--deliver", large], input: "Ada\n")
    #expect(other.status == .exited(0))
    #expect(other.output.count == 10_000_000)
  }

  @Test("deliver writes the file of --output, and keeps the answers until that file is written")
  func outputFile() throws {
    let drafts = try home()
    try setExit(1, saying: "down", in: drafts)
    let arguments = Self.arguments + ["--output", "folder/answers.json"]
    try drafts.home.write("", to: "folder/other")
    #expect(try drafts.run(arguments, input: "Ada\n").status == .exited(69))
    try setExit(0, in: drafts)
    try drafts.home.write("another program's", to: "folder/answers.json")
    let refused = try drafts.run(["deliver"])
    #expect(refused.status == .exited(69))
    #expect(refused.errorText.contains("sh accepted it, but: "))
    #expect(drafts.home.read("folder/answers.json") == "another program's")
    #expect(unlink("\(drafts.home.path)/folder/answers.json") == 0)
    #expect(try drafts.run(["deliver"]).status == .exited(0))
    #expect(drafts.home.read("folder/answers.json") == attempts(in: drafts).last?.bytes)
    #expect(Set(attempts(in: drafts).map(\.bytes)).count == 1)
    #expect(try drafts.run(["deliver"]).errorText == "longform: nothing to deliver\n")
  }

  @Test("Undelivered answers lack secrets; the form asks for them, and saves a new revision")
  func secrets() throws {
    let drafts = try home()
    try drafts.home.write(
      """
      {"longform": 1, "id": "login", "sections": [{"rows": [
        {"id": "user", "label": "User"}, {"id": "pin", "label": "PIN", "type": "secret"}]}]}
      """, to: "login.json")
    try setExit(1, saying: "down", in: drafts)
    let arguments = ["./login.json", "--deliver", "cat >/dev/null; sh take.sh </dev/null"]
    let process = try drafts.start(arguments)
    try process.send("Ada\rxyzzy-4711")
    try process.askToSave()
    try process.send("y")
    try process.wait(for: "did not accept it (exit 1): down")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(69))
    let found = try Program.run("/bin/grep", ["-r", "-l", "-a", "xyzzy", drafts.home.path])
    #expect(found.outputText == "")
    let need = try drafts.run(["deliver"])
    #expect(need.status == .exited(69))
    #expect(need.errorText.contains("needs you, in ") && need.errorText.contains("login.json"))
    let again = try drafts.start(arguments)
    try again.wait(for: "has not accepted the saved answers; type again: PIN")
    try setExit(0, in: drafts)
    try again.press(.lastRow)
    try again.save(typing: "xyzzy-4711")
    #expect(Set(attempts(in: drafts).map { $0.head[0] }).count == 1)
    // No hash of a secret is stored, so the second save counts as a new revision.
    #expect(attempts(in: drafts).map { $0.head[1] } == ["1", "2"])
    #expect(try drafts.run(["deliver"]).errorText == "longform: nothing to deliver\n")
  }

  @Test("If the command echoes a secret, no draft contains it, and the screen shows dots")
  func echoedSecrets() throws {
    let drafts = try DraftHome()
    try drafts.home.write(Self.login, to: "login.json")
    try drafts.home.write("cat >&2; echo 'PIN xyzzy\"4711 refused' >&2; exit 1", to: "tell.sh")
    let process = try drafts.start(["./login.json", "--deliver", "sh tell.sh"])
    try process.send("Ada\rxyzzy\"4711")
    try process.askToSave()
    try process.send("y")
    try process.wait(for: "PIN ••• refused")
    try process.wait(for: #""pin": "•••""#)
    #expect(!process.screen.text.contains("xyzzy"))
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(69))
    let state = drafts.home.path(DraftHome.folder)
    let found = try Program.run("/bin/grep", ["-r", "-l", "-a", "xyzzy", state])
    #expect(found.outputText == "")
    let name = try #require(drafts.files(".draft").first)
    #expect(try drafts.run(["drafts", "show", name]).outputText.contains(": exit 1\n"))
  }

  private static let login = """
    {"longform": 1, "id": "login", "sections": [{"rows": [
      {"id": "user", "label": "User"}, {"id": "pin", "label": "PIN", "type": "secret"}]}]}
    """

  @Test("A part of another secret, and secrets in the notation of a format, are shown as dots too")
  func echoedNotations() throws {
    let drafts = try DraftHome()
    try drafts.home.write(
      """
      {"longform": 1, "id": "two", "sections": [{"rows": [
        {"id": "a", "type": "secret"}, {"id": "b", "type": "secret"}]}]}
      """, to: "two.json")
    for format in ["json", "env", "csv", "tsv", "yaml", "html", "markdown"] {
      let answered = try drafts.run(
        ["./two.json", "--format", format, "--deliver", "cat >&2; exit 3"],
        input: "HUN'T&\"\\E\nHUN'T&\"\\ERSEC\n")
      #expect(answered.status == .exited(69))
      let shown = answered.errorText
      #expect(!shown.contains("HUN") && !shown.contains("RSEC"), "\(format): \(shown)")
    }
  }

  @Test("The command printed after `needs you` opens the refused answers under the same id")
  func neededLine() throws {
    let drafts = try home()
    try drafts.home.write(Self.login, to: "login.json")
    try setExit(1, saying: "down", in: drafts)
    let arguments = ["./login.json", "--deliver", "sh take.sh"]
    let piped = try drafts.run(arguments, input: "Ada\nxyzzy\n")
    #expect(piped.status == .exited(69))
    let need = try drafts.run(["deliver"]).errorText
    let line = try #require(
      need.split(separator: "needs you, in \(drafts.home.path): ").last?.split(separator: "\n")
        .first)
    #expect(line.contains(" --draft script-"))
    try setExit(0, in: drafts)
    let process = try TerminalProcess.start(
      "/bin/sh",
      [
        "-c", "exec " + line.replacing(line.prefix { $0 != " " }, with: "\"$0\""),
        Longform.executable,
      ],
      output: .captured, home: drafts.home)
    try process.wait(for: "has not accepted the saved answers; type again: PIN")
    try process.press(.lastRow)
    try process.save(typing: "xyzzy")
    #expect(Set(attempts(in: drafts).map { $0.head[0] }).count == 1)
    #expect(try drafts.run(["deliver"]).errorText == "longform: nothing to deliver\n")
  }

  // MARK: - Commands

  @Test("^C also ends a command that ignores SIGTERM")
  func deaf() throws {
    let drafts = try home()
    let process = try drafts.start([
      "./parts.json", "--deliver", "trap '' TERM; : >started; while :; do sleep 0.05; done",
    ])
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait("the command") { _ in drafts.home.read("started") != nil }
    try process.press(.interrupt)
    try process.wait(for: "Stopping the command …")
    try process.wait(for: "the command did not accept it (stopped)")
    try process.wait(for: "Name ▸ Ada")
  }

  @Test("deliver runs the command in the folder in which the form was saved")
  func folder() throws {
    let drafts = try home()
    try setExit(1, in: drafts)
    _ = try saved(drafts, name: "Ada")
    try setExit(0, in: drafts)
    let result = try Program.run(
      "/bin/sh", ["-c", "cd / && exec \"$0\" deliver", Longform.executable], home: drafts.home)
    #expect(result.status == .exited(0) && result.outputText == "taken as 2\n")
    #expect(attempts(in: drafts).count == 2)
  }

  @Test(
    "A message names the program that the command runs, or says “the command” if that is unclear",
    arguments: [
      ("nosuch -q", "nosuch"), ("./take -q", "take"), ("FOO=1 nosuch", "nosuch"),
      ("FOO=\"a b\" B='c d' nosuch", "nosuch"), ("cat>/dev/null;exit 1", "cat"),
      ("[ -e nosuch ] && cat", "the command"), ("cd nosuch && cat", "the command"),
      ("f=$(mktemp -u in/.XX) && false", "the command"), ("if true; then false; fi", "the command"),
      ("(exit 1)", "the command"), (">out false", "the command"), ("#c\nfalse", "the command"),
    ])
  func names(line: String, name: String) throws {
    let drafts = try DraftHome()
    try drafts.home.write(Self.form, to: "parts.json")
    let result = try drafts.run([
      "./parts.json", "--no-input", "--set", "name=Ada", "--deliver", line,
    ])
    #expect(result.errorText.contains(": \(name) did not accept it (exit "), "\(result.errorText)")
  }

  @Test("All output of the command can be read, even a long line; the key line names keys for that")
  func panel() throws {
    let drafts = try home()
    let words = (1...60).map { "line \($0)" }.joined(separator: "\n") + "\n"
    try setExit(2, saying: words, in: drafts)
    let process = try drafts.start(Self.arguments)
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait(for: "sh did not accept it (exit 2): line 1")
    try process.send("\u{1B}[F")
    try process.wait(for: "line 60")
    try process.wait(for: "^S sends again")
    try process.send("\u{1B}[H")
    try process.wait(for: "line 2")
    try setExit(2, saying: String(repeating: "word ", count: 200) + "THE-CAUSE\n", in: drafts)
    try process.press(.save)
    try process.wait(for: "Save 1 answer to sh?")
    try process.send("y")
    try process.wait(for: "word word")
    try process.wait(for: "PgDn rest of the message")
    try process.send("\u{1B}[F")
    try process.wait(for: "THE-CAUSE")
    try process.press(.escape)
    try process.wait(for: "^S sends again   Enter next")
    #expect(process.screen.text.contains("sh did not accept it (exit 2)"))
    try setExit(0, in: drafts)
    try process.save()
    #expect(attempts(in: drafts).count == 3)
  }

  @Test("If the command's output cannot be written, the answers stay, and the attempt is recorded")
  func unreadOutput() throws {
    let drafts = try home()
    let save = try Program.run(
      "/bin/sh",
      [
        "-c", "echo Ada | \"$0\" ./parts.json --deliver 'sh take.sh' >/dev/full",
        Longform.executable,
      ],
      home: drafts.home)
    #expect(save.status == .exited(74))
    let again = try Program.run(
      "/bin/sh", ["-c", "\"$0\" deliver >/dev/full", Longform.executable], home: drafts.home)
    #expect(again.status == .exited(74))
    let name = try #require(drafts.files(".undelivered-").first)
    let shown = try drafts.run(["drafts", "show", name]).outputText
    #expect(shown.split(separator: "output not written").count == 3)
    #expect(try drafts.run(["deliver"]).outputText == "taken as 3\n")
  }

  @Test("If the disk is too full to give the command its input, deliver does not blame the command")
  func noRoom() throws {
    let drafts = try home()
    try setExit(1, in: drafts)
    _ = try saved(drafts, name: String(repeating: "Ada ", count: 2_000))
    try setExit(0, in: drafts)
    let limited = try Program.run(
      "/bin/sh", ["-c", "ulimit -f 8; exec \"$0\" deliver", Longform.executable],
      home: drafts.home)
    #expect(limited.status == .exited(69))
    let sentence =
      "the answers cannot be given to sh, nothing was sent: file size limit (ulimit -f)"
    #expect(limited.errorText.hasSuffix(": \(sentence)\n"), "\(limited.errorText)")
    #expect(attempts(in: drafts).count == 1)
    #expect(try drafts.run(["deliver"]).status == .exited(0))
  }

  @Test(
    "If a script's file cannot be written, the message says that the command accepted the answers")
  func unwrittenFile() throws {
    let drafts = try home()
    let save = try drafts.run(Self.arguments + ["--output", "/dev/full"], input: "Ada\n")
    #expect(save.status == .exited(74))
    let sentence = "longform: sh accepted it, but: /dev/full: no space left on device\n"
    #expect(save.errorText.hasSuffix(sentence), "\(save.errorText)")
    #expect(drafts.files(".undelivered-").count == 1)
  }

  @Test("drafts show has all that the command wrote at the last attempt")
  func messageOfLastAttempt() throws {
    let drafts = try home()
    try setExit(2, saying: "Password for user reg:\nfe_sendauth: none\n", in: drafts)
    _ = try saved(drafts, name: "Ada")
    #expect(try drafts.run(["deliver"]).status == .exited(69))
    let name = try #require(drafts.files(".undelivered-").first)
    let lines = try drafts.run(["drafts", "show", name]).outputText.split(separator: "\n")
    let attempts = lines.suffix(3)
    #expect(attempts.prefix(2).allSatisfy { $0.hasSuffix(": exit 2: Password for user reg:") })
    #expect(attempts.last == "        fe_sendauth: none")
  }

  @Test("deliver NAME sends only that draft; waiting drafts are listed first, and can be removed")
  func named() throws {
    let drafts = try home()
    try setExit(1, in: drafts)
    for name in ["Ada", "Grace"] { _ = try saved(drafts, name: name) }
    let other = try drafts.start(["./parts.json"])
    try other.send("Zoe\r")
    try other.wait(for: "Count ▸")
    try other.press(.interrupt)
    try other.waitForExit()
    let list = try drafts.run(["drafts"]).outputText.split(separator: "\n")
    #expect(list.count > 2 && list.first?.contains("not delivered") == true, "\(list)")
    #expect(list.last?.contains("not delivered") == false)
    let names = drafts.files(".undelivered-").sorted { $0.suffix(3) < $1.suffix(3) }
    try setExit(0, in: drafts)
    let sent = try drafts.run(["deliver", names[1]])
    #expect(sent.status == .exited(0))
    #expect(attempts(in: drafts).last?.bytes.contains("Grace") == true)
    #expect(drafts.files(".undelivered-") == [names[0]])
    #expect(try drafts.run(["drafts", "remove", "--yes", names[0]]).status == .exited(0))
    #expect(drafts.files(".undelivered-").isEmpty)
    #expect(try drafts.run(["deliver"]).errorText == "longform: nothing to deliver\n")
  }

  @Test("Exit status 65 without a JSON Pointer to a row in the output is an ordinary refusal")
  func plainRejection() throws {
    let drafts = try home()
    try setExit(65, saying: "no pointer\nat all\n", in: drafts)
    let result = try saved(drafts, name: "Ada")
    #expect(result.status == .exited(69))
    #expect(
      result.errorText.contains("sh did not accept it (exit 65): no pointer\nlongform: at all\n"))
    #expect(
      try drafts.run(["deliver"]).errorText.hasSuffix(
        "sh did not accept it (exit 65): no pointer\nlongform: at all\n"))
    try setExit(65, saying: "/nope\tno such place\n", in: drafts)
    let again = try drafts.run(["deliver"])
    #expect(again.status == .exited(69))
    #expect(again.errorText.contains("(exit 65): /nope  no such place\n"))
  }

  @Test("A blank command is a usage error, and so is a time limit without a command")
  func wrongUse() throws {
    let drafts = try home()
    for (arguments, words) in [
      (["./parts.json", "--deliver", " "], "--deliver needs a command"),
      (["./parts.json", "--deliver-timeout", "3"], "--deliver-timeout needs --deliver"),
    ] {
      let result = try drafts.run(arguments)
      #expect(result.status == .exited(64) && result.errorText.contains(words))
    }
  }
}
