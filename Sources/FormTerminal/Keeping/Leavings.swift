// The files that an external editor leaves if it does not exit normally: the edited file, copies
// that the editor saved when a signal ended it, and swap files.
//
// Before the editor starts, the draft gets a record of the editor's folder. So the next start of
// the form finds the folder even if the editor and longform were killed.
//
// Invariant: a file counts as new unless it is empty, or contains the text that was given to the
// editor or the text of the row. A file that cannot be read therefore counts as new.

import Drafts
import FormModel
import FormText
import Glibc
import LosslessJSON
import System

/// The files that an editor left in its folder.
struct Leavings {
  let record: LentRecord
  let folder: LentFolder
  /// Whether the editor is still running.
  let isInUse: Bool
  /// The names of the new files.
  let news: [String]
  /// The newest text in the new files, prepared for the row; nil if there is no text or no row.
  let text: Text?
  /// The name of the file that contains `text`.
  let textName: String?
  /// A string that differs after every change in the folder.
  let mark: String

  /// - Parameter isRowKept: whether the text of the row is on disk. If so, a file with the same
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

  /// Whether the folder can be removed without losing anything.
  var mayBeRemoved: Bool { news.isEmpty && !isInUse }

  /// Whether the person has answered the question about the folder, and the folder has not changed
  /// since then.
  var isAnswered: Bool { record.seen == mark }

  // MARK: - The files of external editors

  /// Returns whether a file is the edited file, or a plain-text copy of it that an editor saved.
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

  /// A sentence about the folder, without a full stop, for messages at the terminal.
  var sentence: String {
    "\(record.editor) did not exit normally; it left "
      + (text == nil ? counted(news.count, "file") : "a text for \(record.label)")
  }

  /// Lines with the path of the folder and its new files.
  var lines: [String] {
    ["\(record.editor), for \(record.label), left in", folder.path]
      + news.map { "    \($0): \(note(of: $0))" }
      + (isInUse ? ["    \(record.editor) still runs and may write more"] : [])
  }

  /// The folder and its new files on one line, for standard error.
  var line: String {
    "\(record.editor) did not exit normally; it left files for \(record.label) in \(folder.path): "
      + (news.isEmpty ? "it still runs" : news.joined(separator: ", "))
  }
}

extension timespec {
  fileprivate static func < (left: timespec, right: timespec) -> Bool {
    (left.tv_sec, left.tv_nsec) < (right.tv_sec, right.tv_nsec)
  }
}

/// The record of a text that was given to an external editor.
struct LentRecord: Equatable {
  /// The name of the editor's folder, which is next to the drafts.
  var folder: String
  /// The name of the edited file in the folder.
  var file: String
  /// The name of the row, as drafts store it.
  var row: String
  /// The label of the row, for messages.
  var label: String
  /// The name of the editor, for messages.
  var editor: String
  /// The hash of the text that was given to the editor.
  var hash: String
  /// The folder's mark when the person last answered the question about the folder.
  var seen: String?

  /// Returns a hash of bytes.
  static func hash(of bytes: [UInt8]) -> String {
    "\(bytes.count)-\(String(FNV1a(of: bytes).value, radix: 16))"
  }

  // MARK: - In the draft

  /// Returns the records that a draft contains.
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

  /// Decodes the result of `encoded`; returns an empty list if the bytes are malformed.
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
