// The definition of a form: sections and rows, repeats, and conditions.
//
// The code is independent of the program, so that both can be compared. Every row is a line of text
// or a boolean. Every label is ASCII, and each character is one column wide. A row that a condition
// reads has no condition itself. A section comes before the sections inside its items, as in the
// template.

/// The identity of a row.
struct RowID: Hashable {
  var section: Int
  /// The serial number of the row's item, which no other item of the section ever gets; 0 outside
  /// repeating sections. For an add line: the serial of the item around its list, negated.
  var item = 0
  var row: Int
  /// The number of the row among the rows of one `count`, from 1.
  var number = 0
}

/// The items of a repeating section inside a single item of the section around it.
struct ItemList: Hashable {
  var section: Int
  /// The serial of the item that contains the list; 0 if there is none.
  var parent = 0
}

/// A form for sessions.
final class FormShape {
  /// A condition on a boolean row: the row is yes, or it is not yes.
  struct Condition {
    var section: Int
    var row: Int
    var isNegated = false
  }

  /// A row of the template. In the form it is one row, several rows if it has a `count`, or a row
  /// in every item.
  struct Row {
    /// The id of the row, with `{n}` in place of its number.
    var id: String
    /// The name of the row's member in the JSON object of its section or item.
    var name: String
    /// The label. `{n}` is the number of the row, or the position of its item.
    var label: String
    var placeholder = ""
    var isBoolean = false
    var isRequired = false
    /// Whether the draft must not contain the answer.
    var isSecret = false
    /// Whether the answer is the whole item, in place of an object.
    var isWhole = false
    /// Whether exports contain the answer.
    var isExported = true
    /// The text of the row before anything is typed.
    var base: Line = []
    var count: Int?
    var condition: Condition?

    init(
      id: String? = nil, name: String, label: String, placeholder: String = "",
      isBoolean: Bool = false, isRequired: Bool = false, base: Line = [], count: Int? = nil,
      condition: Condition? = nil
    ) {
      self.id = id ?? name
      self.name = name
      self.label = label
      self.placeholder = placeholder
      self.isBoolean = isBoolean
      self.isRequired = isRequired
      self.base = base
      self.count = count
      self.condition = condition
    }
  }

  /// The repeat of a section.
  struct Repetition {
    var initial = 1
    var maximum: Int?
    /// Whether new items are inserted at the beginning of the list.
    var insertsFirst = false
    var label = "Item {n}"
    /// Whether the add line keeps its text until Enter makes it an item.
    var hasEntry = false
    /// The boolean row that has no line of its own, because it is shown as a box before the first
    /// row.
    var tick: Int?
    /// Whether the items are the members of an object, named by the answers of their first rows.
    var isMap = false
    /// Whether the items are members of the object around them, beside its rows.
    var joinsObject = false
  }

  struct Section {
    var id: String
    var title: String?
    /// The section's member in the document; nil if its rows are members of the document itself.
    var member: String?
    var rows: [Row]
    var repetition: Repetition?
    var condition: Condition?
    /// The section whose items contain this section.
    var parent: Int?
    /// The sections inside the items of this section.
    fileprivate(set) var children: [Int] = []

    init(
      id: String, title: String? = nil, member: String? = nil, rows: [Row],
      repetition: Repetition? = nil, parent: Int? = nil
    ) {
      (self.id, self.title, self.member, self.rows) = (id, title, member, rows)
      (self.repetition, self.parent) = (repetition, parent)
    }

    /// The row of a new item that gets the text typed on the add line.
    var entryRow: Int { rows.indices.first { isLine($0) } ?? 0 }

    /// Whether a row has a line of its own.
    func isLine(_ row: Int) -> Bool { repetition?.tick != row }

    /// Whether every item has a header; an item of a single line has none.
    var hasItemHeaders: Bool {
      repetition != nil
        && (rows.count - (repetition?.tick == nil ? 0 : 1) != 1 || !children.isEmpty)
    }
  }

  let sections: [Section]
  /// The preferred height of the viewport; nil if the program chooses it.
  let height: Int?
  /// The name of a form that ships; nil for a random one.
  let name: String?
  /// The boolean rows that conditions read, by section and row.
  let deciders: [(section: Int, row: Int)]
  /// Whether there is a repeating section.
  var repeats: Bool { sections.contains { $0.repetition != nil } }
  /// The height of the viewport if it never changes and the form always fills it on a large
  /// terminal; otherwise nil.
  let certainHeight: Int?

  init(_ sections: [Section], height: Int?, name: String? = nil) {
    self.sections = sections.enumerated().map { number, section in
      var section = section
      section.children = sections.indices.filter { sections[$0].parent == number }
      return section
    }
    self.height = height
    self.name = name
    var deciders: [(section: Int, row: Int)] = []
    for section in sections {
      for condition in [section.condition] + section.rows.map(\.condition) {
        guard let condition else { continue }
        let isKnown = deciders.contains {
          $0.section == condition.section && $0.row == condition.row
        }
        if !isKnown { deciders.append((condition.section, condition.row)) }
      }
    }
    self.deciders = deciders
    certainHeight = height.flatMap { FormShape.linesThatStay(sections) >= $0 ? $0 : nil }
  }

  /// Returns the number of lines that are always there. A repeating section always has its add
  /// line, or if its list is full, at least one item.
  private static func linesThatStay(_ sections: [Section]) -> Int {
    sections.filter { $0.condition == nil && $0.parent == nil }.reduce(0) { lines, section in
      guard section.repetition == nil else { return lines + 1 }
      let title = section.title == nil ? 0 : 1
      return section.rows.filter { $0.condition == nil }
        .reduce(lines + title) { $0 + ($1.count ?? 1) }
    }
  }

  func row(_ id: RowID) -> Row { sections[id.section].rows[id.row] }

  /// Whether the answer of a row is the name of its item.
  func isItemName(_ id: RowID) -> Bool {
    id.row == 0 && sections[id.section].repetition?.isMap == true && !isAddLine(id)
  }

  /// Whether a row is the add line of a list, on which the next item of the list is created.
  func isAddLine(_ id: RowID) -> Bool { id.item <= 0 && sections[id.section].repetition != nil }

  /// Whether a row is an entry line: an add line that keeps its text until Enter creates an item
  /// from it.
  func isEntry(_ id: RowID) -> Bool {
    id.item <= 0 && sections[id.section].repetition?.hasEntry == true
  }

  /// Returns the add line of a list.
  func addLine(of list: ItemList) -> RowID {
    RowID(section: list.section, item: -list.parent, row: sections[list.section].entryRow)
  }

  /// Returns the text of a row before anything is typed.
  func base(of id: RowID) -> Line { isAddLine(id) ? [] : row(id).base }

  /// Returns a section and the sections around it, the outermost first.
  func chain(of section: Int) -> [Int] {
    (sections[section].parent.map(chain) ?? []) + [section]
  }
}

extension String {
  /// Returns the text with a number in place of `{n}`.
  func numbered(_ number: Int) -> String {
    guard let place = firstRange(of: "{n}") else { return self }
    return self[..<place.lowerBound] + String(number) + self[place.upperBound...]
  }
}
