// A find in progress, and the rows that it keeps in view. Each word of the query must match the
// beginning of a word in the searched text, ignoring capital letters and accents.

public import FormText

/// A query and its scope.
public struct Find: Hashable, Sendable {
  /// The words to find; without any, the scope alone may select rows.
  public var text: Text
  /// The part of the form to search.
  public var scope: FindScope

  /// Creates a find.
  public init(text: Text, scope: FindScope) { (self.text, self.scope) = (text, scope) }

  /// No query, in all rows.
  public static let nothing = Find(text: .empty, scope: .all)

  /// This find, with the words of the last one if it has none.
  package func orLast(_ last: Find) -> Find {
    text.isEmpty && !scope.choosesRows ? Find(text: last.text, scope: scope) : self
  }

  /// Whether it selects rows; a find without a word would match them all.
  public var isNarrowing: Bool { scope.choosesRows || !text.isBlank }

  /// Whether a row matches.
  func matches(_ row: FormRow.ID, in answers: Answers, _ query: FindQuery) -> Bool {
    if row.isAddLine(in: answers.template.sections) {
      return matches(addLineOf: row.listOfAddLine, in: answers, query)
    }
    switch scope {
    case .empty where answers.answer(of: row) != nil: return false
    case .filled where answers.answer(of: row) == nil: return false
    case .invalid where answers.problem(of: row) == nil: return false
    case .changed where !answers.isChanged(row): return false
    case .section(let section)
    where row.section != section
      && !answers.template.sections[row.section].chain.contains(section):
      return false
    default: break
    }
    if query.isEmpty { return scope.choosesRows }
    if let number = query.number, let index = answers.outline.index(of: row),
      answers.outline.number(at: index) == number
    {
      return true
    }
    let rowTemplate = answers.template[row]
    var searched: [String] = []
    if scope != .value, scope != .help { searched.append(answers.fullLabel(of: row)) }
    if scope != .label, scope != .help, !answers.isSecret(row), let answer = answers.answer(of: row)
    {
      searched.append(rowTemplate.readable(answer).string)
    }
    if scope != .label, scope != .value, let help = answers.help(of: row) { searched.append(help) }
    guard scope != .value, scope != .help,
      let title = answers.title(of: answers.outline.list(of: row))
    else { return query.matches(searched) }
    // The title alone matches only the list's first row: all rows would bury the other matches.
    let index = answers.outline.index(of: row)
    let isFirst = index == answers.outline.indices(of: answers.outline.list(of: row)).lowerBound
    return query.matches(searched, together: title, isEnough: isFirst)
  }
}

extension Find {
  /// Whether the add line of a list matches: an empty list has no other line.
  private func matches(addLineOf list: ItemList, in answers: Answers, _ query: FindQuery) -> Bool {
    switch scope {
    case .all, .label: break
    case .section(let wanted): if wanted != list.section { return false }
    case .value, .help, .empty, .filled, .invalid, .changed: return false
    }
    guard !query.isEmpty else { return false }
    let title = answers.title(of: list)
    return query.matches([answers.nextItemLabel(of: list)] + (title.map { [$0] } ?? []))
  }

  /// The query and the scope as bytes that outlive the process.
  func encoded(for template: Template) -> [UInt8] {
    Array("\(scope.name(in: template))\n\(text.string)".utf8)
  }

  /// Decodes a find; nil if its scope does not exist in this form.
  init?(decoding bytes: [UInt8], for template: Template) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2,
      let scope = FindScope(named: String(decoding: lines[0], as: UTF8.self), in: template)
    else { return nil }
    self.init(text: Text(String(decoding: lines[1], as: UTF8.self)), scope: scope)
  }
}

/// A find while its words are typed.
struct Finding: Sendable {
  var find: Find
  let query: FindQuery
  /// The rows found so far, in the order of the form.
  var matches: [FormRow.ID] = []
  /// The rows to search: those that another find had found; nil for all of the form.
  var source: [FormRow.ID]?
  /// The number of rows searched.
  var done = 0
  var isComplete = false
  /// Whether it was stopped, so that its results are incomplete.
  var wasStopped = false
  /// Whether the results become a filter when the search is complete.
  var becomesFilter = false
  /// Whether the person chose one of the rows found, which then keeps the focus.
  var hasChosen = false
  /// The place to which Esc returns.
  let origin: Place.Spot

  /// Restarts, because other rows are shown than before.
  mutating func restart() {
    guard find.isNarrowing else { return }
    (matches, source, done, isComplete, hasChosen) = ([], nil, 0, false, false)
  }

