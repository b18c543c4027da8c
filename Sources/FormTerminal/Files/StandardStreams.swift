// Standard streams that were closed by whoever started the program.

import Glibc

/// Keeps the numbers 0 to 2 from being given to other files.
package enum StandardStreams {
  /// Opens what is closed in the mode that makes its use fail: a form's answers must never be
  /// written into whatever file happens to get the number 1.
  package static func claim() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given, so this one is.
      // Where there is no /dev, a folder can neither be read nor written either.
      if open("/dev/null", mode) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
    }
  }

  /// Whether answers can be written to standard output at all.
  static var outputIsWritable: Bool {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_RDONLY
  }
}
