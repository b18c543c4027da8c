// What a folder holds.

import Glibc

/// Folders.
package enum Folder {
  /// The names in a folder, in no order.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let entries = opendir(folder) else { throw SystemError(code: errno) }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
