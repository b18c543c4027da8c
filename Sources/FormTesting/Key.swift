// The keys that tests can press, by name.

import Keys

/// A key, such as ``enter``, `.control("s")` or `.alt("n")`.
public struct Key: Hashable, Sendable {
  let key: Keys.Key

  private init(_ key: Keys.Key) { self.key = key }

  /// Enter.
  public static let enter = Key(.enter)
  /// Tab.
  public static let tab = Key(.tab)
  /// Shift-Tab.
  public static let backTab = Key(.backTab)
  /// Esc.
  public static let escape = Key(.escape)
  /// The space bar.
  public static let space = Key(.character(" "))
  /// Backspace.
  public static let backspace = Key(.backspace)
  /// Delete.
  public static let delete = Key(.delete)
  /// The up arrow.
  public static let up = Key(.up)
  /// The down arrow.
  public static let down = Key(.down)
  /// The left arrow.
  public static let left = Key(.left)
  /// The right arrow.
  public static let right = Key(.right)
  /// Home.
  public static let home = Key(.home)
  /// End.
  public static let end = Key(.end)
  /// Page up.
  public static let pageUp = Key(.pageUp)
  /// Page down.
  public static let pageDown = Key(.pageDown)

  /// A character.
  public static func character(_ character: Unicode.Scalar) -> Key { Key(.character(character)) }

  /// Control with a lower-case letter, or with one of `\ ] ^ _`.
  public static func control(_ character: Unicode.Scalar) -> Key { Key(.control(character)) }

  /// Alt with a character.
  public static func alt(_ character: Unicode.Scalar) -> Key { Key(.meta(character)) }

  /// Ctrl-X, followed by a character.
  public static func controlX(_ character: Unicode.Scalar) -> Key {
    Key(.controlX(.character(character)))
  }
}
