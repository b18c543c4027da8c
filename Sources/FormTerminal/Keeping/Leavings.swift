// The files that an editor leaves when it does not end by itself: the given file, copies saved on a
// signal, swap files.
//
// The draft has a record for each text lent to an editor, stored before the editor starts: the next
// start finds the folder even if both were killed.
//
// Invariant: a file counts as new unless it is empty, or contains the lent text or the text of the
// row. So an unreadable file is new.

import Drafts
import FormModel
import FormText
import Glibc
import LosslessJSON
import System

/// The contents of an editor's folder.
struct Leavings {
  let record: LentRecord
  let folder: LentFolder
  /// Whether the editor still runs.
  let isInUse: Bool
  /// The names of the new files.
  let news: [String]
  /// The newest text among them, prepared for the row; nil without a text, or without the row.
  let text: Text?
  /// The name of the file with that text.
  let textName: String?
  /// A text that changes with every change in the folder.
  let mark: String

  /// - Parameter isRowKept: whether the text of the row is on disk, so that a file with the same
  ///   text is not new.
  init(_ record: LentRecord, in folder: LentFolder, of session: FormSession, isRowKept: Bool = true)
  {
    (self.record, self.folder) = (record, folder)
    isInUse = folder.isInUse
    let entries = folder.entries
    mark = LentFolder.mark(of: entries)
    let row = session.answers.changeableRow(lastingName: record.row)
    var news: [String] = []
    var newest: (text: Text, name: String, modified: timespec)?
    for entry in entries {
      guard let bytes = try? LentFile(path: "\(folder.path)/\(entry.name)").read() else {
        news.append(entry.name)
        continue
      }
      if bytes.isEmpty || LentRecord.hash(of: bytes) == record.hash { continue }
      let string = String(validating: bytes, as: UTF8.self)
      let text = row.flatMap { row in
        string.map {
          session.answers.text(for: row, edited: Text($0), lent: session.answers.text(of: row))
        }
      }
      if isRowKept, let row, text == session.answers.text(of: row) { continue }
      news.append(entry.name)
      guard let text, Leavings.isCopy(entry.name, of: record.file) else { continue }
      if newest.map({ $0.modified < entry.modified }) ?? true {
        newest = (text, entry.name, entry.modified)
      }
    }
    self.news = news
    (text, textName) = (newest?.text, newest?.name)
  }

  /// Whether removing the folder loses nothing.
  var mayBeRemoved: Bool { news.isEmpty && !isInUse }

  /// Whether the person has answered the question about the folder, and nothing has changed in it
  /// since.
  var isAnswered: Bool { record.seen == mark }

  // MARK: - The files of editors

  /// Whether a file is the lent one, or a plain-text copy that an editor makes of it.
  private static func isCopy(_ name: String, of file: String) -> Bool {
    name == file || isNano(name, of: file) || name == "#\(file)#"
  }

  private static func isNano(_ name: String, of file: String) -> Bool {
    name == "\(file).save" || name.hasPrefix("\(file).save.")
  }

  /// Describes a file.
  private func note(of name: String) -> String {
    let file = record.file
    if name == textName { return "the text that can be taken" }
    if name == file { return "the file that \(record.editor) was given" }
    if Leavings.isNano(name, of: file) { return "a copy that nano saved" }
    if name == "#\(file)#" { return "a copy that Emacs saved" }
    if name.hasPrefix(".\(file).sw") { return "a swap file (vim -r \(file) reads it)" }
    return "unknown to longform"
  }

  // MARK: - Sentences

  /// A sentence about the folder, without a full stop.
  var sentence: String {
    "\(record.editor) did not end by itself; it left "
      + (text == nil ? counted(news.count, "file") : "a text for \(record.label)")
  }

  /// The path of the folder, and its new files.
  var lines: [String] {
    ["\(record.editor), for \(record.label), left in", folder.path]
      + news.map { "    \($0): \(note(of: $0))" }
      + (isInUse ? ["    \(record.editor) still runs and may write more"] : [])
  }

  /// The same on one line, for standard error.
  var line: String {
    "\(record.editor) did not end by itself; it left files for \(record.label) in \(folder.path): "
      + (news.isEmpty ? "it still runs" : news.joined(separator: ", "))
  }
}

extension timespec {
  fileprivate static func < (left: timespec, right: timespec) -> Bool {
    (left.tv_sec, left.tv_nsec) < (right.tv_sec, right.tv_nsec)
  }
}

/// A text that was lent to an editor.
struct LentRecord: Equatable {
  /// The name of the folder next to the drafts.
  var folder: String
  /// The name of the file in it.
  var file: String
  /// The row, by its stored name.
  var row: String
  /// The label of the row, for messages.
  var label: String
  /// The name of the editor, for messages.
  var editor: String
  /// A hash of the lent text.
  var hash: String
  /// The mark of the folder when the person last answered the question about it.
  var seen: String?

  /// The hash of some bytes.
  static func hash(of bytes: [UInt8]) -> String {
    "\(bytes.count)-\(String(FNV1a(of: bytes).value, radix: 16))"
  }

  // MARK: - In the draft

  /// The records in a draft.
  static func records(in contents: DraftContents) -> [LentRecord] {
    contents.values[DraftKey.lent].map(decoded) ?? []
  }

  /// Encodes records for a draft.
  static func encoded(_ records: [LentRecord]) -> [UInt8] {
    JSONRecord.list(
      records.map { record in
        JSONRecord([
          ("folder", .text(record.folder)), ("file", .text(record.file)),
          ("row", .text(record.row)),
          ("label", .text(record.label)), ("editor", .text(record.editor)),
          ("hash", .text(record.hash)), ("seen", .text(record.seen)),
        ])
      })
  }

  /// Decodes the result of `encoded`; empty for anything else.
  private static func decoded(_ bytes: [UInt8]) -> [LentRecord] {
    guard let root = try? JSONDocument(parsing: bytes).root, root.kind == .array else { return [] }
    return root.elements.compactMap { record in
      guard record.kind == .object, let folder = record["folder"]?.string,
        let file = record["file"]?.string, !file.isEmpty, !file.utf8.contains(UInt8(ascii: "/"))
      else { return nil }
      return LentRecord(
        folder: folder, file: file, row: record["row"]?.string ?? "",
        label: record["label"]?.string ?? "", editor: record["editor"]?.string ?? "",
        hash: record["hash"]?.string ?? "", seen: record["seen"]?.string)
    }
  }
}
