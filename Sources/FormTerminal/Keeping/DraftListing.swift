// Drafts as lines of text, and as JSON.

package import Drafts
import FormFormats
package import FormModel
import FormScreen
import FormText

/// Lists of drafts.
package enum DraftListing {
  /// `Classmates: 3 of 20 filled, 5 minutes ago, open in process 77 (classmates-main-….draft)`.
  package static func line(of draft: DraftSummary) -> String {
    var line = draft.title.isEmpty ? draft.identity?.templateID ?? "A draft" : draft.title
    if let identity = draft.identity {
      if identity.name != "main" { line += ", \(identity.name)" }
      if let output = identity.outputPath { line += ", for \(output)" }
    }
    line += ": \(grouped(draft.progress.filled)) of \(grouped(draft.progress.total)) filled"
    line += ", \(Age.sentence(seconds: draft.age))"
    if draft.state != .open { line += ", \(draft.state.word)" }
    if case .held(let holder) = draft.occupation {
      line += ", open in " + (holder?.sentence ?? "another process")
    }
    if let trouble = draft.trouble { line += ", \(trouble.sentence)" }
    return "\(line) (\(draft.fileName))"
  }

  /// The answers of a session, a line each.
  package static func answers(of session: FormSession) -> [String] {
    var export = AnswerExport(.text, of: session.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: session.answers) {}
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The texts on entry lines, a line each.
  package static func unadded(in session: FormSession) -> [String] {
    session.answers.unaddedEntries.map { entry in
      let label = session.answers.addLabel(ofSection: entry.section).dropFirst("+ ".count)
      return "\(label): \(session.answers.text(of: entry).quotation) is not added yet"
    }
  }

  /// Drafts as a JSON array; times are unix seconds, ages seconds.
  package static func json(of drafts: [DraftSummary]) -> [UInt8] {
    JSONRecord.list(drafts.map(record(of:)))
  }

  private static func record(of draft: DraftSummary) -> JSONRecord {
    var holder: JSONRecord?
    if case .held(let process) = draft.occupation {
      holder = JSONRecord(
        process.map {
          [
            ("process", .number(Int64($0.process))), ("terminal", .text($0.terminal)),
            ("since", .number($0.since)),
          ]
        } ?? [])
    }
    return JSONRecord([
      ("file", .text(draft.fileName)), ("state", .text(draft.state.rawValue)),
      ("form", .text(draft.identity?.templateID)),
      ("template", .text(draft.identity?.templatePath)), ("title", .text(draft.title)),
      ("name", .text(draft.identity?.name)), ("output", .text(draft.identity?.outputPath)),
      ("created", .number(draft.created)), ("updated", .number(draft.updated)),
      ("age", .number(draft.age)), ("filled", .number(Int64(draft.progress.filled))),
      ("total", .number(Int64(draft.progress.total))), ("heldBy", .record(holder)),
      ("trouble", .text(draft.trouble?.sentence)),
    ])
  }
}

/// Ages.
enum Age {
  /// `12 seconds ago`, `3 hours ago`; rounded down, in the greatest unit that is at least two.
  static func sentence(seconds: Int64) -> String {
    let units: [(Int64, String)] = [
      (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
    ]
    for (length, name) in units where seconds >= length * (length == 1 ? 1 : 2) {
      return counted(Int(seconds / length), name) + " ago"
    }
    return "just now"
  }
}
