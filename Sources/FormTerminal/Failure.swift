// Failures of the program, as sentences with an exit code.

import Glibc
import LineEditing
import System

/// The exit codes of the program. They follow sysexits.h where it has a suitable code.
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
  case left = 130
}

/// An error that ends the program: what happened, where, and what to do about it.
package struct Failure: Error {
  package var status: ExitStatus
  /// The sentences, one per line.
  package var lines: [String]
  /// Whether each line begins with a position, like `stdin:7:`, so that editors can jump to it. If
  /// not, each line is reported after the program's name.
  var isAboutPlaces = false
  /// Whether the failure is about a file that another program changed since the form was opened.
  var isAboutChangedFile = false
  /// The error number, if a system call failed.
  var code: Int32?
  /// The problems of the answers, for a program that uses the library.
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
  /// The failure for a line editor that could not be opened.
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
