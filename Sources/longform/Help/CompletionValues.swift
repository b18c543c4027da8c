// The values that can complete an argument. The name that the help shows for the argument's value,
// such as `<form>`, determines the kind of value.

import Drafts
import FormModel
import FormTerminal

/// Looks up forms, drafts and rows as completions.
struct CompletionValues {
  /// The kind of a value.
  enum Source {
    /// A text or number, for which there are no completions.
    case nothing
    case files
    case jsonFiles
    case directories
    case forms
    case drafts
    case draftNames
    /// The keys of a form's rows, each followed by `=`.
    case keys
    case rows
    /// The topics and commands that `longform help` accepts.
    case topics
  }

  /// The kind of value for each value name that the help shows, such as `form` in `<form>`.
  static let sources: [String: Source] = [
    "form": .forms, "forms": .forms, "file": .files, "old": .files, "new": .files,
    "answers": .files, "schema": .jsonFiles,
    "folder": .directories, "draft": .drafts, "drafts": .drafts, "name": .draftNames,
    "key=value": .keys, "row": .rows, "topic": .topics, "rows": .nothing, "lines": .nothing,
    "seconds": .nothing, "text": .nothing, "command": .nothing,
  ]

  let program: SubcommandDescription

  /// Returns the completions of an argument.
  func completion(
    of argument: SubcommandDescription.Argument, of command: SubcommandDescription,
    in line: Completer
  ) -> Completion {
    if !argument.values.isEmpty {
      return Completion(words: argument.values.map { .init(text: $0) })
    }
    switch CompletionValues.sources[argument.valueName] ?? .nothing {
    case .nothing: return Completion()
    case .files: return Completion(paths: .files())
    case .jsonFiles: return Completion(paths: .files(ending: "json"))
    case .directories: return Completion(paths: .directories)
    case .forms: return forms
    case .drafts: return drafts(for: command)
    case .draftNames: return draftNames(of: template(in: line))
    case .keys: return keys(of: template(in: line), typed: line.typedValue)
    case .rows: return rows(of: template(in: line))
    case .topics: return topics(in: line)
    }
  }

  /// Returns topics and commands. If a command is already on the line, returns its subcommands.
  private func topics(in line: Completer) -> Completion {
    let commands: [SubcommandDescription]
    if let first = line.positionals.first {
      let named = program.subcommands.first { $0.name == first }
      commands = line.positionals.count > 1 ? [] : named?.subcommands ?? []
    } else {
      commands = program.subcommands
    }
    var completion = Completion(
      words: commands.map { .init(text: $0.name, help: $0.abstract) })
    if line.positionals.isEmpty {
      completion.add(
        Completion(words: HelpTopic.allCases.map { .init(text: $0.rawValue, help: $0.summary) }))
    }
    return completion
  }

  private var forms: Completion {
    Completion(
      words: FormFinder.all().map {
        .init(text: $0.name, help: FormsSubcommand.title(of: $0.path))
      },
      paths: .files(ending: "json"))
  }

  private func drafts(for command: SubcommandDescription) -> Completion {
    let all = (try? DraftStore.list()) ?? []
    let names = DraftNames(of: all)
    let fitting = all.filter { draft in
      switch command.name {
      // An open draft need not be restored.
      case "restore": draft.state != .open
      case "deliver": draft.isUndelivered
      default: true
      }
    }
    return Completion(
      words: fitting.map { draft in
        let name = names[draft.fileName]
        return .init(text: name, help: DraftListing.line(of: draft, named: name))
      })
  }

  private func draftNames(of template: Template?) -> Completion {
    var names: Set<String> = []
    for draft in (try? DraftStore.list()) ?? [] {
      guard let identity = draft.identity else { continue }
      if template.map({ $0.id == identity.templateID }) ?? true { names.insert(identity.name) }
    }
    return Completion(words: names.sorted().map { .init(text: $0) })
  }

  // MARK: - The form of the command line

  private func template(in line: Completer) -> Template? {
    guard let name = line.options["--form"] ?? line.options["--schema"] ?? line.positionals.first,
      name != "-"
    else {
      return nil
    }
    if let template = try? SchemaForm.template(named: name, quiet: true) { return template }
    guard let form = try? SchemaForm.name(ofFormFor: name) else { return nil }
    return try? SchemaForm.template(named: form, quiet: true)
  }

  /// Returns the keys of the rows in a template, except rows with a `count`. The key of a row in an
  /// item contains the positions or names of items that the person typed. If the person typed none,
  /// and the items are in an array, the key contains the position of the first item.
  private func keys(of template: Template?, typed key: String) -> Completion {
    guard let template else { return Completion() }
    var completion = Completion()
    for (section, contents) in template.sections.enumerated() {
      guard let items = template.items(inKey: key, section: section) else { continue }
      for (place, row) in contents.rows.enumerated()
      where row.count == nil && row.type.takesAnswer && !row.isItemName {
        let path = template.key(ofRow: place, inSection: section, items: items)
        completion.words.append(.init(text: "\(path)=", help: row.label.source))
      }
    }
    return completion
  }

  private func rows(of template: Template?) -> Completion {
    // Rows in different sections may have the same id, which is listed once.
    var seen = Set<String>()
    let rows = (template?.sections ?? []).flatMap(\.rows)
      .filter { $0.type.takesAnswer && seen.insert($0.id.source).inserted }
    return Completion(words: rows.map { .init(text: $0.id.source, help: $0.label.source) })
  }
}
