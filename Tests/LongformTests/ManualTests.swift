// The pages of the manual and `longform help`: they are complete and without repetition, and their
// examples run.

import FormFormats
import FormModel
import FormSchema
import FormScreen
import Glibc
import Keys
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import longform

@Suite("The manual", .waits)
struct ManualTests {
  static let mandoc = Tool.works("sh", ["-c", "command -v mandoc"])
  static let man = Tool.works("sh", ["-c", "command -v man && command -v groff"])

  @Test(
    "mandoc and groff report no problem in any page",
    .enabled(if: ManualTests.mandoc || ManualTests.man), arguments: ManualPage.Name.allCases)
  func lint(name: ManualPage.Name) throws {
    let folder = try temporaryFolder()
    let path = try folder.write(
      ManualPage.page(name).roff, to: "\(name.rawValue).\(name.section)")
    if ManualTests.mandoc {
      let lint = try Program.run("/usr/bin/env", ["mandoc", "-Tlint", path])
      #expect(lint.outputText + lint.errorText == "")
      #expect(lint.status == .exited(0))
    }
    if ManualTests.man {
      let man = try Program.run(
        "/usr/bin/env", ["man", "--warnings=all", "-l", path],
        environment: ["MANWIDTH": "80", "PAGER": "cat", "MANPAGER": "cat"])
      #expect(man.status == .exited(0))
      #expect(man.errorText == "")
      for section in try ManualPage.page(name).sections {
        #expect(man.outputText.contains(section.title), "\(section.title)")
      }
    }
    let page = try ManualPage.page(name).roff
    #expect(page.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("Text that looks like a request or an escape sequence of roff is printed as text")
  func escapes() {
    var page = Roff(name: "x", section: 1, date: "2000-01-01", source: "x 1", manual: "m")
    page.section("NAME")
    page.paragraph(".TH 'x' \\n `\\-` é 👍 ^~\"")
    #expect(
      page.text == """
        .TH X 1 2000-01-01 "x 1" "m"
        .SH NAME
        \\&.TH \\(aqx\\(aq \\en \\fB\\e\\-\\fR \\[u00E9] \\[u1F44D] \\(ha\\(ti\\(dq

        """)
  }

  // MARK: - Completeness

  /// Returns the names of all items in a section of a page, from the page's roff source. An item
  /// with several names counts once for each of them.
  private func tags(in title: String, of name: ManualPage.Name) throws -> [String] {
    let roff = try ManualPage.page(name).roff
      .replacing("\\-", with: "-").replacing("\\(ha", with: "^").replacing("\\(ti", with: "~")
      .replacing("\\(aq", with: "'")
    let parts = roff.split(separator: "\n.SH ")
    let section = try #require(parts.first { $0.hasPrefix("\(title)\n") }, "\(title)")
    return section.split(separator: "\n").filter { $0.hasPrefix(".B \"") }
      .flatMap { $0.dropFirst(4).dropLast().split(separator: ", ") }.map(String.init)
  }

  /// Returns the pages and sections that contain an item whose name begins with a prefix.
  private func places(ofItemsBeginning prefix: String) throws -> Set<String> {
    var places: Set<String> = []
    for page in try ManualPage.all() {
      for section in page.sections {
        let isFound = section.blocks.contains { block in
          if case .item(let tag, _) = block { tag.hasPrefix(prefix) } else { false }
        }
        if isFound { places.insert("\(page.name.rawValue) \(section.title)") }
      }
    }
    return places
  }

  @Test("The manual has exactly the commands of the program, with their options")
  func commands() throws {
    var commands: [[String]] = []
    var options: Set<String> = []
    func look(at command: SubcommandDescription) {
      if command.subcommands.isEmpty { commands.append(command.path) }
      options.formUnion(command.options.flatMap(\.names).filter { $0.hasPrefix("--") })
      for subcommand in command.subcommands { look(at: subcommand) }
    }
    look(at: .program)
    let section = try #require(
      ManualPage.page(.program).sections.first { $0.title == "COMMANDS" })
    let headings = section.blocks.compactMap { block -> [String]? in
      guard case .heading(let heading) = block, heading.hasPrefix("longform") else { return nil }
      return heading.split(separator: " ").map(String.init).filter {
        $0 == $0.lowercased() && !$0.hasPrefix("[")
      }
    }
    #expect(headings == commands)
    let tags = try tags(in: "COMMANDS", of: .program).filter { $0.hasPrefix("--") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    options.subtract(["--help", "--version"])
    #expect(Set(tags) == options)
    #expect(try places(ofItemsBeginning: "--") == ["longform COMMANDS"])
  }

