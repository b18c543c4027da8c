// The command palette, the list at the command prompt. It lists the commands that match the typed
// text, with their keys and help, or the possible arguments of the typed command. If no text is
// typed, it lists the keys that work at the moment, then all commands and keys.

import FormModel
import FormText

/// The entries of the palette, and the chosen entry.
package struct CommandPalette: Hashable, Sendable {
  /// A line of the palette.
  package struct Entry: Hashable, Sendable {
    /// The first column, such as `:add SECTION`, `^X +` or `education`.
    var name: String
    /// The second column: the keys and the help.
    var detail: String
    /// The text that the prompt gets when this entry completes it; nil for the entry of a key,
    /// which cannot be chosen.
    var text: String?
  }

  package private(set) var entries: [Entry] = []
  /// The index of the chosen entry.
  package private(set) var chosen: Int?
  /// The index of the first entry in view.
  package private(set) var top = 0
  /// The number of lines for the entries.
  private var shownLines = 0
  private(set) var title = ""
  /// Whether the entries are formats of a save or an export.
  private var listsFormats = false
  /// The hint about the typed text.
  private(set) var hint = ""
  /// Whether `:` opened the palette. If so, a second `:` types a colon into the row.
  let isColon: Bool
  /// The prompt that is restored when the palette closes: the row or the search.
  let below: ScreenState.Prompt
  /// The unknown command for which Enter was pressed. A second Enter types this text into the row.
  var unknown: String?
  /// The keys that work at the moment, from the key line.
  private let here: [KeyHint]

  init(isColon: Bool, over below: ScreenState.Prompt, here: [KeyHint]) {
    (self.isColon, self.below, self.here) = (isColon, below, here)
  }

  /// Records that the typed text is no command, and returns a hint about the keys that help. If `:`
  /// opened the palette, the text may be meant for the row.
  mutating func refuse(_ typed: String) -> String {
    guard isColon else { return entries.isEmpty ? "   Esc closes" : "   ↑↓ choose, Esc closes" }
    unknown = typed
    return "   Enter again types it into the row, Esc closes"
  }

  // MARK: - Looking up

  /// Finds the entries that match the typed text.
  mutating func lookUp(_ text: String, in session: FormSession) {
    (chosen, top, hint) = (nil, 0, "The beginning of a name is enough")
    listsFormats = false
    let typed = CommandPalette.withoutColon(text)
    let parts = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let word = parts.first.map(String.init) ?? ""
    if parts.count > 1, let command = CommandPalette.entry(named: word) {
      let argument = String(parts[1])
      title = CommandPalette.usage(of: command) + ": " + command.help
      let saves = [.save, .saveAnyway, .write].contains(command.name)
      if saves {
        hint = "A format, or a file such as answers.json, whose ending selects the format"
      }
      listsFormats = saves || [.export, .preview].contains(command.name)
      // A file may follow the format.
      let words = argument.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let wanted = listsFormats ? words.first.map(String.init) ?? "" : argument
      entries = CommandPalette.arguments(of: command.name, in: session)
        .filter { CommandPalette.fits(wanted, [$0.name, $0.detail]) }
        .map { Entry(name: $0.name, detail: $0.detail, text: "\(word) \($0.name)") }
      // A row comes before a section, as it does without a palette.
      let name = argument.trimmingBlanks
      if command.name == .goto, let row = session.row(namedOrAt: name) {
        entries.removeAll { $0.name == name }
        let label = session.answers.fullLabel(of: row)
        entries.insert(Entry(name: name, detail: label, text: "\(word) \(name)"), at: 0)
      }
      // Without an argument a save or preview already has a format, and with a file the text is
      // complete, so no entry is chosen.
      let isOptional = saves || command.name == .preview
      let isComplete = listsFormats && words.count > 1
      if !isOptional || !argument.isEmpty, !entries.isEmpty, !isComplete { chosen = 0 }
    } else if typed.isEmpty {
      title = "Keys and commands"
      entries =
        here.map { Entry(name: $0.key, detail: $0.use, text: nil) }
        + CommandPalette.commands(CommandTable.entries) + CommandPalette.keys
    } else {
      title = "Commands for \(typed.quoted)"
      let named = CommandTable.entries.filter { entry in
        ([entry.name.rawValue] + entry.aliases).contains { $0.hasPrefix(word) }
      }
      let others = CommandTable.entries.filter { entry in
        !named.contains { $0.name == entry.name }
          && CommandPalette.fits(typed, [entry.name.rawValue, entry.help])
      }
      let exact = named.firstIndex { ([$0.name.rawValue] + $0.aliases).contains(word) }
      let keys = CommandPalette.keys.filter { CommandPalette.fits(typed, [$0.detail]) }
      entries = CommandPalette.commands(named + others) + keys
      // If `:` opened the palette, the text may be meant for the row. Then a word that occurs only
      // in a help text chooses no command.
      let isOnly = named.isEmpty && others.count == 1 && !isColon
      chosen = exact ?? (Int(typed) == nil && (isOnly || !named.isEmpty) ? 0 : nil)
    }
  }

  /// Chooses another entry. The entries of keys cannot be chosen, so after the last command the
  /// list scrolls to those entries instead.
  mutating func move(by step: Int) {
    let last = entries.lastIndex { $0.text != nil } ?? -1
    if step > 0, last < entries.count - 1, chosen == last || chosen == nil && top > 0 {
      (chosen, top) = (nil, chosen == nil ? top + step : max(last + 1 - shownLines, 0) + step)
      return
    }
    if step < 0, chosen == nil, top + step > last + 1 - shownLines, top > 0 {
      top += step
      return
    }
    var place = chosen ?? (step > 0 ? -1 : entries.count)
    let goal = min(max(place + step, 0), entries.count - 1)
    place = goal
    let direction = step > 0 ? 1 : -1
    while entries.indices.contains(place), entries[place].text == nil { place += direction }
    if entries.indices.contains(place) {
      chosen = place
    } else if step < 0 {
      (chosen, top) = (nil, 0)
    }
  }

  /// Scrolls to the chosen entry.
  mutating func arrange(lines: Int) {
    guard lines > 0 else { return }
    shownLines = lines
    if let chosen { top = min(max(top, chosen - lines + 1), chosen) }
    top = max(min(top, entries.count - lines), 0)
  }

  /// The number of entries, for the end of the title.
  var count: String {
    listsFormats ? counted(entries.count, "format") : grouped(entries.count)
  }

  /// The text that Enter runs, and to which Tab and → complete the prompt.
  var chosenText: String? { chosen.flatMap { entries[$0].text } }

  /// Returns whether the chosen entry's line has room for its whole name and help.
  func showsChosenWhole(width: Int) -> Bool {
    guard let chosen else { return true }
    let shown = entries.indices.dropFirst(top).prefix(max(shownLines, 1))
    let names = shown.map { CellReader.columns(of: entries[$0].name) }.max() ?? 0
    return min(names, width / 2) + 4 + CellReader.columns(of: entries[chosen].detail) <= width
  }

  /// The chosen entry as one line of text.
  var chosenSentence: String? {
    // Three spaces separate the keys from the help. In the message line, however, three spaces
    // begin a hint, which is never broken into lines. So this sentence has single spaces.
    chosen.map { place in
      let words = entries[place].detail.split(separator: " ").joined(separator: " ")
      return "\(entries[place].name) \(words)"
    }
  }

  /// Returns whether a text is a command that lacks a required argument.
  static func lacksArgument(_ text: String) -> Bool {
    guard let entry = entry(named: withoutColon(text).trimmingBlanks) else { return false }
    return !entry.arguments.isEmpty && !entry.arguments.hasPrefix("[")
  }

  /// Returns a text without leading colons, which people type out of habit.
  static func withoutColon(_ text: String) -> String {
    String(text.drop { $0 == ":" || $0 == " " })
  }

  private static func entry(named name: String) -> CommandEntry? {
    if let entry = CommandTable.entries.first(where: {
      $0.name.rawValue == name || $0.aliases.contains(name)
    }) {
      return entry
    }
    let names = name.isEmpty ? [] : TypedCommand.completions(of: name)
    return names.count == 1 ? CommandTable.entries.first { $0.name == names[0] } : nil
  }

  /// Returns whether each typed word is the beginning of a word in the texts.
  private static func fits(_ typed: String, _ texts: [String]) -> Bool {
    let query = FindQuery(Text(typed))
    return query.isEmpty || query.matches(texts)
  }

  // MARK: - Lines

  /// Returns the lines of the entries in view: a name and an explanation.
  func lines(_ count: Int, width: Int, symbols: Symbols) -> [Line] {
    let shown = entries.indices.dropFirst(top).prefix(count)
    let names = shown.map { CellReader.columns(of: symbols.sentence(entries[$0].name)) }
    let column = min(names.max() ?? 0, width / 2) + 4
    return shown.map { place in
      let isChosen = place == chosen
      let style: Style = isChosen ? .chosen : .plain
      var line = Line()
      line.append(isChosen ? symbols.bar : " ", style: style)
      line.append(" ", style, end: width)
      line.append(
        symbols.sentence(entries[place].name), style, end: column - 2, ellipsis: symbols.ellipsis)
      line.pad(to: min(column, width), style)
      line.append(
        symbols.sentence(entries[place].detail), isChosen ? .chosen : .dim, end: width,
        ellipsis: symbols.ellipsis)
      if isChosen { line.pad(to: width, style) }
      return line
    }
  }

  // MARK: - Entries

  private static func usage(of entry: CommandEntry) -> String {
    entry.arguments.isEmpty ? entry.name.rawValue : "\(entry.name.rawValue) \(entry.arguments)"
  }

  private static func commands(_ entries: [CommandEntry]) -> [Entry] {
    entries.map { entry in
      let keys = entry.keys.map(\.name).joined(separator: ", ")
      return Entry(
        name: ":" + usage(of: entry), detail: keys.isEmpty ? entry.help : "\(keys)   \(entry.help)",
        text: entry.name.rawValue + (entry.arguments.isEmpty ? "" : " "))
    }
  }

  /// The keys that do not belong to commands.
  private static let keys: [Entry] = KeyTable.groups.flatMap { group in
    group.entries.map { entry in
      let sentence = entry.sentence.replacingBackticks
      let place = group.title == "Everywhere" ? "" : "   (\(group.title.lowercasedFirst))"
      return Entry(name: entry.name, detail: sentence + place, text: nil)
    }
  }

  /// Returns the possible arguments of a command; none if they cannot be listed.
  private static func arguments(
    of name: CommandName, in session: FormSession
  ) -> [(name: String, detail: String)] {
    let sections = session.template.sections
    let titled = sections.indices.map {
      (section: $0, id: sections[$0].id, title: session.answers.title(ofSection: $0) ?? "")
    }
    switch name {
    case .add:
      return titled.filter { sections[$0.section].repetition != nil }.map { ($0.id, $0.title) }
    case .goto, .show:
      return titled.filter { !$0.id.isEmpty }.map { ($0.id, $0.title) }
    case .scope:
      return FindScope.all(in: session.template).map {
        ($0.name(in: session.template), $0.title(in: session.template))
      }
    case .save, .saveAnyway, .write, .export, .preview:
      return ExportFormat.allCases.map { ($0.rawValue, "") }
    case .move: return [("up", "one item up"), ("down", "one item down")]
    default: return []
    }
  }
}

extension String {
  fileprivate var replacingBackticks: String { String(filter { $0 != "`" }) }

  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

  fileprivate var trimmingBlanks: String { Text(self).trimmed.string }
}
