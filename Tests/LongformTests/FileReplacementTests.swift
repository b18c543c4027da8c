// Replacing a file as a whole: changes by other programs during the write, and leftovers of a kill.

import Glibc
import System
import TerminalTesting
import Testing

@testable import Candidates
@testable import FormScreen
@testable import FormTerminal
@testable import longform

@Suite("Replacing a file", .waits)
struct FileReplacementTests {
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  private func mode(of name: String) -> mode_t {
    var status = stat()
    stat(folder.path(name), &status)
    return status.st_mode & 0o7777
  }

  @Test("A file is not replaced if another program changes it while the answers are written")
  func changedMeanwhile() throws {
    let path = try folder.write("{\"n\": 1}", to: "a.json")
    let destination = try Destination.file(path).checked(force: true)
    let replacement = FileReplacement(target: path)
    let version = try versionNow(of: path)
    let isUnchanged = { version.allowsReplacing(found(at: path)) }
    #expect(throws: FileReplacement.Failure.self) {
      try replacement.run(if: isUnchanged) { descriptor in
        // Another program saves while the replacement writes its temporary file.
        _ = try? folder.write("{\"n\": \"precious\"}", to: "a.json")
        return SystemCall.writeAll(Array("{}".utf8), to: descriptor)
      }
    }
    #expect(folder.read("a.json") == "{\"n\": \"precious\"}")
    #expect(folder.entries() == ["a.json"])
    // The destination may replace any file, because it was created with `force`.
    try destination.write(Array("new".utf8))
    #expect(folder.read("a.json") == "new")
  }

  @Test("A file that another program creates while the answers are written is not replaced")
  func appearedMeanwhile() throws {
    let path = folder.path("new.json")
    let isAbsent = { FileVersion.absent.allowsReplacing(found(at: path)) }
    #expect(throws: FileReplacement.Failure.self) {
      try FileReplacement(target: path).run(if: isAbsent) { descriptor in
        _ = try? folder.write("precious", to: "new.json")
        return SystemCall.writeAll(Array("{}".utf8), to: descriptor)
      }
    }
    #expect(folder.read("new.json") == "precious" && folder.entries() == ["new.json"])
  }

  @Test("Of processes that edit one version of a file, those that end well have changed it")
  func race() throws {
    let names = (0..<6).map { "r\($0)" }
    let rows = names.map { #"{"id": "\#($0)"}"# }.joined(separator: ", ")
    let form = try folder.write(
      #"{"longform": 1, "id": "f", "sections": [{"rows": [\#(rows)]}]}"#, to: "f.json")
    let script = """
      for name in \(names.joined(separator: " ")); do
        ("$1" edit "$2" --form "$3" --no-input --set "$name=new"; echo "$name $?") 2>&1 &
      done
      wait
      """
    for _ in TestScale.turns(6) {
      let path = try folder.write("{}", to: "race.json")
      let result = try Program.run(
        "/bin/bash", ["-c", script, "bash", Longform.executable, path, form])
      let lines = Set(result.outputText.split(separator: "\n").map(String.init))
      let answers = try #require(folder.read("race.json"))
      let written = names.filter { answers.contains("\"\($0)\": \"new\"") }
      #expect(names.filter { lines.contains("\($0) 0") } == written, "\(lines)\n\(answers)")
      let refusal = "\(path): was changed by another program"
      #expect(result.outputText.split(separator: refusal).count - 1 == names.count - written.count)
    }
  }

  @Test("The condition is checked while no other process replaces a file in the folder")
  func lockedFolder() throws {
    let path = try folder.write("old", to: "a.json")
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    var isLocked = false
    let condition = {
      isLocked = flock(other, LOCK_EX | LOCK_NB) != 0
      return true
    }
    try FileReplacement(target: path).run(if: condition) { _ in nil }
    #expect(isLocked && flock(other, LOCK_EX | LOCK_NB) == 0)
    // Someone else has locked the folder: the file is replaced after a second all the same.
    try FileReplacement(target: path).run(if: condition) { descriptor in
      SystemCall.writeAll(Array("new".utf8), to: descriptor)
    }
    #expect(folder.read("a.json") == "new")
  }

  @Test("A new file gets default permissions; a replaced file keeps its own")
  func permissions() throws {
    let script = "umask 027; exec \"$0\" \"$@\""
    let save = {
      try Program.run(
        "/bin/sh",
        ["-c", script, Longform.executable, Longform.form("classmates"), "--no-input", "--force"]
          + ["--output", folder.path("new")])
    }
    #expect(try save().status == .exited(0))
    #expect(mode(of: "new") == 0o640)
    chmod(folder.path("new"), 0o604)
    #expect(try save().status == .exited(0))
    #expect(mode(of: "new") == 0o604)
  }

  private static let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
  /// Whether the tests can run the program as a user with fewer rights.
  private static var runsAsNobody: Bool {
    guard geteuid() == 0, let executable = try? Longform.executable else { return false }
    return Tool.works("setpriv", asNobody + [executable, "--version"])
      && Tool.works("setpriv", asNobody + ["cat", Longform.form("classmates")])
  }

  @Test(
    "If the file's group cannot be kept, the new group may only do what everyone could",
    .enabled(if: Self.runsAsNobody, "only root can give a file to another user"))
  func otherGroup() throws {
    let (nobody, adm): (uid_t, gid_t) = (65_534, 4)
    try folder.write("{}", to: "a.json")
    chown(folder.path, nobody, nobody)
    for (old, new) in [
      (mode_t(0o664), mode_t(0o644)), (0o660, 0o600), (0o640, 0o600), (0o604, 0o600),
    ] {
      chown(folder.path("a.json"), nobody, adm)
      chmod(folder.path("a.json"), old)
      let saved = try Program.run(
        "/usr/bin/setpriv",
        Self.asNobody + [
          Longform.executable, "edit", "a.json", "--form", Longform.form("classmates"),
          "--set", "classmate1=Ada", "--no-input", "--no-draft",
        ], home: folder)
      #expect(saved.status == .exited(0), "\(saved.errorText)")
      #expect(mode(of: "a.json") == new)
    }
  }

  @Test("Only the owner can read the temporary file, and no other save removes it as a leftover")
  func whileWriting() throws {
    let path = folder.path("out")
    try FileReplacement(target: path).run { descriptor in
      let names = folder.entries()
      #expect(names.count == 1 && names.allSatisfy { mode(of: $0) == 0o600 })
      // In the meantime another save in the same folder ends, and removes leftovers.
      #expect(throws: Never.self) { try Destination.file(folder.path("other")).write([0x31]) }
      return SystemCall.writeAll([0x32], to: descriptor)
    }
    #expect(folder.entries().sorted() == ["other", "out"])
    #expect(folder.read("out") == "2")
  }

  @Test("A save removes the leftovers of a killed save; files with other names stay")
  func leftovers() throws {
    _ = try folder.write("secret", to: ".longform-4711-815")
    for name in [".longform-", ".longform-1", ".longform-a-1", ".longform-1-2-3", "longform-1-2"] {
      _ = try folder.write("mine", to: name)
    }
    try Destination.file(folder.path("out")).write([0x31])
    #expect(
      folder.entries().sorted() == [
        ".longform-", ".longform-1", ".longform-1-2-3", ".longform-a-1", "longform-1-2", "out",
      ])
  }

  @Test("At whichever call a save is killed, the next save removes everything that it left")
  func killed() throws {
    let shim = try builtProduct(named: "libCFaults.so")
    let classmates = Longform.form("classmates")
    var left = 0
    for call in 1..<100 {
      let place = try temporaryFolder()
      let run = { (environment: [String: String?]) in
        try Program.run(
          Longform.executable,
          [classmates, "--output", place.path("out.json"), "--force", "--set", "classmate1=Ada"]
            + ["--no-input"], environment: environment)
      }
      let killed = try run(["LD_PRELOAD": shim, "LONGFORM_KILL_AT": "\(call)"])
      for name in place.entries() where name != "out.json" {
        left += 1
        var status = stat()
        stat(place.path(name), &status)
        #expect(
          status.st_size == 0 || status.st_mode & 0o077 == 0 || place.read(name)?.last == "\n")
      }
      #expect(try run([:]).status == .exited(0))
      #expect(place.entries() == ["out.json"], "killed at call \(call)")
      if killed.status == .exited(0) { break }
      #expect(killed.status == .signaled(9))
    }
    #expect(left > 2)
  }

  private func found(at path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private func versionNow(of path: String) throws -> FileVersion {
    let status = try #require(found(at: path))
    return .version(FileIdentity(status), status)
  }
}
