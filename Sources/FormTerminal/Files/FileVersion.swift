// The identity and version of a file. A save uses them to notice that another program has changed
// the file, and then does not replace the file.

package import Glibc

/// The identity of a file, independent of its name.
package struct FileIdentity: Equatable {
  private let device: UInt
  private let inode: UInt

  /// The identity of the file at a path; nil if there is no file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of a descriptor's file; nil if the descriptor is closed.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// The version of a file that a save may replace.
package enum FileVersion {
  /// Any version, or no file.
  case anyVersion
  /// There was no file at the start. A save may create the file, or replace an empty one.
  case absent
  /// Only this version of this file.
  case version(FileIdentity, stat)

  /// Returns whether the current file may be replaced; `now` is nil if there is no file.
  func allowsReplacing(_ now: stat?) -> Bool {
    switch (self, now) {
    case (.anyVersion, _), (.absent, nil), (.version, nil): true
    case (.absent, let now?): now.st_size == 0
    case (.version(let identity, let old), let now?):
      FileIdentity(now) == identity && old.st_size == now.st_size
        && old.st_mtim.tv_sec == now.st_mtim.tv_sec && old.st_mtim.tv_nsec == now.st_mtim.tv_nsec
    }
  }
}
