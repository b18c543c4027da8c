// Installing and uninstalling: which files are installed, that they work, and that all other files
// stay.

import Candidates
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

@Suite("Installing", .waits)
struct InstallTests {
  /// The files that an installation creates below the prefix: the program's own, and every form
  /// that ships.
  private func installed() throws -> [String] {
    let forms = try Program.run("/usr/bin/find", [Longform.forms, "-type", "f", "-printf", "%P\n"])
    let names = forms.outputText.split(separator: "\n").map { "share/longform/forms/\($0)" }
    #expect(names.contains("share/longform/forms/schema/template.json"))
    let own = [
      "bin/longform", "share/bash-completion/completions/longform",
      "share/fish/vendor_completions.d/longform.fish", "share/longform/installed",
      "share/zsh/site-functions/_longform",
    ]
    let pages = ManualPage.Name.allCases.map(\.installedPath)
    #expect(pages.contains("share/man/man1/longform.1"))
    return (own + pages + names).sorted()
  }

  /// Returns all files and folders below a folder; the names of folders end in a slash.
  private func tree(_ folder: TemporaryFolder) throws -> [String] {
    let found = try Program.run(
      "/usr/bin/find", [folder.path, "-mindepth", "1", "-printf", "%P%y\n"])
    return found.outputText.split(separator: "\n").map {
      $0.last == "d" ? "\($0.dropLast())/" : String($0.dropLast())
    }.sorted()
  }

  private func install(
    _ arguments: [String], _ environment: [String: String?] = [:], home: TemporaryFolder? = nil
  ) throws -> Program.Result {
    try Program.run(
      Longform.executable, ["install"] + arguments, environment: environment, home: home)
  }

  @Test("An installed program runs from its prefix without settings; uninstall leaves no trace")
  func lifeCycle() throws {
    let place = try temporaryFolder()
    let prefix = place.path("opt/longform")
    try place.write("not ours", to: "opt/longform/bin/other")
    try place.write("{}", to: "opt/longform/share/longform/forms/mine.json")
    let before = try tree(place)
    let expected = try installed()
    // The printed count does not include the list of installed files, which is a file too.
    let count = expected.count - 1
    let result = try install(["--prefix", prefix])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.outputText.hasPrefix("Installed \(count) files in \(prefix)\n"))
    let files = try tree(place).filter { !$0.hasSuffix("/") && !before.contains($0) }
    #expect(files == expected.map { "opt/longform/\($0)" })

