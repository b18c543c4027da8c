// Lists drafts as lines of text and as JSON.

package import Drafts
import FormFormats
package import FormModel
import FormScreen
import FormText
import Glibc
import System

/// Lists of drafts.
package enum DraftListing {
  /// Returns a line such as
  /// `Classmates: 3 of 20 filled, 5 minutes ago, open in process 77 (classmates)`.
  ///
  /// - Parameter name: the name in the parentheses; by default the file name of the draft.
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

  /// The width of the table in terminal columns.
  private static let width = 80
  /// The maximum width of a name that shares a line with the other columns.
  private static let longestName = 34

  /// Returns a table of drafts for people. A draft has one line, or two lines if its name is long.
  /// A line is longer than 80 columns only if a name alone is longer.
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
      return (draft.isUndelivered ? "\(undelivered(draft)), " : "")
        + "open in " + (holder?.sentence ?? "another process")
    }
    if draft.trouble != nil, draft.state == .open { return "cannot be read" }
    let state =
      switch draft.state {
      case .finished: "saved"
      case .open where draft.isUndelivered, .undelivered: undelivered(draft)
      case .open, .aside, .damaged, .newer: draft.state.word
      }
    guard let output = draft.identity?.outputPath else { return state }
    return "\(state), for \(VisibleText.painted(Path.name(of: output)))"
  }

  private static func word(for draft: DraftSummary) -> String {
    draft.isUndelivered ? undelivered(draft) : draft.state.word
  }

  /// Returns the state of a draft whose saved answers wait for a command.
  private static func undelivered(_ draft: DraftSummary) -> String {
    let word = DraftState.undelivered.word
    let need = try? DraftStore.directory().need(of: draft.fileName)
    return need.map { "\(word), \($0.word)" } ?? word
  }

  /// Returns the answers of a session, with one answer on each line.
  package static func answers(of session: FormSession) -> [String] {
    let session = session.withWorkDone
    var export = AnswerExport(.text, of: session.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: session.answers) {}
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns a line for each text that is still on the entry line of a list (the line where typed
  /// texts become items), because it has not been added as an item.
  package static func unadded(in session: FormSession) -> [String] {
    session.answers.unaddedEntries.map { entry in
      let label = session.answers.nextItemLabel(of: entry.listOfAddLine)
      return "\(label): \(session.answers.text(of: entry).quotation) is not added yet"
    }
  }

  /// Returns drafts as a JSON array. Times are in Unix seconds, and ages in seconds.
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
      ("undelivered", .flag(draft.isUndelivered)),
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

/// Ages of drafts as text.
enum Age {
  /// Returns an age such as `12 seconds ago` or `3 hours ago`. It is rounded down, in the largest
  /// unit that gives a count of at least two.
  static func sentence(seconds: Int64) -> String {
    let units: [(Int64, String)] = [
      (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
    ]
    for (length, name) in units where seconds >= length * (length == 1 ? 1 : 2) {
      return counted(Int(seconds / length), name) + " ago"
    }
    return "just now"
  }

  /// Returns the age for a list of forms: `yesterday` for the previous day, otherwise the result of
  /// `sentence`.
  static func day(seconds: Int64, now: Int64) -> String {
    yesterday(seconds: seconds, now: now) == nil ? sentence(seconds: seconds) : "yesterday"
  }

  /// Returns the age with the time of day for the previous day: `yesterday 18:02`.
  static func moment(seconds: Int64, now: Int64) -> String {
    guard let time = yesterday(seconds: seconds, now: now) else {
      return sentence(seconds: seconds)
    }
    return "yesterday \(timeOfDay(time))"
  }

  /// Returns a time such as `18:02` in the local time zone; nil if the local time is unknown.
  static func timeOfDay(_ seconds: Int64) -> String? { local(seconds).map(timeOfDay) }

  private static func timeOfDay(_ time: tm) -> String {
    "\(time.tm_hour):" + (time.tm_min < 10 ? "0" : "") + "\(time.tm_min)"
  }

  /// Returns the local time if it was yesterday; nil for other days and for the last six hours.
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
