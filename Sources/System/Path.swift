// Paths as the system reads them: bytes between slashes. In a String, a slash followed by a
// combining mark is one character and would not count as a slash.

import Glibc

/// Operations on the components of paths.
package enum Path {
  private static let slash = UInt8(ascii: "/")

  /// Whether a path begins at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// The folder part of a path; `.` for a plain name.
  package static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    path.utf8.split(separator: slash).last.map { String(Substring($0)) } ?? ""
  }

  /// Expands `~/` at the beginning of a path as a shell does.
  package static func expandingHome(_ path: String) -> String {
    guard path.utf8.starts(with: "~/".utf8), let home = getenv("HOME") else { return path }
    return String(cString: home) + "/" + path.dropFirst(2)
  }

  /// Resolves a path relative to the folder of `file`.
  package static func resolve(_ path: String, relativeToFile file: String) -> String {
    guard !isAbsolute(path), let end = file.utf8.lastIndex(of: slash) else { return path }
    return String(Substring(file.utf8[...end])) + path
  }
}
