// The program in scripts: every exit code, time limits, and options on the command line.

import Arguments
import FormFormats
import FormModel
import FormSchema
import FormScreen
import Glibc
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import longform

extension ProcessEnd {
  /// The status as the number that a shell reports.
  fileprivate var code: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let number): 128 + number
    }
  }
}

@Suite("Exit codes", .waits)
struct ExitCodeTests {
  /// Scripts for sh, each with the exit code that it causes and a part of the message. `$0` is the
  /// program, and `$1` is the folder of the forms.
  private static let scripts: [(code: Int32, script: String, reports: String)] = [
    (0, "echo Ada | \"$0\" $1/classmates.json", ""),
    (0, "\"$0\" --help; \"$0\" --version", ""),
    (0, "\"$0\" check $1/*.json", ""),
    (1, "echo :quit | \"$0\" $1/classmates.json", "stdin:1: left without saving"),
    (
      1, "\"$0\" $1/resume.json --set email=x --no-input",
      "basics.email: “x” is not an email address"
    ),
    (1, "echo :nope | \"$0\" $1/classmates.json", "stdin:1: no command :nope"),
    (1, "\"$0\" $1/classmates.json </dev/null", "longform: standard input is empty"),
    (
      1, "echo '{\"basics\": {\"email\": \"x\"}}' | \"$0\" check $1/resume.json --answers -",
      "stdin:1:22: basics.email: "
    ),
    (
      2, "printf ':goto 3\\nx\\n:save!\\n' | \"$0\" $1/resume.json",
      "stdin:2: email: “x” is not an email address"
    ),
    (
      2, "echo '{\"basics\": 5}' | \"$0\" convert - --form $1/resume.json --format text",
      "stdin:1:12: /basics: the document has a number here, not an object"
    ),
    (64, "\"$0\"", "longform fills long forms. Name one, or a command:"),
    (64, "\"$0\" --format json", "<form> is missing"),
    (64, "\"$0\" $1/classmates.json --format xml", "not “xml”; "),
    (64, "\"$0\" $1/classmates.json --empty nul", "did you mean null?"),
    (64, "\"$0\" $1/classmates.json --set x=1 --no-input", "--set x: no row has this key or id"),
    (64, "\"$0\" - --answers - </dev/null", "cannot both come from standard input"),
    (64, "\"$0\" check - --answers - </dev/null", "cannot both come from standard input"),
    (64, "\"$0\" \"$(printf '\\377')\"", "an argument is not UTF-8"),
    (64, "\"$0\" completions csh", "csh"),
    (65, "echo '{}' | \"$0\" -", "stdin:1:1: "),
    (65, "printf '\\377\\n' | \"$0\" $1/classmates.json", "stdin:1: the line is not UTF-8"),
    (65, "echo '[' | \"$0\" $1/classmates.json --answers -", "stdin:2:1: not JSON"),
    (66, "\"$0\" nobody", "no form “nobody”; "),
    (66, "\"$0\" ./nobody.json", "./nobody.json: no such file"),
    (
      66, "\"$0\" $1/classmates.json --answers nobody",
      "nobody: no such file or directory"
    ),
    (66, "\"$0\" $1/classmates.json --tty", "there is no terminal; pipe in"),
    (66, "\"$0\" uninstall --prefix /nowhere", "/nowhere: nothing is installed here"),
    (73, "echo x > out; \"$0\" $1/classmates.json --output out", "--force replaces it"),
    (73, "\"$0\" $1/classmates.json --output no/out", "no/out: the folder no does not exist"),
    (73, "\"$0\" $1/classmates.json >&-", "standard output is closed"),
    (
      74, "echo Ada | \"$0\" $1/classmates.json >/dev/full",
      "standard output: no space left on device"
    ),
    (74, "\"$0\" show $1/classmates.json >/dev/full", "standard output: no space left on device"),
    (74, "\"$0\" --help >/dev/full", "standard output: no space left on device"),
    (
      69, "HOME=$PWD \"$0\" $1/classmates.json --no-input --deliver 'echo down >&2; exit 3'",
      "did not accept it (exit 3): down"
    ),
    (
      75,
      """
      mkfifo hold; "$0" $1/classmates.json --draft d <hold >/dev/null & exec 3>hold
      echo Ada >&3; until "$0" drafts | grep -q 'open in'; do echo :goto 1 >&3; done
      echo Bob | "$0" $1/classmates.json --draft d; code=$?; echo :quit >&3; wait; exit $code
      """, "--take takes it over"
    ),
    (124, "mkfifo in; \"$0\" $1/classmates.json --timeout 1 <>in", "timed out after 1 s"),
    (129, "mkfifo in; \"$0\" $1/classmates.json <>in & kill -HUP $!; wait $!", "Hangup"),
    (143, "mkfifo in; \"$0\" $1/classmates.json <>in & kill -TERM $!; wait $!", "Terminated"),
  ]

