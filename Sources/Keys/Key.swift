// The keys that are recognized in the bytes of a terminal.
//
// Invariants: a `character` is never a control character. A `control` is never a key that has its
// own case (^I is `tab`, ^M `enter`, ^[ `escape`, ^H `backspace`). All byte sequences that
// terminals send for a key give the same value, so that a table of keys needs only one entry for
// the key.

/// A key as the terminal reports it.
public enum Key: Hashable, Sendable {
  /// Text: one scalar, not a control character.
  case character(Unicode.Scalar)
  /// Control with a lower-case letter or one of `\ ] ^ _`.
  case control(Unicode.Scalar)
  /// A character with Alt, or after Esc.
  case meta(Unicode.Scalar)
  /// A control key with Alt, or after Esc. The scalar is the same as in `control` (`i` for Tab).
  case metaControl(Unicode.Scalar)

  case enter, metaEnter, tab, backTab, escape
  case backspace, metaBackspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// An arrow with Control or Alt.
  case wordLeft, wordRight
  /// A function key; F1 is 1.
  case function(Int)
  /// A named key with modifiers. The named key alone is a different value. Shift alone is a
  /// modifier only for function keys; Shift-Tab is `backTab`, and Shift with arrows is ignored.
  indirect case modified(Key, Modifiers)
  /// A chord: ^X and the key after it.
  indirect case controlX(Key)
  /// A chord of vi's command mode: two keys that have a meaning only together, such as `gg`, `''`
  /// or `ZZ`.
  case sequence(Unicode.Scalar, Unicode.Scalar)

  /// The modifiers held down with a key.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The sum of the modifiers: 1 for Shift, 2 for Alt, 4 for Control.
    public let rawValue: UInt8

    /// Creates a set of modifiers from their sum.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }
}

extension Key {
  /// This key with modifiers, in the case that represents the combination.
  func with(_ modifiers: Modifiers) -> Key {
    let strong = modifiers.subtracting(.shift)
    switch self {
    case .character(let scalar): return Key.character(scalar, with: modifiers)
    case .control(let letter): return strong.contains(.alt) ? .metaControl(letter) : self
    case .left: return strong.isEmpty ? self : .wordLeft
    case .right: return strong.isEmpty ? self : .wordRight
    case .tab:
      if modifiers.contains(.shift) { return .backTab }
      return strong.isEmpty ? self : .modified(self, strong)
    case .enter: return strong.contains(.alt) ? .metaEnter : self
    case .backspace: return strong.isEmpty ? self : .metaBackspace
    case .escape, .backTab: return self
    case .function: return modifiers.isEmpty ? self : .modified(self, modifiers)
    case .up, .down, .home, .end, .pageUp, .pageDown, .insert, .delete:
      return strong.isEmpty ? self : .modified(self, strong)
    case .meta, .metaControl, .metaEnter, .metaBackspace, .wordLeft, .wordRight, .modified,
      .controlX, .sequence:
      return self
    }
  }

  /// A character with modifiers, as a terminal without modern key reports would have sent it.
  private static func character(_ scalar: Unicode.Scalar, with modifiers: Modifiers) -> Key {
    var scalar = scalar
    if modifiers.contains(.shift), ("a"..."z").contains(scalar) {
      scalar = Unicode.Scalar(UInt8(scalar.value) - 0x20)
    }
    if modifiers.contains(.control), scalar.isASCII {
      guard let key = controlByte(of: scalar).flatMap(Key.init(control:)) else {
        return .control("@")
      }
      return key.with(modifiers.intersection(.alt))
    }
    return modifiers.contains(.alt) ? .meta(scalar) : .character(scalar)
  }

  /// The byte that xterm sends for Control with a character (ctlseqs, "Alt and Meta Keys" and the
  /// table of modifyOtherKeys); nil if Control has no effect on it.
  private static func controlByte(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "@"..."_", "a"..."z": UInt8(scalar.value) & 0x1f
    case "3"..."7": UInt8(scalar.value) - 0x18
    case "/": 0x1f
    case "8", "?": 0x7f
    default: nil
    }
  }

  /// Creates the key of a control character; nil for NUL, which is not a key here.
  init?(control byte: UInt8) {
    switch byte {
    case 0x00: return nil
    case 0x08, 0x7f: self = .backspace
    case 0x09: self = .tab
    case 0x0d: self = .enter
    case 0x1b: self = .escape
    case 0x01...0x1a: self = .control(Unicode.Scalar(byte + 0x60))
    default: self = .control(Unicode.Scalar(byte + 0x40))
    }
  }
}
