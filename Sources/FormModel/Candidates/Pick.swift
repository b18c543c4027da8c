// Picked candidates. A row stores a pick next to its text, to distinguish candidates with the same
// label.
//
// Invariant: a pick lasts as long as the row has exactly the picked text, scalar for scalar.

import Candidates
public import FormText
import LosslessJSON

/// A candidate that was picked for a text of a row.
public struct Pick: Hashable, Sendable {
  /// The text in the row: the whole answer, or one entry.
  public var text: Text
  /// The text of the candidate's value.
  public var value: Text

  /// Creates a pick.
  public init(text: Text, value: Text) { (self.text, self.value) = (text, value) }
}

extension Pick {
  /// Encodes picks as JSON: an array of pairs of text and value.
  public static func encoded(_ picks: [Pick]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, pick) in picks.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "["))
      JSONWriter.appendString(pick.text.string, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      JSONWriter.appendString(pick.value.string, to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// Decodes picks; returns none if the bytes are not encoded picks.
  public static func decoded(_ bytes: [UInt8]) -> [Pick] {
    (try? JSONDocument(parsing: bytes)).map { read($0.root) } ?? []
  }

  static func read(_ value: JSONValue) -> [Pick] {
    guard value.kind == .array else { return [] }
    return value.elements.compactMap { pair in
      guard pair.kind == .array else { return nil }
      let texts = pair.elements.map(\.string)
      guard texts.count == 2, let text = texts[0], let value = texts[1] else { return nil }
      return Pick(text: Text(text), value: Text(value))
    }
  }
}

extension ChoiceList {
  /// The pick for a text filled in by a candidate of another row; nil if the text is not a choice.
  func pick(ofFilled text: Text) -> Pick? {
    if file != nil, case .pending = candidates { return Pick(text: text, value: text) }
    return choice(for: text)?.value.text.map { Pick(text: text, value: $0) }
  }

  /// The value of a pick; nil if the file no longer has the candidate.
  func value(of pick: Pick) -> RowValue? {
    guard file != nil else {
      return choices.first { $0.label == pick.text && $0.value.text == pick.value }?.value
    }
    switch candidates {
    case .pending: return .string(pick.value)
    case .found(let index):
      return index.candidate(withValueText: pick.value.string).map(index.value(of:))
    case .unavailable: return nil
    }
  }

  /// The text of a field. It is read from the picked candidate or, if there is no pick, from the
  /// choice that the row's text names.
  func field(_ name: String, of text: Text, picked pick: Pick?) -> String? {
    if let pick, case .found(let index) = candidates,
      let candidate = index.candidate(withValueText: pick.value.string)
    {
      return index.field(name, of: candidate)
    }
    return field(name, of: text)
  }
}
