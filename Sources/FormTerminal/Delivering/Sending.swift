// Sends saved answers to a command and reads its reply.
//
// Invariants: a command receives exactly the bytes that were stored, with their id and revision.
// Only exit status 0 means that the command accepted the answers.

import Drafts
import FormFormats
import FormText
import Glibc
import System

/// A command that receives the answers.
package struct DeliveryCommand: Hashable, Sendable {
  /// The default timeout of a command, in seconds.
  package static let usualTimeout = 60

  /// The command line, in the language of the shell.
  package let text: String
  /// The timeout in seconds.
  package let timeout: Int

  package init(_ text: String, timeout: Int) { (self.text, self.timeout) = (text, timeout) }

  /// The program's name for people: `psql`; `the command` if the first word is not a program.
  var name: String {
    var rest = text[...]
    while let word = DeliveryCommand.takeWord(&rest) {
      if word.isAssignment {
        // The value is the output of a command, such as `$(…)`. The next word may still be a part
        // of that command, so the name of the program is not known.
        if word.text.contains(where: "(`".contains) { break }
        continue
      }
      let isPlain = word.text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "/._+-~".unicodeScalars.contains($0)
      }
      let name = Path.name(of: word.text)
      return isPlain && !name.isEmpty && !DeliveryCommand.shellWords.contains(name)
        ? name : DeliveryCommand.anonymous
    }
    return DeliveryCommand.anonymous
  }

  private static let anonymous = "the command"
  /// Words of the shell, and programs that run another program. None of them is a useful name for
  /// the whole command line.
  private static let shellWords: Set<String> = [
    "if", "while", "until", "for", "case", "set", "cd", "exec", "trap", "test", "export", "eval",
    "command", "env", "sudo", "doas", "nice", "nohup", "time", "timeout", "umask", "unset", ".",
    "true",
    "false", "pwd",
  ]

  /// Removes the first word of a shell line. Understands quotes, and ends a word at a space or at
  /// the end of a command. Other syntax of the shell does not matter for a name.
  private static func takeWord(
    _ rest: inout Substring
  ) -> (text: String, isAssignment: Bool)? {
    rest = rest.drop { $0.isWhitespace }
    guard !rest.isEmpty else { return nil }
    var (text, quote, isAssignment) = ("", Character?.none, false)
    while let next = rest.first {
      if let open = quote {
        if next == open { quote = nil } else { text.append(next) }
      } else if next == "'" || next == "\"" {
        quote = next
      } else if next.isWhitespace || ";&|<>".contains(next) && !text.isEmpty {
        break
      } else {
        if next == "=", !text.isEmpty { isAssignment = true }
        text.append(next)
      }
      rest = rest.dropFirst()
    }
    return (text, isAssignment)
  }
}

/// The outcome of an attempt to send answers.
enum DeliveryOutcome {
  /// The command accepted the answers; its standard output becomes the standard output of longform.
  case accepted(output: [UInt8])
  /// The command rejected answers: for each one, its JSON Pointer and a message about it.
  case rejected([(pointer: String, message: String)], DeliveryAttempt)
  case notAccepted(DeliveryAttempt)
}

/// Answers that are being sent to a command.
struct Sending: ~Copyable {
  private var process: ShellCommand
  private let timeout: Int
  /// The time at which the command is stopped, in milliseconds of the monotonic clock.
  private let deadline: Int
  /// The reason for stopping the command; nil if it was not stopped.
  private var stop: String?
  /// The secrets among the answers. They are replaced by dots in the command's messages.
  private let secrets: [Text]

