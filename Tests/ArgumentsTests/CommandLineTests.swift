// Command lines: the meaning of each word, and the error for each wrong word.

import Arguments
import TerminalTesting
import Testing

@Suite("Command lines")
struct CommandLineTests {
  enum Size: String, CaseIterable, ExpressibleByArgument { case small, large }

  struct Shared: ParsableArguments {
    @Flag(help: "Say less.") var quiet = false
    @Option(parsing: .unconditional, help: "A number.") var count: Int?

    func validate() throws {
      if count == 13 { throw ValidationError("--count is never 13") }
    }
  }

  struct Pour: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pour", abstract: "Pour tea.")
    @Argument(help: "The cup.") var cup: String
    @Argument(help: "More cups.") var others: [String] = []
    @Option(help: "How large.") var size: Size = .small
    @Option(name: .customLong("add"), help: ArgumentHelp("What to add.", valueName: "thing"))
    var additions: [String] = ["water"]
    @Option(
      help: "A letter.", completion: .list(["a", "b"]),
      transform: { word throws(ValidationError) in
        guard ["a", "b"].contains(word) else { throw .mustBe(["a", "b"], not: word) }
        return word
      })
    var letter: String?
    @Flag(help: "Without a word.") var noTalking = false
    @OptionGroup var shared: Shared

