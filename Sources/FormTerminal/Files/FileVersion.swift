// The identity and version of a file: a file that another program changed meanwhile is not
// replaced.

package import Glibc

/// The identity of a file, independent of its name.
package struct FileIdentity: Equatable {
  private let device: UInt
  private let inode: UInt

  /// The file at a path; nil without one.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file of a descriptor; nil if it is closed.
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

/// The version of a file that may be replaced.
package enum FileVersion {
  /// Any file, or none.
  case anyVersion
  /// No file: there was none, and there still must be none.
  case absent
  /// Only this file, unchanged.
  case version(FileIdentity, stat)

  /// Whether the present file, nil for none, may be replaced.
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
