// Secret rows: the text typed into them is exported, but not shown, not stored, and not affected by
// undo. A resumed form names the secret rows that must be typed again.

import Glibc
import TerminalTesting
import Testing

@Suite("Secret rows", .waits)
struct SecretTests {
  private let form = """
    {"longform": 1, "id": "login", "sections": [{"rows": [
      {"id": "user"}, {"id": "password", "label": "Password", "type": "secret"}, {"id": "note"}]}]}
    """
  private let marker = "xyzzy-4711"

  /// Returns the paths of files in a folder and its subfolders that contain a text.
  private func holds(_ folder: TemporaryFolder, _ text: String) throws -> String {
    try Program.run("/bin/grep", ["-r", "-l", "-a", "-F", text, folder.path]).outputText
  }

  @Test("A secret is shown as dots, edited by character, exported as typed, and ignored by undo")
  func shown() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json"])
    try process.send("Ada\rpäss👨‍👩‍👧w ")
    try process.wait(for: "Password ▸ •••••••█".replacing("█", with: ""))
    #expect(process.screen.text.contains("2  Password  •••••••"))
    try process.press(.left, .left, .backspace)
    try process.wait(forAbsenceOf: "•••••••")
    try process.press(.undo)
    try process.wait(for: "Undone in 1 user")
    #expect(!process.screen.text.contains("päss"))
    #expect(
      try process.save()
        .contains("\"password\": \"pässw \""))
    let painted = String(decoding: process.rawOutput, as: UTF8.self)
    #expect(!painted.contains("ässw"))
  }

  @Test("After a secret is typed, the screen and plain mode report once that it is not kept")
  func saidOnce() throws {
    let note = "Password is not kept in the draft; it will be asked for again"
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json"])
    try process.send("Ada\r\(marker)")
    try process.wait(for: "Password ▸ ••••••••••")
    #expect(!process.screen.text.contains(note))
    try process.press(.enter)
    try process.wait(for: note)
    try process.press(.up, "x", .enter)
    try process.wait("the changed secret, and no note") { screen in
      screen.text.contains("note ▸") && screen.text.contains("•••••••••••")
        && !screen.text.contains(note)
    }
    let plain = try PlainReader(["./f.json", "--draft", "plain"], in: drafts)
    try plain.type("Ada", hear: "Password, empty. 2 of 3.")
    #expect(try plain.type(marker, hear: "note, empty.").contains("\(note)."))
  }

  @Test("A colon typed into an empty secret row belongs to the secret, also with vi keys")
  func colon() throws {
    for arguments in [[], ["--vi"]] {
      let drafts = try DraftHome()
      try drafts.home.write(form, to: "f.json")
      let process = try drafts.start(["./f.json"] + arguments)
      try process.send("Ada\r:\(marker)")
      try process.wait(for: "Password ▸ •••••••••••")
      try process.send("\r")
      try process.wait(for: "note ▸")
      #expect(try process.save().contains("\"password\": \":\(marker)\""))
      #expect(!String(decoding: process.rawOutput, as: UTF8.self).contains(marker))
    }
  }

  @Test("In vi's command mode, a colon or slash in a secret row opens no prompt")
  func viPrompts() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json", "--vi"])
    try process.press("Ada\r", .escape)
    try process.wait(for: "Password :")
    for key in [":", "/"] {
      try process.send("\(key)")
      try process.wait(for: "This row is secret   i to type into it   ^O for the commands")
      try process.press(.control("l"), "h")
      try process.wait(forAbsenceOf: "This row is secret")
    }
    try process.send("i\(marker)")
    try process.wait(for: "Password ▸ ••••••••••")
    #expect(!String(decoding: process.rawOutput, as: UTF8.self).contains(marker))
  }

  @Test("An error does not quote a piped line that may be a secret")
  func pipedErrors() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(form, to: "f.json")
    let command = try Longform.pipe("Ada\n:\(marker)\n", [path])
    #expect(
      command.errorText
        == "stdin:2: no such command; an answer that begins with a colon is written \\:…\n")
    let tooMany = try Longform.pipe("Ada\nx\ny\n\(marker)\n", [path])
    #expect(tooMany.errorText == "stdin:4: no row left for this line; all 3 rows have a line\n")
  }

  @Test("No file contains the text of a secret: while the form is open, after a kill, after a save")
  func notKept() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let first = try drafts.start(["./f.json"])
    try first.send("Ada\r\(marker)\rsome note")
    try first.wait(for: "note ▸ some note")
    try first.press(.command, "kept\r")
    try first.wait(for: "All is kept")
    #expect(try holds(drafts.home, "some note") != "")
    #expect(try holds(drafts.home, marker) == "")
    try first.kill()

    let second = try drafts.start(["./f.json"], waitingFor: "type again: Password")
    try second.wait(for: "2 of 3")
    try second.send(":set password \(marker)\r".replacing(":", with: "\(Keystroke.command)"))
    try second.wait(for: "3 of 3")
    try second.press(.firstRow, .down, .lineStart, "\(marker)", .killToEnd, .enter)
    try second.sync()
    #expect(try second.save().contains(marker))
    #expect(drafts.files(".finished-").count == 1)
    #expect(try holds(drafts.home, marker) == "")
  }

  @Test("A secret from a document or from --set is not stored in the draft")
  func loaded() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let document = "{\"user\": \"Ada\", \"password\": \"\(marker)\", \"x\": 1}"
    try drafts.home.write(document, to: "a/login.json")
    let edit = ["edit", "a/login.json", "--form", "./f.json"]
    let first = try drafts.start(edit)
    try first.send("!\r")
    try first.waitUntilKept()
    #expect(try holds(drafts.home, marker).hasSuffix("/a/login.json\n"))
    try first.press(.interrupt)
    _ = try first.waitForExit()
    // The resumed form reads the secret again from the document.
    let second = try drafts.start(edit, waitingFor: "Back at")
    try second.save()
    #expect(drafts.home.read("a/login.json") == document.replacing("Ada", with: "Ada!"))

    let preset = try drafts.start(
      ["./f.json", "--set", "password=\(marker)", "--set=password=\(marker)2", "--set", "note=n"],
      errors: .captured)
    try preset.press("Ada\r", .interrupt)
    _ = try preset.waitForExit()
    let line = String(decoding: preset.capturedErrors, as: UTF8.self)
    #expect(line.hasSuffix("./f.json --set note=n goes on\n"))
    #expect(try holds(drafts.home, marker).hasSuffix("/a/login.json\n"))
  }

  @Test("Without a draft, ^C asks before leaving, even if only a secret was typed")
  func leaving() throws {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(["./f.json", "--no-draft", "--set", "password=preset"])
    try process.press(.down, "!", .interrupt)
    try process.wait(for: "Leave without saving?")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    let preset = try drafts.start(["./f.json", "--no-draft", "--set", "password=preset"])
    try preset.press(.interrupt)
    #expect(try preset.waitForExit() == .exited(130))
  }
}
