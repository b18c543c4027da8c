// The entry line (on which people type the next item) of a section that already has its maximum
// number of items.

import FormFixtures
import FormModel
import FormText
import Testing

@Suite("No room for another item")
struct EntryRoomTests {
  /// Returns a session with two tasks, which is the maximum, and a third task on the entry line.
  private func fullSession() throws -> FormSession {
    let template = """
      {"longform": 1, "id": "f", "sections": [{"id": "tasks", "title": "Tasks",
       "repeat": {"key": "tasks", "label": "Task {n}", "initial": 0, "entry": true, "max": 2},
       "rows": [{"id": "what", "label": "What"}]}]}
      """
    var session = FormSession(try .reading(template))
    for text in ["Sweep", "Wash", "Iron"] {
      session.type(text)
      session.applyToEnd(.entered)
    }
    return session
  }

  private func tasks(_ session: FormSession) -> [String] {
    session.exported(.json).split(separator: "\"").map(String.init)
      .filter { ["Sweep", "Wash", "Iron"].contains($0) }
  }

  @Test("Text on the entry line of a full section prevents saving, and stays there")
  func blocks() throws {
    var session = try fullSession()
    let effects = session.applyToEnd(.saveRequested(anyway: false))
    #expect(
      effects.sentences == [
        "Tasks: there is room for 2; remove one, or empty this line   :save! saves all the same"
      ])
    #expect(session.isFocusEntry && session.focusText == "Iron")
    #expect(session.problems.count == 1)
    session.type("")
    session.applyToEnd(.moved(.first))
    #expect(session.problems.count == 0, "the problem ends with the text")
    #expect(session.applyToEnd(.saveRequested(anyway: false)).exports)
    #expect(tasks(session) == ["Sweep", "Wash"])
  }

  @Test("If an item is removed, the next save turns the text on the entry line into an item")
  func room() throws {
    var session = try fullSession()
    session.applyToEnd(.saveRequested(anyway: false))
    session.applyToEnd(.itemRemoved(section: 0, item: 1))
    #expect(session.problems.count == 0)
    #expect(session.applyToEnd(.saveRequested(anyway: false)).exports)
    #expect(tasks(session) == ["Wash", "Iron"])
  }

  @Test("With :save!, the text on the entry line is left out and counted as a problem")
  func anyway() throws {
    var session = try fullSession()
    let effects = session.applyToEnd(.saveRequested(anyway: true))
    #expect(effects.contains(.save(problems: 1)))
    #expect(tasks(session) == ["Sweep", "Wash"])
  }
}

extension [Effect] {
  fileprivate var exports: Bool {
    contains(.save(problems: 0))
  }
}
