// Changes of the template between two sessions.
//
// Requirements: no text disappears. Every text that the draft had before the change is in the draft
// afterwards, in a row of the form, or as a text without a row, which `drafts show` lists. A row
// that keeps its section, id and kind keeps its text. If a section becomes repeating, its texts go
// to the first item; if it stops repeating, it keeps the texts of its first item. If a row becomes
// secret, no file of the draft contains its text any more. After the change, the model learns from
// the draft in which rows the texts are, and everything later is checked as usual.

import Glibc
import TerminalTesting

extension KillSession {
  /// Changes the template, and has the program convert the draft.
  mutating func changeTemplate(_ tally: inout Tally) throws {
    guard let before = try stage.storedForm(), let shape = nextShape() else { return }
    let old = stage.shape
    formerShapes.append(old)
    try stage.change(to: shape)
    // If the program is killed, the draft must be unchanged or have the whole change.
    if dice.chance(40) {
      let session = try stage.start(rows: 30, columns: 100, kept: [])
      pass(microseconds: dice.magnitude(in: 300...300_000))
      _ = try session.end()
    }
    let session = try stage.start(rows: 30, columns: 100, kept: [])
    try session.process.wait(for: "Back at")
    // The cursor is in the title while `kept` is painted there.
    try session.process.wait("the title to say kept") { screen in
      !screen.modes.contains(2026) && screen.lines.contains { $0.hasSuffix("  kept") }
        && screen.lines[screen.cursor.row].contains("▸")
    }
    let (promptLine, screen) = (PromptLine(session.process.screen), session.process.screen.numbered)
    // The program writes the converted draft as soon as it would write typed text, or when SIGTERM
    // ends it.
    if dice.chance(50) {
      session.process.watch(for: KillSession.typingTime) { _ in }
      _ = try session.end()
    } else {
      _ = try session.end(with: SIGTERM)
    }
    try check(session)
    guard let after = try stage.storedForm() else {
      throw Misbehaviour(description: "the changed template has lost the draft")
    }
    let model = FormModel(shape, adopting: after)
    do {
      try compare(before, of: old, with: after, of: shape)
      try checkNames(of: model.orphans, before: before)
    } catch {
      throw Misbehaviour(description: "\(error)\nbefore: \(old.template)\nafter: \(shape.template)")
    }
    // If the row with the focus is gone, the program may choose any row, but the prompt must show
    // it.
    kept = model.withFocus(matching: promptLine, rows: 30)
    guard !kept.isEmpty else {
      throw Misbehaviour(description: "no row looks like the prompt\n\(screen)")
    }
    tally.count("changed templates")
    tally.count("texts without a row", model.orphans.count)
  }

  /// Returns a different form, sometimes an earlier one.
  private mutating func nextShape() -> FormShape? {
    if dice.chance(20), let shape = formerShapes.last { return shape }
    for attempt in 0..<20 {
      let change = dice.one(of: FormShape.TemplateChange.allCases)
      let number = formerShapes.count * 20 + attempt
      if let shape = stage.shape.changed(change, number: number, &dice) { return shape }
    }
    return nil
  }

  // MARK: - Texts

