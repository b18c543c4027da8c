// Forms and texts that several test targets share.

import FormFormats
package import FormModel
package import FormScreen
package import FormText
import LosslessJSON
package import TerminalTesting

extension Template {
  /// Reads the template in a JSON text. Throws if the template has an error, which fails the test.
  package static func reading(_ source: String) throws -> Template {
    try TemplateReader.checkedTemplate(from: Array(source.utf8))
  }

  /// The errors in a JSON text.
  package static func errors(in source: String) -> [TemplateError] {
    do throws(TemplateErrors) {
      _ = try TemplateReader.template(from: Array(source.utf8))
      return []
    } catch {
      return error.errors
    }
  }

  /// The errors in a JSON text, with all their fields: position, path, sentence and allowed values.
  package static func errorLines(in source: String) -> [String] {
    errors(in: source).map { error in
      let path = error.path.isRoot ? "" : "\(error.path): "
      return "\(error.position): \(path)\(error.sentence) (allowed: \(error.allowed))"
    }
  }
}

extension FormSession {
  /// Opens the form of a template with the answers in a document. Both are JSON texts.
  package init(form: String, document: String) throws {
    try self.init(Template.reading(form), answers: JSONDocument(parsing: Array(document.utf8)))
  }

  /// Answers the row whose answer has this path in an exported document.
  package mutating func answer(_ path: String, _ text: Text) throws {
    guard let row = answers.row(atPath: path) else { throw NoRow(path: path) }
    applyToEnd(.answered(row, text))
  }

  private struct NoRow: Error { var path: String }
}

