// Runs the program in plain mode, and reads its output as lines.

import TerminalTesting
import Testing

/// A program in plain mode: types lines and reads sentences.
final class PlainReader {
  let process: TerminalProcess

  /// - Parameter text: a part of the sentence about the first row, for which the start waits.
  init(
    _ arguments: [String], in drafts: DraftHome? = nil, rows: Int = 24, columns: Int = 80,
    environment: [String: String?] = [:], option: [String] = ["--plain"],
    waitingFor text: String = " 1 of "
  ) throws {
    process = try TerminalProcess.start(
      Longform.executable, arguments + option, environment: environment, rows: rows,
      columns: columns, output: .captured, home: drafts?.home)
    _ = try hear(text, after: 0)
  }

  /// All output on the terminal, including the echo of typed text, with `\n` as line ends.
  var reported: String { reported(since: 0) }

  private func reported(since mark: Int) -> String {
    String(decoding: process.bytes(since: mark), as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// Types a line, waits for a text in the reply, and returns the reply so far.
  @discardableResult
  func type(_ line: String, hear text: String) throws -> String {
    let mark = process.mark()
    try process.send(line + "\n")
    let heard = try hear(text, after: mark, isTyped: true)
    return heard
  }

  /// Waits for a text in the output after a mark, and returns that output. If a line was just
  /// typed, its echo does not count.
  func hear(_ text: String, after mark: Int, isTyped: Bool = false) throws -> String {
    var heard = ""
    try process.wait("\"\(text)\" in the output") { _ in
      heard = reported(since: mark)
      // Skip the echo of the typed line, which comes first.
      if isTyped {
        heard = heard.firstIndex(of: "\n").map { String(heard[$0...].dropFirst()) } ?? ""
      }
      return heard.contains(text) && heard.hasSuffix("\n")
    }
    return heard
  }

  /// Waits for the end of the program, and returns its standard output. Checks that no escape
  /// sequence was printed.
  @discardableResult
  func end(_ status: ProcessEnd) throws -> String {
    #expect(try process.waitForExit() == status)
    #expect(!process.rawOutput.contains(0x1B))
    return process.capturedText
  }
}
