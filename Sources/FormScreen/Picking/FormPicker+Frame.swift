// Shows the list of forms as lines: the title, the forms, a sentence about the chosen form, the
// prompt and the keys.
//
// Invariants: the number of lines depends only on the number of forms and the size of the terminal,
// so the prompt does not move while the person types. The last column stays empty. The prompt is
// visible at every size.

import FormText

/// The number of lines for each part of the list.
///
/// If the terminal has fewer than 8 lines, parts are omitted in this order: the title, the keys,
/// all forms but one, the sentence.
struct PickerLayout {
  let showsTitle: Bool
  let showsKeys: Bool
  let sentenceLines: Int
  let listLines: Int

  init(of picker: FormPicker) {
    let rows = picker.size.rows
    showsTitle = rows >= 8
    showsKeys = rows >= 7
    sentenceLines = rows >= 10 ? 2 : rows >= 3 ? 1 : 0
    let region = picker.size.mostRegionLines
    let others = 1 + sentenceLines + (showsTitle ? 1 : 0) + (showsKeys ? 1 : 0)
    listLines = min(picker.forms.count, max(region - others, rows > 1 ? 1 : 0))
  }
}

extension FormPicker {
  /// The frame of the list.
  package func frame() -> Frame {
    let layout = PickerLayout(of: self)
    let width = size.usableColumns
    var lines: [Line] = []
    if layout.showsTitle { lines.append(title(width: width)) }
    let columns = columns(width: width)
    for number in 0..<layout.listLines {
      let place = top + number
      lines.append(
        matches.indices.contains(place)
          ? line(of: matches[place], columns: columns, width: width) : Line())
    }
    lines += sentence(lines: layout.sentenceLines, width: width)
    var prompt = Line()
    if width >= 12 { prompt.append("form \(symbols.prompt) ", .title, end: width) }
    let column = TextWindow.append(
      Text(query), cursor: cursor, end: width, mark: symbols.cut, to: &prompt)
    let cursorLine = lines.count
    lines.append(prompt)
    if layout.showsKeys { lines.append(keys(width: width)) }
    return Frame(
      lines: lines, basis: nil, cursorLine: cursorLine, cursorColumn: min(column, width))
  }

  private func title(width: Int) -> Line {
    var line = Line()
    line.append("Which form?", .title, end: width, ellipsis: symbols.ellipsis)
    let all = counted(forms.count, "form")
    let count = matches.count == forms.count ? all : "\(grouped(matches.count)) of \(all)"
    if line.columns + 3 + CellReader.columns(of: count) <= width {
      line.pad(to: width - CellReader.columns(of: count))
      line.append(count, .dim, end: width)
    }
    return line
  }

  // MARK: - Forms

  /// Returns the columns in which the progress and the description begin.
  private func columns(width: Int) -> (progress: Int, description: Int) {
    func widest(_ texts: [String]) -> Int { texts.map { CellReader.columns(of: $0) }.max() ?? 0 }
    let name = min(widest(forms.map(\.name)), max(width / 2 - 5, 8))
    let progress = widest(forms.compactMap(\.progress))
    let end = 2 + name + 3
    return (end, progress == 0 ? end : end + progress + 3)
  }

  private func line(of index: Int, columns: (progress: Int, description: Int), width: Int) -> Line {
    let form = forms[index]
    let isChosen = index == chosen
    var line = Line()
    let blank: Style = isChosen ? .chosen : .plain
    line.append(isChosen ? symbols.bar : " ", style: blank)
    func append(_ text: String, _ style: Style, at column: Int, end: Int) {
      guard !text.isEmpty, column < width else { return }
      line.pad(to: column, blank)
      line.append(
        text, isChosen ? .chosen : style, end: min(end, width), ellipsis: symbols.ellipsis)
    }
    append(form.name, .plain, at: 2, end: columns.progress - 3)
    append(form.progress ?? "", .plain, at: columns.progress, end: width)
    // A description that is cut to a few letters is not useful.
    if width - columns.description >= 12 {
      append(
        form.fault == nil ? form.brief : "has errors", form.fault == nil ? .dim : .problem,
        at: columns.description, end: width)
    }
    if isChosen { line.pad(to: width, blank) }
    return line
  }

  // MARK: - The other lines

  /// Returns the sentence about the chosen form. Its last line is directly above the prompt.
  private func sentence(lines count: Int, width: Int) -> [Line] {
    let form = chosen.map { forms[$0] }
    var text = hint ?? form?.sentence ?? ""
    if hint == nil, form == nil, !query.isEmpty {
      text = "No form matches \(query.quoted)   ^U empties the line"
    }
    let style: Style = hint == nil && form?.fault != nil ? .problem : .plain
    let lines = Line.wrapped(
      ScreenState.Message(text, style: style), lines: count, width: width, symbols: symbols)
    return Array(repeating: Line(), count: count - lines.count) + lines
  }

  /// The keys that are shown below the prompt.
  private static let hints = [
    KeyHint("Enter", "opens"), KeyHint("↑↓", "choose"), KeyHint("type", "to narrow"),
    KeyHint("Esc", "leaves"),
  ]

  private func keys(width: Int) -> Line {
    var line = Line()
    line.append(FormPicker.hints, end: width, symbols: symbols)
    return line
  }
}
