// The outcome of a command: actions for the session, or a request to the front end (screen, plain
// mode or pipe).
//
// All front ends use these outcomes, so a command has the same meaning in each.

package import FormModel
import FormText

/// The outcome of a command.
package enum CommandOutcome {
  case actions([Action])
  /// Saves the answers, to the file at `path` if there is a path.
  case save(ExportFormat?, path: String?, anyway: Bool)
  /// Shows the next problem, or asks whether to save if there is none.
  case proposeSave
  case export(ExportFormat, path: String)
  case resize(height: Int)
  /// Picks the candidate with this number. The front end must first read all candidates.
  case pick(Int)
  case help
  case quit(anyway: Bool)
  /// Reports whether all changes are stored.
  case reportKept
  case fresh
  case drafts
  /// Opens the text of the row in the person's own editor.
  case editElsewhere
  case find(FindRequest)
  /// Lists all rows, or the rows of a section.
  case show(section: Int?)
  /// Lists the changes since the form was opened.
  case review
  /// Shows the text that a save would write, in this format if one was named.
  case preview(ExportFormat?)
  /// Shows the focused row in full.
  case repeatRow
  /// Switches from the screen to plain mode.
  case plain
  /// Turns the mouse on or off.
  case mouse
  /// Shows a sentence and changes nothing.
  case message(String)
  /// Refuses the command. The sentence contains the reason and the allowed arguments.
  case refuse(String)

  /// Determines the outcome of a command in a session.
  package init(_ command: TypedCommand, in session: borrowing FormSession) {
    if !command.argument.isEmpty, !CommandTable.takesArgument(command.name) {
      self = .refuse(
        ":\(command.name.rawValue) takes no argument; nothing was done with "
          + Text(command.argument).quoted)
      return
    }
    switch command.name {
    case .next: self = .actions([.moved(.next)])
    case .previous: self = .actions([.moved(.previous)])
    case .pageDown: self = .actions([.moved(.pageDown)])
    case .pageUp: self = .actions([.moved(.pageUp)])
    case .first: self = .actions([.moved(.first)])
    case .last: self = .actions([.moved(.last)])
    case .back: self = .actions([.moved(.back)])
    case .nextEmpty: self = .actions([.moved(.nextEmpty)])
    case .nextError: self = .actions([.moved(.nextProblem)])
    case .nextItem: self = .actions([.moved(.nextItem)])
    case .previousItem: self = .actions([.moved(.previousItem)])
    case .clear: self = .actions([.cleared])
    case .resetToDefault: self = .actions([.resetToDefault])
    case .add: self = CommandOutcome.add(command.argument, in: session)
    case .duplicate:
      self = CommandOutcome.onItem(of: session) {
        .actions([.itemDuplicated(section: $0.section, item: $0.item)])
      }
    case .remove:
      self = CommandOutcome.onItem(of: session) {
        .actions([.itemRemoved(section: $0.section, item: $0.item)])
      }
    case .move: self = CommandOutcome.move(command.argument, in: session)
    case .toggle: self = .actions([.toggled])
    case .pick:
      if let number = Int(command.argument), number >= 1 {
        self = .pick(number)
      } else {
        self = .refuse(":pick needs the number of a candidate, 1 or more")
      }
    case .take: self = CommandOutcome.take(in: session)
    case .undo: self = .actions([.undone])
    case .redo: self = .actions([.redone])
    case .check: self = .actions([.checkRequested])
    case .append: self = .actions([.appended(Text(command.argument))])
    case .goto: self = CommandOutcome.goto(command.argument, in: session)
    case .find: self = .find(.find(command.argument.isEmpty ? nil : Text(command.argument)))
    case .scope: self = CommandOutcome.scope(command.argument, in: session)
    case .filter: self = .find(.filter(command.argument.isEmpty ? nil : Text(command.argument)))
    case .set: self = CommandOutcome.set(command.argument, in: session)
    case .show: self = CommandOutcome.show(command.argument, in: session)
    case .review: self = .review
    case .preview: self = CommandOutcome.preview(command.argument)
    case .repeatRow: self = .repeatRow
    case .plain: self = .plain
    case .mouse: self = .mouse
    case .whereAmI: self = .message(CommandOutcome.place(in: session))
    case .progress: self = .message(CommandOutcome.progress(of: session))
    case .help: self = .help
    case .kept: self = .reportKept
    case .fresh: self = .fresh
    case .drafts: self = .drafts
    case .edit: self = .editElsewhere
    case .quit: self = .quit(anyway: false)
    case .quitAnyway: self = .quit(anyway: true)
    case .write where command.argument.isEmpty: self = .proposeSave
    case .save, .saveAnyway, .write:
      self = CommandOutcome.save(command.argument, anyway: command.name == .saveAnyway)
    case .export: self = CommandOutcome.export(command.argument)
    case .height:
      if let height = Int(command.argument), height >= 1 {
        self = .resize(height: min(height, Viewport.mostLines))
      } else {
        self = .refuse(":height needs a number of lines, 1 or more")
      }
    }
  }

  private static func goto(_ name: String, in session: FormSession) -> CommandOutcome {
    if name.isEmpty { return .refuse(":goto needs the number, id, label or path of a row") }
    if let row = session.row(namedOrAt: name) { return .actions([.moved(.to(row))]) }
    do throws(SectionNameError) {
      let section = try session.template.section(named: name)
      if let row = session.firstStop(ofSection: section) { return .actions([.moved(.to(row))]) }
      return .refuse("no row of \(name.quoted) is shown")
    } catch {
      if case .ambiguous = error {
        return .refuse(error.sentence(about: name, kind: "row or section", among: []))
      }
    }
    if let row = session.firstRow(ofItemLabeled: name) ?? row(ofNumberedSection: name, in: session)
    {
      return .actions([.moved(.to(row))])
    }
    let rows = counted(session.answers.rowCount, "row")
    return .refuse(
      "no row \(name.quoted); the form has \(rows), named by number, id or label")
  }

  /// Returns the first row of the section that a person names by its number, as in `section 7`.
  /// Sections inside of items and hidden sections do not count.
  private static func row(ofNumberedSection name: String, in session: FormSession) -> FormRow.ID? {
    let words = name.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "section", let number = Int(words[1]) else {
      return nil
    }
    let sections = session.template.sections
    let shown = sections.indices.filter {
      sections[$0].parent == nil && session.answers.outline.isShown(section: $0)
    }
    guard shown.indices.contains(number - 1) else { return nil }
    return session.firstStop(ofSection: shown[number - 1])
  }

  /// Handles `:add` for the section around the focus, and `:add work` for the section with this id
  /// or title.
  private static func add(_ name: String, in session: FormSession) -> CommandOutcome {
    if name.isEmpty, let section = session.sectionToAddTo { return add(to: section, in: session) }
    let sections = session.template.sections
    let repeating = sections.indices.filter { sections[$0].repetition != nil }
    if repeating.isEmpty { return .refuse("this form has no repeating section") }
    let names = repeating.map { sections[$0].id }
    guard !name.isEmpty else {
      return .refuse(
        ":add needs the name of a section; sections: \(names.joined(separator: ", "))")
    }
    do throws(SectionNameError) {
      let section = try session.template.section(named: name) { $0.repetition != nil }
      return add(to: section, in: session)
    } catch {
      return .refuse(error.sentence(about: name, kind: "repeating section", among: names))
    }
  }

  /// Adds an item to a section. If the section is inside items of another section, the new item
  /// goes into the outer item that contains the focus.
  private static func add(to section: Int, in session: FormSession) -> CommandOutcome {
    if let list = session.list(ofSection: section) {
      return .actions([.itemAdded(section: section, parent: list.parent)])
    }
    let sections = session.template.sections
    let noun = sections[section].parent.map { sections[$0].itemNoun } ?? "item"
    let article = FormSection.article(before: noun)
    return .refuse("\(sections[section].id) is inside of \(article) \(noun); go to one first")
  }

  /// Handles `:take`: accepts the correction of the focused row, or else picks the best candidate.
  private static func take(in session: FormSession) -> CommandOutcome {
    guard let focus = session.focus, let correction = session.problems[focus]?.correction else {
      return .pick(1)
    }
    return .actions([.answered(focus, Text(correction))])
  }

  private static func onItem(
    of session: FormSession, _ outcome: ((section: Int, item: Int, position: Int)) -> CommandOutcome
  ) -> CommandOutcome {
    if let item = session.focusedItem { return outcome(item) }
    guard let focus = session.focus else { return .refuse("this form has no items") }
    let isAddLine = focus.isAddLine(in: session.template.sections)
    let label = session.answers.fullLabel(of: focus)
    return .refuse(
      isAddLine
        ? "\(label) does not exist yet; go to an item first"
        : "\(label) is not part of an item; go to one first")
  }

  /// Handles `:move up`, `:move down` and `:move 3`.
  private static func move(_ argument: String, in session: FormSession) -> CommandOutcome {
    onItem(of: session) { item in
      let target: Int? =
        switch argument {
        case "up": item.position - 1
        case "down": item.position + 1
        default: Int(argument).flatMap { $0 >= 1 ? $0 - 1 : nil }
        }
      guard let target else { return .refuse(":move needs up, down or a position, 1 or more") }
      return .actions([.itemMoved(section: item.section, item: item.item, to: target)])
    }
  }

  private static func set(_ argument: String, in session: FormSession) -> CommandOutcome {
    let parts = argument.split(separator: " ", maxSplits: 1)
    guard let key = parts.first.map(String.init) else {
      return .refuse(":set needs a key and a text")
    }
    let text = Text(parts.count > 1 ? String(parts[1]) : "")
    guard let row = session.row(toSet: key, text: text) else {
      return .refuse("no row has the key or id \(key.quoted)" + session.answers.hint(forKey: key))
    }
    return .actions([.answered(row, text)])
  }

  /// Handles `:save`, `:save csv`, `:save names.json` and `:save json names.txt`.
  private static func save(_ argument: String, anyway: Bool) -> CommandOutcome {
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return .save(nil, path: nil, anyway: anyway) }
    if let format = ExportFormat(rawValue: first) {
      return .save(format, path: parts.count > 1 ? parts[1] : nil, anyway: anyway)
    }
    // A word without `.` and `/` may be a misspelled format, so it is not taken as a file name.
    guard argument.contains(where: { $0 == "." || $0 == "/" }) else {
      return .refuse(unknownFormat(argument))
    }
    return .save(ExportFormat(fileName: argument), path: argument, anyway: anyway)
  }

  private static func export(_ argument: String) -> CommandOutcome {
    let parts = argument.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else {
      return .refuse(":export needs a format and a file, as in :export json names.json")
    }
    guard let format = ExportFormat(rawValue: String(parts[0])) else {
      return .refuse(unknownFormat(String(parts[0])))
    }
    return .export(format, path: String(parts[1]))
  }

  private static func preview(_ argument: String) -> CommandOutcome {
    if argument.isEmpty { return .preview(nil) }
    return ExportFormat(rawValue: argument).map { .preview($0) }
      ?? .refuse(unknownFormat(argument))
  }

  /// Handles `:show` for all rows, and `:show work` for the section with this id or title.
  private static func show(_ name: String, in session: FormSession) -> CommandOutcome {
    if name.isEmpty { return .show(section: nil) }
    do throws(SectionNameError) {
      return .show(section: try session.template.section(named: name))
    } catch {
      let names = session.template.sections.map(\.id).filter { !$0.isEmpty }
      return .refuse(error.sentence(about: name, kind: "section", among: names))
    }
  }

  private static func unknownFormat(_ name: String) -> String {
    let names = ExportFormat.allCases.map(\.rawValue)
    if let format = names.first(where: { name.hasSuffix(".\($0)") }) {
      return "a format is needed, not a file; :export \(format) \(name) writes that file"
    }
    return "no format \(name.quoted)"
      + NearestName.hint(for: name, among: names, remedy: "formats: \(ExportFormat.names)")
  }

  /// Returns the position of the focus, such as `Job 1 Company: row 9 of 20`.
  private static func place(in session: FormSession) -> String {
    guard let row = session.focusedRow else { return "This form has no rows" }
    let label = session.answers.fullLabel(of: row.id)
    guard let number = row.number else {
      return "\(label): Enter makes an item of the text you type"
    }
    let place = "\(label): row \(grouped(number.value)) of \(grouped(session.answers.rowCount))"
    // Include the whole help, because the form may have shown only the first sentence of the help.
    let help = session.answers.help(of: row.id) ?? ""
    return help.isEmpty ? place : "\(place). \(help)"
  }

  /// Returns the progress of all sections, such as
  /// `2 of 4 sections done; People 12 of 20; Places 0 of 4`, or of the whole form if it has only
  /// one section. The sections come last, because a line may not have room for all of them.
  private static func progress(of session: FormSession) -> String {
    let sections = session.template.sections
    let asked = sections.indices.filter { sections[$0].parent == nil }.map {
      (section: $0, progress: session.answers.progress(ofSection: $0))
    }.filter { $0.progress.total > 0 }
    guard asked.count > 1 else { return Progress(of: session).words.sentenceCased }
    let open = asked.filter { $0.progress.done < $0.progress.total }
    let done = asked.count - open.count
    let whole =
      open.isEmpty ? "All \(grouped(done))" : "\(grouped(done)) of \(grouped(asked.count))"
    let parts = open.prefix(mostSections).map { section, progress in
      "\(session.answers.title(ofSection: section) ?? sections[section].id) "
        + "\(grouped(progress.done)) of \(grouped(progress.total))"
    }
    let rest = open.count - parts.count
    return (["\(whole) sections done"] + parts + (rest > 0 ? ["\(grouped(rest)) more"] : []))
      .joined(separator: "; ")
  }

  /// The maximum number of sections that the sentence names.
  private static let mostSections = 20
}
