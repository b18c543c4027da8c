// The list of forms of `longform` alone: its contents, and the effects of keys on it.
//
// Invariants: a title or a draft that is read later moves the choice to no other form; one of the forms that
// match is always chosen; a query changes nothing but the list.

import FormText
package import Keys

/// A form in the list.
package struct PickedForm: Equatable, Sendable {
  package let name: String
  /// Nil until the template was read.
  package var title: String?
  package var summary = ""
  /// Why it cannot be opened.
  package var fault: String?
  /// The progress and the age of its draft, as in `34 of 49, yesterday`.
  package var progress: String?

  package init(name: String) { self.name = name }

  /// The sentence about the form.
  var sentence: String { fault ?? (summary.isEmpty ? title ?? "" : summary) }

  /// The text that a query is looked for in.
  fileprivate var searched: String { Folding.folded("\(name) \(title ?? "")") }
}

/// A list of forms in which one is chosen.
package struct FormPicker: Equatable, Sendable {
  /// The effect of a key.
  package enum Effect: Equatable {
    /// The line editor does something with it.
    case edit
    /// The list has followed it, or ignores it.
    case done
    /// The form is to be opened.
    case open(String)
    case leave
    case repaint
  }

  package private(set) var forms: [PickedForm]
  /// The indices of the forms that match, in their order.
  package private(set) var matches: [Int]
  /// The index of the chosen form; nil if none matches.
  package private(set) var chosen: Int?
  package private(set) var query = ""
  /// The scalars of the query before the cursor.
  private(set) var cursor = 0
  package var size: ScreenSize
  let symbols: Symbols
  /// An answer to the last key, in the place of the sentence about the form.
  private(set) var hint: String?
  /// The number of the match on the first line of the list.
  private(set) var top = 0

  package init(names: [String], size: ScreenSize, hasUTF8: Bool) {
    forms = names.map(PickedForm.init)
    matches = Array(forms.indices)
    chosen = forms.isEmpty ? nil : 0
    (self.size, symbols) = (size, Symbols(hasUTF8: hasUTF8))
  }

  // MARK: - Forms

  /// The index of the next form that nothing was read about: those in view first.
  package var undescribed: Int? {
    visible.first { forms[$0].title == nil } ?? forms.firstIndex { $0.title == nil }
  }

  /// The indices of the forms in view.
  var visible: ArraySlice<Int> {
    matches.dropFirst(top).prefix(PickerLayout(of: self).listLines)
  }

  /// Stores the title and description of a form, or its fault.
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

  /// Follows a key.
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

  /// Takes the line of the editor.
  package mutating func edited(_ text: String, cursor: Int) {
    self.cursor = cursor
    guard !text.hasSameScalars(as: query) else { return }
    // Letters taken away leave the choice where it is.
    let isShorter = query.unicodeScalars.starts(with: text.unicodeScalars)
    query = text
    hint = nil
    narrow(keepsChoice: isShorter)
  }

  /// Says something until the next key.
  package mutating func say(_ sentence: String) { hint = sentence }

  private mutating func move(by lines: Int) {
    guard let chosen, let place = matches.firstIndex(of: chosen) else { return }
    self.chosen = matches[min(max(place + lines, 0), matches.count - 1)]
  }

  /// Finds the forms of which every word of the query is a part; those whose name begins with it are
  /// chosen first.
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
  /// The list with a number for each form, where there is no screen.
  package var numberedLines: [String] {
    forms.enumerated().map { index, form in
      let progress = form.progress.map { ", \($0)" } ?? ""
      let title = form.fault ?? form.title ?? ""
      return "\(index + 1) \(form.name): \(title)\(form.fault == nil ? progress : "")"
    }
  }

  /// The name of the form that a line means by its number, its name or the only beginning of one.
  package func form(meantBy line: String) -> String? {
    let names = forms.map(\.name)
    if let number = Int(line), names.indices.contains(number - 1) { return names[number - 1] }
    if names.contains(where: { $0.hasSameScalars(as: line) }) { return line }
    let fitting = names.filter { Folding.folded($0).hasPrefix(Folding.folded(line)) }
    return fitting.count == 1 && !line.isEmpty ? fitting[0] : nil
  }
}
