// Folders: making names durable.

import Glibc
import TerminalTesting
import Testing

@testable import System

@Suite("Syncing a folder")
struct FolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  /// The error number of a sync; nil if it succeeds.
  private func code(_ path: String) -> Int32? {
    do throws(System.SystemError) {
      try Folder.sync(path)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("A folder is synced; a file system that cannot do it is no error")
  func synced() {
    #expect(code(folder.path(".")) == nil)
    #expect(code("/proc") == nil)
  }

  @Test("A file and a missing folder are errors")
  func missing() throws {
    let file = try folder.write("", to: "file")
    #expect(code(folder.path("none")) == ENOENT)
    #expect(code(file) == ENOTDIR)
  }
}
