// Makes random forms: rows of many types, items inside items, conditions on earlier answers, and
// alternatives, which are rows that share a key and are never shown together.
//
// Items are elements of an array, members of an object, or the other members of an object that has
// rows of its own. An item may be a single value, or one of two: a text, or an object with rows and
// items inside it, or a list.

package import FormModel
package import TerminalTesting

/// A random form, and the order of its rows.
package struct RandomForm {
  /// The types of the rows.
  package enum RowTypes {
    /// Every type, read-only and calculated rows, and rows with rules.
    case all
    /// Texts and yes-or-no rows. The first row of an item is always a text.
    case texts
  }

  /// A condition: a yes-or-no row is answered with yes, or is not.
  struct Condition {
    /// The section of the yes-or-no row, its place among the rows of the section, and its id.
    let section: Int
    let place: Int
    let row: String
    var isNegated = false

    var negated: Condition {
      Condition(section: section, place: place, row: row, isNegated: !isNegated)
    }

    fileprivate var json: String {
      let holds = #"{"row": "\#(row)", "is": true}"#
      return isNegated ? #"{"not": \#(holds)}"# : holds
    }
  }

  /// A row, and its conditions, which must all hold.
  struct Row {
    let id: String
    let takesAnswer: Bool
    var conditions: [Condition] = []
    /// The members of the row's JSON object after its id, without its conditions.
    let json: String

    /// Whether the answer to the row can name a member of an object.
    fileprivate var namesMembers: Bool {
      takesAnswer && conditions.isEmpty
        && !["boolean", "paragraph", "list", "choices", "secret", "key", "json"].contains {
          json.contains("\"\($0)\"")
        }
    }
  }

  struct Section {
    fileprivate(set) var rows: [Row]
    fileprivate(set) var repeats: Bool
    fileprivate(set) var conditions: [Condition]
    /// The section whose items contain this section.
    let parent: Int?
    /// The members of the section's JSON object, without its conditions, rows and inner sections.
    fileprivate var json = ""
    /// The numbers of the sections inside its items.
    fileprivate(set) var inner: [Int] = []
  }

  /// The sections. Each section comes before the sections inside its items.
  private(set) var sections: [Section] = []
  /// The numbers of the sections that are not inside items.
  private(set) var outermost: [Int] = []
  /// The yes-or-no rows of the first section.
  private var yesOrNo: [Condition] = []
  /// The member `output` of the template, which decides about rows without an answer.
  private let output: String
  private let types: RowTypes

  package init(of types: RowTypes = .all, using generator: inout SeededGenerator) {
    self.types = types
    output =
      ["", #", "output": {"empty": "omit"}"#, #", "output": {"empty": "string"}"#]
      .randomElement(using: &generator) ?? ""
    var hasRootMembers = false
    for place in 0..<generator.number(in: 1...4) {
      let repeats = place > 0 && generator.chance(60)
      let isRoot = repeats && !hasRootMembers && generator.chance(20)
      if isRoot { hasRootMembers = true }
      outermost.append(
        addSection(
          repeats: repeats, depth: 1, othersOf: isRoot ? "[]" : nil, using: &generator))
      if !repeats, generator.chance(25) { addObject(using: &generator) }
    }
  }

  /// Makes a form of texts and yes-or-no rows.
  package init(ofTexts seed: Int) {
    var generator = SeededGenerator(seed: seed, 8)
    self.init(of: .texts, using: &generator)
  }

  /// Adds a row of an object to the last section, and a section with the other members of the object.
  private mutating func addObject(using generator: inout SeededGenerator) {
    let number = sections.count - 1
    let id = "s\(number)r\(sections[number].rows.count)"
    sections[number].rows.append(
      Row(id: id, takesAnswer: true, json: #", "key": "o\#(number).\#(id)""#))
    outermost.append(
      addSection(repeats: true, depth: 1, othersOf: "\"o\(number)\"", using: &generator))
  }

  // MARK: - Sections

  /// Adds a section and the sections inside it, on at most three levels.
  ///
  /// - Parameter others: the key of the object whose other members are the items; nil if the items
  ///   have a key of their own.
  /// - Returns: the number of the outer section.
  private mutating func addSection(
    repeats: Bool, depth: Int, inside parent: Int? = nil, othersOf others: String? = nil,
    key: String? = nil, conditions: [Condition] = [], using generator: inout SeededGenerator
  ) -> Int {
    let number = sections.count
    let own = condition(number == 0 ? 0 : 30, &generator)
    sections.append(
      Section(rows: [], repeats: repeats, conditions: conditions + own, parent: parent))
    let isNamed = repeats && (others != nil || key == nil && generator.chance(30))
    if repeats, generator.chance(30) {
      addWholeItems(to: number, isNamed: isNamed, depth: depth, using: &generator)
    } else {
      addRows(to: number, depth: depth, isNamed: isNamed, using: &generator)
    }
    let rows = sections[number].rows
    sections[number].repeats = repeats && rows.contains(where: \.takesAnswer)
    let initial = generator.number(below: 3)
    let name = isNamed ? rows.first(where: \.namesMembers)?.id : nil
    let map = name.map {
      #", "as": "\#(others == nil ? "object" : "members")", "keyRow": "\#($0)""#
    }
    let list = key ?? others ?? "\"s\(number)\""
    sections[number].json =
      #""id": "s\#(number)""#
      + (generator.chance(60) ? #", "title": "Part \#(number)""# : "")
      + (sections[number].repeats
        ? #", "repeat": {"key": \#(list), "initial": \#(initial)\#(map ?? "")}"# : "")
    guard sections[number].repeats, sections[number].inner.isEmpty, depth < 3,
      !rows.contains(where: { $0.isWhole && $0.conditions.isEmpty })
    else { return number }
    // Beside a text that is the whole item, the items inside it have the condition of its rows.
    let alternative = rows.first(where: \.isWhole)?.conditions.last?.negated
    let inner = alternative.map { [$0] } ?? []
    var hasOthers = false
    while sections[number].inner.count < 2, generator.chance(40) {
      let takesOthers = !hasOthers && generator.chance(30)
      if takesOthers { hasOthers = true }
      let section = addSection(
        repeats: true, depth: depth + 1, inside: number, othersOf: takesOthers ? "[]" : nil,
        conditions: inner, using: &generator)
      sections[number].inner.append(section)
    }
    return number
  }

  /// Adds rows to a section. The first row of an item is a row that can be typed, and if the item has
  /// a name, it is a text without a condition.
  private mutating func addRows(
    to number: Int, depth: Int, isNamed: Bool, using generator: inout SeededGenerator
  ) {
    let needsText = sections[number].repeats && (types == .texts || isNamed)
    let count = generator.number(in: 1...(depth == 1 ? 5 : 3)) + (isNamed ? 1 : 0)
    // A section inside items repeats, so it needs a row that can be typed.
    while sections[number].rows.count < count
      || depth > 1 && !sections[number].rows.contains(where: \.takesAnswer)
    {
      let place = sections[number].rows.count
      let id = "s\(number)r\(place)"
      let row =
        needsText && place == 0
        ? Row(id: id, takesAnswer: true, json: "") : row(id, using: &generator)
      sections[number].rows.append(row)
      if number == 0, row.json.contains(#""type": "boolean""#) {
        yesOrNo.append(Condition(section: 0, place: place, row: id))
      }
      if generator.chance(20) {
        sections[number].rows += alternatives("s\(number)r\(place + 1)", &generator)
      }
    }
  }

  /// Adds the rows of items that are single values: a text; or, as a yes-or-no row of the item
  /// decides, a text or an object; or a text or a list.
  private mutating func addWholeItems(
    to number: Int, isNamed: Bool, depth: Int, using generator: inout SeededGenerator
  ) {
    var rows: [Row] = []
    func add(_ json: String, _ conditions: [Condition] = []) {
      rows.append(
        Row(id: "s\(number)r\(rows.count)", takesAnswer: true, conditions: conditions, json: json))
    }
    defer { sections[number].rows = rows }
    if isNamed { add("") }
    let type =
      types == .texts
      ? ""
      : [
        "", #", "type": ["integer", "text"]"#, #", "type": "json""#, #", "empty": "null""#,
      ].randomElement(using: &generator) ?? ""
    guard generator.chance(75) else { return add(#", "key": []\#(type)"#) }
    // New items show the text, which is then the first row that can be typed.
    let place = rows.count + 1
    let isText = Condition(section: number, place: place, row: "s\(number)r\(place)")
    add(#", "key": []\#(type)"#, [isText])
    add(#", "type": "boolean", "export": false, "default": "yes""#)
    if depth < 3, generator.chance(20) {
      sections[number].rows = rows
      sections[number].inner.append(
        addSection(
          repeats: true, depth: depth + 1, inside: number, key: "[]",
          conditions: [isText.negated], using: &generator))
      return
    }
    for _ in 0..<generator.number(in: 1...3) {
      let id = "s\(number)r\(rows.count)"
      var row = row(id, using: &generator)
      row.conditions.append(isText.negated)
      rows.append(row)
    }
  }

  private func condition(_ percent: Int, _ generator: inout SeededGenerator) -> [Condition] {
    guard let row = yesOrNo.randomElement(using: &generator), generator.chance(percent) else {
      return []
    }
    return [row]
  }

  /// The repeating sections around a section and the section itself if it repeats, outermost first.
  func chain(of section: Int) -> [Int] {
    let contents = sections[section]
    return (contents.parent.map(chain) ?? []) + (contents.repeats ? [section] : [])
  }

  // MARK: - Rows

  /// Adds a row at the end of a section.
  mutating func append(_ row: Row, to section: Int) { sections[section].rows.append(row) }

  /// Returns two rows with the same key. A yes-or-no row of the first section decides which of them
  /// is shown. Returns no rows if there is no yes-or-no row yet.
  private func alternatives(_ key: String, _ generator: inout SeededGenerator) -> [Row] {
    guard let decider = yesOrNo.randomElement(using: &generator) else { return [] }
    let number = types == .all ? #", "type": "integer""# : ""
    return [("a", number, decider), ("b", "", decider.negated)].map { end, type, condition in
      Row(
        id: key + end, takesAnswer: true, conditions: [condition],
        json: #", "key": "\#(key)"\#(type)"#)
    }
  }

  private func row(_ id: String, using generator: inout SeededGenerator) -> Row {
    let kinds = [
      "", #", "required": true"#, #", "type": "boolean""#, #", "type": "boolean", "export": false"#,
      #", "type": "integer""#, #", "type": "paragraph""#, #", "type": "list""#,
      #", "type": "secret""#, #", "type": "choice", "choices": ["bread", "milk", "tea"]"#,
      #", "type": "choice", "strict": false, "choices": ["bread", "milk"]"#,
      #", "type": "choices", "choices": ["bread", "milk", "tea"]"#, #", "default": "ma""#,
      #", "type": "url""#, #", "empty": "null""#, #", "empty": ["string", "omit"]"#,
      #", "type": ["integer", "boolean", "text"]"#, #", "type": "json""#,
    ]
    let texts = [
      "", "", #", "type": "boolean""#, #", "type": "boolean", "default": "yes""#,
      #", "default": "ma""#, #", "empty": "null""#, #", "export": false"#,
    ]
    let untyped = [
      #", "readOnly": true, "default": "x""#, #", "type": "note", "help": "A note""#,
      #", "type": "integer", "value": "1 + 1""#, #", "const": "x""#,
    ]
    let conditions = condition(25, &generator)
    let takesAnswer = types == .texts || !generator.chance(20)
    let kind = (!takesAnswer ? untyped : types == .all ? kinds : texts)
      .randomElement(using: &generator)
    return Row(id: id, takesAnswer: takesAnswer, conditions: conditions, json: kind ?? "")
  }

  // MARK: - Templates

  /// The template as JSON.
  package var json: String { json { $0 } }

  /// The template as JSON.
  ///
  /// - Parameter when: converts each condition.
  func json(when: (String) -> String) -> String {
    let sections = json(of: outermost, when)
    return #"{"longform": 1, "id": "random", "sections": [\#(sections)]\#(output)}"#
  }

  private func json(of numbers: [Int], _ when: (String) -> String) -> String {
    numbers.map { number in
      let section = sections[number]
      let rows = section.rows.map {
        #"{"id": "\#($0.id)"\#($0.json)\#(json(of: $0.conditions, when))}"#
      }
      return "{" + section.json + json(of: section.conditions, when)
        + #", "rows": [\#(rows.joined(separator: ", "))]"#
        + (section.inner.isEmpty ? "" : #", "sections": [\#(json(of: section.inner, when))]"#) + "}"
    }.joined(separator: ", ")
  }

  private func json(of conditions: [Condition], _ when: (String) -> String) -> String {
    guard !conditions.isEmpty else { return "" }
    let all = conditions.map(\.json)
    let condition = all.count == 1 ? all[0] : #"{"all": [\#(all.joined(separator: ", "))]}"#
    return #", "when": "# + when(condition)
  }

  /// Whether Enter adds a line to the row or ticks a choice, and does not leave the row.
  package func makesLines(_ row: FormRow.ID) -> Bool {
    let json = sections[row.section].rows[row.row].json
    return ["paragraph", "list", "choices", "json"].contains {
      json.contains(#""type": "\#($0)""#)
    }
  }

  /// Whether a row is answered by yes or no.
  package func isYesOrNo(_ row: FormRow.ID) -> Bool {
    sections[row.section].rows[row.row].json.contains(#""type": "boolean""#)
  }
}

extension RandomForm.Row {
  /// Whether the row's answer is the whole item.
  fileprivate var isWhole: Bool { json.contains(#""key": []"#) }
}