  @Test("Scripts cause each exit code; the program reports why", arguments: scripts.indices)
  func scripted(index: Int) throws {
    let (code, script, reports) = ExitCodeTests.scripts[index]
    let result = try Program.run(
      "/bin/sh", ["-c", script, Longform.executable, Longform.forms])
    #expect(result.status == .exited(code), "\(script): \(result.errorText)")
    #expect(result.errorText.contains(reports), "\(script): \(result.errorText)")
    #expect(result.errors.isEmpty == reports.isEmpty, "\(script): \(result.errorText)")
  }

  @Test(
    "At a terminal, signals and internal errors lead to the exit codes that shells report",
    arguments: [(SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131), (SIGTERM, 143), (0, 70)]
      as [(Int32, Int32)])
  func terminal(signal: Int32, code: Int32) throws {
    let process = try Longform.start(
      [Longform.form("classmates")],
      environment: signal == 0
        ? [
          "LD_PRELOAD": try builtProduct(named: "libCFaults.so"), "LONGFORM_TERMINAL_FAILS_AT": "2",
        ] : [:])
    try process.send("A")
    try process.wait(for: "▸ A")
    if signal != 0 { process.signal(signal) } else { try process.send("B") }
    #expect(try process.waitForExit().code == code)
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("These tests cause every exit code in the manual")
  func complete() {
    let listed = Facts.exitCodes.flatMap { $0.name.split(separator: ", ").compactMap { Int32($0) } }
    let provoked = ExitCodeTests.scripts.map(\.code) + [70, 129, 130, 131, 143]
    #expect(Set(listed) == Set(provoked))
  }
}

@Suite("Time limits", .waits)
struct TimeoutTests {
  @Test(
    "With --timeout, the program exits with 124 if it waits too long to read or to write",
    arguments: [
      "mkfifo pipe; \"$0\" $1/classmates.json --timeout 1 <>pipe",
      "mkfifo pipe; \"$0\" $1/classmates.json --timeout 1 --no-input --answers pipe",
      "mkfifo pipe; \"$0\" $1/classmates.json --timeout 1 --no-input --answers - <>pipe",
      "mkfifo pipe; \"$0\" - --timeout 1 <>pipe",
      "mkfifo pipe; \"$0\" edit pipe --form $1/classmates.json --timeout 1",
      "mkfifo pipe; \"$0\" $1/classmates.json --timeout 1 --no-input --output pipe",
      "mkfifo pipe; echo Ada | \"$0\" $1/classmates.json --timeout 1 --output pipe",
      // Standard output is a full pipe without a reader.
      "mkfifo pipe; exec 3<>pipe; dd if=/dev/zero bs=65536 count=1 >&3 2>/dev/null; "
        + "\"$0\" $1/classmates.json --timeout 1 --no-input >&3",
      "mkfifo pipe; exec 3<>pipe; dd if=/dev/zero bs=65536 count=1 >&3 2>/dev/null; "
        + "echo Ada | \"$0\" $1/classmates.json --timeout 1 >&3",
      // Standard output is a full pipe in non-blocking mode, where a write fails instead of
      // waiting.
      "mkfifo pipe; exec 3<>pipe; "
        + "dd if=/dev/zero bs=65536 count=1 oflag=nonblock >&3 2>/dev/null; "
        + "\"$0\" $1/classmates.json --timeout 1 --no-input >&3",
    ])
  func scripts(script: String) throws {
    let result = try Program.run(
      "/bin/sh", ["-c", script, Longform.executable, Longform.forms])
    #expect(result.status == .exited(124), "\(result.errorText)")
    // The message names the seconds only if the form was already open.
    let sentence = result.errorText.replacing(" after 1 s", with: "")
    #expect(sentence == "longform: timed out; nothing was saved\n")
    #expect(result.output.isEmpty)
  }

