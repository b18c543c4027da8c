// Files of candidates (suggested answers) in the whole program: checks, messages, and the cache of
// indexes.

import Glibc
import TerminalTesting
import Testing

@Suite("Files of candidates in the program", .waits)
struct CandidateTests {
  private static let form = """
    {"longform": 1, "id": "trip", "sections": [{"rows": [
      {"id": "city", "label": "City", "type": "choice", "choices": {"file": "cities.txt"}},
      {"id": "note", "label": "Note"}]}], "output": {"empty": "omit"}}
    """

  /// Returns a folder with a form and its candidates.
  private static func folder(
    candidates: String? = "Paris\nSão Paulo\nNew York\n"
  ) throws -> (TemporaryFolder, form: String) {
    let folder = try temporaryFolder()
    if let candidates { try folder.write(candidates, to: "cities.txt") }
    return (folder, try folder.write(form, to: "trip.json"))
  }

  @Test(
    "A script fills the shipped forms that have candidates",
    arguments: [
      ("city", "shanghai, china\nAtlantis\nbeijing, CHINA\n", "\"home\": \"Shanghai, China\""),
      ("city", "São Paulo, Brazil\n\n\n\n\n\n\n\n\n\n\n\ngb\n", "\"country\": \"GB\""),
      (
        "alphabetimals", "rabbit face 🐰\n\n\n\n\n\n\n:lines .\nOwl 🦉\nfox face 🦊\n.\n",
        "\"Fox Face 🦊\""
      ),
      (
        "menu", "2\n:set snack.apple-slices 5\n:set breakfast.wishes no nuts\n",
        "\"apple-slices\": 5"
      ),
    ])
  func shippedForms(name: String, input: String, answer: String) throws {
    let result = try Longform.pipe(input, [Longform.form(name)])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.outputText.contains(answer), "\(result.outputText)")
    let check = try Program.run(Longform.executable, ["check", Longform.form(name)])
    #expect(check.status == .exited(0) && check.errorText.isEmpty)
  }

  @Test("A file name or a --set value may begin with a combining mark (an accent without a letter)")
  func combiningMarks() throws {
    let (folder, _) = try CandidateTests.folder()
    let form = try folder.write(CandidateTests.form, to: "\u{301}x.json")
    let result = try Longform.pipe(
      "", [form, "--no-input", "--set", "city=Paris", "--set", "note=\u{301}x"])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.outputText == "{\n  \"city\": \"Paris\",\n  \"note\": \"\u{301}x\"\n}\n")
  }

  @Test("An answer in view has its label before its row is visited")
  func labels() throws {
    let (folder, _) = try CandidateTests.folder()
    try folder.write("value\tlabel\nPL\tPoland\n", to: "countries.tsv")
    let form = try folder.write(
      CandidateTests.form.replacing("cities.txt", with: "countries.tsv").replacing(
        #"{"id": "city""#, with: #"{"id": "name"}, {"id": "city""#),
      to: "form.json")
    let answers = try folder.write(#"{"city": "PL"}"#, to: "answers.json")
    let process = try Longform.start(["edit", "--form", form, answers])
    try process.wait(for: "City  Poland")
    #expect(try process.save() == "")
    #expect(folder.read("answers.json") == #"{"city": "PL"}"#)
  }

  @Test("A script's error names the line whose text is not a candidate, and suggests one")
  func scripts() throws {
    let (folder, form) = try CandidateTests.folder()
    defer { withExtendedLifetime(folder) {} }
    let wrong = try Longform.pipe("sao pau\nx\n", [form])
    #expect(wrong.status == .exited(1) && wrong.outputText.isEmpty)
    #expect(
      wrong.errorText
        == "stdin:1: city: “sao pau” is not one of the choices; did you mean “São Paulo”?\n")
    let right = try Longform.pipe("SAO PAULO\n", [form])
    #expect(right.outputText == "{\n  \"city\": \"São Paulo\"\n}\n")
    let set = try Longform.pipe("", [form, "--no-input", "--set", "city=Rome"])
    #expect(
      set.status == .exited(1) && set.errorText.contains("“Rome” is not one of the choices"))
  }

  @Test(
    "check compares answers with the candidates, and reports a missing file or an invalid line"
  )
  func check() throws {
    let (folder, form) = try CandidateTests.folder()
    let answers = try folder.write("{\"city\": \"Rome\"}", to: "answers.json")
    func check(_ arguments: [String] = []) throws -> Program.Result {
      try Program.run(Longform.executable, ["check", form] + arguments)
    }
    #expect(try check().status == .exited(0))
    let judged = try check(["--answers", answers])
    #expect(judged.status == .exited(1))
    #expect(
      judged.errorText.contains("answers.json:1:10: city: “Rome” is not one of the choices"))
    try folder.write(Array("a\nb\n".utf8) + [0xC3, 0x28, 0x0A], to: "cities.txt")
    let invalid = try check()
    #expect(invalid.status == .exited(65))
    #expect(
      invalid.errorText.hasSuffix(
        "/cities.txt:3:1: the line is not UTF-8; convert the file, for example with iconv -t UTF-8\n"
      ))
    let filled = try Longform.pipe("a\n", [form])
    #expect(filled.status == .exited(65) && filled.outputText.isEmpty)
    #expect(filled.errorText.contains("/cities.txt:3:1: the line is not UTF-8"))
    unlink(folder.path("cities.txt"))
    let missing = try check(["--json"])
    #expect(missing.status == .exited(65))
    #expect(missing.outputText.contains("cannot read the candidates: No such file or directory"))
    let unfilled = try Longform.pipe("a\n", [form])
    #expect(unfilled.status == .exited(66))
    #expect(unfilled.errorText.contains("cannot read the candidates"))
    let fills = CandidateTests.form.replacing(
      "\"cities.txt\"}", with: "\"cities.txt\"}, \"fills\": {\"x\": \"note\"}")
    try folder.write(fills, to: "trip.json")
    try folder.write("a\n", to: "cities.txt")
    #expect(
      try check().errorText.contains(
        "row city: cities.txt has no field “x”; use a file of objects (.jsonl) or of named columns (.tsv)"
      ))
  }

  @Test("A missing file of candidates is reported together with the template's other errors")
  func missingFileBesideErrors() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "odd": 1, "sections": [{"rows": [
        {"id": "c", "type": "choice", "choices": {"file": "gone.txt"}}]}]}
      """, to: "f.json")
    for arguments in [["check", form], [form]] {
      let result = try Longform.pipe("x\n", arguments)
      #expect(result.status == .exited(65))
      #expect(
        result.errorText.contains("f.json:1:28: “odd” is not a key of a form; its keys are")
          && result.errorText.contains("gone.txt: cannot read the candidates"))
    }
  }

  @Test("If the file of candidates is missing, the form opens; a save needs the file for checks")
  func terminal() throws {
    let (folder, form) = try CandidateTests.folder(candidates: nil)
    let process = try Longform.start([form])
    try process.send("Rome\rx")
    try process.wait(for: "Note ▸ x")
    try process.press(.save)
    try process.wait(for: "“Rome” cannot be checked")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    #expect(process.capturedOutput.isEmpty)

    try folder.write("Paris\nRoma\n", to: "cities.txt")
    let again = try Longform.start([form])
    try again.send("Rome\r")
    try again.wait(for: "Note ▸")
    try again.press(.save)
    try again.wait(for: "“Rome” is not one of the choices; did you mean “Roma”?")
    try again.wait(for: "City ▸ Rome")
    try again.press(.backspace, "a")
    try again.wait(for: "City ▸ Roma")
    #expect(try again.save() == "{\n  \"city\": \"Roma\"\n}\n")
  }

  // MARK: - The cache

  /// The error of a cache that stayed empty although the program ran several times.
  private struct CacheStaysEmpty: Error {}

  /// Returns an environment with a cache that no other test uses.
  private static func cache(in home: TemporaryFolder) -> [String: String?] {
    ["XDG_CACHE_HOME": home.path(".cache")]
  }

  /// Runs the program until the cache contains an index. The program does not cache the index of a
  /// file that was changed a moment ago.
  private static func fillCache(
    _ home: TemporaryFolder, _ form: String, _ answer: String
  ) throws -> String {
    for _ in 0..<200 {
      let result = try Program.run(
        Longform.executable, [form], environment: Self.cache(in: home), input: .text("\(answer)\n"),
        home: home)
      try #require(result.status == .exited(0), "\(result.errorText)")
      if let name = home.entries(of: ".cache/longform").first(where: { $0.hasSuffix(".candidates") }
      ) {
        return home.path(".cache/longform/\(name)")
      }
    }
    throw CacheStaysEmpty()
  }

  /// Replaces a candidate in the index, but not in the file of candidates. The program then accepts
  /// the new text only if it uses the index.
  private static func exchange(_ old: String, for new: String, in path: String) throws {
    let bytes = try #require(readFile(path))
    try writeFile(bytes.replacing(Array(old.utf8), with: Array(new.utf8)), to: path)
  }

  @Test("The index can be read by this user only, and is used until the file of candidates changes")
  func cache() throws {
    let (folder, form) = try CandidateTests.folder()
    let home = try temporaryFolder()
    let path = try CandidateTests.fillCache(home, form, "Paris")
    #expect(home.entries(of: ".cache/longform").count == 1)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(home.path(".cache/longform"), &status) == 0 && status.st_mode & 0o777 == 0o700)
    try CandidateTests.exchange("Paris", for: "Pariz", in: path)
    func accepts(_ answer: String) throws -> Bool {
      let result = try Program.run(
        Longform.executable, [form], environment: Self.cache(in: home), input: .text("\(answer)\n"),
        home: home)
      try #require(
        result.status == .exited(0) || result.status == .exited(1), "\(result.errorText)")
      return result.status == .exited(0)
    }
    #expect(try accepts("Pariz"))
    #expect(try !accepts("Paris"))
    // An index that other users can write is not trusted.
    chmod(path, 0o622)
    #expect(try accepts("Paris"))
    chmod(path, 0o600)
    chmod(home.path(".cache/longform"), 0o777)
    #expect(try accepts("Paris"))
    chmod(home.path(".cache/longform"), 0o700)
    let copy = try home.write(try #require(readFile(path)), to: "copy")
    unlink(path)
    symlink(copy, path)
    #expect(try accepts("Paris"))
    unlink(path)
    for garbage: [UInt8] in [[], [1, 2, 3], Array(repeating: 0xFF, count: 5_000)] {
      try writeFile(garbage, to: path)
      #expect(try accepts("Paris"))
    }
    _ = try CandidateTests.fillCache(home, form, "Paris")
    try folder.write("Paris\nRome\n", to: "cities.txt")
    #expect(try accepts("Rome"))
    #expect(try !accepts("New York"))
  }

  @Test("Adding an index to the cache removes indexes that were not used for 90 days")
  func cleaning() throws {
    let (folder, form) = try CandidateTests.folder()
    let home = try temporaryFolder()
    let used = try CandidateTests.fillCache(home, form, "Paris")
    func age(_ path: String, days: Int) {
      let time = timeval(tv_sec: Glibc.time(nil) - days * 86_400, tv_usec: 0)
      utimes(path, [time, time])
    }
    let old = try home.write("old", to: ".cache/longform/0.candidates")
    let foreign = try home.write("foreign", to: ".cache/longform/notes")
    for path in [used, old, foreign] { age(path, days: 91) }
    // One use makes the index count as new again.
    #expect(
      try Program.run(
        Longform.executable, [form], environment: Self.cache(in: home), input: .text("Paris\n"),
        home: home
      ).status
        == .exited(0))
    try folder.write("Paris\n", to: "more.txt")
    let more = try folder.write(
      #"{"longform": 1, "id": "m", "sections": [{"rows": [{"id": "c", "type": "choice", "choices": {"file": "more.txt"}}]}]}"#,
      to: "more.json")
    for _ in 0..<200 where home.entries(of: ".cache/longform").contains("0.candidates") {
      _ = try Program.run(
        Longform.executable, [more], environment: Self.cache(in: home), input: .text("Paris\n"),
        home: home)
    }
    let left = home.entries(of: ".cache/longform")
    #expect(left.contains("notes") && !left.contains("0.candidates") && left.count == 3)
  }

  @Test("If the cache cannot be written, candidates still work")
  func noCache() throws {
    let (folder, form) = try CandidateTests.folder()
    defer { withExtendedLifetime(folder) {} }
    let home = try temporaryFolder()
    try home.write("in the way", to: ".cache")
    for cache in [nil, "/proc/none", "relative", ""] as [String?] {
      let result = try Program.run(
        Longform.executable, [form], environment: ["XDG_CACHE_HOME": cache],
        input: .text("new york\n"), home: home)
      #expect(result.status == .exited(0) && result.outputText.contains("New York"))
    }
  }
}
