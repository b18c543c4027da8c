// Converts actions to lines of plain mode, for random walks.

import FormModel
import FormScreen
import FormText

/// Performs actions as a person would, through a dialogue.
protocol ActionSpeaker {
  /// Performs an action; returns false if this dialogue has no input for the action.
  mutating func perform(_ action: Action, on session: inout FormSession) -> Bool
}

/// Converts actions to the lines that a person would type, for the dialogue of plain mode.
struct PlainSpeaker: ActionSpeaker {
  private var dialogue: PlainDialogue
  /// The sentences that the last lines caused.
  private(set) var sentences: [String] = []

  init(_ session: FormSession) {
    dialogue = PlainDialogue(session)
  }

  /// Performs an action by typing lines; returns false if no lines cause the action.
  mutating func perform(_ action: Action, on session: inout FormSession) -> Bool {
    guard let lines = PlainSpeaker.lines(for: action, in: session) else { return false }
    report(lines, to: &session)
    return true
  }

  /// Types a text into the focused row and continues to the next.
  mutating func type(_ text: Text, on session: inout FormSession) {
    guard let focus = session.focus else { return }
    let row = session.template[focus]
    let lines = PlainSpeaker.lines(of: text, in: row)
    if text.isEmpty {
      report([":clear", ""], to: &session)
    } else if row.type.holdsLines, row.type != .choices, lines.count == 1 {
      report(row.isReadOnly ? lines : lines + [""], to: &session)
    } else if row.type.holdsLines {
      report([":lines =="] + lines + ["=="], to: &session)
    } else {
      report(lines, to: &session)
    }
  }

  /// Whether `:set` can set a text unchanged.
  static func canSet(_ text: Text) -> Bool {
    !text.isEmpty && text.trimmed == text && !text.string.contains("\n")
  }

  private mutating func report(_ lines: [String], to session: inout FormSession) {
    // Swap instead of copying: two copies of a form would duplicate its storage at every change.
    swap(&dialogue.session, &session)
    for line in lines { _ = dialogue.take(line) }
    swap(&dialogue.session, &session)
    sentences = dialogue.takeSentences()
  }

  private static func lines(of text: Text, in row: RowTemplate) -> [String] {
    let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    return row.type.holdsLines ? lines : [lines.joined(separator: " ")]
  }

  /// The text of a row after each step of typing a text, computed without the program's functions.
  static func steps(of text: Text, in row: RowTemplate) -> [Text] {
    let lines = lines(of: text, in: row)
    var steps = lines.indices.map { Text(lines[...$0].joined(separator: "\n")) }
    // If the text means one of the three choices, that choice replaces the text.
    if row.type == .choice, row.id.source == "size" {
      let choices = ["small": "Small", "s": "Small", "medium": "Medium", "2": "Medium"]
      let typed = steps[0].trimmed.string.lowercased()
      if let label = choices[typed] ?? (typed == "large" ? "Large" : nil) {
        steps.append(Text(label))
      }
    }
    return steps
  }

  /// Returns the lines for an action; nil if no lines cause the action.
  static func lines(for action: Action, in session: FormSession) -> [String]? {
    /// Returns lines that go to an item and run a command there; nil if no row of the item is
    /// shown.
    func inItem(_ section: Int, _ item: Int, _ command: String) -> [String]? {
      let row = (0..<session.answers.indexCount).lazy.compactMap {
        session.row(at: FormRow.Index($0))
      }
      .first { Int($0.id.section) == section && Int($0.id.item) == item }
      return row?.number.map { [":goto \($0)", command] }
    }
    switch action {
    case .moved(.next): return [":next"]
    case .moved(.previous): return [":prev"]
    case .moved(.pageDown): return [":pagedown"]
    case .moved(.pageUp): return [":pageup"]
    case .moved(.first): return [":first"]
    case .moved(.last): return [":la"]
    case .moved(.back): return [":back"]
    case .moved(.nextEmpty): return [":next-empty"]
    case .moved(.to(let row)): return session.row(row)?.number.map { [":\($0)"] }
    case .entered: return [""]
    case .undone: return [":undo"]
    case .redone: return [":redo"]
    case .checkRequested: return [":check"]
    case .toggled: return [":toggle"]
    case .resized(let height, _): return [":height \(height)"]
    case .itemAdded(let section, let item):
      let command = ":add \(session.template.sections[section].id)"
      return session.template.sections[section].parent.map { inItem($0, item, command) }
        ?? [command]
    case .itemRemoved(let section, let item): return inItem(section, item, ":remove")
    case .itemMoved(let section, let item, let target):
      return inItem(section, item, ":move \(target + 1)")
    case .answered(let row, let text):
      let name = session.answers.name(of: row)
      guard (session.answers.row(atPath: name) ?? session.row(named: name)) == row else {
        return nil
      }
      return [":set \(name) \(text.string)"]
    default: return nil
    }
  }
}
