// Comparing a screen with its expected text.
//
// Invariants: spaces at the ends of lines and blank lines at the end of the text are ignored, and
// nothing else is. Files in Golden/ are only written if RECORD_SCREENS is 1. A run that records
// fails, so that a forgotten variable is noticed.

import Glibc

/// A screen that differs from its expected text.
public struct ScreenMismatch: Error, CustomStringConvertible {
  /// The name of the screen, and the position of its comparison in the tests.
  public let name: String
  public let expected: String
  public let actual: String

  /// Both screens side by side, with `*` at lines that differ. Then the actual screen, which can be
  /// copied into the test.
  public var description: String {
    let expected = self.expected.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = self.actual.split(separator: "\n", omittingEmptySubsequences: false)
    let width = max(expected.map(\.count).max() ?? 0, "expected".count)
    func row(_ mark: String, _ left: Substring, _ right: Substring) -> String {
      mark + " |" + left + String(repeating: " ", count: max(width - left.count, 0)) + "|" + right
    }
    let rows = (0..<max(expected.count, actual.count)).map { index in
      let left = index < expected.count ? expected[index] : ""
      let right = index < actual.count ? actual[index] : ""
      return row(left.utf8.elementsEqual(right.utf8) ? " " : "*", left, right)
    }
    return (["\(name) differs:", row(" ", "expected", "actual")] + rows + ["the actual screen:"])
      .joined(separator: "\n") + "\n" + self.actual
  }
}

/// The error that a screen was written to a file and not compared.
public struct ScreenRecorded: Error, CustomStringConvertible {
  public let path: String

  public var description: String { "recorded \(path); run again without RECORD_SCREENS" }
}

/// Throws a `ScreenMismatch` unless the screen equals the text in the test. `cursor` is inserted at
/// the cursor's position.
public func expectScreen(
  _ screen: VirtualTerminal, matches golden: String, cursor: String? = nil,
  named name: String = "the screen", fileID: String = #fileID, line: Int = #line
) throws {
  let actual = shown(screen, cursor: cursor)
  let expected = trimmed(golden)
  // Compare bytes, because `==` of String ignores whether letters are composed or decomposed.
  guard !actual.utf8.elementsEqual(expected.utf8) else { return }
  throw ScreenMismatch(name: "\(name) (\(fileID):\(line))", expected: expected, actual: actual)
}

/// Compares the screen with `Golden/<name>.txt` next to the test's file, or writes that file if the
/// environment has RECORD_SCREENS=1.
public func expectScreen(
  _ screen: VirtualTerminal, golden name: String, cursor: String? = nil,
  filePath: String = #filePath, fileID: String = #fileID, line: Int = #line
) throws {
  if isRecording { try record(shown(screen, cursor: cursor), as: name, besides: filePath) }
  try expectScreen(
    screen, matches: golden(name, besides: filePath), cursor: cursor, named: name, fileID: fileID,
    line: line)
}

/// Compares the lines of a text with `Golden/<name>.txt` next to the test's file, or writes that
/// file if the environment has RECORD_SCREENS=1.
public func expectText(_ text: String, golden name: String, filePath: String = #filePath) throws {
  if isRecording { try record(text, as: name, besides: filePath) }
  let expected = trimmed(try golden(name, besides: filePath))
  guard trimmed(text) != expected else { return }
  throw ScreenMismatch(name: name, expected: expected, actual: trimmed(text))
}

/// Whether screens are written instead of compared.
public var isRecording: Bool {
  getenv("RECORD_SCREENS").map { String(cString: $0) } == "1"
}

/// Returns the path of a golden screen.
private func path(of name: String, besides file: String) -> String {
  file.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Golden/\(name).txt"
}

private func golden(_ name: String, besides file: String) throws -> String {
  let path = path(of: name, besides: file)
  guard let bytes = readFile(path) else { throw SystemError("open \(path)") }
  return String(decoding: bytes, as: UTF8.self)
}

