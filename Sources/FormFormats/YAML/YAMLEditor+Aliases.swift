// Anchors and aliases in edits. An anchor (`&name`) names a value, and each alias (`*name`) repeats
// that value. Invariant: an edit of the named value or of one alias never changes the value at
// another place.
//
// The value of an anchor may be changed, deleted, or moved to a position after one of its aliases.
// Then the anchor and the previous value are written in place of the first alias. If several
// anchors have the same name, the previous value is written in place of every alias, without an
// anchor.

import FormModel
import LosslessJSON

extension YAMLEditor {
  /// Edits the aliases whose value would change because of the other edits, so that each alias
  /// keeps its value.
  mutating func keepAliases() {
    guard text.anchors.contains(where: { !$0.aliases.isEmpty }) else { return }
    let order = OutputOrder(edits.pieces(of: 0..<text.bytes.count))
    // An alias refers to the last anchor with the alias's name before the alias. An edit can change
    // which anchor that is, so `namesakes` has the places of all anchors that share a name.
    let named = Dictionary(grouping: text.anchors, by: \.name).filter { $0.value.count > 1 }
    let namesakes = named.mapValues { anchors in
      anchors.compactMap { anchor in
        text.span(ofNode: anchor.node).flatMap { text.anchorSign(of: anchor, in: $0) }
          .flatMap { order.place(of: $0.ampersand) }
      }.sorted()
    }
    for anchor in text.anchors where !anchor.aliases.isEmpty {
      guard let span = text.span(ofNode: anchor.node),
        let sign = text.anchorSign(of: anchor, in: span)
      else { continue }
      let value = JSONValue(document: text.tree, index: anchor.node)
      let place = order.place(of: sign.ampersand)
      let aliases = anchor.aliases.compactMap { alias -> (alias: YAMLAnchor.Alias, place: Int)? in
        guard let span = text.span(ofNode: alias.node) else { return nil }
        return order.place(of: span.range.lowerBound).map { (alias, $0) }
      }.sorted { $0.place < $1.place }
      let others = namesakes[anchor.name]
      let isKept =
        place.map { place in
          aliases.allSatisfy {
            $0.place > place && others?.last(before: $0.place) ?? place == place
          }
        } ?? aliases.isEmpty
      if isKept, !places.include(anythingIn: value) || aliases.isEmpty { continue }
      let isUnique = others == nil
      for (index, alias) in aliases.enumerated() where index == 0 || !isUnique {
        write(value, over: alias.alias, anchor: isUnique && aliases.count > 1 ? anchor.name : nil)
      }
      if place != nil { edits.replace(sign.range, with: [UInt8]()) }
    }
  }

  /// Writes a value in place of an alias.
  private mutating func write(_ value: JSONValue, over alias: YAMLAnchor.Alias, anchor: String?) {
    guard let span = text.span(ofNode: alias.node) else { return }
    let target = JSONValue(document: text.tree, index: alias.node)
    guard alias.isKey else {
      let copy = self.value(value, with: DocumentChanges())
      return replace(target, by: copy, at: place(ofNode: alias.node), anchor: anchor)
    }
    let key = emitter.key(value.string ?? "", isInFlow: true)
    edits.replace(span.range, with: (anchor.map { Array("&\($0) ".utf8) } ?? []) + key)
  }

  /// The place of a node, found by a walk from the outermost value.
  private mutating func place(ofNode node: Int) -> YAMLEmitter.Place {
    var place = YAMLEmitter.Place(kind: .root, column: -1)
    var value = text.tree.root
    while value.index < node {
      place = innerPlace(of: value, at: place)
      guard let child = child(of: value, containing: node) else { break }
      value = child
    }
    return place
  }

  /// The child that is a node or contains it. A list may be full of aliases, so its children are
  /// searched by halves.
  private mutating func child(of value: JSONValue, containing node: Int) -> JSONValue? {
    let children = childrenOfLists[value.index] ?? Array(value.children)
    childrenOfLists[value.index] = children
    let place = children.prefixCount { $0.index <= node } - 1
    return place >= 0 && node < children[place].nextIndex ? children[place] : nil
  }

  /// The order of a text's bytes after its edits.
  private struct OutputOrder {
    /// The copied ranges in the order of the text before the edit. Each has its number in the order
    /// after the edit.
    private let copies: [(range: Range<Int>, number: Int)]

    init(_ pieces: [DocumentPiece]) {
      copies = pieces.enumerated().compactMap { number, piece in
        if case .copy(let range) = piece { (range, number) } else { nil }
      }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The place of a byte in the order after the edit: a number that is larger for later bytes.
    /// Nil if the byte was deleted.
    func place(of offset: Int) -> Int? {
      let index = copies.prefixCount { $0.range.upperBound <= offset }
      guard index < copies.count, copies[index].range.contains(offset) else { return nil }
      return copies[index].number << 32 + (offset - copies[index].range.lowerBound)
    }
  }
}

extension [Int] {
  /// The last element of a sorted array that is less than a number.
  fileprivate func last(before number: Int) -> Int? {
    let smaller = prefixCount { $0 < number }
    return smaller > 0 ? self[smaller - 1] : nil
  }
}

extension YAMLText {
  /// The range of an anchor's `&` and name, and of the blanks after them. If the anchor ends a
  /// line, the range includes the blanks before the `&` instead.
  fileprivate func anchorSign(
    of anchor: YAMLAnchor, in span: YAMLSpan
  ) -> (range: Range<Int>, ampersand: Int)? {
    let end = max(content(of: span), span.range.lowerBound)
    guard
      let start = bytes[span.range.lowerBound..<max(end, span.range.upperBound)]
        .firstIndex(of: UInt8(ascii: "&"))
    else { return nil }
    var (lower, upper) = (start, start + 1 + anchor.name.utf8.count)
    while upper < bytes.count, bytes[upper] == 0x20 || bytes[upper] == 0x09 { upper += 1 }
    if upper >= bytes.count || bytes[upper] == 0x0A || bytes[upper] == 0x0D {
      upper = start + 1 + anchor.name.utf8.count
      while lower > 0, bytes[lower - 1] == 0x20 || bytes[lower - 1] == 0x09 { lower -= 1 }
    }
    return (lower..<upper, start)
  }
}
