// Forms that were stored with one version of their template and opened with another. After any undo
// and redo, no row has a text that it never had, and every text is in exactly one row.

import FormFixtures
import FormModel
import FormText
import TerminalTesting
import Testing

@Suite("Stored forms under changed templates")
struct ChangedTemplateTests {
  /// Versions of one form. A row has the same id in all versions, and no id is in two sections.
  private static let versions = [
    plain("a", "name", "city") + repeating("b", 2, "what", "when") + plain("c", "note", "last"),
    repeating("a", 0, "name", "city") + repeating("b", 0, "what", "when")
      + plain("c", "note", "last"),
    plain("a", "name", "city") + plain("b", "what", "when") + repeating("c", 1, "note", "last"),
    plain("a", "city") + repeating("b", 1, "when", "what") + plain("c", "last", "name", "note"),
    plain("a", "name") + repeating("b", 4, "city", "what", "when") + plain("c", "note", "last"),
    plain("a", "name", "city") + repeating("new", 1, "what", "when") + plain("c", "note", "last"),
    plain("a", "name") + plain("c", "note"),
    plain("a", "name", "when") + repeating("b", 1, "what")
      + repeating("c", 3, "note", "last", "city"),
  ]

  private static func section(_ id: String, _ repeats: String, _ rows: [String]) -> [String] {
    let rows = rows.map { #"{"id": "\#($0)", "key": "\#(repeats.isEmpty ? id + "." : "")\#($0)"}"# }
    return [#"{"id": "\#(id)", \#(repeats)"rows": [\#(rows.joined(separator: ", "))]}"#]
  }

  private static func plain(_ id: String, _ rows: String...) -> [String] { section(id, "", rows) }

  private static func repeating(_ id: String, _ initial: Int, _ rows: String...) -> [String] {
    section(id, #""repeat": {"key": "\#(id)", "initial": \#(initial)}, "#, rows)
  }

  private func template(_ version: Int) throws -> Template {
    let sections = ChangedTemplateTests.versions[version].joined(separator: ", ")
    return try .reading(#"{"longform": 1, "id": "f", "sections": [\#(sections)]}"#)
  }

  /// Returns the texts of the shown rows, each with the id of its row.
  private func texts(of session: FormSession) -> [(id: String, text: String)] {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }.filter {
      !$0.text.isEmpty
    }
    .map {
      (
        session.answers.name(of: $0.id).split(separator: ".").last.map(String.init) ?? "",
        $0.text.string
      )
    }
  }

  @Test("After undo and redo no row has a text that it never had, and no text is lost or doubled")
  func history() throws {
    // Seed 651: a section disappears and later becomes a repeating section.
    for seed in Array(TestScale.turns(60)) + [651] {
      var generator = SeededGenerator(seed: seed)
      var held: [String: Set<String>] = [:]
      var session = FormSession(try template(0), height: 40)
      var noted = NotedForm()
      var version = 0
      for round in 0..<3 {
        for step in 0..<Int.random(in: 1...15, using: &generator) {
          change(&session, "t\(round)-\(step)", &generator)
          for (id, text) in texts(of: session) { held[id, default: []].insert(text) }
        }
        noted.write(session.takeJournal())
        // The form is restored first, so that the contents of removed items do not count.
        let before = try allTexts(of: restored(noted, version: version))
        version = Int.random(in: 0..<ChangedTemplateTests.versions.count, using: &generator)
        session = try restored(noted, version: version)
        #expect(before == allTexts(of: session), "seed \(seed), version \(version)")
        noted.write(session.takeJournal())
        let again = try restored(noted, version: version)
        #expect(again.exported(.text) == session.exported(.text), "seed \(seed)")
        expectOnlyTextsHeld(held, undoing: again, "seed \(seed), version \(version)")
      }
    }
  }

  private func restored(_ noted: NotedForm, version: Int) throws -> FormSession {
    var session = FormSession(try template(version), height: 40)
    _ = session.restore(noted.kept)
    return session
  }

  private func allTexts(of session: FormSession) -> [String] {
    (texts(of: session).map(\.text) + session.textsWithoutRow.map(\.text.string)).sorted()
  }

  /// Undoes everything and redoes everything, and checks each row after every step.
  private func expectOnlyTextsHeld(
    _ held: [String: Set<String>], undoing session: FormSession, _ comment: Comment
  ) {
    var session = session
    let before = session.exported(.text)
    var undone = 0
    func look() {
      for (id, text) in texts(of: session) where held[id]?.contains(text) != true {
        Issue.record("\(comment): \(id) never held \(text)")
      }
    }
    while !session.applyToEnd(.undone).sentences.contains("Nothing to undo") {
      undone += 1
      look()
    }
    for _ in 0..<undone {
      session.applyToEnd(.redone)
      look()
    }
    #expect(session.exported(.text) == before, comment)
  }

  /// Applies a random action of a person.
  private func change(
    _ session: inout FormSession, _ text: String, _ generator: inout SeededGenerator
  ) {
    let row = session.row(
      at: FormRow.Index(Int.random(in: 0..<max(session.answers.indexCount, 1), using: &generator)))
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: session.applyToEnd(.undone)
    case 1: session.applyToEnd(.redone)
    case 2:
      let section = Int.random(in: 0..<session.template.sections.count, using: &generator)
      session.applyToEnd(.itemAdded(section: section))
    case 3:
      if let row { session.applyToEnd(.moved(.to(row.id))) }
      guard let (section, item, _) = session.focusedItem else { return }
      session.applyToEnd(.itemRemoved(section: section, item: item))
    case 4:
      if let row { session.applyToEnd(.moved(.to(row.id))) }
      guard let (section, item, _) = session.focusedItem else { return }
      session.applyToEnd(.itemMoved(section: section, item: item, to: 0))
    default:
      if let row { session.applyToEnd(.answered(row.id, Text(text))) }
    }
  }

  @Test("If a row becomes secret, undo steps lose its long texts and keep all other texts")
  func secretLongTexts() throws {
    let rows =
      #"{"longform": 1, "id": "f", "sections": [{"id": "s", "repeat": {"initial": 0}, "rows": [{"id": "a"}, {"id": "b"}]}]}"#
    var session = FormSession(try .reading(rows))
    let (shown, hidden) = (
      String(repeating: "s", count: 70_000), String(repeating: "h", count: 70_000)
    )
    session.applyToEnd(.pasted(Text("\(shown)\t\(hidden)\n\(shown)\t\(hidden)\n")))
    var noted = NotedForm()
    noted.write(session.takeJournal())
    #expect(noted.kept.steps.flatMap(\.texts) == [shown, hidden, shown, hidden])
    let secret = try Template.reading(
      rows.replacing(#"{"id": "b"}"#, with: #"{"id": "b", "type": "secret"}"#))
    let censored = try #require(noted.kept.withoutSecrets(of: secret))
    #expect(censored.form.steps.flatMap(\.texts) == [shown, "", shown, ""])
    #expect(!censored.form.rows.values.contains { $0.text.string == hidden })
  }

  @Test("If a row becomes secret, undo steps lose its changes and keep all other changes")
  func secretSteps() throws {
    var session = FormSession(
      try .reading(
        #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}, {"id": "b"}]}]}"#))
    for (name, text) in [("a", "1"), ("b", "hidden"), ("a", "2")] {
      session.applyToEnd(.answered(try #require(session.row(named: name)), Text(text)))
    }
    session.applyToEnd(.undone)
    var noted = NotedForm()
    noted.write(session.takeJournal())
    let secret = try Template.reading(
      #"{"longform": 1, "id": "f", "sections": [{"rows": [{"id": "a"}, {"id": "b", "type": "secret"}]}]}"#
    )
    let censored = try #require(noted.kept.withoutSecrets(of: secret))
    #expect(censored.rows == ["/0/b"] && censored.form.steps.count == 2)
    #expect(censored.form.position == 1 && censored.undoneSteps == 0)
    #expect(
      !censored.form.steps.contains { String(decoding: $0.bytes, as: UTF8.self).contains("hidden") }
    )
    #expect(censored.form.withoutSecrets(of: secret) == nil)
  }
}