  @Test("The manual has exactly the commands of a form")
  func formCommands() throws {
    let names = CommandTable.entries.flatMap { [$0.name.rawValue] + $0.aliases }
    let tags = try tags(in: "COMMANDS OF A FORM", of: .program).compactMap {
      $0.split(separator: " ").first.map { String($0.dropFirst()) }
    }
    #expect(tags == names)
  }

  /// Returns the name of a key in the manual's notation, or nil for a key without a letter.
  private func name(of key: Key) -> String? {
    switch key {
    case .control(let scalar): "^\(scalar)"
    case .meta(let scalar): "Alt-\(String(scalar).lowercased())"
    default: nil
    }
  }

  @Test("The manual has exactly the keys that the program reads")
  func keys() throws {
    /// Joins ^X and the key after it, so that a split at spaces keeps such a chord as one word.
    func joined(_ keys: String) -> String { keys.replacing("^X ", with: "^X") }
    let tags = try tags(in: "KEYS", of: .program).flatMap {
      joined($0).split { $0 == " " || $0 == "," }
    }
    .map(String.init)
    let commands = CommandTable.entries.flatMap { $0.keys + $0.viKeys }.map { joined($0.name) }
    #expect(Set(commands).isSubset(of: Set(tags)))
    // All keys that the program reads: those in the table of keys, and those of the line editor.
    let table = KeyTable.groups.flatMap(\.entries).flatMap { $0.keys.keys }
    let path = "\(MarkdownDocument.root)/Sources/LineEditing/LineEngine+Keys.swift"
    let editor = String(decoding: try #require(readFile(path)), as: UTF8.self)
      .replacing(#/\.controlX\(\.control\("[a-z]"\)\)/#, with: "")
      .matches(of: #/\.(control|meta)\("(.)"\)/#)
      .map { ($0.1 == "control" ? "^" : "Alt-") + $0.2.lowercased() }
    let read = Set(table.compactMap(name(of:)) + editor)
    let named = Set(
      tags.filter { $0.count < ($0.hasPrefix("Alt-") ? 6 : 4) }.map {
        $0.lowercased().replacing("alt-", with: "Alt-")
      })
    #expect(read.subtracting(named) == [])
    #expect(Set(editor).subtracting(table.compactMap(name(of:))) == [])
    let ofCommands = Set(commands.map { $0.lowercased().replacing("alt-", with: "Alt-") })
    let marked = named.filter { $0.hasPrefix("^") && $0.count == 2 || $0.hasPrefix("Alt-") }
    // Alone, ^X is only the first key of a chord.
    #expect(marked.subtracting(read).subtracting(ofCommands).subtracting(["^x"]) == [])
    #expect(try places(ofItemsBeginning: "^") == ["longform KEYS"])
    #expect(try places(ofItemsBeginning: "Alt-") == ["longform KEYS"])
  }

  @Test("The section about keys begins with their notation")
  func notation() throws {
    let keys = try #require(ManualPage.page(.program).sections.first { $0.title == "KEYS" })
    #expect(keys.blocks.first == .paragraph(KeyTable.notation))
  }

  @Test("The manual has exactly the exit codes of the program")
  func exits() throws {
    let codes = ExitStatus.allCases.map { String($0.rawValue) } + ["129", "131", "143"]
    #expect(try tags(in: "EXIT STATUS", of: .program) == codes)
    #expect(try places(ofItemsBeginning: "65") == ["longform EXIT STATUS"])
  }

  @Test("The manual has exactly the environment variables that the sources read")
  func variables() throws {
    let sources = try Program.run(
      "/usr/bin/find", ["\(MarkdownDocument.root)/Sources", "-name", "*.swift"])
    var read: Set<String> = []
    for path in sources.outputText.split(separator: "\n") where !path.contains("/Help/") {
      let text = String(decoding: readFile(String(path)) ?? [], as: UTF8.self)
      for line in text.split(separator: "\n")
      where line.contains("environment(") || line.contains("Folder(") || line.contains("variable(")
        || line.contains("getenv(") || line.contains("file(\".") || line.contains("\"ACCESSIBLE\"")
      {
        for match in line.matches(of: #/"([A-Z][A-Z_]{2,})"/#) { read.insert(String(match.1)) }
      }
    }
    // These variables are read by libedit and the C library.
    read.formUnion(["TERM", "LC_ALL", "LC_CTYPE", "LANG"])
    #expect(Set(try tags(in: "ENVIRONMENT", of: .program)) == read)
    #expect(try places(ofItemsBeginning: "LONGFORM_") == ["longform ENVIRONMENT"])
  }

  @Test("The manual lists exactly the files and folders that a session creates")
  func files() throws {
    let home = try temporaryFolder()
    let place = try temporaryFolder()
    let city = try Program.run(
      Longform.executable, ["city", "--draft", "main"],
      environment: [
        "LONGFORM_PATH": Longform.forms, "XDG_CACHE_HOME": home.path(".cache"),
      ], input: .text("Tokyo, Japan\n:quit\n"),
      directory: place.path, home: home)
    #expect(city.status == .exited(1), "\(city.errorText)")
    let prefix = place.path("prefix")
    #expect(
      try Program.run(Longform.executable, ["install", "--prefix", prefix]).status == .exited(0))
    for name in ["\(home.path)/.local/share/longform/forms", place.path("Forms")] {
      let made = try Program.run("/bin/mkdir", ["-p", name])
      #expect(made.status == .exited(0))
      let form = #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}]}]}"#
      try writeFile(
        Array(form.utf8), to: "\(name)/\(name.contains("share") ? "mine" : "near").json")
    }
    let forms = try Program.run(
      "\(prefix)/bin/longform", ["forms"], directory: place.path, home: home)
    for name in ["mine", "near", "resume"] {
      #expect(forms.outputText.contains("\(name) "), "\(forms.outputText)")
    }
    let found = try Program.run(
      "/usr/bin/find", [home.path, "\(prefix)/share/longform", "-type", "f"])
    let named = try tags(in: "FILES", of: .program)
    func places(of tag: String) -> String {
      tag.replacing("~/", with: "\(home.path)/").replacing("PREFIX", with: prefix)
    }
    for path in found.outputText.split(separator: "\n") {
      #expect(named.contains { path.hasPrefix(places(of: $0)) }, "\(path)")
    }
    for tag in named where tag != "./Forms" && !tag.hasSuffix("rc") {
      #expect(found.outputText.contains(places(of: tag)), "\(tag)")
    }
    #expect(
      named.filter { $0.hasSuffix("rc") } == ["~/.editrc", "~/.inputrc"], "PersonalFilesTests")
  }

  @Test("The manual has exactly the formats of the program, on one page")
  func formats() throws {
    #expect(try tags(in: "FORMATS", of: .formats) == ExportFormat.allCases.map(\.rawValue))
    #expect(try places(ofItemsBeginning: "jsonl") == ["longform-formats FORMATS"])
  }

  @Test("The manual has exactly the keys and types of templates")
  func templates() throws {
    let page = try tags(in: "DESCRIPTION", of: .forms)
    #expect(page == (try TemplateReference().tables.flatMap(\.keys).map(\.name)))
    #expect(try tags(in: "TYPES", of: .forms) == RowType.allCases.map(\.rawValue))
  }

  // MARK: - Examples

  @Test("The examples of the manual run")
  func examples() throws {
    let folder = try ExampleFolder()
    func prepare(_ command: String) throws {
      let (text, end) = try folder.run(command, typing: "\n")
      #expect(end == .exited(0), "\(command): \(text)")
    }
    try prepare(
      #"printf '{"basics": {"name": "Ada"}, "work": [{"name": "Barclays"}]}' > resume.json"#)
    try prepare("cp resume.json last-year.json")
    try prepare("longform convert resume.json --output resume.yaml")
    try prepare("printf 'A1\\nlaptop\\n' | longform fill inventory --output inventory.json")
    try prepare("printf 'Ada\\n:quit!\\n' | longform classmates --draft main || [ $? = 1 ]")
    var count = 0
    for page in try ManualPage.all() {
      for block in page.sections.filter({ $0.title != "SYNOPSIS" }).flatMap(\.blocks) {
        guard case .example(let lines) = block else { continue }
        if lines.first?.hasPrefix("{") == true {
          try folder.folder.write(lines.joined(separator: "\n"), to: "example.json")
          try prepare("longform check example.json")
          count += 1
          continue
        }
        if lines == ["Classmate 3: Ada. 3 of 20."] { continue }
        for line in lines {
          if line.contains("jq"), !Tool.jq { continue }
          if line.contains("| man"), !ManualTests.man { continue }
          try prepare(line)
          count += 1
        }
      }
    }
    #expect(count > 15)
  }

  @Test("The manual's example of plain mode equals the output of plain mode")
  func plainRow() throws {
    let process = try Longform.start(
      [Longform.form("classmates"), "--plain", "--set", "classmate3=Ada"], waitingFor: "1 of 20.")
    try process.send(":3\r")
    try process.wait(for: "Classmate 3: Ada. 3 of 20.")
    let plain = try #require(HelpTopic.plain.lines().first { $0.hasPrefix("    Classmate") })
    #expect(plain == "    Classmate 3: Ada. 3 of 20.")
  }

  // MARK: - longform help

  private func help(_ words: String...) throws -> Program.Result {
    try Program.run(Longform.executable, ["help"] + words)
  }

  @Test("longform help prints every topic, in lines of at most 80 columns")
  func topics() throws {
    for topic in HelpTopic.allCases {
      let result = try help(topic.rawValue)
      #expect(result.status == .exited(0))
      let lines = result.outputText.split(separator: "\n")
      #expect(lines.count > 10, "\(topic)")
      #expect(lines.allSatisfy { $0.count <= 80 && !$0.contains("`") }, "\(topic)")
    }
    let keys = try help("keys").outputText
    #expect(
      keys.hasPrefix(
        "KEYS\n\n^S is Ctrl-S. Instead of Alt-x you can press Esc and then x within a second.\n"))
    #expect(keys.contains("  ^S                    save and finish"))
    #expect(try help("exits").outputText.contains("\n  65                    a template"))
  }

  @Test("longform help prints the help of a command, of a subcommand, and of a form's command")
  func commandHelp() throws {
    #expect(try help("convert").outputText.contains("USAGE: longform convert"))
    #expect(try help("drafts", "show").outputText.contains("USAGE: longform drafts show"))
    #expect(try help(":undo").outputText.hasPrefix("  :undo "))
    #expect(try help("undo").outputText == help(":undo").outputText)
    let all = try help().outputText
    for topic in HelpTopic.allCases { #expect(all.contains(topic.rawValue)) }
    let form = try Longform.pipe("", ["help", "kyes"])
    #expect(form.status == .exited(64))
    #expect(
      form.errorText
        == "longform: no topic or command “kyes”; did you mean keys? longform help lists them\n")
  }

  @Test(
    "help, --help and -h print the same screen: up to 24 lines, with an example that runs")
  func firstPage() throws {
    let page = try help()
    #expect(page.status == .exited(0))
    for option in ["--help", "-h"] {
      #expect(try Program.run(Longform.executable, [option]).outputText == page.outputText)
    }
    let lines = page.outputText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
    for command in ["fill", "edit", "convert", "drafts", "import"] {
      #expect(page.outputText.contains("  longform \(command)"), "\(command)")
    }
    let folder = try ExampleFolder()
    #expect(page.outputText.contains("\n    \(HelpScreen.example)\n"))
    #expect(try folder.run(HelpScreen.example, typing: "Ada\n").1 == .exited(0))
    #expect(folder.folder.read("names.json")?.contains("Ada") == true)
  }

  @Test("help --all lists every command with one line of help, in at most 80 columns")
  func everyCommand() throws {
    let all = try help("--all").outputText
    #expect(try Program.run(Longform.executable, ["--help", "--all"]).outputText == all)
    let program = SubcommandDescription.program
    for command in program.subcommands.flatMap({ [$0] + $0.subcommands }) {
      let name = command.path.joined(separator: " ")
      #expect(all.split(separator: "\n").contains { $0.hasPrefix("\(name)  ") }, "\(name)")
    }
    #expect(all.split(separator: "\n").allSatisfy { $0.count <= 80 })
    for (name, _, _) in HelpScreen.commands {
      #expect(program.subcommands.contains { $0.name == name }, "\(name)")
    }
    #expect(try help("--all", "keys").status == .exited(64))
  }
}