extension Frame {
  /// The visible lines, without spaces at their ends.
  package var trimmedText: String {
    lines.map { line in
      var text = line.text
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }
}

/// Forms that tests fill.
package enum Forms {
  /// Twenty rows, made by one row with a `count`.
  package static let classmates = """
    {"longform": 1, "id": "classmates", "title": "Classmates", "sections": [
      {"rows": [{"id": "classmate{n}", "count": 20, "label": "Classmate {n}", "key": "classmates[]"}]}
    ], "output": {"empty": "omit"}}
    """

  /// A form with counts, defaults, required rows, repeating sections and titles.
  package static let everything = """
    {"longform": 1, "id": "everything", "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "greeting", "label": "Greeting", "default": " hello "},
        {"id": "seat{n}", "count": 5, "label": "Seat {n}", "default": "free {n}"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 3, "label": "Job {n}"},
       "rows": [
        {"id": "company", "label": "Company"},
        {"id": "position", "label": "Position", "default": "clerk"},
        {"id": "city", "label": "City"}]},
      {"id": "notes", "rows": [{"id": "note{n}", "count": 6, "label": "Note {n}", "key": "notes[]"}]}
    ]}
    """

  /// Rows of nearly every type and with nearly every rule, with notes between them, in sections
  /// like those of `everything`.
  package static let everyType = """
    {"longform": 1, "id": "types", "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "intro", "type": "note", "help": "Read this first"},
        {"id": "name", "label": "Name", "required": true, "minLength": 2, "maxLength": 12},
        {"id": "phone", "type": "phone", "pattern": "[+0-9 ]+", "message": "Digits, please"},
        {"id": "file", "type": "path"},
        {"id": "email", "type": "email"},
        {"id": "site", "type": "url"},
        {"id": "summary", "type": "paragraph", "default": " two\\nlines "},
        {"id": "age", "type": "integer", "min": 0, "max": 150},
        {"id": "height", "type": "decimal", "default": "1.50", "multipleOf": 0.5},
        {"id": "fixed", "readOnly": true, "default": "as it is"},
        {"id": "seat{n}", "type": "integer", "count": 5, "default": "{n}"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 3, "label": "Job {n}"},
       "rows": [
        {"id": "from", "type": "date", "precision": "month", "min": "2000"},
        {"id": "hint", "type": "note", "help": "Times of a day"},
        {"id": "at", "type": "time", "max": "22:00", "default": "09:30"},
        {"id": "remote", "type": "boolean"},
        {"id": "size", "type": "choice", "choices": [
          {"value": "s", "label": "Small"}, {"value": 2, "label": "Medium"}, "Large"]},
        {"id": "tools", "type": "choices", "max": 2, "choices": ["Hammer", "Saw", "👍🏽"]},
        {"id": "tags", "type": "list", "min": 1, "max": 3}]},
      {"id": "notes", "rows": [
        {"id": "note{n}", "type": "choice", "strict": false, "choices": ["uno", "x"], "count": 6,
         "key": "notes[]"},
        {"id": "end{n}", "type": "note", "help": "That is all", "count": 2}]}
    ]}
    """

  /// A form with conditions of every kind, on rows, counts, items and sections. `when` turns the
  /// JSON of each condition into the member `when`, or into an empty text for a form without
  /// conditions.
  package static func conditional(_ when: (String) -> String = { ", \"when\": \($0)" }) -> String {
    """
    {"longform": 1, "id": "conditional", "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "mode", "label": "Mode"},
        {"id": "more", "type": "boolean", "default": "yes"},
        {"id": "extra", "default": "x", "required": true\(when(#"{"row": "more", "is": true}"#))},
        {"id": "deep"\(when(#"{"row": "extra", "filled": true}"#))},
        {"id": "number", "type": "decimal"},
        {"id": "far"\(when(#"""
          {"any": [{"row": "number", "in": [42, 3.140]}, {"not": {"row": "mode", "filled": true}}]}
          """#))},
        {"id": "seat{n}", "count": 5, "label": "Seat {n}", "default": "free {n}"\(when(#"""
          {"all": [{"row": "more", "is": true}, {"row": "mode", "in": ["a", "x", "Z"]}]}
          """#))}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 3, "label": "Job {n}"}
       \(when(#"{"not": {"row": "name", "is": "0"}}"#)),
       "rows": [
        {"id": "company", "label": "Company"},
        {"id": "ended", "type": "boolean"},
        {"id": "until", "default": "now"\(when(#"{"row": "ended", "is": true}"#))},
        {"id": "hint", "type": "note", "help": "?"\(when(#"{"row": "ended", "filled": true}"#))},
        {"id": "why"\(when(#"""
          {"all": [{"row": "until", "filled": true}, {"row": "more", "is": true}]}
          """#))},
        {"id": "here"\(when(#"{"row": "more", "is": false}"#))}]},
      {"id": "notes", "rows": [
        {"id": "note{n}", "count": 6, "key": "notes[]"\(when(#"{"row": "name", "filled": true}"#))}]}
    ]}
    """
  }

  /// The forms that random walks (sequences of random steps) use in turn.
  package static func forWalks() throws -> [FormOracle.Subject] {
    let plain = try [everything, everyType].map {
      FormOracle.Subject.unconditional(try Template.reading($0))
    }
    return plain + [
      try conditionalSubject(), .unconditional(try Template.reading(nested)), try mixedSubject(),
    ]
  }

  /// A form with items that are members of objects, inside other items, and with alternatives (rows
  /// that share a key) on every level. `when` writes each condition, and `key` each shared key.
  package static func mixed(
    when: (String) -> String = { ", \"when\": \($0)" }, key: (String) -> String = { $0 }
  ) -> String {
    """
    {"longform": 1, "id": "mixed", "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "whole", "type": "boolean", "export": false, "default": "yes"},
        {"id": "size", "type": "integer"\(when(#"{"row": "whole", "is": true}"#))},
        {"id": "words", "key": "\(key("size"))"\(when(#"{"not": {"row": "whole", "is": true}}"#))}]},
      {"id": "services", "title": "Services", "repeat": {"as": "object", "keyRow": "name",
       "initial": 2, "label": "Service {n}"},
       "rows": [{"id": "name"}, {"id": "listed", "type": "boolean", "export": false},
        {"id": "port", "type": ["integer", "text"], "empty": "null"},
        {"id": "command"\(when(#"{"not": {"row": "listed", "is": true}}"#))}],
       "sections": [
        {"id": "commands", "title": "Commands", "repeat": {"initial": 1, "label": "Command {n}"},
         "rows": [{"id": "line", "key": []}]},
        {"id": "volumes", "repeat": {"as": "object", "keyRow": "volume", "label": "Volume {n}"},
         "rows": [{"id": "volume"}, {"id": "shared", "type": "boolean", "export": false},
          {"id": "path"\(when(#"{"row": "shared", "is": true}"#))},
          {"id": "options", "key": "\(key("path"))"\(when(#"{"row": "shared", "is": false}"#))}],
         "sections": [{"id": "labels", "repeat": {"as": "object", "keyRow": "label",
          "label": "Label {n}"}, "rows": [{"id": "label"}, {"id": "value", "key": []}]}]}]},
      {"id": "end", "title": "End", "rows": [{"id": "last"}]}]}
    """
  }

  private static func mixedSubject() throws -> FormOracle.Subject {
    let template = try Template.reading(mixed())
    let bare = try Template.reading(mixed(when: { _ in "" }, key: { "\($0)2" }))
    let ids = template.sections.map { $0.rows.map(\.id.source) }
    return FormOracle.Subject(template: template, bare: bare) { row, reader in
      /// Whether a row of the same section, in the same item, is yes; nil if it is unanswered.
      func decides(_ id: String, item: Int) -> Bool? {
        guard let place = ids[row.section].firstIndex(of: id) else { return nil }
        let other = FormRow.ID(section: row.section, item: item, row: place, number: 0)
        switch reader.answer(other)?.string.lowercased() {
        case "y", "yes", "true": return true
        case "n", "no", "false", "ñ": return false
        default: return nil
        }
      }
      switch ids[row.section][row.row] {
      case "size": return decides("whole", item: 0) != true
      case "words": return decides("whole", item: 0) == true
      case "command": return decides("listed", item: row.item) == true
      case "path": return decides("shared", item: row.item) != true
      case "options": return decides("shared", item: row.item) != false
      default: return false
      }
    }
  }

  /// Items inside items, on three levels.
  package static let nested = """
    {"longform": 1, "id": "nested", "sections": [
      {"id": "basics", "title": "Basics", "rows": [{"id": "name", "required": true}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 2, "label": "Job {n}"},
       "rows": [{"id": "company"}, {"id": "position", "default": "clerk"}],
       "sections": [
        {"id": "projects", "title": "Projects", "repeat": {"initial": 1, "label": "Project {n}"},
         "rows": [{"id": "what"}, {"id": "about", "type": "paragraph"}],
         "sections": [{"id": "tasks", "repeat": {"label": "Task {n}"}, "rows": [{"id": "task"}]}]},
        {"id": "notes", "repeat": {"label": "Note {n}"},
         "rows": [{"id": "note", "default": "x"}, {"id": "done", "type": "boolean"}]}]},
      {"id": "end", "title": "End", "rows": [{"id": "last"}]}]}
    """

  /// The forms for walks that only press Enter. One of them has read-only rows, full lists,
  /// sections that begin empty, and a list whose new items are inserted at the beginning.
  package static func forEnter() throws -> [FormOracle.Subject] {
    try forWalks() + [.unconditional(try Template.reading(addLines))]
  }

  /// A form with every kind of add line, the line that creates an item.
  package static let addLines = """
    {"longform": 1, "id": "lines", "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "fixed", "readOnly": true, "default": "as it is"}, {"id": "name"},
        {"id": "far{n}", "count": 3, "readOnly": true, "default": "{n}"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 0, "insert": "first",
       "label": "Job {n}"}, "rows": [
        {"id": "company"}, {"id": "position", "default": "clerk"},
        {"id": "number", "readOnly": true, "default": "1"}, {"id": "notes", "type": "paragraph"}]},
      {"id": "empty", "title": "Volunteering", "repeat": {"key": "posts", "initial": 0, "max": 2,
       "label": "Post {n}"}, "rows": [{"id": "post"}, {"id": "what", "required": true}]},
      {"id": "tasks", "title": "Tasks", "repeat": {"key": "tasks", "initial": 1, "max": 1,
       "entry": true, "label": "Task {n}"}, "rows": [{"id": "task"}]}]}
    """

  private static func conditionalSubject() throws -> FormOracle.Subject {
    let template = try Template.reading(conditional())
    let bare = try Template.reading(conditional { _ in "" })
    let ids = template.sections.map { $0.rows.map(\.id.source) }
    return FormOracle.Subject(template: template, bare: bare) { row, reader in
      /// The text of another row, which is in section 0, or in the same item as this row.
      func held(_ id: String, in section: Int = 0) -> Text? {
        var other = row
        guard let place = ids[section].firstIndex(of: id) else { return nil }
        (other.section, other.row, other.number) = (Int(section), Int(place), 0)
        if section == 0 { other.item = 0 }
        return reader.answer(other)
      }
      func isYes(_ text: Text?) -> Bool {
        ["y", "yes", "true"].contains(text?.string.lowercased() ?? "")
      }
      let hasMore = isYes(held("more"))
      let name = ids[row.section][row.row]
      let hasEnded = row.section == 1 && isYes(held("ended", in: 1))
      switch (row.section, name) {
      case (0, "extra"): return !hasMore
      case (0, "deep"): return !hasMore || held("extra") == nil
      case (0, "far"): return held("mode") != nil && !["42", "3.14"].contains(held("number"))
      case (0, "seat{n}"): return !hasMore || !["a", "x", "Z"].contains(held("mode"))
      case (1, _) where held("name") == "0": return true
      case (1, "until"): return !hasEnded
      case (1, "why"): return !hasEnded || held("until", in: 1) == nil || !hasMore
      case (1, "here"):
        // The program ignores accents, so ñ means no. The walks type no other text with an accent
        // that means no.
        return ["n", "ñ", "no", "false"].contains(held("more")?.string.lowercased()) == false
      case (2, _): return held("name") == nil
      default: return false
      }
    }
  }

  /// A form with the given number of rows, made by one row with a `count`. `keys` are further
  /// members of that row's JSON object.
  package static func counted(_ rows: Int, keys: String = "\"label\": \"Row {n}\"") -> String {
    """
    {"longform": 1, "id": "many", "sections": [
      {"rows": [{"id": "row{n}", "count": \(rows), \(keys), "key": "rows[]"}]}]}
    """
  }
}

/// Texts in which characters are easily lost or cut in two.
package enum TrickyText {
  static let pieces = [
    "a", "Z", " ", "é", "e\u{301}", "你", "👩‍👩‍👧‍👦", "🇫🇷", "👍🏽", "عمر", "ñ", "0", "\u{200B}", "  ", "x",
  ]

  /// Texts that some type accepts or almost accepts.
  static let typed = [
    "yes", "N", "TRUE", "maybe", "42", "-0", "1e400", "007", "3.14", "2019", "2019-3", "2019-02-29",
    "2024-02-29", "09:30", "25:00", "Small", "medium", "s", "2", "Saw\nhammer", " a \n\nb",
    "ada@example.org", "https://example.org/%41", "example.org", "+44 20", "Large", "null",
  ]

  package static func random(using generator: inout SeededGenerator) -> Text {
    if Int.random(in: 0..<3, using: &generator) == 0,
      let text = typed.randomElement(using: &generator)
    {
      return Text(text)
    }
    let count = Int.random(in: 0...5, using: &generator)
    return Text((0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined())
  }
}

extension FormSession {
  /// Replaces the text of the focused row.
  package mutating func type(_ string: String) {
    let text = Text(string)
    applyToEnd(.edited(text, cursor: text.scalarCount, kind: .other))
  }

  /// The exported answers.
  package func exported(_ format: ExportFormat) -> String {
    var export = AnswerExport(format, of: self.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, limit: 100, of: self.answers) {}
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The label of the focused row, with the label of its item.
  package var focusLabel: String { focus.map(answers.fullLabel(of:)) ?? "" }

  /// Lays out the session for a screen of the given size, and returns its frame.
  package mutating func frame(size: ScreenSize, state: ScreenState? = nil, previous: Frame? = nil)
    -> Frame
  {
    var state = state ?? ScreenState(height: .viewport(8), hasUTF8: true)
    let layout = ScreenLayout(
      size: size, height: state.appearance.height, lineCount: answers.lineCountWithHeaders,
      namesKeys: state.appearance.namesKeys)
    applyToEnd(
      .resized(height: max(layout.viewportLines, 1), showsHeaders: layout.showsHeaders))
    applyToEnd(
      .panelOpened(
        lines: Screen.arrangePanel(
          of: &self, state: &state, size: size, layout: layout
        ).lines))
    return Screen.frame(
      of: self, state: state, size: size, layout: layout, previous: previous)
  }
}

extension Collection where Element == Effect {
  /// The sentences of the messages among these effects.
  package var sentences: [String] {
    compactMap { if case .message(let message) = $0 { message.sentence } else { nil } }
  }
}
