// The topics of `longform help`. A topic is a section of the manual with a name that is easy to
// guess.

import FormTerminal

/// A topic of `longform help`.
enum HelpTopic: String, CaseIterable {
  case keys, commands, formats, drafts, delivery, expressions, environment, files, exits, plain

  /// The title of the topic's section in the manual.
  private var title: String {
    switch self {
    case .keys: "KEYS"
    case .commands: "COMMANDS OF A FORM"
    case .formats: "FORMATS"
    case .drafts: "DRAFTS"
    case .delivery: "DELIVERY"
    case .expressions: "EXPRESSIONS"
    case .environment: "ENVIRONMENT"
    case .files: "FILES"
    case .exits: "EXIT STATUS"
    case .plain: "PLAIN MODE"
    }
  }

  /// A one-line description of the topic, for lists of topics.
  var summary: String {
    switch self {
    case .keys: "The keys of a form."
    case .commands: "The commands of a form, after a colon."
    case .formats: "The formats of answers."
    case .drafts: "How unfinished forms are kept."
    case .delivery: "How answers are handed to a command."
    case .expressions: "The checks and calculations of a form."
    case .environment: "The environment variables."
    case .files: "The files that are read and written."
    case .exits: "The exit codes."
    case .plain: "Filling in sentences, without a screen."
    }
  }

  /// The names of all topics, separated by commas.
  static var names: String { allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") }

  /// The topic as lines of text.
  func lines() throws(Failure) -> [String] {
    let sections = try ManualPage.all().flatMap(\.sections)
    return sections.first { $0.title == title }?.lines ?? []
  }
}
