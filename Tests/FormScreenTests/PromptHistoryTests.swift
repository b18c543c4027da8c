// Undo and earlier searches at prompts, and keys while a panel of text is open.

import FormFixtures
import FormText
import Keys
import Testing

@testable import FormModel
@testable import FormScreen

@Suite("The history of prompts")
struct PromptHistoryTests {
  private static let form = """
    { "longform": 1, "id": "f", "sections": [ { "rows": [
      { "id": "name", "label": "Name", "required": true }, { "id": "phone", "label": "Phone" },
      { "id": "mail", "label": "Mail" } ] } ] }
    """

  private func typer() throws -> ScreenTyper {
    ScreenTyper(FormSession(try .reading(Self.form)))
  }

  @Test("At a prompt, ^_ undoes words and completions of the prompt, and no change of the form")
  func undo() throws {
    for undo in [Key.control("_"), .controlX(.character("u"))] {
      var typer = try typer()
      typer.type("Ada")
      typer.press(.control("r"))
      typer.type("phone x")
      typer.press(undo)
      #expect(typer.text == "phone ")
      typer.press(undo)
      #expect(typer.text == "" && typer.dialogue.session.currentFind?.text == .empty)
      typer.press(undo)
      #expect(typer.dialogue.state.message?.sentence == "Nothing to undo here")
      typer.press(.escape)
      #expect(typer.text == "Ada")
      typer.press(.control("o"))
      typer.type("got")
      typer.press(.tab)
      #expect(typer.text.hasPrefix("goto"))
      typer.press(undo)
      #expect(typer.text == "got")
      typer.press(undo, .escape)
      #expect(typer.text == "Ada" && typer.dialogue.session.focusText == "Ada")
    }
  }

  @Test("Each further ^R shows an earlier search")
  func searches() throws {
    var typer = try typer()
    for search in ["phone", "mail", "phone", "name"] {
      typer.press(.control("r"))
      typer.type(search)
      typer.press(search == "mail" ? .escape : .enter)
    }
    var taken: [String] = []
    typer.press(.control("r"))
    for _ in 0..<4 {
      typer.press(.control("r"))
      taken.append(typer.text)
    }
    #expect(taken == ["name", "phone", "mail", "mail"])
    #expect(typer.dialogue.state.message?.sentence == "No earlier search")
    #expect(typer.dialogue.session.currentFind?.text == "mail")
  }

  @Test("While a panel of text is open, Tab, Shift-Tab and ^_ do not change the form")
  func panel() throws {
    var typer = try typer()
    typer.type("Ada")
    typer.press(.function(1), .escape)
    typer.press(.control("o"))
    typer.type("show")
    typer.press(.enter)
    try #require(typer.dialogue.state.panel != nil)
    typer.press(.tab, .backTab, .control("_"))
    #expect(typer.dialogue.state.panel != nil)
    #expect(typer.dialogue.session.focusedRow?.label == "Name")
    #expect(typer.dialogue.session.focusText == "Ada")
  }

  @Test("If a filter hides a row with a problem, ^S ends the filter and reports the problem")
  func filter() throws {
    var typer = try typer()
    typer.press(.control("r"))
    typer.type("mail")
    typer.press(.metaEnter, .control("s"))
    #expect(typer.dialogue.state.message?.sentence == "Not saved, all rows shown: Name is required")
    #expect(typer.dialogue.session.currentFilter == nil)
    typer.press(.down, .control("s"))
    #expect(typer.dialogue.state.message?.sentence == "Not saved: Name is required")
  }

  @Test("The prompts of find and of commands accept the first line of a paste, and run nothing")
  func pasteAtPrompt() throws {
    for key in [Key.control("r"), .control("o")] {
      var typer = try typer()
      typer.press(key)
      typer.paste("goto 2\nx\n")
      #expect(typer.text == "goto 2")
      typer.press(.escape)
      #expect(typer.dialogue.session.focusedRow?.label == "Name")
    }
  }

