// Drafts of a form that has another id, or stands elsewhere, since they were made.
//
// Invariant: a new form costs a look at the names in the directory, and at the beginning of the open
// drafts of the same name and target; only a draft that may be the form's is opened by SQLite.

import Glibc

extension DraftDirectory {
  /// The unfinished drafts of the same name and target that may belong to a form, though their
  /// identity is another: their template stood at this path with another id, or it has the same id and
  /// is gone from where it was. The last changed first.
  public func draftsOfMovedForm(
    _ identity: DraftIdentity, now: Int64
  ) throws(DraftError) -> [DraftSummary] {
    let names = try fileNames().filter { name in
      name.state == .open && name.targetHash == identity.targetHash
        && name.formHash != identity.formHash
    }
    // A template without a file of its own, as one from a pipe, moves nowhere.
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
    guard path.hasPrefix("/"), FileSystem.retrying({ stat(path, &status) }) == 0 else { return nil }
    let file = FileSystem.Status(status)
    return file.kind == .file ? file : nil
  }

  /// How much of a draft is looked at: the pages of its identity are among the first.
  private static let beginning = 128 * 1_024

  /// Whether a text stands in the first pages of a draft or its log. Only a hint: it saves opening the
  /// drafts of all other forms.
  private func mayHold(_ text: String, in name: DraftFileName) -> Bool {
    ["", "-wal"].contains { end in
      let bytes = FileSystem.beginning(of: path(of: name) + end, limit: DraftDirectory.beginning)
      return bytes?.holds(Array(text.utf8)) ?? false
    }
  }
}

extension [UInt8] {
  /// Whether some bytes stand in these, one after the other.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    var start = startIndex
    while let place = self[start...].firstIndex(of: first) {
      if self[place...].starts(with: other) { return true }
      start = place + 1
    }
    return false
  }
}
