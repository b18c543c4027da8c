// The list of forms that `longform` shows if it is run without arguments: its contents and its
// keys.
//
// Invariants: reading another title or draft does not change the chosen form. If any form matches
// the query, one of the matching forms is chosen. A query changes only the list.

import FormText
package import Keys

/// A form in the list of forms.
package struct PickedForm: Equatable, Sendable {
  package let name: String
  /// The title of the form; nil until its template is read.
  package var title: String?
  package var summary = ""
  /// The reason that the form cannot be opened.
  package var fault: String?
  /// The progress and the age of the form's draft, such as `34 of 49, yesterday`.
  package var progress: String?

  package init(name: String) { self.name = name }

  /// The sentence about the form.
  var sentence: String { fault ?? (summary.isEmpty ? title ?? "" : summary) }

  /// The first sentence of the description, or else the title. It is shown beside the name.
  var brief: String {
    summary.isEmpty ? title ?? "" : RowWords.firstSentence(of: summary, ending: "")
  }

  /// The folded text in which the words of a query are searched.
  fileprivate var searched: String { Folding.folded("\(name) \(title ?? "")") }
}

/// The list of forms, with the chosen form.
package struct FormPicker: Equatable, Sendable {
  /// The effect of a key.
  package enum Effect: Equatable {
    /// The line editor handles the key.
    case edit
    /// The list has handled or ignored the key.
    case done
    /// Opens the form.
    case open(String)
    case leave
    case repaint
  }

  package private(set) var forms: [PickedForm]
  /// The indices of the forms that match the query, in order.
  package private(set) var matches: [Int]
  /// The index of the chosen form; nil if no form matches.
  package private(set) var chosen: Int?
  package private(set) var query = ""
  /// The position of the cursor in the query, in Unicode scalars.
  private(set) var cursor = 0
  package var size: ScreenSize
  let symbols: Symbols
  /// A reply to the last key, which replaces the sentence about the form.
  private(set) var hint: String?
  /// The index in `matches` of the first form in view.
  private(set) var top = 0

  package init(names: [String], size: ScreenSize, hasUTF8: Bool) {
    forms = names.map(PickedForm.init)
    matches = Array(forms.indices)
    chosen = forms.isEmpty ? nil : 0
    (self.size, symbols) = (size, Symbols(hasUTF8: hasUTF8))
  }

  // MARK: - Forms

  /// The index of the next form whose template must be read. Forms in view come first.
  package var undescribed: Int? {
    visible.first { forms[$0].title == nil } ?? forms.firstIndex { $0.title == nil }
  }

  /// The indices of the forms in view.
  var visible: ArraySlice<Int> {
    matches.dropFirst(top).prefix(PickerLayout(of: self).listLines)
  }

  /// Stores the title and the summary of a form, or the reason that it cannot be opened.
  package mutating func describe(_ index: Int, title: String, summary: String, fault: String?) {
    guard forms.indices.contains(index) else { return }
    (forms[index].title, forms[index].summary) = (title, summary)
    forms[index].fault = fault
    if !query.isEmpty { narrow(keepsChoice: true) }
  }

  /// Stores the progress of a form's draft.
  package mutating func noteProgress(_ progress: String, of index: Int) {
    if forms.indices.contains(index) { forms[index].progress = progress }
  }

  // MARK: - Keys

  /// Handles a key.
  package mutating func press(_ key: Key) -> Effect {
    hint = nil
    let page = max(PickerLayout(of: self).listLines - 1, 1)
    switch key {
    case .up, .control("p"): move(by: -1)
    case .down, .control("n"): move(by: 1)
    case .pageUp, .meta("v"): move(by: -page)
    case .pageDown, .control("v"): move(by: page)
    case .modified(.home, .control), .meta("<"): move(by: -forms.count)
    case .modified(.end, .control), .meta(">"): move(by: forms.count)
    case .enter:
      if let chosen { return .open(forms[chosen].name) }
    case .escape, .control("g"): return .leave
    case .control("l"): return .repaint
    case .tab, .backTab: break
    default: return .edit
    }
    return .done
  }

  /// Stores the text of the line editor as the query.
  package mutating func edited(_ text: String, cursor: Int) {
    self.cursor = cursor
    guard !text.hasSameScalars(as: query) else { return }
    // Deleting letters keeps the chosen form.
    let isShorter = query.unicodeScalars.starts(with: text.unicodeScalars)
    query = text
    hint = nil
    narrow(keepsChoice: isShorter)
  }

  /// Shows a sentence until the next key is pressed.
  package mutating func say(_ sentence: String) { hint = sentence }

  private mutating func move(by lines: Int) {
    guard let chosen, let place = matches.firstIndex(of: chosen) else { return }
    self.chosen = matches[min(max(place + lines, 0), matches.count - 1)]
  }

  /// Finds the forms that contain every word of the query. If another form must be chosen, prefers
  /// a form whose name begins with the query.
  private mutating func narrow(keepsChoice: Bool) {
    let words = Folding.folded(query).split(separator: " ")
    matches = forms.indices.filter { index in
      let text = forms[index].searched
      return words.allSatisfy { text.holds(String($0)) }
    }
    if keepsChoice, let chosen, matches.contains(chosen) { return }
    let beginning = Folding.folded(query)
    chosen =
      matches.first { Folding.folded(forms[$0].name).hasPrefix(beginning) } ?? matches.first
  }

  /// Scrolls the list so that the chosen form is in view.
  package mutating func scroll() {
    let lines = PickerLayout(of: self).listLines
    guard let chosen, let place = matches.firstIndex(of: chosen) else {
      top = 0
      return
    }
    top = min(max(top, place - lines + 1), place, max(matches.count - lines, 0))
  }
}

// MARK: - In sentences

extension FormPicker {
  /// The forms as numbered lines, for use without a screen.
  package var numberedLines: [String] {
    forms.enumerated().map { index, form in
      let progress = form.progress.map { ", \($0)" } ?? ""
      return form.fault.map { "\(index + 1) \(form.name): \($0)" }
        ?? "\(index + 1) \(form.name)\(progress): \(form.brief)"
    }
  }

  /// Returns the name of the form that a person means by its number, its name, or a unique
  /// beginning of its name.
  package func form(meantBy line: String) -> String? {
    let names = forms.map(\.name)
    if let number = Int(line), names.indices.contains(number - 1) { return names[number - 1] }
    if names.contains(where: { $0.hasSameScalars(as: line) }) { return line }
    let fitting = names.filter { Folding.folded($0).hasPrefix(Folding.folded(line)) }
    return fitting.count == 1 && !line.isEmpty ? fitting[0] : nil
  }
}
