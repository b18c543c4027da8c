// Where the running program stands, and with it what belongs to it.

import Glibc

/// Where the running program stands.
package enum ProgramFolder {
  /// The folder of the forms of an installation, below the prefix.
  package static let formsPath = "share/longform/forms"

  /// The prefix it is installed in, or would be: `PREFIX` for `PREFIX/bin/longform`.
  package static var prefix: String? {
    guard let program = Descriptor.linkTarget(of: "/proc/self/exe") else { return nil }
    let names = program.split(separator: "/")
    guard program.hasPrefix("/"), names.count >= 2 else { return nil }
    return names.dropLast(2).map { "/\($0)" }.joined()
  }

  /// The folder of the forms that belong to the program: of the sources it was built in, or of the
  /// prefix it is installed in.
  package static var forms: String? {
    guard let prefix else { return nil }
    // Built, it is .build/TRIPLE/release/longform.
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
