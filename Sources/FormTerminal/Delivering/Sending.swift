// Sending saved answers to a command, and what comes back.
//
// Invariants: a command gets the bytes that were stored, with the id and the revision they have. Only exit 0
// means that it accepted them.

import Drafts
import FormText
import Glibc
import System

/// The command that answers are for.
package struct DeliveryCommand: Hashable, Sendable {
  /// The seconds after which a command is ended, if nobody says otherwise.
  package static let usualTimeout = 60

  /// The text for the shell.
  package let text: String
  /// After how many seconds it is ended.
  package let timeout: Int

  package init(_ text: String, timeout: Int) { (self.text, self.timeout) = (text, timeout) }

  /// The program as a person would name it: `psql`.
  var name: String {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }
    // Variables may be set before it.
    let program = words.first { !$0.contains("=") } ?? words.first ?? "the command"
    return Path.name(of: String(program))
  }
}

/// The outcome of an attempt.
enum DeliveryOutcome {
  /// What the command wrote to standard output goes to ours.
  case accepted(output: [UInt8])
  /// The answers at these JSON Pointers are not acceptable.
  case rejected([(pointer: String, message: String)], DeliveryAttempt)
  case notAccepted(DeliveryAttempt)
}

/// Answers on their way to a command.
struct Sending: ~Copyable {
  private var process: ShellCommand
  private let timeout: Int
  /// When the command is ended, in milliseconds of the monotonic clock.
  private let deadline: Int
  /// Why it was ended, if it was.
  private var stop: String?

  /// Starts the command.
  init(_ delivery: Delivery, answers: ShellCommand.Input) throws(SystemError) {
    process = try ShellCommand(
      delivery.command, input: answers,
      environment: [
        ("LONGFORM_ID", delivery.id), ("LONGFORM_REVISION", String(delivery.revision)),
        ("LONGFORM_FORM", delivery.form), ("LONGFORM_FORM_HASH", delivery.formHash),
        ("LONGFORM_FORMAT", delivery.format),
      ])
    timeout = delivery.timeout
    deadline = Monotonic.milliseconds + delivery.timeout * 1_000
  }

  /// Waits so many milliseconds at most; the outcome once there is one.
  mutating func wait(milliseconds: Int) -> DeliveryOutcome? {
    process.wait(milliseconds: milliseconds)
    guard let end = process.end else {
      if Monotonic.milliseconds >= deadline { self.stop(because: "timed out after \(timeout) s") }
      return nil
    }
    if end == .exited(0), stop == nil { return .accepted(output: process.outputBytes) }
    let attempt = DeliveryAttempt(
      time: Wall.seconds, result: stop ?? Sending.words(for: end), message: process.errorBytes)
    guard end == .exited(65), stop == nil else { return .notAccepted(attempt) }
    let rejections = Sending.rejections(in: process.errorBytes)
    return rejections.isEmpty ? .notAccepted(attempt) : .rejected(rejections, attempt)
  }

  /// Ends the command: politely, two seconds later by force.
  mutating func stop(because reason: String) {
    if stop == nil { stop = reason }
    process.stop()
  }

  private static func words(for end: ShellCommand.End) -> String {
    switch end {
    case .exited(let code): "exit \(code)"
    case .killed(let signal): "ended by signal \(signal)"
    }
  }

  /// The lines `JSON-POINTER<TAB>MESSAGE`.
  private static func rejections(in bytes: [UInt8]) -> [(pointer: String, message: String)] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, line.utf8.first == UInt8(ascii: "/") else { return nil }
      return (String(parts[0]), String(parts[1]))
    }
  }
}

extension DeliveryAttempt {
  /// The lines that the command wrote to standard error.
  var lines: [String] {
    String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// `psql did not accept it (exit 2): connection refused`.
  func sentence(naming command: DeliveryCommand) -> String {
    let words = lines.first.map { ": \($0)" } ?? ""
    return "\(command.name) did not accept it (\(result))\(words)"
  }
}
