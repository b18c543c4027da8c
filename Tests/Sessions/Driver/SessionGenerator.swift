// Random sessions: what a person might do next, made from a seed and from what the form holds.

/// Makes operations.
struct SessionGenerator {
  var dice: Dice
  /// The most scalars of a row that is typed into.
  private static let longestRow = 160

  // None begins with a G: M-_ and a G at once are how a terminal answers a query for graphics.
  private static let words = [
    "a", "7", "Ada", "Lovelace", " ", "  ", "of", " the ", "x y", ",", "-", "\"q\"", "back\\slash",
    "é", "e\u{301}", "grüße", "naïve ", "ß", "ø", "你好", "日本 ", "Ω", "👍", "👍🏽", "🎉 ",
    "👩‍👩‍👧‍👦", "🧑‍💻", "🇩🇪", "🇫🇷🇯🇵", "a:b", "::", "100%", "'", "$HOME", "<b>", "o\u{308}\u{301}",
  ]

  init(_ dice: Dice) {
    self.dice = dice
  }

  /// The next operation, whose keys are the same and mean something exact in all of some models.
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
    switch dice.number(below: 100) {
    case 0..<38 where isLong: return .killWord
    case 0..<38: return .type(text())
    case 38..<44: return dice.chance(60) ? .backspace : .delete
    case 44..<50: return dice.one(of: [.left, .left, .right, .lineStart, .lineEnd])
    case 50..<54: return dice.one(of: [.killToEnd, .killLine, .killWord])
    case 54..<57: return isLong ? .killWord : .yank
    case 57..<67: return .enter
    case 67..<75: return dice.one(of: [.up, .down, .tab, .backTab])
    case 75..<82: return page(in: model)
    case 82..<84: return .goto(row(in: model))
    case 84..<86: return .set(row(in: model), dice.one(of: ["Ada", "", "grüße 🎉", "x  y"]))
    case 86: return .clear
    case 87..<93: return dice.chance(65) ? .undo : .redo
    default: return isLong ? .killLine : .paste(pasted(many: model.takesLines))
    }
  }

  /// A few words, typed as one.
  mutating func text() -> String {
    (0...dice.number(below: 4)).reduce(into: "") { text, _ in
      text += dice.one(of: SessionGenerator.words)
    }
  }

  private mutating func page(in model: FormModel) -> Operation {
    if model.hasRoom, !model.canPage { return .first }
    return dice.one(of: [.pageDown, .pageDown, .pageDown, .pageUp, .pageUp, .first, .last])
  }

  /// A row, often one near the focus.
  private mutating func row(in model: FormModel) -> Int {
    let count = model.shape.rows.count
    if dice.chance(50) { return dice.number(below: count) }
    return min(max(model.focus + dice.number(in: -12...12), 0), count - 1)
  }

  private mutating func pasted(many: Bool) -> [String] {
    if many, dice.chance(15) { return (0...dice.magnitude(in: 20...900)).map { "Line \($0)" } }
    if dice.chance(50) { return [text()] }
    return (0...dice.number(in: 1...5)).map { _ in dice.chance(90) ? text() : "" }
  }
}
