// The changes of a form, and the steps of undo.

extension FormModel {
  /// One change of one row, to and fro.
  struct TextChange: Equatable {
    var row: RowID
    var before: Line
    var after: Line
    var cursorBefore: Int
    var cursorAfter: Int

    var reversed: TextChange {
      TextChange(
        row: row, before: after, after: before, cursorBefore: cursorAfter,
        cursorAfter: cursorBefore)
    }
  }

  /// One change of a form.
  enum Change: Equatable {
    case text(TextChange)
    case inserted(section: Int, item: Int, position: Int)
    case removed(section: Int, item: Int, position: Int)
    case moved(section: Int, item: Int, from: Int, to: Int)

    var reversed: Change {
      switch self {
      case .text(let change): .text(change.reversed)
      case .inserted(let section, let item, let position):
        .removed(section: section, item: item, position: position)
      case .removed(let section, let item, let position):
        .inserted(section: section, item: item, position: position)
      case .moved(let section, let item, let from, let to):
        .moved(section: section, item: item, from: to, to: from)
      }
    }
  }

  /// The changes of one undo.
  struct Step: Equatable {
    enum Kind: Equatable {
      /// Typed, with the last character; or an item that was made on an add line.
      case typed(last: Unicode.Scalar?)
      /// Deleted character by character; or an item that was unmade.
      case deleted
      case other
    }

    var changes: [Change]
    var kind: Kind

    var isTyped: Bool { if case .typed = kind { true } else { false } }

    /// The section on whose add line the person was before it made an item.
    var sectionBefore: Int? {
      guard isTyped || changes.count == 1 else { return nil }
      for case .inserted(let section, _, _) in changes { return section }
      return nil
    }

    /// The section on whose add line the person was after it unmade an item.
    var sectionAfter: Int? {
      guard kind == .deleted, case .removed(let section, _, _)? = changes.first else { return nil }
      return section
    }
  }

  /// The use of the prompt.
  enum Prompt: Equatable {
    case row
    /// A command, which begins so.
    case command(String)
    /// Whether to save.
    case question
  }
}
