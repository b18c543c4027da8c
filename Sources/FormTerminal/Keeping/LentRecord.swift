// The record of a text that an editor was given, as JSON in the draft. It is stored before the editor
// starts, so the next start finds the folder even if both were killed.

import Drafts
import LosslessJSON
import System

/// A text that an editor was given.
struct LentRecord: Equatable {
  /// The name of the folder beside the drafts.
  var folder: String
  /// The name of the file in it.
  var file: String
  /// The row, by its lasting name.
  var row: String
  /// The label of the row, for messages.
  var label: String
  /// The name of the editor, for messages.
  var editor: String
  /// A hash of the text that was given.
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

  /// Reads what `encoded` gave; nothing of anything else.
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
