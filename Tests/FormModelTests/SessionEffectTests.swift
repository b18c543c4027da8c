// The effects that a session returns for an action, such as a message or a line to load. Each test
// compares the complete list.

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

  @Test("Moving loads the line of another row, or reports that there is no other row")
  func moving() throws {
    var session = try session()
    #expect(session.apply(.moved(.previous)) == [.message(.isFirstRow)])
    #expect(session.apply(.moved(.next)) == [.lineReplaced])
    #expect(session.apply(.moved(.last)) == [.lineReplaced])
    #expect(session.apply(.moved(.next)) == [.message(.isLastRow)])
    #expect(session.apply(.moved(.back)) == [.lineReplaced])
    #expect(session.focus == session.row(named: "cups"))
  }

  @Test("Typing has no effect; undo and redo load the line and report the change")
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

  @Test("A save requests an export in its format, or moves the focus to the first problem")
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
    // The format of one save is not used for the next save.
    #expect(
      filled.applyToEnd(.saveRequested(anyway: false)) == [.save(as: nil, problems: 0)])
  }

  @Test("Only Enter on the last row offers the save")
  func entering() throws {
    var session = try session(name: "Ada")
    #expect(session.applyToEnd(.entered) == [.lineReplaced])
    #expect(session.applyToEnd(.entered) == [.lineReplaced])
    #expect(session.applyToEnd(.entered) == [.saveOffered])
  }

  @Test("Toggling a row loads its line; a row that cannot be toggled reports that")
  func toggling() throws {
    var session = try session()
    #expect(session.apply(.toggled) == [.message(.nothingToToggle(row: "name"))])
    #expect(session.apply(.moved(.last)) == [.lineReplaced])
    #expect(session.apply(.toggled) == [.lineReplaced])
    #expect(session.focusText == "yes")
  }
}
