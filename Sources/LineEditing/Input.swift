// The inputs of a terminal, and the effects of keys on the line.

public import Keys

/// An input from the terminal, one for each return of `LineEditor.next`.
public enum Input: Hashable, Sendable {
  /// A key. Either the program does something with it, or `LineEditor.perform` does.
  case key(KeyPress)
  /// A bracketed paste. Nothing of it has been inserted.
  case paste(Paste)
  /// A prefix waits for its key, and a screen may say so; nil when it ended without one. A key ends it
  /// too.
  case pending(KeyPrefix?)
  /// The mouse, while `LineEditor.usesMouse`.
  case mouse(MouseEvent)
  /// The terminal's answer to DSR 6 (`ESC [ 6 n`), which the program wrote. Ask with the cursor in
  /// column 1: on the first line the answer for columns 2 to 16 is what F3 with modifiers sends.
  case cursor(CursorPosition)
  /// Nothing came in time: the moment to paint, and to do what takes long.
  case nothing
  /// The window has another size.
  case resized
  /// The process was stopped and goes on; the terminal is raw again, the screen may hold anything.
  case continued
  /// INT, TERM, HUP, QUIT or TSTP arrived.
  case signal(Int32)
  /// The terminal has gone away, or the editor was closed.
  case hungUp
  /// Reading failed.
  case failed(errno: Int32)
}

/// A key, and how it came.
public struct KeyPress: Hashable, Sendable {
  enum Origin {
    case typed
    /// From a person's binding: followed as if typed, but not expanded again.
    case bound
    /// From vi's `.`: meant for the editor and nobody else.
    case repeated
  }

  public let key: Key
  /// Whether the key is the editor's, whatever the program does with such keys: vi waits for it, or
  /// vi's `.` repeats it.
  public internal(set) var belongsToLine = false
  /// The count before the key in vi's command mode, as 3 in `3j`; nil if there is none. Only `j k + { }`,
  /// Enter, Up and Down have one, because they are the program's.
  public internal(set) var count: Int?
  var origin = Origin.typed
  /// The scalars that make one character with the key, where vi waits for a character.
  var rest: [Unicode.Scalar] = []

  /// A key as if it had been typed.
  public init(_ key: Key) { self.key = key }

  init(_ key: Key, from origin: Origin) {
    self.key = key
    self.origin = origin
  }
}

/// The effect of a key on the line.
public enum Edit: Hashable, Sendable {
  /// A function of the editor ran; the line or the cursor may have changed.
  case edited(EditKind)
  /// The key could not be followed; the line is untouched.
  case refused(Refusal)
  /// The key means nothing here, is one of several that vi waits for, or stands for other keys, which
  /// come next.
  case nothing
}

/// The kind of an edit, by which undo groups.
public enum EditKind: Hashable, Sendable {
  case typed, deleted, killed, yanked, moved
  /// Transposed, changed case, or nothing at all (Backspace at the beginning).
  case other
}

/// Why a key of the editor was not followed.
public enum Refusal: Hashable, Sendable {
  /// The line would exceed `LineEditor.scalarLimit`.
  case tooLong
  /// ^D on an empty line, which elsewhere ends a session.
  case emptyDelete
  /// A key with Meta, or after ^X, that does nothing here.
  case unknownChord
}
