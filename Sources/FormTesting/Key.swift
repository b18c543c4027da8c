// The keys for tests, by name.

import Keys

/// A key: ``enter``, `.control("s")`, `.alt("n")`.
public struct Key: Hashable, Sendable {
  let key: Keys.Key

  private init(_ key: Keys.Key) { self.key = key }

  public static let enter = Key(.enter)
  public static let tab = Key(.tab)
  /// Shift-Tab.
  public static let backTab = Key(.backTab)
  public static let escape = Key(.escape)
  public static let space = Key(.character(" "))
  public static let backspace = Key(.backspace)
  public static let delete = Key(.delete)
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let home = Key(.home)
  public static let end = Key(.end)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)

  /// A character.
  public static func character(_ character: Unicode.Scalar) -> Key { Key(.character(character)) }

  /// Control with a lower-case letter, or one of `\ ] ^ _`.
  public static func control(_ character: Unicode.Scalar) -> Key { Key(.control(character)) }

  /// Alt with a character.
  public static func alt(_ character: Unicode.Scalar) -> Key { Key(.meta(character)) }

  /// Ctrl-X and a character after it.
  public static func controlX(_ character: Unicode.Scalar) -> Key {
    Key(.controlX(.character(character)))
  }
}
