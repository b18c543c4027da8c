// Handles standard streams that are closed when the program starts.

import Glibc

/// Prevents other files from getting the numbers 0 to 2 of the standard streams.
package enum StandardStreams {
  /// Opens closed streams in a mode that makes their use fail. If standard output stayed closed,
  /// the next opened file could get its number, and answers would be written to that file.
  package static func claim() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The system assigns the lowest free number, which is the number of this stream. If there is
      // no /dev, open a folder, which can be neither read nor written.
      if open("/dev/null", mode) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
    }
  }

  /// Whether answers can be written to standard output.
  static var outputIsWritable: Bool {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_RDONLY
  }
}
