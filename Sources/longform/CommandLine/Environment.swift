// What the environment says.

import Glibc

/// The value of an environment variable, nil when it is not set or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// A folder of the XDG Base Directory Specification: the one that a variable names, by a path from the
/// root, or else one in the home folder; nil without either.
func baseFolder(_ variable: String, inHome path: String) -> String? {
  if let folder = environment(variable), Path.isAbsolute(folder) { return folder }
  // In a container the home folder may be / itself.
  return environment("HOME").map { "\($0 == "/" ? "" : $0)/\(path)" }
}
