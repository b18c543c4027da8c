// Folders beside the drafts, for files that an editor gets while a draft is open.
//
// They are not in `$XDG_RUNTIME_DIR` or /tmp, because they must survive everything that the draft
// survives: a logout empties the first, a restart the second. The directory is private, and so are they
// (mode 0700).
//
// Invariant: a folder is entered or removed only if its name parses.

import Glibc

extension DraftDirectory {
  /// The beginning of the names of folders; none of them is the name of a draft.
  private static let prefix = "editor-"
  /// The number of hexadecimal digits after the prefix; few, so that a path fits on the screen.
  private static let digits = 8

  /// A name that no folder has.
  public static func newFolderName() -> String {
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    return prefix + String(repeating: "0", count: digits - number.count) + number
  }

  /// Makes an empty folder and returns its path.
  ///
  /// - Throws: the errors of `prepare`, and `failed` if the name is taken.
  public func makeFolder(named name: String) throws(DraftError) -> String {
    try prepare()
    let path = "\(self.path)/\(name)"
    guard Self.isFolderName(name), try FileSystem.makeDirectory(path) else {
      throw .failed(message: "\(path) exists")
    }
    return path
  }

  /// The path of a folder; nil where there is none, or something that is not ours.
  public func folder(named name: String) -> String? {
    guard Self.isFolderName(name), (try? isThere()) == true else { return nil }
    let path = "\(self.path)/\(name)"
    guard let status = try? FileSystem.status(path), status.kind == .directory,
      status.owner == geteuid()
    else { return nil }
    return path
  }

  private static func isFolderName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + digits
      && name.dropFirst(prefix.count).allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
