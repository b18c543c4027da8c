// What a folder holds.

import Glibc

/// Folders.
enum Folder {
  /// The names in a folder, in no order.
  static func names(in folder: String) throws(SystemError) -> [String] {
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
