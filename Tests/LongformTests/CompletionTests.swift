// Completions, both as the program's output and as real shells insert them.

import Arguments
import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormSchema
@testable import FormScreen
@testable import FormTerminal
@testable import LosslessJSON
@testable import longform

@Suite("Completions", .waits)
struct CompletionTests {
  /// A folder with a form and other files, and a home folder with a draft named `other` and a saved
  /// draft.
  private struct Place {
    let folder: TemporaryFolder
    let home: TemporaryFolder

    init() throws {
      folder = try temporaryFolder()
      home = try TemporaryFolder()
      try folder.write(
        #"{"longform": 1, "id": "own", "sections": [{"rows": [{"id": "a"}]}]}"#, to: "own.json")
      try folder.write(CompletionTests.nested, to: "nested.json")
      try folder.write("", to: "own.txt")
      try folder.write("", to: "outcome.csv")
      try folder.write("", to: "two words.json")
      try folder.write("", to: "inner/deep.json")
      let left = try Program.run(
        Longform.executable, [Longform.form("classmates"), "--draft", "other"],
        input: .text("Ada\n:quit\n"), home: home)
      try #require(left.status == .exited(1), "\(left.errorText)")
      let saved = try Program.run(
        Longform.executable, [Longform.form("inventory"), "--draft", "main"],
        input: .text("A1\nlaptop\n"),
        home: home)
      try #require(saved.status == .exited(0), "\(saved.errorText)")
    }

    var environment: [String: String?] {
      get throws {
        let program = try Longform.executable
        let folder = program.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        return [
          "LONGFORM_PATH": Longform.forms, "PATH": "\(folder):/usr/local/bin:/usr/bin:/bin",
        ]
      }
    }
  }

  /// A form of items inside items. Of the rows `place` and `place.city`, the answer to `how` shows
  /// one.
  private static let nested = """
    {"longform": 1, "id": "nested", "sections": [
      {"id": "work", "repeat": {"key": "work"}, "rows": [
        {"id": "company"}, {"id": "how", "type": "choice", "export": false, "choices": ["a", "b"]},
        {"id": "place", "when": {"row": "how", "is": "a"}},
        {"id": "place.city", "when": {"row": "how", "is": "b"}}],
       "sections": [
        {"id": "projects", "repeat": {"key": "projects"}, "rows": [{"id": "role"}]}]}]}
    """

  /// The text typed before Tab, and the text that replaces it.
  private static let cases: [(typed: String, completed: String)] = [
    ("longform fi", "longform fill "),
    ("longform classm", "longform classmates "),
    ("longform fill classm", "longform fill classmates "),
    ("longform deli", "longform deliver "),
    ("longform fill --deliver-t", "longform fill --deliver-timeout "),
    ("longform fill ow", "longform fill own.json "),
    ("longform fill inner/d", "longform fill inner/deep.json "),
    ("longform fill tw", "longform fill two\\ words.json "),
    ("longform show alph", "longform show alphabetimals "),
    ("longform check city resu", "longform check city resume "),
    ("longform convert outc", "longform convert outcome.csv "),
    ("longform convert outcome.csv --form playe", "longform convert outcome.csv --form players "),
    ("longform fill classmates --guard", "longform fill classmates --guard-formulas "),
    ("longform classmates --answers-f", "longform classmates --answers-format "),
    ("longform --format mark", "longform --format markdown "),
    ("longform convert --format ht", "longform convert --format html "),
    ("longform fill city --format mark", "longform fill city --format markdown "),
    ("longform fill city --format=mark", "longform fill city --format=markdown "),
    ("longform edit own.txt --format y", "longform edit own.txt --format yaml "),
    ("longform city --answers-format y", "longform city --answers-format yaml "),
    ("longform city --color alw", "longform city --color always "),
    ("longform city --output outc", "longform city --output outcome.csv "),
    ("longform city --output=outc", "longform city --output=outcome.csv "),
    ("longform city --answers outc", "longform city --answers outcome.csv "),
    ("longform classmates --draft oth", "longform classmates --draft other "),
    ("longform fill resume --set basics.ema", "longform fill resume --set basics.email="),
    ("longform edit resume.json --set basics.ema", "longform edit resume.json --set basics.email="),
    (
      "longform fill nested.json --set 'work[0].com",
      "longform fill nested.json --set 'work[0].company="
    ),
    (
      "longform fill nested.json --set 'work[0].place.",
      "longform fill nested.json --set 'work[0].place.city="
    ),
    (
      "longform fill nested.json --set 'work[3].projects[2].r",
      "longform fill nested.json --set 'work[3].projects[2].role="
    ),
    ("longform drafts sho", "longform drafts show "),
    ("longform drafts show classm", "longform drafts show classmates/other "),
    ("longform drafts remove inventory@", "longform drafts remove inventory@1 "),
    ("longform drafts restore inv", "longform drafts restore inventory@1 "),
    ("longform drafts forget menu wish", "longform drafts forget menu wishes "),
    ("longform install --prefix inn", "longform install --prefix inner/"),
    ("longform completions z", "longform completions zsh "),
    ("longform help conv", "longform help convert "),
    ("longform help environ", "longform help environment "),
    ("longform help drafts forg", "longform help drafts forget "),
    ("longform manual longform-dr", "longform manual longform-drafts "),
  ]