  /// Counts the texts. Texts that may be defaults are left out, because a draft may omit them.
  private static func counts(of stored: StoredForm) -> [Line: Int] {
    stored.texts.values.filter { !["", "yes", "no", "=0", "=00"].contains(String($0)) }
      .reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private func compare(
    _ before: StoredForm, of old: FormShape, with after: StoredForm, of new: FormShape
  ) throws {
    let found = KillSession.counts(of: after)
    for (text, count) in KillSession.counts(of: before) where found[text] ?? 0 < count {
      throw Misbehaviour(description: "the text \"\(String(text))\" is lost")
    }
    for (name, text) in before.texts where !text.isEmpty {
      guard let row = old.row(storedAs: name),
        let target = newName(of: row, old, new, before, after),
        let now = new.row(storedAs: target)
      else { continue }
      guard after.texts[target] ?? new.base(of: now) == text else {
        throw Misbehaviour(
          description: "\(name) held \"\(String(text))\"; now \(target) holds "
            + "\"\(after.texts[target].map { String($0) } ?? "nothing")\"")
      }
    }
  }

  /// Returns the stored name that the text of a row must get; nil if more than one is allowed.
  private func newName(
    of row: RowID, _ old: FormShape, _ new: FormShape, _ before: StoredForm, _ after: StoredForm
  ) -> String? {
    let section = old.sections[row.section]
    guard let heir = new.sections.first(where: { $0.id == section.id }),
      heir.rows.contains(where: {
        $0.id == section.rows[row.row].id
          && ($0.count == nil) == (section.rows[row.row].count == nil)
      })
    else { return nil }
    let id = old.row(row).id.numbered(row.number)
    switch (section.repetition, heir.repetition) {
    case (nil, nil): return "\(section.id)/0/\(id)"
    case (.some, .some):
      // With Enter, the text of an entry line (an add line that keeps its text until Enter) goes
      // into one row of the new item. The text belongs to this row.
      let isEntry = row.item <= 0
      if isEntry, heir.repetition?.hasEntry != true || heir.rows[heir.entryRow].id != id {
        return nil
      }
      return "\(section.id)/\(row.item)/\(id)"
    case (nil, .some):
      return after.items(ofSection: section.id)?.serials.first.map { "\(section.id)/\($0)/\(id)" }
    case (.some(let repetition), nil):
      let items =
        before.items(ofSection: section.id)?.serials ?? Array(1..<repetition.initial + 1)
      return items.first == row.item ? "\(section.id)/0/\(id)" : nil
    }
  }

  /// Checks that `drafts show` lists every text without a row, except texts of removed items.
  private func checkNames(of orphans: [String: Line], before: StoredForm) throws {
    guard let draft = stage.drafts("draft").first else { return }
    let shown = try Program.run(
      subject.executable, ["drafts", "show", draft], home: stage.home
    ).outputText
    for (name, text) in orphans {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      // The label of the item or the section is before the row.
      if shown.contains(" \(parts[parts.count - 1]): \(String(text))\n") { continue }
      let items = before.items(ofSectionNamedLike: String(parts[0]))
      if let items, let item = Int(parts[1]), item > 0, !items.serials.contains(item) { continue }
      throw Misbehaviour(
        description: "\(name) has no row and is not named: \"\(String(text))\"\n\(shown)")
    }
  }

  // MARK: - Secrets

  /// Makes a row secret at the end of a run, and searches the files for its text.
  mutating func makeSecret(_ tally: inout Tally) throws {
    let session = try begin()
    let marker = "zq\(subject.number)secret"
    guard let model = session.models.first, session.models.count == 1,
      let place = model.layout.numbered.indices.first(where: { place in
        let row = model.layout.order[model.layout.numbered[place]]
        let isDecider = stage.shape.deciders.contains { $0 == (row.section, row.row) }
        // The row that gets the text of an entry line cannot be secret.
        let section = stage.shape.sections[row.section]
        let isEntryRow = section.repetition?.hasEntry == true && row.row == section.entryRow
        return !section.rows[row.row].isBoolean && !isDecider && !isEntryRow && dice.chance(30)
      })
    else {
      _ = try session.end()
      tally.count("runs")
      return
    }
    let row = model.layout.order[model.layout.numbered[place]]
    try session.perform([.set(place, marker), .set(place, marker + "2")])
    try session.settle()
    try judge(session, endedAt: session.end(with: SIGTERM), by: SIGTERM)
    guard try holds(marker) else {
      throw Misbehaviour(description: "the text to become secret was not kept")
    }
    try stage.change(to: stage.shape.withSecret(row))
    if dice.chance(40) {
      let killed = try stage.start(rows: 30, columns: 100, kept: [])
      pass(microseconds: dice.magnitude(in: 300...300_000))
      _ = try killed.end()
    }
    let last = try stage.start(rows: 30, columns: 100, kept: [])
    try last.process.wait(for: "Back at")
    if try holds(marker) {
      throw Misbehaviour(description: "a file of the draft contains the text of a secret row")
    }
    if dice.chance(50) { _ = try last.end() } else { try leave(last) }
    if try holds(marker) {
      throw Misbehaviour(description: "a file contains the text of a secret row, after the end")
    }
    tally.count("rows made secret")
    tally.count("runs")
  }

  private func leave(_ session: LiveSession) throws {
    try session.process.press(.command, "save! json\r")
    let end = try session.process.waitForExit()
    guard end == .exited(0) || end == .exited(2) else {
      throw Misbehaviour(description: "the save ended with \(end)")
    }
  }

  /// Whether a file of the drafts contains a text.
  private func holds(_ text: String) throws -> Bool {
    let result = try Program.run(
      "/bin/grep", ["-r", "-q", "-a", "-F", text, stage.home.path(".local")], home: stage.home)
    return result.status == .exited(0)
  }
}

extension FormShape {
  /// Returns the form with one row made secret.
  fileprivate func withSecret(_ id: RowID) -> FormShape {
    var changed = sections
    changed[id.section].rows[id.row].isSecret = true
    return FormShape(changed, height: height)
  }
}
