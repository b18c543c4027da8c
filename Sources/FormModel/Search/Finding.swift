// A find that is under way, and the rows that it keeps in view.

public import FormText

/// What is looked for.
public struct Find: Hashable, Sendable {
  public var text: Text
  public var scope: FindScope

  public init(text: Text, scope: FindScope) {
    self.text = text
    self.scope = scope
  }

  /// Nothing, in all rows.
  public static let nothing = Find(text: .empty, scope: .all)

  /// Whether it chooses some rows: without a word every row would do.
  public var isNarrowing: Bool { scope.choosesRows || !text.isBlank }

  /// Whether a row is one that is looked for.
  func matches(_ row: FormRow.ID, in answers: Answers, _ query: FindQuery) -> Bool {
    if row.isEntry(in: answers.template.sections) { return false }
    switch scope {
    case .empty where answers.answer(of: row) != nil: return false
    case .filled where answers.answer(of: row) == nil: return false
    case .invalid where answers.problem(of: row) == nil: return false
    case .changed where !answers.isChanged(row): return false
    case .section(let section) where row.section != section: return false
    default: break
    }
    if query.isEmpty { return scope.choosesRows }
    let rowTemplate = answers.template[row]
    var searched: [String] = []
    if scope != .value, scope != .help { searched.append(answers.fullLabel(of: row)) }
    if scope != .label, scope != .help, !answers.isSecret(row), let answer = answers.answer(of: row)
    {
      searched.append(rowTemplate.readable(answer).string)
    }
    if scope != .label, scope != .value, let help = rowTemplate.help {
      searched.append(help.text(number: answers.number(of: row)))
    }
    return query.matches(searched)
  }
}

extension Find {
  /// What is looked for, and where, as bytes that outlive the process.
  func encoded(for template: Template) -> [UInt8] {
    Array("\(scope.name(in: template))\n\(text.string)".utf8)
  }

  /// The find in such bytes; nil when its scope is none of this form.
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
  /// The rows that are still to be looked at: those another find had found, nil for all of the form.
  var source: [FormRow.ID]?
  /// How many of them were looked at.
  var done = 0
  var isComplete = false
  /// Whether it was stopped before all was looked at: what it found is not all there is.
  var wasStopped = false
  /// Whether the viewport keeps what is found once all was looked at.
  var becomesFilter = false
  /// Whether the person chose one of the rows found, which keeps the focus then.
  var hasChosen = false
  /// Where the person was: Esc leads back.
  let origin: Place.Spot

  /// Begins again, because other rows are shown than before.
  mutating func restart() {
    guard find.isNarrowing else { return }
    (matches, source, done, isComplete, hasChosen) = ([], nil, 0, false, false)
  }

  /// The number of rows to look at.
  func rowCount(in outline: Outline) -> Int { source?.count ?? outline.indexCount }

  /// Looks at the next rows.
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

  /// How many rows are looked at before keys have their turn: well under 10 ms, some microseconds a
  /// row.
  static let slice = 1_000
}

/// The rows that the viewport is narrowed to; which they are does not change while they are edited.
struct Filter: Sendable {
  let find: Find
  var matches: [FormRow.ID]
}
