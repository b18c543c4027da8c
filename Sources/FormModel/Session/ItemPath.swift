// The path of a row on the screen, shortened for a narrow terminal.

import FormText

/// The titles and headers above a row: `Work › Job 2: Barclays › Project 1: Ledger`.
public struct ItemPath: Hashable, Sendable {
  /// A part of the path: a title or a header.
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

  /// Returns the path for a width. A path through nested items first loses its titles, then its
  /// outer levels. The innermost part always remains.
  ///
  /// - Parameter columns: the available columns.
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
