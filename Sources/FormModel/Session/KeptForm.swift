// A form as it is stored in a draft, and the removal of secrets from it.

import FormText

/// A stored form.
public struct KeptForm: Sendable {
  /// The contents of rows, by stored name.
  public var rows: [String: RowContent]
  /// The order of the items in each section, by section id.
  public var structure: [String: [UInt8]]
  /// The steps of the undo history, oldest first.
  public var steps: [KeptStep]
  /// The number of steps that are not undone; negative if more steps were undone than are stored.
  public var position: Int
  /// The focused row.
  public var focus: String?
  /// The last search.
  public var find: [UInt8]?
  /// The remaining lines of a paste, separated by line feeds.
  public var pasteRest: [UInt8]?
  /// The defaults given to rows, by stored name.
  public var defaults: [String: [UInt8]] = [:]
  /// The undecided conflicts of rows, by stored name.
  public var conflicts: [String: [UInt8]] = [:]
  /// The ids of the form's sections and rows; nil if they are unknown.
  public var shape: [UInt8]?

  /// Creates a stored form without a search, pasted lines, defaults, conflicts or a shape.
  public init(
    rows: [String: RowContent], structure: [String: [UInt8]], steps: [KeptStep],
    position: Int, focus: String?
  ) {
    (self.rows, self.structure, self.steps, self.position) = (rows, structure, steps, position)
    self.focus = focus
  }
}

extension KeptForm {
  /// A form without the texts and changes of rows that must not be stored.
  public struct Censored: Sendable {
    /// The form after the removal.
    public var form: KeptForm
    /// The removed rows, by stored name.
    public var rows: [String]
    /// Whether steps, or changes in steps, were removed.
    public var changesSteps: Bool
    /// The number of removed steps that had been undone.
    public var undoneSteps: Int
  }

  /// The form without the data of secret rows; nil if it contains no such data.
  public func withoutSecrets(of template: Template) -> Censored? {
    guard template.hasSecrets else { return nil }
    var names = KeptNames(
      of: self, in: template, initialCounts: template.sections.map { $0.repetition?.initial ?? 0 })
    var censored = Censored(form: self, rows: [], changesSteps: false, undoneSteps: 0)
    for name in Set(rows.keys).union(defaults.keys).union(conflicts.keys)
    where names.match(name) == .secret {
      censored.rows.append(name)
      censored.form.rows[name] = nil
      censored.form.defaults[name] = nil
      censored.form.conflicts[name] = nil
    }
    censored.form.steps = []
    for (index, step) in steps.enumerated() {
      guard let rest = History.Step.without(step, where: { names.match($0) == .secret }) else {
        censored.form.steps.append(step)
        continue
      }
      censored.changesSteps = true
      if !rest.bytes.isEmpty {
        censored.form.steps.append(rest)
      } else if index < position {
        censored.form.position -= 1
      } else {
        censored.undoneSteps += 1
      }
    }
    return censored.rows.isEmpty && !censored.changesSteps ? nil : censored
  }
}

extension Template {
  /// Whether a key or an id on a command line may mean a secret row.
  public func mayNameSecret(_ key: String) -> Bool {
    let name = key.split(separator: ".").last.map(String.init) ?? key
    return sections.contains { section in
      section.rows.contains { row in
        row.type.isSecret
          && [row.id, row.path.name].contains { text in
            text.source.hasSameScalars(as: name)
              || text.number(making: name, in: row.numbers) != nil
          }
      }
    }
  }
}