  @Test("If --timeout ends a save that waits for a reader, the exit code is 124; the draft stays")
  func terminalSave() throws {
    let place = try temporaryFolder()
    let pipe = place.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let process = try Longform.start(
      [Longform.form("classmates"), "--output", pipe, "--timeout", "3"])
    try process.askToSave(typing: "Ada\r")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(124))
    #expect(process.screen.text.contains("left, draft kept (1 of 20 filled)"))
  }

  @Test("A command that ends within the time limit is not affected")
  func inTime() throws {
    let result = try Longform.pipe("Ada\n", [Longform.form("classmates"), "--timeout", "600"])
    #expect(result.status == .exited(0))
    #expect(result.errors.isEmpty)
  }
}

@Suite("Options on the command line", .waits)
struct OptionTests {
  private let form = #"""
    {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"rows": [
      {"id": "a"}, {"id": "b", "type": "integer"}, {"id": "c"}]}]}
    """#

  @Test(
    "--empty overrides the template, and sets the value of empty rows in every output",
    arguments: [
      ([], #"{"a":"1"}"#), (["--empty", "omit"], #"{"a":"1"}"#),
      (["--empty", "null"], #"{"a":"1","b":null,"c":null}"#),
      (["--empty=string"], #"{"a":"1","b":"","c":""}"#),
    ])
  func empty(options: [String], expected: String) throws {
    let place = try temporaryFolder()
    let path = try place.write(form, to: "f.json")
    let answers = try place.write(#"{"a":"1"}"#, to: "answers.json")
    let filled = try Longform.pipe("1\n", [path, "--format", "jsonl"] + options)
    #expect(filled.outputText == expected + "\n")
    let asked = try Longform.pipe(
      "", [path, "--format", "jsonl", "--no-input", "--set", "a=1"] + options)
    #expect(asked.outputText == expected + "\n")
    // If a loaded document lacks a member, the output lacks it too.
    let converted = try Longform.pipe(
      "", ["convert", answers, "--form", path, "--format", "jsonl"] + options)
    #expect(converted.outputText == #"{"a":"1"}"# + "\n")
    let home = try TemporaryFolder()
    let left = try Program.run(
      Longform.executable, [path, "--draft", "d"], input: .text("1\n:quit\n"), home: home)
    #expect(left.status == .exited(1))
    let exported = try Program.run(
      Longform.executable, ["drafts", "export", "f", "--format", "jsonl"] + options, home: home)
    #expect(exported.outputText == expected + "\n", "\(exported.errorText)")
  }

  private let service = #"""
    {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"rows": [
      {"id": "how", "label": "Comes from", "type": "choice", "choices": ["folder", "details"],
       "export": false},
      {"id": "build", "when": "${how} = 'folder'"},
      {"id": "build.context", "when": "${how} = 'details'"}, {"id": "build.target",
       "when": "${how} = 'details'"}]}]}
    """#

  @Test(
    "--set of a row also sets the choice that hides the row, unless another --set contradicts that",
    arguments: [
      (["build=."], #"{"build":"."}"#), (["build.context=web"], #"{"build":{"context":"web"}}"#),
      (["build.target=t", "build.context=c"], #"{"build":{"context":"c","target":"t"}}"#),
      (["how=details", "build.target=t"], #"{"build":{"target":"t"}}"#),
      (["build.target=t", "how=details"], #"{"build":{"target":"t"}}"#),
      (
        ["build=.", "build.context=web"],
        "--set build.context: asked only if “Comes from” is “details”, and --set build makes it “folder”"
      ),
      (
        ["how=folder", "build.context=web"],
        "--set build.context: asked only if “Comes from” is “details”, and --set how makes it “folder”"
      ),
      (
        ["build.context=web", "how=folder"],
        "--set build.context: asked only if “Comes from” is “details”, and --set how makes it “folder”"
      ),
    ])
  func setOfAlternatives(presets: [String], expected: String) throws {
    let place = try temporaryFolder()
    let path = try place.write(service, to: "f.json")
    let result = try Longform.pipe(
      "", [path, "--no-input", "--format", "jsonl"] + presets.flatMap { ["--set", $0] })
    if expected.hasPrefix("{") {
      #expect(result.outputText == expected + "\n", "\(result.errorText)")
    } else {
      #expect(result.status == .exited(64))
      #expect(result.errorText == "longform: \(expected); leave one of them out\n")
    }
  }

  private let environment = ##"""
    {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [{"id": "main", "rows": [
      {"id": "how", "label": "Kind", "type": "choice", "choices": ["list", "names"],
       "export": false},
      {"id": "env", "type": "list", "when": "${how} = 'list'"}]},
      {"id": "names", "when": "${how} = 'names'", "repeat": {"key": "env", "as": "object",
       "keyRow": "name"}, "rows": [{"id": "name"}, {"id": "value", "key": []}]}]}
    """##

  @Test(
    "--set inside of another alternative keeps a list of the document, unless the choice is set too",
    arguments: [
      (
        ["env.A=9"],
        "longform: --set env.A: asked only if “Kind” is “names”, but the document has answers for "
          + "“list”; to replace them, put --set \"how=names\" before it"
      ),
      (["how=names", "env.A=9"], ##"{"env": {"A": "9"}}"##),
      (["env=B=2"], ##"{"env": ["B=2"]}"##), (["env[0]=A=9"], ""),
    ])
  func setOfOtherAlternative(presets: [String], expected: String) throws {
    let place = try temporaryFolder()
    let path = try place.write(environment, to: "f.json")
    let document = ##"{"env": ["A=1", "B=2"]}"##
    let file = try place.write(document, to: "a.json")
    let result = try Longform.pipe(
      "", ["edit", file, "--form", path, "--no-input"] + presets.flatMap { ["--set", $0] })
    if expected.hasPrefix("{") {
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(place.read("a.json") == expected)
    } else {
      #expect(result.status == .exited(64))
      #expect(result.errorText.hasPrefix(expected), "\(result.errorText)")
      #expect(place.read("a.json") == document)
    }
  }

  @Test("Without a terminal, no answer replaces an array or object that the form does not know")
  func containersOfOtherKinds() throws {
    let place = try temporaryFolder()
    let path = try place.write(
      ##"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "env.a"}]}]}"##, to: "f.json")
    for (document, input, options) in [
      (##"{"env": ["A=1"]}"##, "", ["--no-input", "--set", "env.a=2"]),
      (##"{"env": ["A=1"]}"##, "2\n", []),
    ] {
      let file = try place.write(document, to: "a.json")
      let result = try Longform.pipe(input, ["edit", file, "--form", path] + options)
      #expect(result.status == .exited(1))
      #expect(
        result.errorText == """
          \(file):1:9: /env: the document has an array here, not an object, and the answers would \
          replace it; only a person at a terminal can allow that

          """)
      #expect(place.read("a.json") == document)
    }
    let file = try place.write(##"{"env": []}"##, to: "a.json")
    let result = try Longform.pipe(
      "", ["edit", file, "--form", path, "--no-input", "--set", "env.a=2"])
    #expect(result.status == .exited(0), "an empty array holds nothing to lose")
    #expect(place.read("a.json") == ##"{"env": {"a": "2"}}"##)
  }

  @Test("A --set that the draft does not know yet changes an answer of the draft")
  func setOverDraft() throws {
    let place = try temporaryFolder()
    let path = try place.write(
      #"{"longform": 1, "id": "p", "sections": [{"rows": [{"id": "a"}, {"id": "b"}]}]}"#,
      to: "p.json")
    func fill(_ input: String, _ arguments: String...) throws -> Program.Result {
      try Program.run(
        Longform.executable, [path, "--draft", "t", "--format", "jsonl"] + arguments,
        environment: ["XDG_STATE_HOME": place.path("state")], input: .text(input))
    }
    #expect(try fill(":quit\n", "--set", "a=Ada").status == .exited(1))
    #expect(try fill("Eve\n:quit\n", "--set", "a=Ada").status == .exited(1))
    #expect(
      try fill(":quit\n", "--set", "a=Ada", "--set", "b=1").status == .exited(1),
      "a preset of the draft does not replace a later answer")
    let saved = try fill("", "--no-input", "--set", "b=2")
    #expect(saved.outputText == #"{"a":"Eve","b":"2"}"# + "\n", "\(saved.errorText)")
  }

  @Test("A new --set in a draft with items changes the row that it names, or is refused")
  func setOfItemsOverDraft() throws {
    let place = try temporaryFolder()
    let path = try place.write(
      """
      {"longform": 1, "id": "p", "sections": [{"id": "p", "rows": [{"id": "who"}]},
        {"id": "w", "repeat": {"key": "work", "initial": 2}, "rows": [{"id": "firm"}, {"id": "role"}]}]}
      """, to: "p.json")
    func fill(_ input: String, _ arguments: String...) throws -> Program.Result {
      try Program.run(
        Longform.executable, [path, "--draft", "t", "--format", "jsonl"] + arguments,
        environment: ["XDG_STATE_HOME": place.path("state")], input: .text(input))
    }
    #expect(try fill("Ada\nA\n\nB\n:quit\n", "--set", "who=1").status == .exited(1))
    let farther = try fill(":quit\n", "--set", "work[2].role=X")
    #expect(farther.status == .exited(64))
    #expect(farther.errorText.contains("the draft does not have this item"))
    #expect(try fill(":quit\n", "--set", "role=X").status == .exited(1))
    let saved = try fill(
      "", "--no-input", "--set", "who=2", "--set", "who=1", "--set", "work[1].role=Y")
    #expect(
      saved.outputText
        == #"{"who":"Ada","work":[{"firm":"A","role":"X"},{"firm":"B","role":"Y"}]}"# + "\n",
      "\(saved.errorText)")
    let repeated = try fill("", "--last", "--no-input", "--set", "who=1")
    #expect(repeated.outputText.hasPrefix(#"{"who":"1","#), "\(repeated.errorText)")
  }

  @Test("A line after calculated rows leaves the way back as it is")
  func backOverCalculated() throws {
    let place = try temporaryFolder()
    let path = try place.write(
      """
      {"longform": 1, "id": "p", "sections": [{"rows": [{"id": "a"}, {"id": "b"},
        {"id": "c", "value": "${b}"}, {"id": "d"}]}]}
      """, to: "p.json")
    let filled = try Longform.pipe(":goto b\nB\n:back\nX\n", [path, "--format", "jsonl"])
    #expect(filled.outputText == #"{"a":"X","b":"B","c":"B","d":null}"# + "\n")
  }

  @Test("A script reports how many answers of the document a change hides")
  func hiddenByChange() throws {
    let place = try temporaryFolder()
    let path = try place.write(
      """
      {"longform": 1, "id": "p", "sections": [{"rows": [
        {"id": "paid", "type": "choice", "choices": ["Card", "Bank"]},
        {"id": "iban", "when": "${paid} = 'Bank'"}, {"id": "bic", "when": "${paid} = 'Bank'"}]}]}
      """, to: "p.json")
    let answers = try place.write(
      #"{"paid": "Bank", "iban": "DE1", "bic": "B"}"#, to: "a.json")
    let filled = try Longform.pipe(
      "", [path, "--answers", answers, "--no-input", "--set", "paid=Card", "--format", "jsonl"])
    #expect(filled.outputText == #"{"paid":"Card"}"# + "\n")
    #expect(filled.errorText == "longform: 2 hidden rows with text left out\n")
  }

  @Test("check knows today()")
  func today() throws {
    let place = try temporaryFolder()
    let path = try place.write(
      """
      {"longform": 1, "id": "d", "sections": [{"rows": [
        {"id": "day", "type": "date", "check": ". <= today()", "message": "not yet"}]}]}
      """, to: "d.json")
    let answers = try place.write(#"{"day": "9999-01-01"}"#, to: "a.json")
    let result = try Longform.pipe("", ["check", path, "--answers", answers])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("day: not yet"), "\(result.errorText)")
  }

  @Test("A later :set of a hidden row changes the choice again; --set changes a loaded choice")
  func setOfAlternativesInLines() throws {
    let place = try temporaryFolder()
    let path = try place.write(service, to: "f.json")
    let filled = try Longform.pipe(
      ":set build .\n:set build.target t\n", [path, "--format", "jsonl"])
    #expect(filled.outputText == #"{"build":{"target":"t"}}"# + "\n")
    #expect(
      filled.errorText
        == "“Comes from” is now “folder”\n“Comes from” is now “details”\nlongform: 1 hidden row with text left out\n"
    )
    let answers = try place.write(#"{"build": {"context": "."}, "x": 1}"#, to: "a.json")
    let edited = try Longform.pipe(
      "", ["edit", answers, "--form", path, "--no-input", "--set", "build=web"])
    #expect(edited.status == .exited(0), "\(edited.errorText)")
    #expect(place.read("a.json") == #"{"build": "web", "x": 1}"#)
  }

  @Test("--empty accepts null, omit or string; for any other value the error suggests the nearest")
  func wrongEmpty() throws {
    let result = try Longform.pipe("", [Longform.form("classmates"), "--empty", "strin"])
    #expect(result.status == .exited(64))
    #expect(
      result.errorText.contains(
        "--empty must be null, omit or string, not “strin”; did you mean string? longform fill"))
  }

  @Test(
    "An error in the command line is one sentence that names the help of the command",
    arguments: [
      (["fill"], "<form> is missing; longform forms lists the forms"),
      (["fill", "x", "--formt", "a"], "unknown option --formt; did you mean --format? FILL"),
      (["fill", "x", "--rows", "3"], "unknown option --rows; FILL"),
      (["fill", "x", "--format"], "--format needs a value: --format <format>; FILL"),
      (["fill", "x", "--timeout", "abc"], "--timeout must be a whole number, not “abc”; FILL"),
      (["fill", "x", "--color", "a'b"], "--color must be auto, always or never, not “a'b”; FILL"),
      (["fill", "x", "--plain=yes"], "--plain takes no value; FILL"),
      (["fill", "x", "y"], "unexpected argument “y”; FILL"),
      (["fill", "x", "it's", "z"], "unexpected arguments “it's”, “z”; FILL"),
      (["fill", "x", "--answers", ""], "--answers needs a file; FILL"),
      (["fill", "x", "--set", "a"], "--set needs KEY=VALUE, not “a”; FILL"),
      (["fill", "x", "--set", "=a"], "--set needs KEY=VALUE, not “=a”; FILL"),
      (["check"], "<forms> is missing; longform check --help explains it"),
      (
        ["completions", "tcsh"],
        "<shell> must be bash, zsh or fish, not “tcsh”; longform completions --help explains it"
      ),
      (["drafts", "shw"], "no command “shw”; did you mean show? longform drafts --help lists all"),
      (["drafts", "show"], "<draft> is missing; longform drafts show --help explains it"),
      (
        ["--verison"],
        "unknown option --verison; did you mean --version? longform fill --help lists all"
      ),
      (["-x"], "unknown option -x; longform fill --help lists all"),
    ])
  func usage(arguments: [String], sentence: String) throws {
    let result = try Longform.pipe("", arguments)
    #expect(result.status == .exited(64))
    let help = "longform fill --help explains it"
    #expect(result.errorText == "longform: \(sentence.replacing("FILL", with: help))\n")
  }

  @Test(
    "If a word is wrong, the error quotes this word",
    arguments: [
      (
        ["fil", "classmates"],
        "longform: no command “fil”; did you mean fill? longform help --all lists all\n"
      ),
      (
        ["chekc", "resume", "--json"],
        "longform: no command “chekc”; did you mean check? longform help --all lists all\n"
      ),
      (["fil"], "longform: no command “fil”; did you mean fill? longform help --all lists all\n"),
      (
        ["draftss", "--quiet"],
        "longform: no command “draftss”; did you mean drafts? longform help --all lists all\n"
      ),
      (
        ["xyzzy", "classmates"],
        "longform: no command and no form “xyzzy”; longform help --all lists the commands, "
          + "and longform forms lists the forms\n"
      ),
      ([Longform.form("classmates"), "extra"], "longform: unexpected argument “extra”; "),
      (
        [Longform.form("classmates"), "--timeout", "-3"],
        "longform: --timeout takes 1 to 31,536,000 seconds; "
      ),
      (
        [Longform.form("classmates"), "--height", "-3"],
        "longform: --height takes 1 to 1,000 lines, or 1% to 100%; "
      ),
    ])
  func wrongWord(arguments: [String], message: String) throws {
    let result = try Longform.pipe("", arguments)
    #expect(result.status == .exited(64))
    #expect(result.errorText.hasPrefix(message), "\(result.errorText)")
  }

  @Test("If the name of a form is nearly right, the error suggests the right name")
  func wrongForm() throws {
    let folder = try temporaryFolder()
    for (arguments, code) in [
      (["clasmates"], 66), (["fill", "clasmates"], 66), (["clasmates", "x"], 64),
    ] {
      let result = try Program.run(
        Longform.executable, arguments, environment: ["LONGFORM_PATH": Longform.forms],
        directory: folder.path)
      #expect(result.status == .exited(Int32(code)), "\(arguments)")
      #expect(
        result.errorText
          == "longform: no form “clasmates”; did you mean classmates? longform forms lists all\n")
    }
  }

  @Test(
    "A negative number is refused as a value, and not reported as a missing value",
    arguments: [
      (["fill", "x", "--timeout", "-3"], "--timeout takes 1 to 31,536,000 seconds"),
      (["edit", "x", "--timeout", "-3"], "--timeout takes 1 to 31,536,000 seconds"),
      (["fill", "x", "--height", "-3"], "--height takes 1 to 1,000 lines, or 1% to 100%"),
      (["edit", "x", "--height=-3"], "--height takes 1 to 1,000 lines, or 1% to 100%"),
    ])
  func negativeValues(arguments: [String], sentence: String) throws {
    let result = try Longform.pipe("", arguments)
    #expect(result.status == .exited(64))
    #expect(result.errorText.hasPrefix("longform: \(sentence); "), "\(result.errorText)")
  }

  @Test("The file of the form cannot be the output, even with --force")
  func outputIsForm() throws {
    let folder = try temporaryFolder()
    let form = "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\"}]}]}"
    try folder.write(form, to: "f.json")
    let result = try Program.run(
      Longform.executable,
      ["fill", "f.json", "--no-input", "--set", "a=1", "--force", "--output", "./f.json"],
      directory: folder.path)
    #expect(result.status == .exited(73))
    #expect(result.errorText == "longform: ./f.json is the form itself; name another file\n")
    #expect(folder.read("f.json") == form)
  }

  @Test("If the file for edit does not exist, the error reports this, and that a form is needed")
  func editMissingFile() throws {
    let folder = try temporaryFolder()
    let result = try Program.run(
      Longform.executable, ["edit", "nope.json"], input: .text(""), directory: folder.path)
    #expect(result.status == .exited(66))
    #expect(
      result.errorText
        == "longform: nope.json does not exist, and there is no form “nope”; "
        + "--form FORM names the form to create it with\n")
  }

  @Test("A command lists exactly the option declarations that reflection finds in it")
  func listedDeclarations() throws {
    for arguments: any ParsableArguments in [
      FillSubcommand(), FillOptions(), StartOptions(), OutputOptions(), DeliveryOptions(),
    ] {
      let listed = try #require(arguments.listedDeclarations)
      let found = arguments.reflectedDeclarations
      #expect(listed.map(\.property) == found.map(\.property))
      #expect(
        listed.map { ObjectIdentifier($0.declaration) }
          == found.map { ObjectIdentifier($0.declaration) })
    }
  }

  @Test("edit has no options for formats that it cannot write, and none that change unedited cells")
  func editOptions() throws {
    let program = SubcommandDescription.program
    let edit = try #require(program.subcommands.first { $0.name == "edit" })
    let names = Set(edit.options.flatMap(\.names))
    #expect(names.contains("--empty") && names.contains("--format"))
    #expect(names.isDisjoint(with: ["--env-prefix", "--guard-formulas"]))
  }

  @Test("With --quiet, standard error has only errors and problems")
  func quiet() throws {
    let classmates = Longform.form("classmates")
    let input = "Ada\n:undo\n:where\n:help\n:goto 99\n:quit\n"
    let loud = try Longform.pipe(input, [classmates, "--draft", "d"])
    #expect(loud.errorText.contains("Undone in 1 Classmate 1: it is empty again\n"))
    #expect(loud.errorText.contains("the draft d is kept"))
    let quiet = try Longform.pipe(input, [classmates, "--draft", "d", "--quiet"])
    #expect(quiet.status == .exited(1))
    #expect(quiet.errorText == "stdin:6: left without saving\n")
    let problems = try Longform.pipe(
      ":goto 3\nx\n:where\n:save!\n", [Longform.form("resume"), "--quiet"])
    #expect(problems.status == .exited(2))
    #expect(problems.errorText == "stdin:2: email: “x” is not an email address\n")
  }

  @Test("With --quiet a terminal shows no command to resume, but the draft is kept")
  func quietTerminal() throws {
    let home = try TemporaryFolder()
    for (options, reports) in [
      (["--quiet"], ""), ([], "longform: left, draft kept (1 of 20 filled)"),
    ] {
      let process = try TerminalProcess.start(
        Longform.executable, [Longform.form("classmates")] + options, errors: .captured, home: home)
      try process.wait(for: " ▸")
      if reports.isEmpty { try process.send("Ada\r") }
      try process.wait(for: "1  Classmate 1   Ada")
      try process.press(.interrupt)
      #expect(try process.waitForExit() == .exited(130))
      let errors = String(decoding: process.capturedErrors, as: UTF8.self)
      #expect(errors.hasPrefix(reports) && errors.isEmpty == reports.isEmpty, "\(errors)")
    }
  }
}
