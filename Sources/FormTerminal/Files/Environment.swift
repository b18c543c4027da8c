// Reads environment variables.

import FormText
import Glibc
import System

/// Returns the value of an environment variable; nil if it is not set or is empty.
package func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// Returns whether the locale uses UTF-8. The locale may not be installed, for example because ssh
/// passed on the name of a locale of another machine. In that case, the name decides.
func localeHasUTF8() -> Bool {
  if setlocale(LC_CTYPE, "") != nil {
    return nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
  }
  // The first variable that is set decides (POSIX.1-2017, XBD 8.2).
  let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? ""
  let name = locale.lowercased()
  return name.holds(".utf-8") || name.holds(".utf8")
}

/// Returns a folder of the XDG Base Directory Specification: the absolute path in the variable, or
/// else a folder in the home folder. Returns nil if neither variable nor home folder is set.
func baseFolder(_ variable: String, inHome path: String) -> String? {
  if let folder = environment(variable), Path.isAbsolute(folder) { return folder }
  // In a container the home folder can be / itself.
  return environment("HOME").map { "\($0 == "/" ? "" : $0)/\(path)" }
}
