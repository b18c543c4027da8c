// The complete effects of actions.

import FormFixtures
import FormModel
import FormText
import Testing

@Suite("Effects of actions")
struct SessionEffectTests {
  private static let form = #"""
    {"longform": 1, "id": "tea", "sections": [{"rows": [
      {"id": "name", "required": true}, {"id": "cups", "type": "integer"},
      {"id": "milk", "type": "boolean"}]}]}
    """#

  private func session(name: String = "") throws -> FormSession {
    var session = FormSession(try .reading(SessionEffectTests.form))
    if !name.isEmpty {
      #expect(
        session.apply(.edited(Text(name), cursor: name.unicodeScalars.count, kind: .other)) == [])
    }
    return session
  }

  @Test("Moving loads another line, and reports if there is none")
  func moving() throws {
    var session = try session()
    #expect(session.apply(.moved(.previous)) == [.message(.isFirstRow)])
    #expect(session.apply(.moved(.next)) == [.lineReplaced])
    #expect(session.apply(.moved(.last)) == [.lineReplaced])
    #expect(session.apply(.moved(.next)) == [.message(.isLastRow)])
    #expect(session.apply(.moved(.back)) == [.lineReplaced])
    #expect(session.focus == session.row(named: "cups"))
  }

  @Test("Typing has no effect; undo and redo load the line and report what they did")
  func undo() throws {
    var session = try session(name: "Ada")
    let number = session.row(named: "name").flatMap(session.row)?.number ?? 0
    let undone = FormMessage.StepSummary.text("", row: "\(number) name")
    let redone = FormMessage.StepSummary.text("Ada", row: "\(number) name")
    #expect(session.apply(.undone) == [.lineReplaced, .message(.undone(undone))])
    #expect(session.apply(.undone) == [.message(.nothingToUndo)])
    #expect(session.apply(.redone) == [.lineReplaced, .message(.redone(redone))])
    #expect(session.apply(.redone) == [.message(.nothingToRedo)])
  }

  @Test("A save requests the export in its format, or leads to the first problem")
  func saving() throws {
    var empty = try session()
    let problems = FormMessage.problems(
      first: "name is required", count: 1, namesSaveAnyway: true)
    #expect(
      empty.applyToEnd(.saveRequested(as: .yaml, anyway: false))
        == [.lineReplaced, .problemsListed, .message(problems)])
    #expect(
      empty.applyToEnd(.saveRequested(as: .yaml, anyway: true))
        == [.save(as: .yaml, problems: 1)])
    var filled = try session(name: "Ada")
    #expect(
      filled.applyToEnd(.saveRequested(as: .csv, anyway: false))
        == [.save(as: .csv, problems: 0)])
    // The format of one save does not apply to the next.
    #expect(
      filled.applyToEnd(.saveRequested(anyway: false)) == [.save(as: nil, problems: 0)])
  }

  @Test("Enter after the last row offers the save, and only there")
  func entering() throws {
    var session = try session(name: "Ada")
    #expect(session.applyToEnd(.entered) == [.lineReplaced])
    #expect(session.applyToEnd(.entered) == [.lineReplaced])
    #expect(session.applyToEnd(.entered) == [.saveOffered])
  }

  @Test("A row that cannot be toggled reports it; one that can loads its line")
  func toggling() throws {
    var session = try session()
    #expect(session.apply(.toggled) == [.message(.nothingToToggle(row: "name"))])
    #expect(session.apply(.moved(.last)) == [.lineReplaced])
    #expect(session.apply(.toggled) == [.lineReplaced])
    #expect(session.focusText == "yes")
  }
}
