// The line editor of a test. It has no terminal, and only the most common keys of Emacs.

import FormModel
import Keys

/// A line of text with a cursor.
struct TesterLine {
  /// The effect of a key on the line.
  enum Change { case typed, deleted, moved, other }

  /// The text before and after the cursor.
  private var before = ""
  private var after = ""
  private var killed = ""
  /// Whether Enter inserts a line break.
  private var holdsLines = false

  var text: String { before + after }

  /// The position of the cursor, in scalars.
  var cursor: Int {
    get { before.unicodeScalars.count }
    set {
      let scalars = text.unicodeScalars
      before = String(String.UnicodeScalarView(scalars.prefix(newValue)))
      after = String(String.UnicodeScalarView(scalars.dropFirst(newValue)))
    }
  }

  mutating func load(_ text: String, cursor: Int, holdsLines: Bool) {
    (before, after, self.holdsLines) = (text, "", holdsLines)
    self.cursor = cursor
  }

  mutating func insert(_ text: String) { before += text }

  /// Applies a key to the line; returns nil if the key has no effect.
  mutating func perform(_ key: Keys.Key) -> Change? {
    switch key {
    case .character(let scalar):
      before.unicodeScalars.append(scalar)
      return .typed
    case .enter where holdsLines, .metaEnter where holdsLines:
      before += "\n"
      return .typed
    case .backspace: return before.popLast() == nil ? nil : .deleted
    case .delete, .control("d"):
      if after.isEmpty { return nil }
      after.removeFirst()
      return .deleted
    case .left, .control("b"):
      guard let character = before.popLast() else { return nil }
      after = String(character) + after
    case .right, .control("f"):
      if after.isEmpty { return nil }
      before.append(after.removeFirst())
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .wordLeft, .meta("b"): move(toWordBefore: true)
    case .wordRight, .meta("f"): move(toWordBefore: false)
    case .control("u"):
      killed = text
      (before, after) = ("", "")
      return .deleted
    case .control("k"):
      (killed, after) = (after, "")
      return .deleted
    case .control("w"):
      let rest = before.dropLastWord
      killed = String(before.dropFirst(rest.count))
      before = rest
      return .deleted
    case .control("y"):
      before += killed
      return .other
    default: return nil
    }
    return .moved
  }

  private mutating func move(toWordBefore isBack: Bool) {
    var end = before.dropLastWord
    if !isBack {
      let gap = after.prefix { $0 == " " }
      end = before + gap + after.dropFirst(gap.count).prefix { $0 != " " }
    }
    cursor = end.unicodeScalars.count
  }
}

extension TesterLine.Change {
  /// The effect as a kind of edit in a form.
  var form: EditKind {
    switch self {
    case .typed: .typed
    case .deleted: .deleted
    case .moved, .other: .other
    }
  }
}

extension String {
  /// The text without its last word and the spaces after that word.
  fileprivate var dropLastWord: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    while let last = rest.last, last != " " { rest.removeLast() }
    return String(rest)
  }
}
