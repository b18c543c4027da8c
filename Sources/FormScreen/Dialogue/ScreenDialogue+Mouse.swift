// The mouse: a click goes to a row or chooses a line of a list. The wheel scrolls the open panel or
// the results of a search. It scrolls a list of candidates only if the mouse is over the list.
// Otherwise it scrolls the form. A click never adds an item, takes a candidate or answers a
// question.

import FormModel
import FormText
package import Keys

/// The part of the screen under the mouse.
private enum ScreenPart {
  /// A line of the form, counted from the first line in view.
  case form(Int)
  /// A line of the panel, counted from the first line under the panel's title.
  case panel(Int)
  case other
}

extension ScreenDialogue {
  /// The number of lines that one step of the wheel scrolls: rows of the form, changes, or lines of
  /// a panel.
  private static let wheelLines = 3

  /// Whether the mouse has an effect now.
  package var takesMouse: Bool { question == nil && session.workProgress == nil }

  /// Handles a click or a step of the wheel.
  ///
  /// - Parameters:
  ///   - action: the button or the wheel.
  ///   - line: the line of the frame under the mouse, from 0.
  package mutating func followMouse(
    _ action: MouseEvent.Action, onLine line: Int, mode: EditingMode
  ) -> [Request] {
    guard takesMouse else { return [] }
    let part = part(ofLine: line)
    switch action {
    case .pressed(.left):
      return meaning(ofClickOn: part).map { follow($0, of: nil, mode: mode) } ?? []
    case .wheelUp: return followWheel(by: -1, over: part, mode: mode)
    case .wheelDown: return followWheel(by: 1, over: part, mode: mode)
    case .pressed, .released: return []
    }
  }

  private func part(ofLine line: Int) -> ScreenPart {
    let place = line - (view.layout.showsTitle ? 1 : 0)
    guard place >= 0, view.layout.viewportLines > 0 else { return .other }
    let formLines = max(view.layout.viewportLines - view.share.lines, 1)
    if place < formLines { return .form(place) }
    let first = formLines + (view.share.panel > 1 ? 1 : 0)
    return (first..<formLines + view.share.panel).contains(place) ? .panel(place - first) : .other
  }

  // MARK: - Clicks

  private mutating func meaning(ofClickOn part: ScreenPart) -> Meaning? {
    switch part {
    case .form(let offset):
      guard let row = row(onLine: offset), row != session.focus else { return nil }
      switch state.prompt {
      case .row: return state.panel == nil ? .action(.moved(.to(row))) : nil
      case .find:
        guard let place = session.viewPlace(of: row), let from = session.focus,
          let chosen = session.viewPlace(of: from)
        else { return nil }
        return .action(.matchChosen(by: place - chosen))
      case .command, .file, .question, .waiting: return nil
      }
    case .panel(let offset):
      if let palette = state.palette {
        let step = palette.top + offset - (palette.chosen ?? -1)
        return step == 0 ? nil : .paletteMoved(by: step)
      }
      if var review = state.review {
        review.choose(onLine: offset, width: view.size.usableColumns)
        return .changeChosen(review)
      }
      guard state.panel == nil, var list = state.candidates else { return nil }
      return list.choose(onLine: offset, in: &session) ? .listChanged(list) : nil
    case .other: return nil
    }
  }

  /// Returns the row on a line of the form; nil for a header, a note or an empty line.
  private func row(onLine offset: Int) -> FormRow.ID? {
    if case .find = state.prompt {
      let count = max(view.layout.viewportLines - view.share.lines, 1)
      guard case .row(let line)? = session.foundLines(count).dropFirst(offset).first,
        case .row(let row, _) = session.viewLine(at: line)
      else { return nil }
      return row
    }
    let lines = session.place.viewport.lines
    guard offset > 0 || session.stickyPath == nil,
      let line = lines.dropFirst(offset).first, case .row(let row, _) = session.viewLine(at: line)
    else { return nil }
    return row
  }

  // MARK: - Wheel

  private mutating func followWheel(
    by step: Int, over part: ScreenPart, mode: EditingMode
  ) -> [Request] {
    let isOverForm = if case .form = part { true } else { false }
    if state.palette != nil { return follow(.paletteMoved(by: step), of: nil, mode: mode) }
    if var review = state.review {
      review.move(by: step * Self.wheelLines)
      return follow(.changeChosen(review), of: nil, mode: mode)
    }
    if state.panel != nil {
      let lines = step * Self.wheelLines
      return scrolledPanel(by: lines).map { follow($0, of: nil, mode: mode) } ?? []
    }
    if case .find = state.prompt {
      return follow(.action(.matchChosen(by: step)), of: nil, mode: mode)
    }
    if var list = state.candidates, !isOverForm {
      return list.move(by: step, in: &session)
        ? follow(.listChanged(list), of: nil, mode: mode) : []
    }
    let move = Action.moved(step > 0 ? .next : .previous)
    return (0..<Self.wheelLines).flatMap { _ in follow(.action(move), of: nil, mode: mode) }
  }
}
