// The folder of the running program, and the files that belong to it.

import Glibc

/// The folder of the running program.
package enum ProgramFolder {
  /// The folder with the forms of an installation, relative to the prefix.
  package static let formsPath = "share/longform/forms"

  /// The prefix of the running program, whether it is installed or not: `PREFIX` for
  /// `PREFIX/bin/longform`.
  package static var prefix: String? {
    guard let program = Descriptor.linkTarget(of: "/proc/self/exe") else { return nil }
    let names = program.split(separator: "/")
    guard program.hasPrefix("/"), names.count >= 2 else { return nil }
    return names.dropLast(2).map { "/\($0)" }.joined()
  }

  /// The folder with the program's forms. For a program in a build folder it is in the sources; for
  /// an installed program it is in the prefix.
  package static var forms: String? {
    guard let prefix else { return nil }
    // In a build folder, the program is .build/TRIPLE/release/longform.
    var folder = prefix[...]
    for _ in 0..<3 {
      let sources = "\(folder)/Forms"
      if access("\(folder)/Package.swift", F_OK) == 0, access(sources, F_OK) == 0 { return sources }
      guard let slash = folder.lastIndex(of: "/") else { break }
      folder = folder[..<slash]
    }
    let installed = "\(prefix)/\(formsPath)"
    return access(installed, F_OK) == 0 ? installed : nil
  }
}
