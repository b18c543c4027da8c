// Shell commands: their input, output and end.

import Glibc
import TerminalTesting
import Testing

@testable import System

@Suite("Shell commands")
struct ShellCommandTests {
  private func run(
    _ text: String, _ bytes: [UInt8] = [], folder: String? = nil
  ) throws -> (end: ShellCommand.End?, output: [UInt8], errors: [UInt8]) {
    var command = try ShellCommand(
      text, input: .bytes(bytes, folder: folder), environment: [("GIVEN", "a b"), ("HOME", "/h")])
    for _ in 0..<600 where command.end == nil { command.wait(milliseconds: 100) }
    return (command.end, command.outputBytes, command.errorBytes)
  }

  @Test("A command gets its complete input, from memory or a file, and all its output is read")
  func streams() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let place = try temporaryFolder()
    for folder in [nil, place.path] {
      let copied = try run("cat", bytes, folder: folder)
      #expect(copied.end == .exited(0) && copied.output == bytes && copied.errors.isEmpty)
    }
    // A command may end without reading its input.
    #expect(try run("exit 7", bytes).end == .exited(7))
    let path = try place.write("in a file", to: "input")
    var command = try ShellCommand("cat", input: .file(path), environment: [])
    while command.end == nil { command.wait(milliseconds: 100) }
    #expect(command.outputBytes == Array("in a file".utf8))
    #expect(throws: (any Error).self) {
      _ = try ShellCommand("cat", input: .file("/nowhere"), environment: [])
    }
  }

  @Test("The first 64 KiB of standard error are kept, and the rest does not block the command")
  func errors() throws {
    let result = try run("yes message | head -c 1000000 >&2; echo $GIVEN $HOME")
    #expect(result.end == .exited(0) && result.errors.count == ShellCommand.mostErrorBytes)
    #expect(result.output == Array("a b /h\n".utf8))
  }

  @Test("If a signal ends a command, that is reported; a command that ignores SIGTERM is killed")
  func ends() throws {
    #expect(try run("kill -PIPE $$").end == .killed(signal: SIGPIPE))
    var command = try ShellCommand(
      "trap '' TERM; echo on; while :; do sleep 0.1; done", input: .bytes([], folder: nil),
      environment: [])
    while command.outputBytes.isEmpty { command.wait(milliseconds: 10) }
    command.stop()
    command.stop()
    // Poll like the screen, which never waits for a command.
    while command.end == nil {
      command.wait(milliseconds: 0)
      usleep(10_000)
    }
    #expect(command.end == .killed(signal: SIGKILL))
  }

  @Test(
    "A command runs in its folder, this process stays in its own, and a missing folder is an error")
  func folders() throws {
    let place = try temporaryFolder()
    var command = try ShellCommand(
      "pwd -P", input: .bytes([], folder: nil), environment: [], in: place.path)
    while command.end == nil { command.wait(milliseconds: 100) }
    let (mine, its) = (realpath(".", nil), realpath(place.path, nil))
    defer {
      free(mine)
      free(its)
    }
    #expect(command.outputBytes == Array("\(String(cString: try #require(its)))\n".utf8))
    #expect(String(cString: try #require(mine)) != String(cString: try #require(its)))
    #expect(throws: (any Error).self) {
      _ = try ShellCommand(
        "true", input: .bytes([], folder: nil), environment: [], in: "\(place.path)/none")
    }
  }

  @Test("Processes that a command leaves running are not awaited; a released command is ended")
  func leftBehind() throws {
    let result = try run("sleep 600 >&2 & echo $!")
    #expect(result.end == .exited(0))
    let text = String(decoding: result.output, as: UTF8.self)
    kill(try #require(Int32(text.dropLast())), SIGKILL)
    var pid: Int32 = 0
    do {
      var command = try ShellCommand(
        "echo $$; exec sleep 600", input: .bytes([], folder: nil), environment: [])
      while command.outputBytes.isEmpty { command.wait(milliseconds: 10) }
      pid = try #require(Int32(String(decoding: command.outputBytes.dropLast(), as: UTF8.self)))
    }
    #expect(kill(pid, 0) != 0)
  }
}
