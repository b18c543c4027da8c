// The changes of a form, and undo steps. An add line is the line after the items of a list, on
// which typing creates the next item.

extension FormModel {
  /// A change of one row, in both directions.
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

  /// The changes that one undo reverts.
  struct Step: Equatable {
    enum Kind: Equatable {
      /// Typing, with the last character; or an item created on an add line.
      case typed(last: Unicode.Scalar?)
      /// Deleting character by character; or removing the created item again.
      case deleted
      case other
    }

    var changes: [Change]
    var kind: Kind

    var isTyped: Bool { if case .typed = kind { true } else { false } }

    /// The item that the step created on an add line.
    var itemMade: (section: Int, item: Int)? {
      guard isTyped || changes.count == 1 else { return nil }
      for case .inserted(let section, let item, _) in changes { return (section, item) }
      return nil
    }

    /// The item that the step removed. Its add line then had the focus.
    var itemUnmade: (section: Int, item: Int)? {
      guard kind == .deleted, case .removed(let section, let item, _)? = changes.first else {
        return nil
      }
      return (section, item)
    }
  }

  /// The use of the prompt.
  enum Prompt: Equatable {
    case row
    /// A command that begins with this text.
    case command(String)
    /// The question whether to save.
    case question
  }
}
