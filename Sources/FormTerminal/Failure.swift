// Failures of the program, as sentences with an exit code.

import Glibc
import LineEditing
import System

/// The exit codes of the program, from sysexits.h where it has a fitting one.
package enum ExitStatus: Int32, CaseIterable {
  case saved = 0
  case notSaved = 1
  case savedWithProblems = 2
  case wrongUse = 64
  case malformed = 65
  case cannotOpen = 66
  case undelivered = 69
  case fault = 70
  case cannotCreate = 73
  case writeFailed = 74
  case inUse = 75
  case timedOut = 124
}

/// An error that ends the program: what happened, where, and what to do about it.
package struct Failure: Error {
  package var status: ExitStatus
  /// The sentences, one per line.
  package var lines: [String]
  /// Whether each line begins with a place, like `stdin:7:`, so that editors find it. Other lines
  /// get the program's name when they are reported.
  var isAboutPlaces = false
  /// Whether it is about a file that another program changed since it was opened.
  var isAboutChangedFile = false
  /// The error number of the system, where a call failed.
  var code: Int32?
  /// The problems of the answers, for a host program.
  var problems: [Form.Problem] = []

  package init(_ status: ExitStatus, _ sentence: String) {
    self.status = status
    lines = [sentence]
  }

  package init(_ status: ExitStatus, _ lines: [String]) {
    self.status = status
    self.lines = lines
  }

  package init(_ status: ExitStatus, atPlaces lines: [String]) {
    self.status = status
    self.lines = lines
    isAboutPlaces = true
  }

  /// A failure of a system call on a file: `names.json: permission denied`.
  package static func system(_ status: ExitStatus, _ subject: String, errno code: Int32) -> Failure
  {
    let message = systemMessage(code)
    var failure = Failure(
      status, "\(subject): \(message.prefix(1).lowercased())\(message.dropFirst())")
    failure.code = code
    return failure
  }
}

extension Failure {
  /// The error of a line editor that could not be opened.
  init(_ error: LineEditingError) {
    switch error {
    case .noTerminal, .notATerminal:
      self.init(
        .cannotOpen, "there is no terminal; pipe in a line for each row, or use --no-input")
    case .system(let code):
      self = .system(.cannotOpen, "the terminal", errno: code)
    case .alreadyOpen, .libeditFailed:
      self.init(.fault, "libedit could not start on this terminal; pipe lines in instead")
    }
  }
}
