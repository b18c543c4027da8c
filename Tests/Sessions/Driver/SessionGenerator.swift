// Random sessions: the next action, chosen with a seed and the state of the form.

import TerminalTesting

/// Generates operations.
struct SessionGenerator {
  var dice: SeededGenerator
  /// The number of scalars after which no more text is typed into a row.
  private static let longestRow = 160

  // No word begins with G, because Alt-_ directly before G looks like a terminal's reply to a query
  // about graphics.
  private static let words = [
    "a", "7", "Ada", "Lovelace", " ", "  ", "of", " the ", "x y", ",", "-", "\"q\"", "back\\slash",
    "é", "e\u{301}", "grüße", "naïve ", "ß", "ø", "你好", "日本 ", "Ω", "👍", "👍🏽", "🎉 ",
    "👩‍👩‍👧‍👦", "🧑‍💻", "🇩🇪", "🇫🇷🇯🇵", "a:b", "::", "100%", "'", "$HOME", "<b>", "o\u{308}\u{301}",
  ]

  init(_ dice: SeededGenerator) {
    self.dice = dice
  }

  /// Returns the next operation. Its keys are the same in all models, and each model can predict
  /// its effect.
  mutating func next(in models: [FormModel]) -> Operation {
    while true {
      let operation = propose(in: models[0])
      let bytes = operation.bytes(in: models[0])
      let isAllowed = models.allSatisfy {
        operation.isAllowed(in: $0) && operation.bytes(in: $0) == bytes
      }
      if isAllowed { return operation }
    }
  }

  private mutating func propose(in model: FormModel) -> Operation {
    let isLong = model.line.count > SessionGenerator.longestRow
    if model.shape.repeats, dice.chance(7) { return dice.one(of: [.nextItem, .previousItem]) }
    if model.shape.repeats, dice.chance(model.takesItems ? 30 : 25) { return structural(in: model) }
    if model.isFocusBoolean, dice.chance(50) {
      if dice.chance(20) { return dice.one(of: [.left, .right, .backspace]) }
      return .type(dice.one(of: [" ", " ", "y", "n", "yes", "No", "true", "f", "x", "é", "noyes"]))
    }
    if model.isFocusAddLine, dice.chance(45) {
      return dice.one(of: [.type(text()), .type(text()), .type(" "), .enter, .tab, .down])
    }
    if model.unmakesItem, dice.chance(20) { return .backspace }
    if let made = model.itemMadeLast, made.item == model.focus.item, dice.chance(35) {
      return .enter
    }
    if model.line.isEmpty, dice.chance(3) { return .type("::" + text()) }
    if dice.chance(6) { return page(in: model) }
    switch dice.number(below: 100) {
    case 0..<38 where isLong: return .killWord
    case 0..<38: return .type(text())
    case 38..<44: return dice.chance(60) ? .backspace : .delete
    case 44..<50: return dice.one(of: [.left, .left, .right, .lineStart, .lineEnd])
    case 50..<54: return dice.one(of: [.killToEnd, .killLine, .killWord])
    case 54..<57: return isLong ? .killWord : .yank
    case 57..<67: return .enter
    case 67..<73: return dice.one(of: [.up, .down, .tab, .backTab])
    case 73..<75: return .propose
    case 75..<82: return page(in: model)
    case 82..<84: return .goto(row(in: model))
    case 84..<86:
      return .set(row(in: model), dice.one(of: ["Ada", "", "grüße 🎉", "x  y", "yes", "no"]))
    case 86: return .clear
    case 87..<93: return dice.chance(65) ? .undo : .redo
    case 93: return .toggle
    default: return isLong ? .killLine : .paste(pasted(many: model.takesRows))
    }
  }

  /// Returns an operation on items.
  private mutating func structural(in model: FormModel) -> Operation {
    let sections = model.shape.sections.indices.filter {
      model.shape.sections[$0].repetition != nil
    }
    if model.takesItems, dice.chance(40) { return .paste(cells()) }
    switch dice.number(below: 10) {
    case 0: return .add(dice.one(of: sections))
    case 1: return .addHere
    case 2: return .duplicate
    case 3: return .removeItem
    case 4: return dice.one(of: [.itemUp, .itemDown])
    case 5: return .moveItem(dice.number(below: 5))
    case 6: return .toggle
    default:
      // Prefer rows in items, because these operations need an item.
      let numbered = model.layout.numbered
      let places = numbered.indices.filter { model.layout.order[numbered[$0]].item > 0 }
      return places.isEmpty ? .add(dice.one(of: sections)) : .goto(dice.one(of: places))
    }
  }

  /// Returns a few words that are typed together.
  mutating func text() -> String {
    (0...dice.number(below: 4)).reduce(into: "") { text, _ in
      text += dice.one(of: SessionGenerator.words)
    }
  }

  private mutating func page(in model: FormModel) -> Operation {
    if model.certainHeight != nil, !model.canPage { return .first }
    return dice.one(of: [.pageDown, .pageDown, .pageDown, .pageUp, .pageUp, .first, .last])
  }

  /// Returns the number of a row, often near the focus.
  private mutating func row(in model: FormModel) -> Int {
    let count = model.layout.numbered.count
    if count == 0 || dice.chance(50) { return dice.number(below: count) }
    return min(max(model.index + dice.number(in: -12...12), 0), count - 1)
  }

  /// Returns lines for a paste into items: each has an answer for each row of an item, or too few
  /// or too many.
  private mutating func cells() -> [String] {
    (0..<dice.number(in: 1...6)).map { _ in
      (0...dice.number(below: 5)).map { _ in
        dice.chance(20) ? "" : dice.one(of: [text(), "yes", "no", "y"])
      }.joined(separator: "\t")
    }
  }

  private mutating func pasted(many: Bool) -> [String] {
    if many, dice.chance(15) { return (0...dice.magnitude(in: 20...900)).map { "Line \($0)" } }
    if dice.chance(50) { return [text()] }
    return (0...dice.number(in: 1...5)).map { _ in dice.chance(90) ? text() : "" }
  }
}
