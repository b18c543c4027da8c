// What the environment says.

import FormText
import Glibc
import System

/// The value of an environment variable, nil when it is not set or empty.
package func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// Whether the locale has UTF-8; where it is not installed, as behind an ssh that hands on the other
/// machine's, whether it is called so.
func localeHasUTF8() -> Bool {
  if setlocale(LC_CTYPE, "") != nil {
    return nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
  }
  // The first that is set decides (POSIX.1-2017, XBD 8.2).
  let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? ""
  let name = locale.lowercased()
  return name.holds(".utf-8") || name.holds(".utf8")
}

/// A folder of the XDG Base Directory Specification: the one that a variable names, by a path from the
/// root, or else one in the home folder; nil without either.
func baseFolder(_ variable: String, inHome path: String) -> String? {
  if let folder = environment(variable), Path.isAbsolute(folder) { return folder }
  // In a container the home folder may be / itself.
  return environment("HOME").map { "\($0 == "/" ? "" : $0)/\(path)" }
}
