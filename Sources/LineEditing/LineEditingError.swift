// Why an editor cannot be opened.

/// Why an editor cannot be opened.
public enum LineEditingError: Error, Hashable, Sendable {
  /// There is no controlling terminal.
  case noTerminal(errno: Int32)
  /// The descriptor is not a terminal.
  case notATerminal(errno: Int32)
  /// An editor is open in this process already: signals and the terminal are process-wide.
  case alreadyOpen
  /// libedit could not start on this terminal.
  case libeditFailed
  /// A resource of the system was refused: descriptors, /dev/null.
  case system(errno: Int32)
}
