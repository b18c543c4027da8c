// Drafts as lines of text, and as JSON.

package import Drafts
import FormFormats
package import FormModel
import FormScreen
import FormText
import Glibc
import System

/// Lists of drafts.
package enum DraftListing {
  /// `Classmates: 3 of 20 filled, 5 minutes ago, open in process 77 (classmates)`.
  ///
  /// - Parameter name: the name in the parentheses; by default that of the file.
  package static func line(of draft: DraftSummary, named name: String? = nil) -> String {
    var line = draft.title.isEmpty ? draft.identity?.templateID ?? "A draft" : draft.title
    if let identity = draft.identity {
      if identity.name != "main" { line += ", \(identity.name)" }
      if let output = identity.outputPath { line += ", for \(output)" }
    }
    line += ": \(grouped(draft.progress.filled)) of \(grouped(draft.progress.total)) filled"
    line += ", \(Age.sentence(seconds: draft.age))"
    if draft.state != .open || draft.isUndelivered { line += ", \(word(for: draft))" }
    if case .held(let holder) = draft.occupation {
      line += ", open in " + (holder?.sentence ?? "another process")
    }
    if let trouble = draft.trouble { line += ", \(trouble.sentence)" }
    return "\(line) (\(name ?? draft.fileName))"
  }

  // MARK: - A table

  /// The columns of a terminal that the table fits.
  private static let width = 80
  /// The longest name, in columns, that shares a line with the rest.
  private static let longestName = 34

  /// A table of drafts for people: one line each, or two if the name is long. Only a name longer
  /// than a line exceeds 80 columns.
  package static func table(of drafts: [DraftSummary], named names: DraftNames) -> [String] {
    if drafts.isEmpty { return [] }
    let rows = drafts.map { draft in
      [
        VisibleText.painted(names[draft.fileName]),
        "\(grouped(draft.progress.filled)) of \(grouped(draft.progress.total))",
        Age.sentence(seconds: draft.age), state(of: draft),
      ]
    }
    let lines = [["draft", "filled", "changed", "state"]] + rows
    let widths = (0..<3).map { column in
      lines.map { CellReader.columns(of: $0[column]) }
        .filter { column > 0 || $0 <= longestName }.max() ?? 0
    }
    return lines.flatMap { cells -> [String] in
      var line = ""
      var before: [String] = []
      var end = 0
      for (column, cell) in cells.dropLast().enumerated() {
        if column == 0, CellReader.columns(of: cell) > widths[0] {
          before = [cell]
        } else {
          line += cell
        }
        end += widths[column] + 2
        line += String(repeating: " ", count: max(end - CellReader.columns(of: line), 0))
      }
      let room = max(width - 1 - end, 0)
      let state = cells.last ?? ""
      let isWhole = CellReader.columns(of: state) <= room
      return before + [line + (isWhole ? state : Text(state).beginning(columns: room).string)]
    }
  }

  private static func state(of draft: DraftSummary) -> String {
    if case .held(let holder) = draft.occupation {
      return "open in " + (holder?.sentence ?? "another process")
    }
    if draft.trouble != nil, draft.state == .open { return "cannot be read" }
    let state =
      switch draft.state {
      case .finished: "saved"
      case .open where draft.isUndelivered: DraftState.undelivered.word
      case .open, .undelivered, .aside, .damaged, .newer: draft.state.word
      }
    guard let output = draft.identity?.outputPath else { return state }
    return "\(state), for \(VisibleText.painted(Path.name(of: output)))"
  }

  private static func word(for draft: DraftSummary) -> String {
    draft.isUndelivered ? DraftState.undelivered.word : draft.state.word
  }

  /// The answers of a session, one a line.
  package static func answers(of session: FormSession) -> [String] {
    var export = AnswerExport(.text, of: session.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: session.answers) {}
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The texts on entry lines, one a line.
  package static func unadded(in session: FormSession) -> [String] {
    session.answers.unaddedEntries.map { entry in
      let label = session.answers.nextItemLabel(of: entry.listOfAddLine)
      return "\(label): \(session.answers.text(of: entry).quotation) is not added yet"
    }
  }

  /// Drafts as a JSON array; times are Unix seconds, ages are seconds.
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
  /// `12 seconds ago`, `3 hours ago`; rounded down, in the largest unit of which there are at least
  /// two.
  static func sentence(seconds: Int64) -> String {
    let units: [(Int64, String)] = [
      (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
    ]
    for (length, name) in units where seconds >= length * (length == 1 ? 1 : 2) {
      return counted(Int(seconds / length), name) + " ago"
    }
    return "just now"
  }

  /// As above for a list of forms, where a calendar day is clearer: `yesterday`.
  static func day(seconds: Int64, now: Int64) -> String {
    yesterday(seconds: seconds, now: now) == nil ? sentence(seconds: seconds) : "yesterday"
  }

  /// As above with the time of day: `yesterday 18:02`.
  static func moment(seconds: Int64, now: Int64) -> String {
    guard let time = yesterday(seconds: seconds, now: now) else {
      return sentence(seconds: seconds)
    }
    return "yesterday \(timeOfDay(time))"
  }

  /// `18:02` in this time zone; nil if that is unknown.
  static func timeOfDay(_ seconds: Int64) -> String? { local(seconds).map(timeOfDay) }

  private static func timeOfDay(_ time: tm) -> String {
    "\(time.tm_hour):" + (time.tm_min < 10 ? "0" : "") + "\(time.tm_min)"
  }

  /// A time of yesterday in this time zone; nil for other days, and within the last six hours.
  private static func yesterday(seconds: Int64, now: Int64) -> tm? {
    guard seconds >= 6 * 3_600, let changed = local(now - seconds), let day = local(now - 86_400),
      (changed.tm_year, changed.tm_yday) == (day.tm_year, day.tm_yday)
    else { return nil }
    return changed
  }

  private static func local(_ time: Int64) -> tm? {
    var seconds = time_t(time)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? nil : local
  }
}
