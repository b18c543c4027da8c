// Finds drafts that were made while their template had another id or another path.
//
// Invariant: without a match, a new form costs one listing of the directory and one read from each open
// draft with the same name and target; SQLite opens only likely matches.

import Glibc
import System

extension DraftDirectory {
  /// Returns unfinished drafts with the same name and target whose template was at this path with another
  /// id, or had the same id at a path where it no longer exists. The last changed comes first.
  public func draftsOfMovedForm(
    _ identity: DraftIdentity, now: Int64
  ) throws(DraftError) -> [DraftSummary] {
    let names = try fileNames().filter { name in
      name.state == .open && name.targetHash == identity.targetHash
        && name.formHash != identity.formHash
    }
    // A template that is not a regular file, such as a pipe, cannot have moved.
    guard !names.isEmpty, let file = DraftDirectory.file(at: identity.templatePath) else {
      return []
    }
    let candidates = names.filter { name in
      name.formSlug == identity.formSlug || mayHold(identity.templatePath, in: name)
    }.map(\.text)
    if candidates.isEmpty { return [] }
    return try list(now: now) { candidates.contains($0.text) }.filter { draft in
      guard let other = draft.identity, draft.state == .open, other.name == identity.name,
        other.outputPath == identity.outputPath
      else { return false }
      if other.templatePath == identity.templatePath { return true }
      guard other.templateID == identity.templateID else { return false }
      // Where its template is still there, it is another form.
      guard let otherFile = DraftDirectory.file(at: other.templatePath) else { return true }
      return otherFile.isSameFile(as: file)
    }
  }

  /// The regular file at a path, nil where there is none.
  private static func file(at path: String) -> FileSystem.Status? {
    var status = stat()
    guard path.hasPrefix("/"), SystemCall.retrying({ stat(path, &status) }) == 0 else { return nil }
    let file = FileSystem.Status(status)
    return file.kind == .file ? file : nil
  }

  /// The number of bytes that are searched: the identity is on one of the first pages.
  private static let beginning = 96 * 1_024

  /// Whether the first pages of a draft or of its log contain a text. This is only a hint, which avoids
  /// opening the drafts of all other forms.
  private func mayHold(_ text: String, in name: DraftFileName) -> Bool {
    ["", "-wal"].contains { end in
      let bytes = FileSystem.beginning(of: path(of: name) + end, limit: DraftDirectory.beginning)
      return bytes?.holds(Array(text.utf8)) ?? false
    }
  }
}

extension [UInt8] {
  /// Whether the array contains another as a contiguous part.
  ///
  /// By memchr and memcmp: this is done for every open draft before the first screen.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        guard var place = bytes.baseAddress, let sought = other.baseAddress, let first = other.first
        else {
          return other.isEmpty
        }
        let end = place + bytes.count
        while end - place >= other.count,
          let found = memchr(place, Int32(first), end - place - other.count + 1)
        {
          if memcmp(found, sought, other.count) == 0 { return true }
          place = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }
}