  @Test(
    "bash and zsh complete commands, options, forms, formats, drafts and paths",
    arguments: ["bash", "zsh", "zsh with functions"].filter {
      Tool.works(String($0.prefix { $0 != " " }), ["-c", ":"])
    })
  func shells(setting: String) throws {
    let shell = setting.prefix { $0 != " " }
    let place = try Place()
    var environment = try place.environment
    environment["PS1"] = "ready> "
    let process = try TerminalProcess.start(
      "/usr/bin/env",
      shell == "bash" ? ["bash", "--norc", "--noprofile", "-i"] : ["zsh", "-f", "-i"],
      environment: environment, columns: 120, directory: place.folder.path, home: place.home)
    try process.wait(for: "ready>")
    let load = "source <(longform completions \(shell)); clear; echo all set\r"
    switch setting {
    case "bash":
      try process.send("bind 'set bell-style none' 'set enable-bracketed-paste off'; \(load)")
    case "zsh": try process.send("autoload -U compinit; compinit -D -u; unsetopt beep; \(load)")
    default:
      try place.home.write(Shell.zsh.script, to: "functions/_longform")
      try process.send(
        "fpath=(~/functions $fpath); autoload -U compinit; compinit -D -u; unsetopt beep; "
          + "clear; echo all set\r")
    }
    try process.wait("the completions to be read") { screen in
      screen.text.split(separator: "\n").contains { $0.hasPrefix("all set") }
    }
    for (typed, completed) in CompletionTests.cases {
      try process.press(.clearLine, .control("l"))
      try process.wait("an empty line before \(typed)") { screen in
        screen.text.split(separator: "\n").allSatisfy {
          $0.split(separator: " ").isEmpty || $0.split(separator: " ") == ["ready>"]
        }
      }
      // The `@` appears directly after the completed text, and shows whether a space was added.
      try process.send("\(typed)\t@")
      // bash also adds the quote that closes the completed word, if a quote opened it.
      try process.wait("\(completed)@") { screen in
        ["@", "'@"].contains { screen.text.contains("ready> \(completed)\($0)") }
      }
    }
  }

  @Test(
    "The name of a draft is completed",
    .enabled(if: Tool.works("bash", ["-c", ":"])))
  func draftFile() throws {
    let place = try Place()
    let program = """
      source <(longform completions bash)
      COMP_LINE='longform drafts show classm' COMP_POINT=27
      COMP_WORDS=(longform drafts show classm) COMP_CWORD=3
      _longform
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let bash = try Program.run(
      "/usr/bin/env", ["bash", "-c", program], environment: place.environment, home: place.home)
    #expect(bash.outputText == "classmates/other\n", "\(bash.errorText)")
  }

  @Test(
    "fish completes the same words, with their help", .enabled(if: Tool.works("fish", ["-c", ":"])))
  func fish() throws {
    let place = try Place()
    let setUp = try Program.run(
      Longform.executable, ["completions", "fish"], home: place.home)
    let script = try place.home.write(setUp.output, to: "longform.fish")
    let lines = CompletionTests.cases.map { typed, _ in
      "echo \"? \(typed)\"; complete -C \"\(typed)\""
    }
    let result = try Program.run(
      "/usr/bin/env",
      ["fish", "--no-config", "-c", "source \(script); \(lines.joined(separator: "; "))"],
      environment: place.environment, directory: place.folder.path, home: place.home,
      timeout: .seconds(120))
    var answers: [String: [String]] = [:]
    var asked = ""
    for line in result.outputText.split(separator: "\n") {
      if line.hasPrefix("? ") {
        asked = String(line.dropFirst(2))
      } else {
        answers[asked, default: []].append(String(line))
      }
    }
    for (typed, completed) in CompletionTests.cases {
      let word =
        completed.replacing("\\ ", with: "\u{1}").split(separator: " ").last
        .map { $0.replacing("\u{1}", with: " ").replacing("'", with: "") } ?? ""
      let words = (answers[typed] ?? []).map { $0.split(separator: "\t")[0] }
      #expect(
        words.contains { $0 == word || $0.replacing("\\ ", with: " ") == word },
        "\(typed): \(words) \(result.errorText)")
    }
    #expect(answers["longform fill classm"] == ["classmates\tClassmates"])
  }

  @Test("Completions know the possible values of every option, and every option has a line of help")
  func values() throws {
    func look(at command: SubcommandDescription) {
      for argument in command.arguments {
        let isKnown =
          argument.kind == .flag || !argument.values.isEmpty
          || CompletionValues.sources[argument.valueName] != nil
        #expect(isKnown, "\(command.path) \(argument.valueName)")
        #expect(
          !argument.help.isEmpty || command.name == "help", "\(command.path) \(argument.names)")
      }
      for subcommand in command.subcommands { look(at: subcommand) }
    }
    look(at: .program)
  }

  @Test(
    "A given option is not offered again, except --set; after -- no option is offered")
  func offered() throws {
    let program = SubcommandDescription.program
    func words(_ line: String, _ word: String) -> [String] {
      Completer(line.split(separator: " ").map(String.init), of: program)
        .completion(of: word, CompletionValues(program: program)).words.map(\.text)
    }
    #expect(words("fill x --tty --set a=b", "--").contains("--tty") == false)
    #expect(words("fill x --tty --set a=b", "--").contains("--set"))
    #expect(words("x", "--").contains("--tty"))
    #expect(words("x --height", "--") == [])
    #expect(words("fill --", "--").contains("--tty") == false)
    let folder = try temporaryFolder()
    let path = try folder.write(CompletionTests.nested, to: "nested.json")
    #expect(
      words("fill \(path) --set", "work[0].") == [
        "work[0].company=", "work[0].how=", "work[0].place=", "work[0].place.city=",
        "work[0].projects[0].role=",
      ])
    #expect(words("drafts", "").contains("restore"))
    #expect(words("fill x", "") == [], "one form is filled")
  }
}
