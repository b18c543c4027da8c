// The table of keys, as blocks of the help and the manual.

import FormScreen

extension KeyTable {
  /// The keys of commands, followed by all other keys.
  static var blocks: [HelpBlock] {
    let commands = CommandTable.entries.filter { !$0.keys.isEmpty }.map { entry in
      HelpBlock.item(
        tag: entry.keys.map(\.name).joined(separator: ", "),
        text: "\(entry.help) (`:\(entry.name.rawValue)`)")
    }
    let others = groups.flatMap { group in
      [HelpBlock.heading(group.title)]
        + group.entries.map { .item(tag: $0.name, text: $0.sentence) }
    }
    let vi = CommandTable.entries.filter { !$0.viKeys.isEmpty }.map { entry in
      HelpBlock.item(
        tag: entry.viKeys.map(\.name).joined(separator: " "),
        text: "\(entry.help) (`:\(entry.name.rawValue)`)")
    }
    return [.heading("Keys of commands")] + commands + others + vi
  }
}
