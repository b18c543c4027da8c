// A search in progress, and the rows that a finished search keeps in view. Each word of the query
// must match the beginning of a word in the searched text. Case and accents are ignored.

public import FormText

/// A query and its scope.
public struct Find: Hashable, Sendable {
  /// The words to find. If there are none, the scope alone may select rows.
  public var text: Text
  /// The part of the form to search.
  public var scope: FindScope

  /// Creates a find from a text and a scope.
  public init(text: Text, scope: FindScope) { (self.text, self.scope) = (text, scope) }

  /// An empty query in all rows.
  public static let nothing = Find(text: .empty, scope: .all)

  /// Returns this find. If this find has no words and its scope alone selects no rows, returns its
  /// scope with the words of the last find.
  package func orLast(_ last: Find) -> Find {
    text.isEmpty && !scope.choosesRows ? Find(text: last.text, scope: scope) : self
  }

  /// Whether the find selects some of the rows. Without words or a selecting scope, it would match
  /// every row.
  public var isNarrowing: Bool { scope.choosesRows || !text.isBlank }

  /// Whether a row matches a query.
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
    // If only the section title matches, only the first row of a list is a match. If all rows of
    // the list were matches, they would bury the other matches.
    let isFirst = answers.outline.isFirstRow(row)
    return query.matches(searched, together: title, isEnough: isFirst)
  }
}

extension Find {
  /// Whether the add line of a list (the line on which people create items) matches. This matters
  /// for an empty list, which has no other line.
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

  /// Encodes the query and the scope for a draft.
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

extension Outline {
  /// Whether a row is the first row of its list or section. An add line does not count.
  func isFirstRow(_ row: FormRow.ID) -> Bool {
    let list = list(of: row)
    let first = indices(of: list).lowerBound
    guard let index = index(of: row) else { return false }
    let isBelowAddLine = sections[list.section].insertsFirst && hasAddLine(list)
    return index.value == first.value + (isBelowAddLine ? 1 : 0)
  }

  /// Whether a row is the add line of a list with items. The add line of a list without items
  /// represents its section.
  func isAddLineBesideItems(_ row: FormRow.ID) -> Bool {
    row.isAddLine(in: sections) && !isFolded(row.listOfAddLine)
  }
}

/// A search that is updated while a person types its words.
///
/// An add line is a match only if no row of its list is, or if the words are its label: who searches
/// for `Language` means the row, not the line that adds another language.
struct Finding: Sendable {
  var find: Find
  let query: FindQuery
  /// The rows found so far, in the order of the form.
  private(set) var matches: [FormRow.ID] = []
  private(set) var named = NamedMatches()
  /// The add lines that match the query, but are no matches because a row of their list is one. In
  /// the order in which they were passed over.
  private var passedOver: [FormRow.ID] = []
  /// The hidden row that the words mean, if the search found nothing else.
  var hidden: HiddenMatch?
  /// The rows to search: the matches of an earlier, wider query; nil to search the whole form.
  var source: [FormRow.ID]?
  /// The number of rows searched.
  var done = 0
  var isComplete = false
  /// Whether the search was stopped early, so its results are incomplete.
  var wasStopped = false
  /// Whether the results become a filter once the search is complete.
  var becomesFilter = false
  /// Whether the person selected one of the matches; that row then keeps the focus.
  var hasChosen = false
  /// The focus and the top line to which Esc returns.
  let origin: Place.Spot

  /// Creates a search that has not looked at any row.
  ///
  /// - Parameters:
  ///   - find: the query and its scope.
  ///   - origin: the focus and the top line to which Esc returns.
  init(_ find: Find, origin: Place.Spot) {
    (self.find, query, self.origin) = (find, FindQuery(find.text), origin)
    isComplete = !find.isNarrowing
  }

  /// Searches again from the start, because conditions have shown or hidden rows.
  mutating func restart() {
    guard find.isNarrowing else { return }
    (matches, passedOver, source, done, isComplete, hasChosen) = ([], [], nil, 0, false, false)
    (named, hidden) = (NamedMatches(), nil)
  }

  /// Removes the matches that are no longer shown.
  mutating func removeHidden(in outline: Outline) {
    matches.removeAll { outline.index(of: $0) == nil }
    named.removeHidden(in: outline)
  }

  /// Searches only the rows that match an earlier, wider query.
  mutating func search(rowsOf before: Finding, in outline: Outline) {
    var rows = before.matches
    for row in before.passedOver {
      guard let index = outline.index(of: row) else { continue }
      rows.insert(row, at: outline.count(of: rows, before: index))
    }
    source = rows
  }

  /// Stops the search before it is complete.
  mutating func stop() { (isComplete, wasStopped) = (true, true) }

  /// The number of rows to search.
  func rowCount(in outline: Outline) -> Int { source?.count ?? outline.indexCount }

