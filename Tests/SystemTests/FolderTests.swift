// Syncing folders makes the names in them durable.

import Glibc
import TerminalTesting
import Testing

@testable import System

@Suite("Syncing a folder")
struct FolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  /// Syncs a folder, and returns the error number; nil if the sync succeeds.
  private func code(_ path: String) -> Int32? {
    do throws(System.SystemError) {
      try Folder.sync(path)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("A folder is synced; if the file system cannot sync folders, that is not an error")
  func synced() {
    #expect(code(folder.path(".")) == nil)
    #expect(code("/proc") == nil)
  }

  @Test("Syncing a file or a missing folder is an error")
  func missing() throws {
    let file = try folder.write("", to: "file")
    #expect(code(folder.path("none")) == ENOENT)
    #expect(code(file) == ENOTDIR)
  }
}
