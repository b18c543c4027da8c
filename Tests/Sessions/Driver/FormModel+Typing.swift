// The effects of single keys on the line, in yes-or-no rows and on add lines (the lines after the
// items of a list, on which typing creates the next item).

extension FormModel {
  /// Performs an action that does not edit the line. Conditions are applied before and after the
  /// action, and the draft contains its effect before the next key is read.
  mutating func act(_ action: (inout FormModel) -> Void) {
    decide()
    action(&self)
    decide()
    (isUntouched, isCommitted) = (true, true)
  }

  /// Empties the line as a separate undo step. Conditions that depend on the line are applied when
  /// the row is left.
  mutating func clear() {
    exchangeLine([], cursor: 0)
    (isUntouched, isCommitted) = (true, true)
  }

  /// Types a character.
  mutating func type(_ scalar: Unicode.Scalar) {
    let rest = restOfWord
    restOfWord = []
    if case .command = prompt {
      // At the colon prompt, only a second colon types a character, but not in a yes-or-no row.
      prompt = .row
      if !isFocusBoolean { insert([scalar], kind: .other) }
    } else if scalar == ":", line.isEmpty {
      prompt = .command("")
    } else if isFocusBoolean {
      answer(with: scalar, after: rest)
    } else if scalar == " ", isFocusAddLine, !isFocusEntry {
      act { $0.addItem(to: $0.list(of: $0.focus)) }
    } else {
      if isReplacedByTyping {
        isOpen = false
        isUntouched = false
        replaceLine([scalar], cursor: 1, kind: .typed(last: scalar))
      } else {
        insert([scalar], kind: .typed(last: scalar))
      }
    }
  }

  /// Inserts a text at the cursor.
  mutating func insert(_ typed: Line, kind: Step.Kind) {
    isUntouched = false
    var text = line
    text.insert(contentsOf: typed, at: cursor)
    replaceLine(text, cursor: cursor + typed.count, kind: kind)
  }

  /// Whether the model can predict a typed text. A colon in an empty line opens the command prompt,
  /// where the model can only predict another colon.
  func canType(_ text: String) -> Bool {
    var model = self
    for scalar in text.unicodeScalars {
      if model.prompt != .row, scalar != ":" { return false }
      model.type(scalar)
    }
    return model.prompt == .row
  }

  /// Types a character in a yes-or-no row. The letters y, t, n and f answer the row, and the rest
  /// of such a word is ignored. A space changes the answer. Other characters have no effect.
  private mutating func answer(with scalar: Unicode.Scalar, after rest: Line) {
    let words: [Unicode.Scalar: (answer: String, rest: String)] = [
      "y": ("yes", "es"), "t": ("yes", "rue"), "n": ("no", "o"), "f": ("no", "alse"),
    ]
    let letter = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    if scalar == " " {
      act { $0.toggle() }
    } else if scalar.isASCII, let (answer, others) = words[letter] {
      let row = focus
      act { $0.answer(row, Line(answer.unicodeScalars)) }
      restOfWord = Line(others.unicodeScalars)
    } else if rest.first == scalar {
      restOfWord = Line(rest.dropFirst())
    }
  }

  /// Backspace.
  ///
  /// - Parameter start: the start of the character before the cursor.
  mutating func backspace(from start: Int) {
    if isFocusBoolean || isUntouched && holdsDefault {
      clear()
    } else if cursor == 0, unmakesItem {
      let before = focus
      unmakeItem()
      if focus != before { decide() }
      (isUntouched, isCommitted) = (true, true)
    } else {
      var text = line
      let end = cursor
      text.removeSubrange(start..<end)
      isUntouched = false
      replaceLine(text, cursor: start, kind: .deleted)
    }
  }

  /// Left and Right: in a yes-or-no row they change the answer.
  mutating func moveHorizontally(to cursor: Int) {
    guard !isFocusBoolean else { return act { $0.toggle() } }
    isUntouched = false
    moveCursor(to: cursor)
  }

  /// Whether the program may suggest a correction, which Right and Ctrl-E take at the end of the
  /// line: the row takes yes or no, and its text is neither.
  var mayHaveOffer: Bool {
    isFocusBoolean && !FormModel.isBlank(line) && FormModel.boolean(line) == nil
  }
}
