// The options of a session, which its draft stores as JSON.

package import Drafts
import Glibc
import LosslessJSON
import System

/// The options of a session.
package struct SessionOptions: Equatable {
  /// The command that resumes the draft.
  package var command: [String] = []
  /// The folder in which to run the command that resumes the draft.
  var directory = ""
  /// The answers that were set before the form was filled, as `KEY=VALUE`.
  var presets: [String] = []
  /// The real path of the file that the session both loads and writes.
  var editedFile: String?

  /// The options as JSON.
  var encoded: [UInt8] {
    JSONRecord([
      ("command", .texts(command)), ("directory", .text(directory)), ("set", .texts(presets)),
      ("edits", .text(editedFile)),
    ]).encoded
  }

  /// Returns the options of a session that resumes a draft. The presets of the draft stay, except
  /// those of rows that this session presets.
  func resuming(with draft: SessionOptions) -> SessionOptions {
    var options = self
    let keys = Set(presets.map { FormSource.split($0).key })
    options.presets = draft.presets.filter { !keys.contains(FormSource.split($0).key) } + presets
    return options
  }

  // MARK: - The command that resumes a draft

  /// Returns whether the command loads answers from the given file, to which it also writes them.
  /// This is needed for drafts of version 0.1.0, which do not store `editedFile`.
  func commandEdits(_ file: String) -> Bool {
    if command.dropFirst().first == "edit" { return true }
    return value(of: "--answers").flatMap { Descriptor.realPath(of: path($0)) } == file
  }

  /// The value that the command gives to an option.
  private func value(of option: String) -> String? {
    let separate = zip(command, command.dropFirst()).first { $0.0 == option }?.1
    let joined = command.first { $0.hasPrefix("\(option)=") }
    return separate ?? joined.map { String($0.dropFirst(option.count + 1)) }
  }

  /// The path of a file that the command names, which may be relative to the folder of the command.
  private func path(_ name: String) -> String {
    Path.resolve(name, relativeToFile: "\(directory)/.")
  }

  /// A sentence for the case that the output of the command exists, so that the command refuses to
  /// replace it. Only the person can know whether another program needs the file.
  var noteOnOutput: String? {
    var status = stat()
    guard let output = value(of: "--output"), !command.contains("--force"),
      stat(path(output), &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      Descriptor.realPath(of: path(output)).map(commandEdits) != true
    else { return nil }
    return "\(output) exists; --force replaces it"
  }

  /// Returns the command line that resumes a draft. It is the given command line without some
  /// options: those that start a new draft, those that read answers from standard input (the draft
  /// contains these answers), and presets that must not be stored.
  ///
  /// - Parameter draft: the name of the draft if the command line does not contain it.
  static func command(
    resuming arguments: [String], withoutPresets secrets: Set<String> = [], draft: String? = nil
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
      // The person who resumes the draft must be asked for answers.
      case "--no-input": continue
      default: command.append(argument)
      }
    }
    if let draft {
      command = adding(["--draft", draft], to: command)
    }
    return command
  }

  /// Returns a command line with further options. They must precede `--`, which ends the options.
  private static func adding(_ options: [String], to command: [String]) -> [String] {
    var command = command
    command.insert(contentsOf: options, at: command.firstIndex(of: "--") ?? command.count)
    return command
  }

  /// Returns lines with the command that resumes a draft.
  ///
  /// - Parameter form: the origin of the form.
  package func linesToResume(with draft: String, form: FormOrigin) -> [String] {
    let delivery = try? DraftStore.directory().delivery(of: draft)
    let line = SessionOptions.line(
      resuming: draft, form: form, command: command, delivery: delivery)
    let input = form == .unknown ? ", with the form on standard input," : ""
    return ["Resume it from \(directory)\(input) by:", "    \(line)"]
      + (noteOnOutput.map { [$0] } ?? [])
  }

  /// The origin of the form of a draft.
  package enum FormOrigin {
    /// A file, or the command line itself.
    case file
    /// Standard input; the draft contains the form.
    case draft
    /// Standard input; version 0.1.0 did not store the form.
    case unknown

    package init(of contents: DraftContents, identity: DraftIdentity?) {
      if identity?.templatePath == FormSource.commandLine {
        self = .file
      } else if contents.origin?.template != nil {
        self = .draft
      } else {
        self = identity?.templatePath == FormSource.standardInput ? .unknown : .file
      }
    }
  }

  /// Returns the shell command that resumes a draft.
  ///
  /// - Parameter delivery: the saved answers of the draft that wait. The command sends the answers to
  ///   the same receiver, even if the last session did not.
  static func line(
    resuming draft: String, form: FormOrigin, command: [String], delivery: Delivery?
  ) -> String {
    let command = delivery.map { sending(command, like: $0) } ?? command
    guard form == .draft else { return shellLine(command) }
    let template = [command.first ?? "longform", "drafts", "show", "--template", draft]
    return "\(shellLine(template)) | \(shellLine(command))"
  }

  /// Returns a command line with the options of a delivery, if it has no command that receives the
  /// answers.
  private static func sending(_ command: [String], like delivery: Delivery) -> [String] {
    let end = command.firstIndex(of: "--") ?? command.count
    if command[..<end].contains(where: { $0 == "--deliver" || $0.hasPrefix("--deliver=") }) {
      return command
    }
    var options = ["--deliver", delivery.command]
    if delivery.timeout != DeliveryCommand.usualTimeout {
      options += ["--deliver-timeout", String(delivery.timeout)]
    }
    return adding(options, to: command)
  }

  /// Returns a command in the notation of a POSIX shell.
  static func shellLine(_ command: [String]) -> String {
    // `joined(separator:)` is avoided, because its metadata would be created before the first
    // paint.
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

extension SessionOptions {
  /// Decodes the result of `encoded`; nil if the bytes are malformed.
  package init?(encoded bytes: [UInt8]) {
    guard let root = try? JSONDocument(parsing: bytes).root else { return nil }
    command = root["command"]?.elements.compactMap(\.string) ?? []
    directory = root["directory"]?.string ?? ""
    presets = root["set"]?.elements.compactMap(\.string) ?? []
    editedFile = root["edits"]?.string
  }
}
