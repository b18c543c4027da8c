// The files of editors that did not end by themselves. They are reported when a draft is resumed, and
// again when the form is left. A text among them is offered.

import FormModel

extension TerminalFrontEnd {
  /// Shows the files that editors left, and asks about the first text among them.
  ///
  /// - Parameter lines: lines to show before.
  func reportLeavings(after lines: [String] = []) {
    var lines = lines
    keeper?.tidyLeavings(in: session)
    for left in keeper?.leavings(in: session) ?? [] where !left.news.isEmpty && !left.isAnswered {
      lines += left.lines
      if left.text != nil {
        show(lines)
        return ask(.takeText(left))
      }
      showMessage(left.sentence)
    }
    if !lines.isEmpty { show(lines) }
  }

  /// Gives the row the text that an editor left.
  func take(_ left: Leavings) {
    guard let keeper, let text = left.text,
      let row = session.answers.changeableRow(lastingName: left.record.row)
    else { return decline(left) }
    apply(.answered(row, text))
    keeper.keepEverything(of: &session)
    let rest = Leavings(left.record, in: left.folder, of: session, isRowKept: keeper.isKeeping)
    if rest.mayBeRemoved { keeper.giveBack(left.record, left.folder, of: &session) }
    goOn(from: rest, reporting: "\(left.record.label), as \(left.record.editor) left it")
  }

  /// Leaves the row and the files as they are.
  func decline(_ left: Leavings) {
    goOn(from: left, reporting: "\(left.record.label) is as it was")
  }

  private func goOn(from left: Leavings, reporting sentence: String) {
    showMessage(sentence)
    hidePanel()
    guard !left.mayBeRemoved else { return reportLeavings() }
    keeper?.noteAnswer(to: left)
    keeper?.keepEverything(of: &session)
    reportLeavings(after: ["What \(left.record.editor) left stays in", left.folder.path])
  }

  /// Lines for standard error about the files that editors left.
  ///
  /// - Parameter all: includes those that the person was already asked about.
  func linesOfLeavings(all: Bool) -> [String] {
    let recorded = (keeper?.leavings(in: session) ?? []).filter { all || !$0.isAnswered }
    let others = leftFolders.map {
      Leavings($0.record, in: $0.folder, of: session, isRowKept: false)
    }
    return (recorded + others.filter { !$0.mayBeRemoved }).map { "longform: \($0.line)" }
  }
}
