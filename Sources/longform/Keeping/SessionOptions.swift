// What a draft remembers of how its session was started, as JSON.

import FormCore
import Glibc

/// The options of a session.
struct SessionOptions: Equatable {
  /// The command that goes on with the draft.
  var command: [String] = []
  /// Where that command is to be given.
  var directory = ""
  /// Texts that rows were given before anybody typed, as `KEY=VALUE`.
  var presets: [String] = []

  init(command: [String], directory: String, presets: [String]) {
    (self.command, self.directory, self.presets) = (command, directory, presets)
  }

  /// Reads what `encoded` gave; nil for anything else.
  init?(encoded bytes: [UInt8]) {
    guard let root = try? JSONDocument(parsing: bytes).root else { return nil }
    command = root["command"]?.elements.compactMap(\.string) ?? []
    directory = root["directory"]?.string ?? ""
    presets = root["set"]?.elements.compactMap(\.string) ?? []
  }

  /// The options as JSON.
  var encoded: [UInt8] {
    JSONRecord([
      ("command", .texts(command)), ("directory", .text(directory)), ("set", .texts(presets)),
    ]).encoded
  }

  /// The options of a session that goes on with a draft: rows keep the texts they were given then.
  func goingOn(with draft: SessionOptions) -> SessionOptions {
    var options = self
    options.presets = draft.presets.filter { !presets.contains($0) } + presets
    return options
  }

  // MARK: - The command to go on

  /// The command of a command line that goes on with the draft it leaves: without the options that
  /// start anew, without answers from standard input, which the draft holds, and without presets
  /// that must not be kept.
  static func command(
    goingOnFrom arguments: [String], withoutPresets secrets: Set<String> = []
  ) -> [String] {
    var command: [String] = []
    var rest = arguments[...]
    let readsInput =
      arguments.contains("--answers=-")
      || zip(arguments, arguments.dropFirst()).contains { $0 == ("--answers", "-") }
    while let argument = rest.popFirst() {
      switch argument {
      case "--fresh", "--last", "--take", "--answers=-": continue
      case "--answers" where rest.first == "-": rest.removeFirst()
      case "--answers-format" where readsInput: rest = rest.dropFirst()
      case _ where readsInput && argument.hasPrefix("--answers-format="): continue
      case "--set" where rest.first.map(secrets.contains) == true: rest.removeFirst()
      case _ where argument.hasPrefix("--set=") && secrets.contains(String(argument.dropFirst(6))):
        continue
      default: command.append(argument)
      }
    }
    return command
  }

  /// The lines that tell a person how to go on with the draft.
  var linesToGoOn: [String] {
    ["To go on, in \(directory):", "    \(SessionOptions.shellLine(command))"]
  }

  /// A command as a POSIX shell reads it.
  static func shellLine(_ command: [String]) -> String {
    // Not joined(separator:): what it needs is made before the first screen.
    command.reduce("") { $0 + ($0.isEmpty ? "" : " ") + quoted($1) }
  }

  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "_./:=@%+,-".utf8.contains(byte)
        }
      }
    if isPlain { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
