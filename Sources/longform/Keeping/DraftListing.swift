// Drafts as lines of text.

import Drafts
import FormCore

/// Lists of drafts for people.
enum DraftListing {
  /// `Classmates, main: 3 of 20 filled, 5 minutes ago, open in process 77 (NAME)`.
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
}
