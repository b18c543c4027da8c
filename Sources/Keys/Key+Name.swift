// The names of keys that appear in messages, key lines, help and the manual.

extension Key {
  /// The name that people read: `^S` for Ctrl-S, `Alt-x` for Alt-x, `^X u` and `^X^E` for chords,
  /// `Ctrl-Home`, `F1`.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let scalar): String(Character(scalar))
    case .control(let scalar): "^\(String(Character(scalar)).uppercased())"
    case .meta(let scalar): "Alt-\(Key.character(scalar).name)"
    case .metaControl(let scalar): "Alt-\(Key.control(scalar).name)"
    case .metaEnter: "Alt-\(Key.enter.name)"
    case .metaBackspace: "Alt-\(Key.backspace.name)"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .wordLeft: "Ctrl-Left"
    case .wordRight: "Ctrl-Right"
    case .function(let number): "F\(number)"
    case .modified(let key, let modifiers): modifiers.prefix + key.name
    case .controlX(.control(let scalar)): "^X\(Key.control(scalar).name)"
    case .controlX(let key): "^X \(key.name)"
    case .sequence(let first, let second): Key.character(first).name + Key.character(second).name
    }
  }
}

extension Key.Modifiers {
  fileprivate var prefix: String {
    (contains(.control) ? "Ctrl-" : "") + (contains(.alt) ? "Alt-" : "")
      + (contains(.shift) ? "Shift-" : "")
  }
}
