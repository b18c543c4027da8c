// The inputs of a terminal, and the effects of keys on the line.

public import Keys

/// An input from the terminal. Each call of `LineEditor.next` returns one input.
public enum Input: Hashable, Sendable {
  /// A key. The program handles it, or passes it to `LineEditor.perform`.
  case key(KeyPress)
  /// A bracketed paste. It has not been inserted.
  case paste(Paste)
  /// A prefix (Esc or ^X) waits for its key, and a screen may show that; nil if the prefix ended
  /// without a key. The input `key` also ends the prefix.
  case pending(KeyPrefix?)
  /// A mouse event. Reported only while `LineEditor.usesMouse` is set.
  case mouse(MouseEvent)
  /// The terminal's answer to DSR 6 (`ESC [ 6 n`), which the program wrote. Send DSR 6 while the
  /// cursor is in column 1: if the cursor is in columns 2 to 16 of the first line, the answer has
  /// the same bytes as F3 with modifiers.
  case cursor(CursorPosition)
  /// No input came in time. The program can now paint and do slow work.
  case nothing
  /// The window has a new size.
  case resized
  /// The process was stopped and continued. The terminal is raw again, but its screen may have
  /// changed.
  case continued
  /// SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGTSTP arrived. ^C at the terminal counts as SIGINT.
  case signal(Int32)
  /// Another thread called `LineEditor.wake`.
  case woken
  /// The terminal is gone, or the editor was closed.
  case hungUp
  /// Reading failed.
  case failed(errno: Int32)
}

/// A key and its origin.
public struct KeyPress: Hashable, Sendable {
  enum Origin {
    case typed
    /// The key replaces a key that the person has bound. The new key is handled like a typed key,
    /// except that a binding of the new key itself is ignored.
    case bound
    /// The key comes from vi's `.`. Only the editor handles it.
    case repeated
  }

  /// The key.
  public let key: Key
  /// Whether the program must pass the key to the editor, even if it normally handles this key
  /// itself. The reason is that vi waits for the key, or that vi's `.` repeats it.
  public internal(set) var belongsToLine = false
  /// The count before the key in vi's command mode, such as 3 in `3j`; nil if there is none. Only
  /// `j k + { }`, Enter, Up and Down have counts, because the program handles these keys.
  public internal(set) var count: Int?
  var origin = Origin.typed
  /// The scalars that form one character with the key. Empty unless vi waits for a character.
  var rest: [Unicode.Scalar] = []

  /// Creates a key as if it had been typed.
  public init(_ key: Key) { self.key = key }

  init(_ key: Key, from origin: Origin) {
    self.key = key
    self.origin = origin
  }
}

/// The effect of a key on the line.
public enum Edit: Hashable, Sendable {
  /// A function of the editor ran; the text or the cursor may have changed.
  case edited(EditKind)
  /// The key was refused; the line is untouched.
  case refused(Refusal)
  /// The key has no effect yet. It has no meaning here, belongs to a vi command that waits for more
  /// keys, or is replaced by other keys, which `next` returns.
  case nothing
}

/// The kind of an edit. A program may use it to group undo steps.
public enum EditKind: Hashable, Sendable {
  case typed, deleted, killed, yanked, moved
  /// A transposition, a change of case, or no change at all (Backspace at the beginning).
  case other
}

/// The reason that the editor refused a key.
public enum Refusal: Hashable, Sendable {
  /// The line would exceed `LineEditor.scalarLimit`.
  case tooLong
  /// Ctrl-D on an empty line. In other programs this key ends the session.
  case emptyDelete
  /// A key with Meta (Alt), or after Ctrl-X, that has no function here.
  case unknownChord
}
