// Which file it is, and which version of it: a file that somebody else changed meanwhile is not
// replaced.

package import Glibc

/// Which file a path or descriptor stands for, whatever it is called.
package struct FileIdentity: Equatable {
  private let device: UInt
  private let inode: UInt

  /// The file at a path, nil when there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file behind a descriptor, nil when it is closed.
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

/// Which version of a file may be replaced.
package enum FileVersion {
  /// Whatever is there.
  case anyVersion
  /// Only a file that was not there, and still is not.
  case absent
  /// Only this file, as it was.
  case version(FileIdentity, stat)

  /// Whether what is there now, nil for nothing, may be replaced.
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