private func record(_ shown: String, as name: String, besides file: String) throws {
  let path = path(of: name, besides: file)
  mkdir(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }, 0o777)
  try writeFile(Array((shown + "\n").utf8), to: path)
  throw ScreenRecorded(path: path)
}

extension TerminalProcess {
  /// Waits until the screen equals `Golden/<name>.txt` next to the test's file, or writes that file
  /// if the environment has RECORD_SCREENS=1.
  public func expectScreen(
    golden name: String, cursor: String? = nil, timeout: Duration? = nil,
    filePath: String = #filePath, fileID: String = #fileID, line: Int = #line
  ) throws {
    if isRecording {
      try sync(quiet: .milliseconds(1_500))
      try record(shown(screen, cursor: cursor), as: name, besides: filePath)
    }
    try expectScreen(
      matches: golden(name, besides: filePath), cursor: cursor, named: name, timeout: timeout,
      fileID: fileID, line: line)
  }

  /// Waits until the styles of the screen's cells equal `Golden/<name>.txt`, one letter for each
  /// cell, or writes that file if the environment has RECORD_SCREENS=1.
  public func expectStyles(golden name: String, filePath: String = #filePath) throws {
    if isRecording {
      try sync(quiet: .milliseconds(1_500))
      try record(screen.styles, as: name, besides: filePath)
    }
    let expected = trimmed(try TerminalTesting.golden(name, besides: filePath))
    do {
      try wait("the styles of \(name)") { $0.styles == expected }
    } catch is TimedOut {
      throw ScreenMismatch(name: name, expected: expected, actual: screen.styles)
    }
  }

  /// Waits until the screen equals the text in the test; a failure shows both side by side.
  public func expectScreen(
    matches golden: String, cursor: String? = nil, named name: String = "the screen",
    timeout: Duration? = nil, fileID: String = #fileID, line: Int = #line
  ) throws {
    let expected = trimmed(golden)
    do {
      try wait(name, timeout: timeout) {
        shown($0, cursor: cursor).utf8.elementsEqual(expected.utf8)
      }
    } catch is TimedOut {
      // Ignore the failure of the wait: the comparison below has a better message.
    }
    try TerminalTesting.expectScreen(
      screen, matches: golden, cursor: cursor, named: name, fileID: fileID, line: line)
  }
}

extension VirtualTerminal {
  /// One letter for the style of each cell: `.` for none, B bold, d dim, u underlined, R inverse, M
  /// bold and underlined, N bold and inverse, F magenta, P red, `?` for any other style.
  public var styles: String {
    trimmed(
      (0..<rows).map { row in
        String((0..<columns).map { VirtualTerminal.letter(for: cell(row: row, column: $0).style) })
      }.joined(separator: "\n"))
  }

  private static func letter(for style: Style) -> Character {
    var rest = style
    (rest.isBold, rest.isDim, rest.isUnderlined, rest.isInverse) = (false, false, false, false)
    rest.foreground = nil
    guard rest == .plain else { return "?" }
    switch (style.foreground, style.isBold, style.isDim, style.isUnderlined, style.isInverse) {
    case (nil, false, false, false, false): return "."
    case (nil, true, false, false, false): return "B"
    case (nil, false, true, false, false): return "d"
    case (nil, false, false, true, false): return "u"
    case (nil, false, false, false, true): return "R"
    case (nil, true, false, true, false): return "M"
    case (nil, true, false, false, true): return "N"
    case ("35", false, false, false, false): return "F"
    case ("31", false, false, false, false): return "P"
    default: return "?"
    }
  }
}

private func shown(_ screen: VirtualTerminal, cursor: String?) -> String {
  trimmed(cursor.map { screen.text(cursor: $0) } ?? screen.text)
}

/// The text without trailing blanks and without blank lines at the end.
private func trimmed(_ text: String) -> String {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.dropLast(line.reversed().prefix { $0 == " " }.count)
  }
  while lines.last?.isEmpty == true { lines.removeLast() }
  return lines.joined(separator: "\n")
}
