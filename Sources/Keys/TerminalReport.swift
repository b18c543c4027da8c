// The reports of a terminal about the mouse (xterm's modes 1000 and 1006) and the cursor.
//
// Lines and columns count from 1 at the top left of the terminal.

/// A press or release of a mouse button, or a step of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// A button.
  public enum Button: Hashable, Sendable { case left, middle, right }

  /// The reported event.
  public enum Action: Hashable, Sendable {
    case pressed(Button)
    case released(Button)
    case wheelUp, wheelDown
  }

  /// The event and its button.
  public let action: Action
  /// The line, from 1 at the top.
  public let line: Int
  /// The column, from 1 at the left.
  public let column: Int

  /// Creates an event.
  public init(_ action: Action, line: Int, column: Int) {
    (self.action, self.line, self.column) = (action, line, column)
  }

  /// Parses the parameters of an SGR report: the button with its modifiers, column and line.
  ///
  /// - Parameter isRelease: whether the report ends in `m`.
  init?(sgr parameters: [Int], isRelease: Bool) {
    guard parameters.count == 3, parameters[1] > 0, parameters[2] > 0 else { return nil }
    // 4, 8 and 16 are Shift, Meta and Control; 32 is motion; 128 is one of the extra buttons.
    let action: Action
    switch (parameters[0] & ~0x1c, isRelease) {
    case (0, false): action = .pressed(.left)
    case (1, false): action = .pressed(.middle)
    case (2, false): action = .pressed(.right)
    case (0, true): action = .released(.left)
    case (1, true): action = .released(.middle)
    case (2, true): action = .released(.right)
    case (64, false): action = .wheelUp
    case (65, false): action = .wheelDown
    default: return nil
    }
    self.init(action, line: parameters[2], column: parameters[1])
  }
}

/// The position of the cursor. It is the terminal's answer to DSR 6 (`ESC [ 6 n`).
public struct CursorPosition: Hashable, Sendable {
  /// The line, from 1 at the top.
  public let line: Int
  /// The column, from 1 at the left.
  public let column: Int

  /// Creates a position.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

/// A report that longform uses.
package enum TerminalReport: Hashable {
  case mouse(MouseEvent)
  case cursor(CursorPosition)
}