    func validate() throws {
      if noTalking, shared.quiet { throw ValidationError("--no-talking and --quiet are the same") }
    }
  }

  struct Wash: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "wash", abstract: "Wash up.")
    @Argument(isRequired: true, help: "The size.") var size: Size = .small
    @Argument(help: "With.") var soap: String?
  }

  struct Kitchen: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "kitchen", abstract: "Work in the kitchen.", subcommands: [Wash.self])
  }

  struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tea", abstract: "Make tea.", subcommands: [Pour.self, Kitchen.self],
      defaultSubcommand: Pour.self)
  }

  private func request(_ line: String) throws(UsageError) -> CommandRequest {
    try Program.request(line.split(separator: " ").map { $0 == "''" ? "" : String($0) })
  }

  private func pour(_ line: String) throws -> Pour {
    guard case .run(let command) = try request(line), let pour = command as? Pour else {
      throw ValidationError("another command")
    }
    return pour
  }

  @Test("Options, flags and arguments get the values on the command line, or else their defaults")
  func values() throws {
    let bare = try pour("pour blue")
    #expect((bare.cup, bare.others, bare.size) == ("blue", [], .small))
    #expect((bare.additions, bare.letter, bare.noTalking) == (["water"], nil, false))
    #expect((bare.shared.quiet, bare.shared.count) == (false, nil))
    let full = try pour(
      "pour --add milk blue --size=large red --letter b --add=a=b --no-talking --count -3 '' -")
    #expect((full.cup, full.others, full.size) == ("blue", ["red", "", "-"], .large))
    #expect((full.additions, full.letter, full.noTalking) == (["water", "milk", "a=b"], "b", true))
    #expect(full.shared.count == -3)
  }

  @Test("If an option is given twice, the last value counts; a new line starts with the defaults")
  func lastValue() throws {
    let first = try pour("pour x --size large --size small --count 1 --count 2")
    #expect((first.size, first.shared.count) == (.small, 2))
    let second = try pour("pour x")
    #expect((second.shared.count, first.shared.count) == (nil, 2))
  }

  @Test("After -- every word is an argument")
  func terminator() throws {
    let command = try pour("pour -- --quiet -- -x")
    #expect(
      (command.cup, command.others, command.shared.quiet) == ("--quiet", ["--", "-x"], false))
  }

  @Test("If no command is named, the default command gets all words")
  func defaults() throws {
    #expect(try pour("blue --quiet").cup == "blue")
    #expect(try pour("--quiet pour").cup == "pour", "only the first word names a command")
    guard case .run(let command) = try request("kitchen wash large") else {
      Issue.record("no command")
      return
    }
    #expect((command as? Wash)?.size == .large)
  }

  @Test("--help and --version are read anywhere before --, even if the line has errors")
  func help() throws {
    for (line, path) in [
      ("pour --nonsense --help", ["tea", "pour"]), ("kitchen -h", ["tea", "kitchen"]),
      ("--help", ["tea"]), ("kitchen wash -h", ["tea", "kitchen", "wash"]),
    ] {
      guard case .help(path) = try request(line) else {
        Issue.record("\(line)")
        continue
      }
    }
    guard case .version = try request("pour --version") else {
      Issue.record("no version")
      return
    }
    #expect(try pour("-- --help").cup == "--help")
  }

  @Test(
    "An error quotes the wrong word and names the command",
    arguments: [
      ("pour x --sise large", "unknown option --sise; did you mean --size?", "tea pour"),
      ("x --zzz=1", "unknown option --zzz", "tea pour"),
      ("pour x -q", "unknown option -q", "tea pour"),
      ("pour x --size", "--size needs a value: --size <size>", "tea pour"),
      ("pour x --add --quiet", "--add needs a value: --add <thing>", "tea pour"),
      ("pour x --count", "--count needs a value: --count <count>", "tea pour"),
      ("pour x --quiet=yes", "--quiet takes no value", "tea pour"),
      ("pour", "<cup> is missing", "tea pour"),
      ("", "<cup> is missing", "tea pour"),
      ("kitchen wash", "<size> is missing", "tea kitchen wash"),
      (
        "kitchen wash smal",
        "<size> must be small or large, not “smal”; did you mean small?", "tea kitchen wash"
      ),
      ("kitchen wash small a b c", "unexpected arguments “b”, “c”", "tea kitchen wash"),
      ("kitchen dry", "unexpected argument “dry”", "tea kitchen"),
      ("pour x --count 1x", "--count must be a whole number, not “1x”", "tea pour"),
      ("pour x --letter c", "--letter must be a or b, not “c”", "tea pour"),
      ("pour x --count 13", "--count is never 13", "tea pour"),
      ("pour x --quiet --no-talking", "--no-talking and --quiet are the same", "tea pour"),
    ])
  func errors(line: String, sentence: String, command: String) {
    let error = #expect(throws: UsageError.self) { try request(line) }
    #expect(error?.sentence == sentence)
    #expect(error?.command.joined(separator: " ") == command)
  }

  @Test("The parameters of a command are listed in their order, with their help")
  func parameters() {
    let parameters = Pour().parameters
    #expect(
      parameters.map { $0.option ?? $0.valueName }
        == ["cup", "others", "--size", "--add", "--letter", "--no-talking", "--quiet", "--count"])
    #expect(parameters.map(\.values) == [[], [], ["small", "large"], [], ["a", "b"], [], [], []])
    #expect(parameters.map(\.defaultText) == ["", "", "small", "", "", "", "", ""])
    #expect(parameters.map(\.isOptional) == [false] + Array(repeating: true, count: 7))
    #expect(parameters[3].valueName == "thing" && parameters[3].isRepeating)
    #expect(parameters.allSatisfy { !$0.help.isEmpty })
  }

  @Test("Random words are read as a command or an error, and arguments keep their order")
  func randomLines() {
    var generator = SeededGenerator(seed: 7)
    let words = [
      "pour", "kitchen", "wash", "-", "--", "--size", "--size=large", "--add", "--count", "5", "x",
      "--quiet", "--quiet=", "=", "-=", "--=", "", "é=", "--é",
    ]
    for _ in 0..<2_000 {
      let line = (0..<Int.random(in: 0..<7, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }
      guard case .run(let command)? = try? Program.request(line), let pour = command as? Pour else {
        continue
      }
      // Every argument is a word of the line, in the same order.
      var rest = line[...]
      for argument in [pour.cup] + pour.others {
        guard let place = rest.firstIndex(of: argument) else {
          Issue.record("\(line): \(argument)")
          break
        }
        rest = rest[(place + 1)...]
      }
    }
  }
}
