// The path of a row on the screen, which gives way where the terminal is narrow.

import FormText

/// The titles and headers above a row: `Work › Job 2: Barclays › Project 1: Ledger`.
public struct ItemPath: Hashable, Sendable {
  /// One of them, without what it does not need where the terminal is narrow.
  private struct Part: Hashable, Sendable {
    let text: String
    let isTitle: Bool
  }

  private var parts: [Part] = []

  init() {}

  mutating func add(title: String) { parts.append(Part(text: title, isTitle: true)) }

  mutating func add(header: String) { parts.append(Part(text: header, isTitle: false)) }

  private static let separator = " › "

  /// The whole path.
  public var text: String { parts.map(\.text).joined(separator: ItemPath.separator) }

  /// The path for a width. One that has items inside items loses its titles first, then the outer levels;
  /// the innermost part is always in it.
  ///
  /// - Parameter columns: the columns there are.
  public func text(columns: Int) -> String {
    let isNested = parts.count { !$0.isTitle } > 1
    let texts = parts.enumerated().filter {
      isNested && $0.offset < parts.count - 1 ? !$0.element.isTitle : true
    }
    guard isNested, CellReader.columns(of: text) > columns else { return text }
    var left = texts.map(\.element.text)[...]
    var shown = left.joined(separator: ItemPath.separator)
    while left.count > 1, CellReader.columns(of: shown) > columns {
      left.removeFirst()
      shown = "…" + ItemPath.separator + left.joined(separator: ItemPath.separator)
    }
    return shown
  }
}
