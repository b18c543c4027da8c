// Drafts as lines of text, and as JSON.

import Drafts
import FormCore

/// Lists of drafts.
enum DraftListing {
  /// `Classmates: 3 of 20 filled, 5 minutes ago, open in process 77 (classmates-main-….draft)`.
  static func line(of draft: DraftSummary) -> String {
    var line = draft.title.isEmpty ? draft.identity?.templateID ?? "A draft" : draft.title
    if let identity = draft.identity {
      if identity.name != "main" { line += ", \(identity.name)" }
      if let output = identity.outputPath { line += ", for \(output)" }
    }
    line += ": \(grouped(draft.filled)) of \(grouped(draft.total)) filled"
    line += ", \(Age.sentence(seconds: draft.age))"
    if draft.state != .open { line += ", \(draft.state.word)" }
    if case .held(let holder) = draft.occupation {
      line += ", open in " + (holder?.sentence ?? "another process")
    }
    if let trouble = draft.trouble { line += ", \(trouble.sentence)" }
    return "\(line) (\(draft.fileName))"
  }

  /// The answers of a session, a line each.
  static func answers(of session: FormSession) -> [String] {
    var export = AnswerExport(.text, of: session)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: session) {}
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Drafts as a JSON array; times are unix seconds, ages seconds.
  static func json(of drafts: [DraftSummary]) -> [UInt8] {
    var bytes = Array("[".utf8)
    for (index, draft) in drafts.enumerated() {
      bytes += Array((index == 0 ? "\n  " : ",\n  ").utf8)
      appendObject(members(of: draft), to: &bytes)
    }
    return bytes + Array((drafts.isEmpty ? "]\n" : "\n]\n").utf8)
  }

  /// A value of a member.
  private enum Value {
    case text(String?)
    case number(Int64)
    case object([(String, Value)]?)
  }

  private static func members(of draft: DraftSummary) -> [(String, Value)] {
    var holder: [(String, Value)]?
    if case .held(let process) = draft.occupation {
      holder = process.map {
        [
          ("process", .number(Int64($0.process))), ("terminal", .text($0.terminal)),
          ("since", .number($0.since)),
        ]
      }
      holder = holder ?? []
    }
    return [
      ("file", .text(draft.fileName)), ("state", .text(draft.state.rawValue)),
      ("form", .text(draft.identity?.templateID)),
      ("template", .text(draft.identity?.templatePath)), ("title", .text(draft.title)),
      ("name", .text(draft.identity?.name)), ("output", .text(draft.identity?.outputPath)),
      ("created", .number(draft.created)), ("updated", .number(draft.updated)),
      ("age", .number(draft.age)), ("filled", .number(Int64(draft.filled))),
      ("total", .number(Int64(draft.total))), ("heldBy", .object(holder)),
      ("trouble", .text(draft.trouble?.sentence)),
    ]
  }

  private static func appendObject(_ members: [(String, Value)], to bytes: inout [UInt8]) {
    bytes += Array("{".utf8)
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { bytes += Array(", ".utf8) }
      JSONWriter.appendString(name, to: &bytes)
      bytes += Array(": ".utf8)
      switch value {
      case .text(let text?): JSONWriter.appendString(text, to: &bytes)
      case .number(let number): bytes += Array(String(number).utf8)
      case .object(let members?): appendObject(members, to: &bytes)
      case .text(nil), .object(nil): bytes += Array("null".utf8)
      }
    }
    bytes += Array("}".utf8)
  }
}
