// Environment variables.

import FormText
import Glibc
import System

/// The value of an environment variable; nil if it is not set or empty.
package func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// Whether the locale uses UTF-8. If the locale is not installed, as after an ssh that passes on
/// the name from the other machine, its name decides.
func localeHasUTF8() -> Bool {
  if setlocale(LC_CTYPE, "") != nil {
    return nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
  }
  // The first variable that is set decides (POSIX.1-2017, XBD 8.2).
  let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? ""
  let name = locale.lowercased()
  return name.holds(".utf-8") || name.holds(".utf8")
}

/// A folder of the XDG Base Directory Specification: the absolute path in a variable, or else a
/// folder in the home folder; nil without either.
func baseFolder(_ variable: String, inHome path: String) -> String? {
  if let folder = environment(variable), Path.isAbsolute(folder) { return folder }
  // In a container the home folder may be / itself.
  return environment("HOME").map { "\($0 == "/" ? "" : $0)/\(path)" }
}
