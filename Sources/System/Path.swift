// Paths as the system reads them, bytes between slashes: for a String a slash and a combining mark behind
// it are one character, which is no slash.

import Glibc

/// The parts of paths.
package enum Path {
  private static let slash = UInt8(ascii: "/")

  /// Whether a path begins at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// The folder of what a path names, `.` for a name alone.
  package static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// The name at the end of a path.
  package static func name(of path: String) -> String {
    path.utf8.split(separator: slash).last.map { String(Substring($0)) } ?? ""
  }

  /// A path that a person typed, as a shell reads `~/` at its beginning.
  package static func expandingHome(_ path: String) -> String {
    guard path.utf8.starts(with: "~/".utf8), let home = getenv("HOME") else { return path }
    return String(cString: home) + "/" + path.dropFirst(2)
  }

  /// The path of what another path names as seen from the folder of `file`.
  package static func resolve(_ path: String, besideFile file: String) -> String {
    guard !isAbsolute(path), let end = file.utf8.lastIndex(of: slash) else { return path }
    return String(Substring(file.utf8[...end])) + path
  }
}