  /// Stops before the search is complete.
  mutating func stop() { (isComplete, wasStopped) = (true, true) }

  /// The number of rows to search.
  func rowCount(in outline: Outline) -> Int { source?.count ?? outline.indexCount }

  /// Searches the next rows.
  mutating func advance(in answers: inout Answers) {
    let count = rowCount(in: answers.outline)
    let end = min(done + Finding.slice, count)
    while done < end {
      let row = if let source { source[done] } else { answers.outline.id(at: FormRow.Index(done)) }
      done += 1
      answers.rowsTouched += 1
      if let row, find.matches(row, in: answers, query) { matches.append(row) }
    }
    isComplete = done >= count
    if isComplete { source = nil }
  }

  /// The number of rows to search before keys are handled: well under 10 ms, some microseconds a
  /// row.
  static let slice = 1_000
}

/// The rows to which the viewport is limited; the set does not change while they are edited.
struct Filter: Sendable {
  let find: Find
  var matches: [FormRow.ID]
}

/// A query, prepared for comparisons.
package struct FindQuery: Sendable {
  private let words: [[UInt8]]
  /// The row number in a query that is only a number: `17` or `:17`.
  let number: FormRow.Number?

  package init(_ text: Text) {
    let digits = text.string.utf8.drop { $0 == UInt8(ascii: ":") }
    number = Int(String(decoding: digits, as: UTF8.self)).flatMap {
      $0 > 0 ? FormRow.Number($0) : nil
    }
    words = Folding.foldedBytes(text.string, limit: FindQuery.mostBytes).split(separator: 0x20)
      .map(Array.init)
  }

  /// The longest query; a longer paste finds nothing.
  private static let mostBytes = 4_096
  /// The part of a text that is searched: an answer may be a megabyte, and slices are short.
  private static let mostSearched = 16 * 1_024

  package var isEmpty: Bool { words.isEmpty }

  /// Whether a longer query can only match rows that a shorter one matched. A further word may
  /// match in a row whose title matches the others, and a number means another row.
  func narrows(_ other: FindQuery) -> Bool { number == nil && words.count == other.words.count }

  /// Whether each word matches the beginning of a word in one of some texts.
  package func matches(_ texts: [String]) -> Bool {
    if words.isEmpty { return true }
    let sources = texts.map(FindQuery.folded)
    return words.allSatisfy { word in sources.contains { FindQuery.begins(word, aWordOf: $0) } }
  }

  /// Whether each word matches the beginning of a word in one of some texts or in a title, and some
  /// word matches in a text unless the title is enough.
  func matches(_ texts: [String], together title: String, isEnough: Bool) -> Bool {
    matches(texts + [title])
      && (isEnough
        || !words.allSatisfy { word in
          !texts.contains { FindQuery.begins(word, aWordOf: FindQuery.folded($0)) }
        })
  }

  /// The first match in a text, in bytes; nil without one.
  package func firstMatch(in text: String) -> Range<Int>? {
    let source = FindQuery.folded(text)
    let places = words.compactMap { word in
      FindQuery.place(of: word, in: source).map { $0..<$0 + word.count }
    }
    guard let found = places.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
    var text = text
    let positions = text.withUTF8 { bytes in
      Folding.positions(
        in: UnsafeRawBufferPointer(bytes), limit: FindQuery.mostSearched,
        reading: FindQuery.mostSearched)
    }
    guard positions.indices.contains(found.upperBound) else { return nil }
    return Int(positions[found.lowerBound])..<Int(positions[found.upperBound])
  }

  private static func folded(_ text: String) -> [UInt8] {
    Folding.foldedBytes(text, limit: mostSearched, reading: mostSearched)
  }

  private static func begins(_ word: [UInt8], aWordOf source: [UInt8]) -> Bool {
    place(of: word, in: source) != nil
  }

  /// The first position in a text at which a word begins with `word`.
  private static func place(of word: [UInt8], in source: [UInt8]) -> Int? {
    guard word.count <= source.count else { return nil }
    var isStart = true
    for place in 0...source.count - word.count {
      let byte = source[place]
      if isStart || startsAlone(byte), byte == word[0],
        source[place..<place + word.count].elementsEqual(word)
      {
        return place
      }
      isStart = !isOfWord(byte)
    }
    return nil
  }

  /// ASCII letters and digits, and everything beyond ASCII.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The first byte of characters from U+3000 on: kana, hangul, ideographs and emoji have no spaces
  /// between words.
  private static func startsAlone(_ byte: UInt8) -> Bool { byte >= 0xE3 }
}
