// Differences between answers, as lines for people and as records for machines.

package import FormModel
import FormText
import LosslessJSON

/// A list of differences.
package struct DifferenceReport {
  private let words: [DifferenceWords]
  private let paths: [(old: String?, new: String?)]

  package init(_ differences: some Sequence<Difference>, of sides: ComparedAnswers) {
    let differences = Array(differences)
    words = differences.map(sides.words(for:))
    paths = differences.map {
      let paths = sides.documentPaths(of: $0)
      return (paths.old?.pointer, paths.new?.pointer)
    }
  }

  /// A line for each difference. The answers are aligned in a column:
  /// `Basics › Phone    +44 → +45`.
  package var lines: [String] {
    let places = words.map { $0.path.joined(separator: " › ").onOneLine }
    let columns = places.map(CellReader.columns(of:))
    let width = min(columns.max() ?? 0, DifferenceReport.mostColumns)
    return words.indices.map { index in
      let padding = String(repeating: " ", count: max(width - columns[index], 0) + 2)
      return places[index] + padding + words[index].sentence()
    }
  }

  /// A sentence for each difference: `Basics › Phone: +44 → +45`.
  package var sentences: [String] { words.map(\.sentenceWithPlace) }

  /// A record for each difference, with JSON Pointers into both documents.
  package var records: [JSONRecord] {
    zip(words, paths).map { words, paths in
      var (old, new): (String?, String?)
      let change: String
      switch words.change {
      case .answer(let before, let after): (change, old, new) = ("row", before, after)
      case .added(let summary): (change, new) = ("added", summary)
      case .removed(let summary): (change, old) = ("removed", summary)
      case .moved(_, let label, _): (change, old, new) = ("moved", label, words.path.last)
      }
      let label = words.path + (words.label.map { [$0] } ?? [])
      return JSONRecord([
        ("change", .text(change)), ("label", .text(label.joined(separator: " › "))),
        ("oldPath", .text(paths.old)), ("newPath", .text(paths.new)), ("old", .text(old)),
        ("new", .text(new)),
      ])
    }
  }

  /// The maximum width of the first column, in terminal columns.
  private static let mostColumns = 32
}