  @Test("While rows with a count are all empty, the form says that a column of texts can be pasted")
  func paste() throws {
    let form = #"""
      { "longform": 1, "id": "f", "sections": [ { "rows": [
        { "id": "n{n}", "count": 9, "label": "Old name {n}", "key": "n[]" } ] } ] }
      """#
    var typer = ScreenTyper(FormSession(try .reading(form)))
    #expect(
      typer.painted?.text.contains("Type an old name, or paste a column of them") == true)
    typer.type("x")
    #expect(typer.painted?.text.contains("paste a column") == false)
  }

  @Test("After a jump from a row with a problem, the message names the key that goes back")
  func jump() throws {
    let form = """
      { "longform": 1, "id": "f", "sections": [ { "rows": [
        { "id": "a", "label": "A", "type": "integer" }, { "id": "b", "label": "B" },
        { "id": "c", "label": "C" } ] } ] }
      """
    var typer = ScreenTyper(FormSession(try .reading(form)))
    typer.type("x")
    typer.press(.down)
    #expect(typer.dialogue.state.message?.sentence.hasSuffix("   ↑ goes back") == true)
    typer.press(.up, .meta(">"))
    #expect(typer.dialogue.state.message?.sentence.hasSuffix("   ^X^X goes back") == true)
    typer.press(.controlX(.control("x")))
    #expect(typer.dialogue.session.focusedRow?.label == "A")
  }

  @Test("A row with a problem shows its own, not one that the row before it has had for longer")
  func ownProblem() throws {
    let form = """
      { "longform": 1, "id": "f", "sections": [ { "rows": [
        { "id": "a", "label": "A", "type": "integer" },
        { "id": "b", "label": "B", "type": "integer" }, { "id": "c", "label": "C" } ] } ] }
      """
    var typer = ScreenTyper(FormSession(try .reading(form)))
    typer.type("x")
    typer.press(.down)
    typer.type("y")
    typer.press(.up)
    #expect(typer.dialogue.state.message?.sentence.hasPrefix("2 B: “y” is not") == true)
    typer.press(.down)
    #expect(typer.dialogue.state.message == nil)
    #expect(typer.painted?.text.contains("“y” is not a whole number") == true)
    typer.press(.down)
    #expect(typer.dialogue.state.message?.sentence.hasPrefix("2 B: “y” is not") == true)
  }

  @Test("In a text of several lines ↑ goes to the line above, so the message names Shift-Tab")
  func jumpToLines() throws {
    let form = """
      { "longform": 1, "id": "f", "sections": [ { "rows": [
        { "id": "a", "label": "A", "type": "integer" },
        { "id": "b", "label": "B", "type": "list" } ] } ] }
      """
    var typer = ScreenTyper(FormSession(try .reading(form)))
    typer.press(.down)
    typer.type("one")
    typer.press(.backTab)
    typer.type("x")
    typer.press(.enter)
    #expect(typer.dialogue.state.message?.sentence.hasSuffix("   Shift-Tab goes back") == true)
    typer.press(.backTab)
    #expect(typer.dialogue.session.focusedRow?.label == "A")
  }

  @Test("After a page to a text of several lines, the message names no key, because none goes back")
  func pageToLines() throws {
    let form = """
      { "longform": 1, "id": "f", "viewport": 4, "sections": [ { "rows": [
        { "id": "a", "label": "A", "type": "integer" }, { "id": "r{n}", "count": 3 },
        { "id": "b", "label": "B", "type": "list" } ] } ] }
      """
    var typer = ScreenTyper(FormSession(try .reading(form)))
    typer.press(.meta(">"))
    typer.type("one")
    typer.press(.meta("<"))
    typer.type("x")
    typer.press(.pageDown)
    #expect(typer.dialogue.session.focusedRow?.label == "B")
    let message = typer.dialogue.state.message?.sentence ?? ""
    #expect(message.hasPrefix("1 A: “x” is not a whole number"), "\(message)")
    #expect(!message.contains("goes back"), "\(message)")
  }
}
