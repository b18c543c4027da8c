// Every way out of reading, and what the reader and its caller say to each other while it waits.

public import Keys

/// What happened, one for each return of `LineEditor.next` and `LineEditor.nextKey`.
public enum Event: Hashable, Sendable {
  /// A key of the editor ran; the line or the cursor may have changed.
  case edited(EditKind)
  /// A key of the application; the line is untouched.
  case key(Key)
  /// A bracketed paste. Nothing of it has been inserted.
  case pasted(Paste)
  /// A key of the editor that could not be followed; the line is untouched.
  case refused(Refusal)
  /// INT, TERM, HUP, QUIT or TSTP arrived.
  case signal(Int32)
  /// The terminal has gone away.
  case hungUp
  /// Reading failed.
  case failed(errno: Int32)
  /// `idle` answered `stop`.
  case stopped
}

/// What a key of the editor did, which is what undo groups by.
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
}

/// Why `idle` is called.
public enum Wake: Hashable, Sendable {
  /// There is nothing left to execute: the time to paint. First in every wait.
  case idle
  /// The time `idle` asked for has passed.
  case timedOut
  /// The window has another size.
  case resized
  /// The process was stopped and goes on; the terminal is raw again, the screen may hold anything.
  case continued
}

/// How long to wait for a key before `idle` is called again.
public enum Wait: Hashable, Sendable {
  case forever
  /// With 0 it is called again at once unless there is input: how work is done in slices.
  case milliseconds(Int)
  /// Return `Event.stopped`.
  case stop
}