    // Run the program from another folder, in a clean environment, with the name of a form.
    let program = "\(prefix)/bin/longform"
    let nothing = Dictionary(
      uniqueKeysWithValues: [
        "TERM", "LC_ALL", "LANG", "PATH", "SHELL", "USER", "HOME", "TMPDIR", "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
      ].map { ($0, String?.none) })
    let filled = try Program.run(
      program, ["classmates"], environment: nothing, input: .text("Ada\n"), directory: "/")
    #expect(
      filled.outputText == "{\n  \"classmates\": [\n    \"Ada\"\n  ]\n}\n", "\(filled.errorText)")
    let city = try Program.run(
      program, ["city", "--no-input", "--set", "home=Sao Paulo, Brazil", "--format", "text"],
      environment: nothing, directory: "/")
    #expect(city.outputText.contains("São Paulo"), "\(city.errorText)")
    let forms = try Program.run(program, ["forms"], environment: nothing, directory: "/")
    #expect(forms.outputText.contains("  \(prefix)/share/longform/forms/resume.json  Resume\n"))

    // The installed completions, manual and schema equal the output of the program.
    for shell in Shell.allCases {
      #expect(place.read("opt/longform/\(shell.installedPath)") == shell.script)
    }
    for page in try ManualPage.all() {
      #expect(place.read("opt/longform/\(page.name.installedPath)") == page.roff)
    }
    #expect(
      readFile("\(prefix)/share/longform/forms/\(TemplateSchema.relativePath)")
        == TemplateSchema.json)

    let again = try Program.run(
      program, ["install", "--prefix", prefix], directory: "/")
    #expect(again.status == .exited(0), "over itself: \(again.errorText)")
    let removed = try Program.run(program, ["uninstall"], environment: nothing, directory: "/")
    #expect(removed.status == .exited(0), "\(removed.errorText)")
    #expect(removed.outputText == "Removed \(count) files from \(prefix)\n")
    #expect(try tree(place) == before)
    #expect(place.read("opt/longform/bin/other") == "not ours")
  }

  @Test("install uses PREFIX and DESTDIR, --prefix overrides PREFIX, and the default is ~/.local")
  func places() throws {
    let place = try temporaryFolder()
    let stage = try temporaryFolder()
    let staged = try install([], ["PREFIX": "/usr", "DESTDIR": stage.path])
    #expect(staged.status == .exited(0), "\(staged.errorText)")
    #expect(stage.entries(of: "usr") == ["bin", "share"])
    let removed = try Program.run(
      Longform.executable, ["uninstall", "--prefix", "/usr"], environment: ["DESTDIR": stage.path])
    #expect(removed.status == .exited(0), "\(removed.errorText)")
    #expect(try tree(stage) == [])
    let named = try install(["--prefix", place.path("a")], ["PREFIX": place.path("b")])
    #expect(named.status == .exited(0))
    #expect(place.entries() == ["a"])
    let relative = try Program.run(
      Longform.executable, ["install", "--prefix", "c"], directory: place.path)
    #expect(relative.status == .exited(0))
    #expect(place.entries() == ["a", "c"])
    if geteuid() != 0 {
      let home = try TemporaryFolder()
      #expect(try install([], home: home).status == .exited(0))
      #expect(home.entries(of: ".local").contains("bin"))
      #expect(try install([], ["HOME": nil]).status == .exited(64))
    }
  }

  @Test("Symbols and unwind tables are stripped; without strip, the program is installed unchanged")
  func stripping() throws {
    let place = try temporaryFolder()
    #expect(try install(["--prefix", place.path("a")]).status == .exited(0))
    let sections = try Program.run(
      "/usr/bin/readelf", ["--sections", place.path("a/bin/longform")])
    #expect(sections.outputText.contains(".text"))
    for section in [".symtab", ".debug_info", ".eh_frame"] {
      #expect(!sections.outputText.contains(section), "\(section)")
    }
    let stripped = try Program.run(place.path("a/bin/longform"), ["--version"])
    #expect(stripped.status == .exited(0), "\(stripped.errorText)")
    let whole = try install(["--prefix", place.path("b")], ["PATH": place.path("nowhere")])
    #expect(whole.status == .exited(0), "\(whole.errorText)")
    let program = try Longform.executable
    #expect(readFile(place.path("b/bin/longform")) == readFile(program))
  }

  @Test("If another file has the path of a file to install, nothing is installed without --force")
  func conflicts() throws {
    let place = try temporaryFolder()
    try place.write("mine", to: "share/longform/forms/tasks.json")
    let before = try tree(place)
    let refused = try install(["--prefix", place.path])
    #expect(refused.status == .exited(73))
    #expect(
      refused.errorText
        == "longform: \(place.path)/share/longform/forms/tasks.json exists and was not installed by longform; --force replaces it\n"
    )
    #expect(try tree(place) == before)
    #expect(try install(["--prefix", place.path, "--force"]).status == .exited(0))
    #expect(place.read("share/longform/forms/tasks.json") != "mine")
  }

  @Test("If a folder cannot be created, install reports that and leaves nothing")
  func noPlace() throws {
    let nowhere = try install(["--prefix", "/proc/nowhere"])
    #expect(nowhere.status == .exited(73))
    #expect(nowhere.errorText.hasPrefix("longform: /proc/nowhere: "))
    let place = try temporaryFolder()
    try place.write("a file", to: "p/share/man/man1")
    let before = try tree(place)
    let refused = try install(["--prefix", place.path("p")])
    #expect(refused.status == .exited(73))
    #expect(
      refused.errorText
        == "longform: \(place.path)/p/share/man/man1: file exists\n")
    #expect(try tree(place) == before)
    for prefix in ["", "a/../b", "a\nb"] {
      #expect(try install(["--prefix", prefix]).status == .exited(64), "\(prefix)")
    }
  }

  @Test("After an install was killed, the next install succeeds and removes the leftovers")
  func leftovers() throws {
    let place = try temporaryFolder()
    let shim = try builtProduct(named: "libCFaults.so")
    for call in [4, 8, 16] {
      let killed = try Program.run(
        Longform.executable, ["install", "--prefix", place.path],
        environment: ["LD_PRELOAD": shim, "LONGFORM_KILL_AT": "\(call)"])
      #expect(killed.status == .signaled(9))
    }
    let result = try install(["--prefix", place.path])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(place.entries(of: "bin") == ["longform"])
    #expect(try !tree(place).contains { $0.contains(".longform-") })
  }

  @Test("An install that cannot write its list of files leaves no files and folders")
  func fullDisk() throws {
    let place = try temporaryFolder()
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" install --prefix \"$1/usr\""
    let result = try Program.run("/bin/sh", ["-c", script, Longform.executable, place.path])
    #expect(result.status == .exited(74), "\(result.errorText)")
    #expect(place.entries() == [])
  }

  @Test("uninstall leaves changed files and reports them; if the list is damaged, all files stay")
  func changedFiles() throws {
    let place = try temporaryFolder()
    #expect(try install(["--prefix", place.path]).status == .exited(0))
    try place.write("changed", to: "share/longform/forms/menu.json")
    #expect(try install(["--prefix", place.path]).status == .exited(73), "nor is it replaced")
    let uninstall = { try Program.run(Longform.executable, ["uninstall", "--prefix", place.path]) }
    let list = try #require(place.read("share/longform/installed"))
    for line in [
      "d share/../../outside", "f 12 ../../outside", "f 12 /etc/passwd", "f zz bin/longform",
      "garbage",
    ] {
      try place.write("\(list)\(line)\n", to: "share/longform/installed")
      #expect(try uninstall().status == .exited(65), "\(line)")
    }
    try place.write(list, to: "share/longform/installed")
    let removed = try uninstall()
    #expect(removed.status == .exited(0))
    #expect(
      removed.outputText == """
        Removed \(try installed().count - 2) files from \(place.path)
        \(place.path)/share/longform/forms/menu.json was changed since it was installed, and stays

        """)
    #expect(
      try tree(place) == [
        "share/", "share/longform/", "share/longform/forms/", "share/longform/forms/menu.json",
      ])
    let nothing = try uninstall()
    #expect(nothing.status == .exited(66))
    #expect(nothing.errorText.contains("\(place.path): nothing is installed here"))
  }

  @Test(
    "install --forms skips hidden and backup files, and refuses a folder without forms"
  )
  func otherForms() throws {
    let place = try temporaryFolder()
    try place.write("{}", to: "forms/one.json")
    try place.write("x", to: "forms/one.txt")
    try place.write("x", to: "forms/.hidden")
    try place.write("x", to: "forms/one.json~")
    try place.write("x", to: "empty/x.txt")
    #expect(
      try install(["--prefix", place.path("p"), "--forms", place.path("empty")]).status
        == .exited(66))
    #expect(
      try install(["--prefix", place.path("p"), "--forms", place.path("forms")]).status
        == .exited(0))
    #expect(place.entries(of: "p/share/longform/forms") == ["one.json", "one.txt", "schema"])
  }

  @Test(
    "The shipped schema equals the output of longform schema (RECORD_SCREENS=1 rewrites it)")
  func schema() throws {
    let path = "\(Longform.forms)/\(TemplateSchema.relativePath)"
    if environment("RECORD_SCREENS") == "1" { try writeFile(TemplateSchema.json, to: path) }
    #expect(readFile(path) == TemplateSchema.json)
    let names = try installed().filter {
      $0.hasSuffix(".json") && !$0.hasSuffix("template.json")
    }
    for name in names.compactMap({ $0.split(separator: "/").last }) {
      let bytes = try #require(readFile("\(Longform.forms)/\(name)"))
      let form = try JSONDocument(parsing: bytes)
      #expect(form.root["$schema"]?.string == TemplateSchema.relativePath, "\(name)")
    }
    let document = try JSONDocument(parsing: TemplateSchema.json)
    #expect(document.root["$id"]?.string == "urn:longform:template:1")
  }
}
