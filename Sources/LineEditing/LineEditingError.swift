// The errors of opening an editor.

/// The reason that an editor cannot be opened.
public enum LineEditingError: Error, Hashable, Sendable {
  /// There is no controlling terminal.
  case noTerminal(errno: Int32)
  /// The descriptor is not a terminal.
  case notATerminal(errno: Int32)
  /// Another editor is open in this process. Signals and the terminal are process-wide, so a
  /// process can have only one open editor.
  case alreadyOpen
  /// libedit could not start on this terminal.
  case libeditFailed
  /// The system refused a resource, such as a descriptor or /dev/null.
  case system(errno: Int32)
}