  /// Searches the next rows.
  mutating func advance(in answers: inout Answers) {
    let count = rowCount(in: answers.outline)
    let end = min(done + Finding.slice, count)
    if done == 0 { named.exactly = ExactNames(of: query, in: answers.template) }
    while done < end {
      let row = if let source { source[done] } else { answers.outline.id(at: FormRow.Index(done)) }
      done += 1
      answers.rowsTouched += 1
      guard let row, find.matches(row, in: answers, query) else { continue }
      let isExact = named.exactly.contains(row, in: answers, query)
      add(row, isExact: isExact, in: answers.outline)
      noteName(of: row, isExact: isExact, in: answers)
    }
    isComplete = done >= count
    if isComplete { source = nil }
  }

  /// Records a match whose label has the words.
  private mutating func noteName(of row: FormRow.ID, isExact: Bool, in answers: Answers) {
    guard isExact ? named.exact.after == nil : named.partial.after == nil else { return }
    let start = origin.row.flatMap(answers.outline.nearestIndex(to:)) ?? 0
    let isBefore = answers.outline.index(of: row).map { $0 < start } ?? false
    if isExact {
      named.exact.note(row, isBefore: isBefore)
    } else if !query.isEmpty, !row.isAddLine(in: answers.template.sections),
      query.matches([answers.fullLabel(of: row)])
    {
      named.partial.note(row, isBefore: isBefore)
    }
  }

  /// Adds a row after the matches so far.
  private mutating func add(_ row: FormRow.ID, isExact: Bool, in outline: Outline) {
    if outline.isAddLineBesideItems(row), !isExact {
      let list = outline.indices(of: row.listOfAddLine)
      if let last = matches.last.flatMap(outline.index(of:)), list.contains(last) {
        return passedOver.append(row)
      }
    } else if let index = outline.index(of: row) {
      // Where new items come first, the add line precedes the rows of its list.
      while let last = matches.last, outline.isAddLineBesideItems(last),
        named.exact.after != last, named.exact.before != last,
        outline.indices(of: last.listOfAddLine).contains(index)
      {
        passedOver.append(matches.removeLast())
      }
    }
    matches.append(row)
  }

  /// The number of rows searched before the next key is handled. Searching a row takes some
  /// microseconds, so a slice takes well under 10 ms.
  static let slice = 1_000
}

/// The rows to which the viewport is limited. Editing these rows does not change the set.
struct Filter: Sendable {
  let find: Find
  var matches: [FormRow.ID]
}

/// A query prepared for matching.
package struct FindQuery: Sendable {
  private let words: [[UInt8]]
  /// The row number, if the query is only a number: `17` or `:17`.
  let number: FormRow.Number?

  package init(_ text: Text) {
    let digits = text.string.utf8.drop { $0 == UInt8(ascii: ":") }
    number = Int(String(decoding: digits, as: UTF8.self)).flatMap {
      $0 > 0 ? FormRow.Number($0) : nil
    }
    words = Folding.foldedBytes(text.string, limit: FindQuery.mostBytes).split(separator: 0x20)
      .map(Array.init)
  }

  /// The largest number of bytes of a query that are used. The rest of a longer query is ignored.
  private static let mostBytes = 4_096
  /// The length of the searched part of each text. An answer may have a megabyte, but slices must
  /// be short.
  private static let mostSearched = 16 * 1_024

  package var isEmpty: Bool { words.isEmpty }

  /// Whether every row that matches this longer query also matches the shorter query `other`, so
  /// that only the earlier matches must be searched. This is false after another word was typed:
  /// the first words may match only the section title, which is not enough, and the new word may
  /// match the row itself. This is also false for a number: with another digit, the query means
  /// another row.
  func narrows(_ other: FindQuery) -> Bool { number == nil && words.count == other.words.count }

  /// Whether each word matches the beginning of a word in at least one of the texts.
  package func matches(_ texts: [String]) -> Bool {
    if words.isEmpty { return true }
    let sources = texts.map(FindQuery.folded)
    return words.allSatisfy { word in sources.contains { FindQuery.begins(word, aWordOf: $0) } }
  }

  /// Whether a text consists of the words.
  func equals(_ text: String) -> Bool {
    FindQuery.folded(text).split(separator: 0x20).elementsEqual(words) { $0.elementsEqual($1) }
  }

  /// Whether each word matches the beginning of a word in the texts or in the title. At least one
  /// word must match in the texts, unless `isEnough` is true.
  func matches(_ texts: [String], together title: String, isEnough: Bool) -> Bool {
    matches(texts + [title])
      && (isEnough
        || !words.allSatisfy { word in
          !texts.contains { FindQuery.begins(word, aWordOf: FindQuery.folded($0)) }
        })
  }

  /// The range of the first match in a text, in bytes; nil if there is no match.
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

  /// Returns the first position in a text where a word begins with `word`.
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

  /// Whether a byte is an ASCII letter or digit, or part of a character outside of ASCII.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Whether a byte begins a character from U+3000 on. Kana, hangul, ideographs and emoji are not
  /// separated by spaces, so each of them may begin a word.
  private static func startsAlone(_ byte: UInt8) -> Bool { byte >= 0xE3 }
}