  /// Starts the command.
  ///
  /// - Parameter folder: the working directory of the command; nil for the current directory.
  init(
    _ delivery: Delivery, answers: ShellCommand.Input, secrets: [Text] = [],
    in folder: String? = nil
  ) throws(Failure) {
    self.secrets = secrets
    let environment = [
      ("LONGFORM_ID", delivery.id), ("LONGFORM_REVISION", String(delivery.revision)),
      ("LONGFORM_FORM", delivery.form), ("LONGFORM_FORM_HASH", delivery.formHash),
      ("LONGFORM_FORMAT", delivery.format),
    ]
    do throws(ShellCommand.NotStarted) {
      process = try ShellCommand(
        delivery.command, input: answers, environment: environment, in: folder)
    } catch {
      let name = DeliveryCommand(delivery.command, timeout: delivery.timeout).name
      switch error {
      case .input(let error):
        // The disk with the drafts is full, for example, and the command is not to blame.
        let path =
          switch answers {
          case .bytes(_, let folder): folder ?? "/dev/shm"
          case .file(let path): path
          }
        let reason = DraftError(system: error.code, path: path).sentence
        throw Failure(
          .undelivered, "the answers cannot be given to \(name), nothing was sent: \(reason)")
      case .system(let error):
        let place = folder.map { "\(name), in \($0)" } ?? name
        throw .system(.undelivered, place, errno: error.code)
      }
    }
    timeout = delivery.timeout
    deadline = Monotonic.milliseconds + delivery.timeout * 1_000
  }

  /// Waits for at most `milliseconds`; returns the outcome if the command has ended.
  mutating func wait(milliseconds: Int) -> DeliveryOutcome? {
    process.wait(milliseconds: milliseconds)
    if process.isOutputCut {
      let size = ShellCommand.mostOutputBytes / (1_024 * 1_024)
      stop(because: "wrote more than \(size) MiB of output")
    }
    guard let end = process.end else {
      if Monotonic.milliseconds >= deadline { self.stop(because: "timed out after \(timeout) s") }
      return nil
    }
    if end == .exited(0), stop == nil { return .accepted(output: process.outputBytes) }
    let message = Sending.without(secrets, process.errorBytes)
    let attempt = DeliveryAttempt(
      time: Wall.seconds, result: stop ?? Sending.words(for: end), message: message)
    return attempt.isRejection ? .rejected(attempt.rejections, attempt) : .notAccepted(attempt)
  }

  /// Ends the command: with SIGTERM, and after two seconds with SIGKILL.
  mutating func stop(because reason: String) {
    if stop == nil { stop = reason }
    process.stop()
  }

  /// Returns the bytes with dots in place of secrets. Each secret is searched for as it was typed and
  /// as the formats write it.
  private static func without(_ secrets: [Text], _ bytes: [UInt8]) -> [UInt8] {
    guard !secrets.isEmpty else { return bytes }
    var text = String(decoding: bytes, as: UTF8.self)
    // A secret may be a part of another one, so the longest comes first.
    let notations = Set(secrets.flatMap(\.string.notations))
      .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    for notation in notations { text = text.replacingAll(notation, by: "•••") }
    return Array(text.utf8)
  }

  fileprivate static func words(for end: ShellCommand.End) -> String {
    switch end {
    case .exited(let code): "exit \(code)"
    case .killed(let signal): "ended by signal \(signal)"
    }
  }
}

extension DeliveryAttempt {
  /// Whether the command rejected rows of the form.
  var isRejection: Bool {
    result == Sending.words(for: .exited(65)) && !rejections.isEmpty
  }

  /// The rejected rows: the lines of the form `JSON-POINTER<TAB>MESSAGE`. An empty pointer means the
  /// whole form.
  var rejections: [(pointer: String, message: String)] {
    String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].isEmpty || line.utf8.first == UInt8(ascii: "/") else {
        return nil
      }
      return (String(parts[0]), String(parts[1]))
    }
  }

  /// The lines that the command wrote to standard error.
  var lines: [String] {
    String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { String($0).replacingAll("\t", by: "  ") }
  }

  /// Returns the attempt as a draft stores it. If the form has secrets, only the result is stored,
  /// because the command may have repeated secrets in its message.
  func kept(hasSecrets: Bool) -> DeliveryAttempt {
    DeliveryAttempt(time: time, result: result, message: hasSecrets ? [] : message)
  }

  /// Returns a sentence such as `psql did not accept it (exit 2): connection refused`.
  func sentence(naming command: DeliveryCommand) -> String {
    let words = lines.first.map { ": \($0)" } ?? ""
    return "\(command.name) did not accept it (\(result))\(words)"
  }
}
