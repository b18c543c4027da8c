// Forms with the names of other tools. Each wrong name causes one error, which tells the right one.

import FormFixtures
import FormModel
import Testing

@Suite("Names of other tools")
struct ForeignNameTests {
  private static func form(_ rows: String) -> String {
    "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"id\": \"s\", \"rows\": [\(rows)]}]}"
  }

  private static func sentences(_ source: String) -> [String] {
    Template.errors(in: source).map(\.sentence)
  }

  @Test(
    "A foreign key of a row has one error, which names the key",
    arguments: [
      ("{\"name\": \"a\"}", "“name”", "id"),
      ("{\"id\": \"a\", \"name\": \"Your name\"}", "“name”", "label"),
      ("{\"id\": \"a\", \"question\": \"?\"}", "“question”", "label"),
      ("{\"id\": \"a\", \"prompt\": \"?\"}", "“prompt”", "label"),
      ("{\"id\": \"a\", \"hint\": \"x\"}", "“hint”", "help"),
      ("{\"id\": \"a\", \"mandatory\": true}", "“mandatory”", "required"),
      ("{\"id\": \"a\", \"type\": \"choice\", \"options\": [\"x\"]}", "“options”", "choices"),
      ("{\"id\": \"a\", \"type\": \"integer\", \"minimum\": 3}", "“minimum”", "min"),
      ("{\"id\": \"a\", \"type\": \"date\", \"min_date\": \"x\"}", "“min_date”", "min"),
      ("{\"id\": \"a\", \"regex\": \"x\"}", "“regex”", "pattern"),
      ("{\"id\": \"a\", \"min_length\": 3}", "“min_length”", "minLength"),
      ("{\"id\": \"a\", \"relevant\": \"x\"}", "“relevant”", "when"),
      ("{\"id\": \"a\", \"constraint\": \"x\", \"message\": \"m\"}", "“constraint”", "check"),
      ("{\"id\": \"a\", \"tpye\": \"integer\", \"min\": 3}", "“tpye”", "type"),
    ])
  func keys(row: String, name: String, key: String) {
    #expect(
      Self.sentences(Self.form(row)) == ["\(name) is not a key of a row; did you mean \(key)?"])
  }

  @Test("Foreign keys of forms, sections, repeats, choices and conditions have one error each")
  func otherObjects() {
    let source = """
      {"longform": 1, "name": "f", "pages": [
        {"id": "s", "heading": "S", "questions": [
          {"id": "kind", "type": "choice", "choices": [{"name": "a", "text": "A"}]},
          {"id": "b", "when": {"field": "kind", "equals": "a"}}]},
        {"id": "r", "repeat": {"minItems": 1}, "rows": [{"id": "x"}]}]}
      """
    let expected = [
      ("name", "a form", "id"), ("pages", "a form", "sections"), ("heading", "a section", "title"),
      ("questions", "a section", "rows"), ("name", "a choice", "value"),
      ("text", "a choice", "label"), ("field", "a condition", "row"),
      ("equals", "a condition", "is"), ("minItems", "\"repeat\"", "min"),
    ].map { "“\($0)” is not a key of \($1); did you mean \($2)?" }
    #expect(Self.sentences(source).sorted() == expected.sorted())
  }

  @Test(
    "A foreign type has one error, and the row is read as the type that was meant",
    arguments: [
      ("string", "text"), ("number", "decimal"), ("int", "integer"), ("bool", "boolean"),
      ("textarea", "paragraph"), ("password", "secret"), ("select", "choice"),
      ("select_one", "choice"), ("Multi-Select", "choices"), ("array", "list"), ("tel", "phone"),
    ])
  func types(name: String, type: String) {
    let choices = type.hasPrefix("choice") ? ", \"choices\": [\"x\"]" : ""
    #expect(
      Self.sentences(Self.form("{\"id\": \"a\", \"type\": \"\(name)\"\(choices)}"))
        == ["\"type\" cannot be “\(name)”; did you mean \(type)?"])
  }

  @Test(
    "A wrong type causes no errors in the expressions that read the row",
    arguments: ["number", "nonsense"])
  func expressions(type: String) {
    let found = Self.sentences(
      Self.form(
        """
        {"id": "a", "type": "\(type)", "min": 1}, {"id": "b", "check": "${a} > 2"},
        {"id": "c", "when": "${a} > 2", "value": "string(${a} + 1)"}
        """))
    #expect(found.count == 1, "\(found)")
  }

  @Test(
    "Values in a wrong notation have one error, which says how to write them",
    arguments: [
      ("\"required\": \"yes\"", "\"required\" must be true or false, not “yes”; write true"),
      ("\"required\": \"False\"", "\"required\" must be true or false, not “False”; write false"),
      ("\"required\": 1", "\"required\" must be true or false, not 1; write true"),
      ("\"required\": \"maybe\"", "\"required\" must be true or false, not a string"),
      (
        "\"maxLength\": \"5\"",
        "\"maxLength\" must be a whole number from 1 to 10000000, not “5”; write 5 without quotation marks"
      ),
      (
        "\"type\": \"integer\", \"max\": \"5\"",
        "\"max\" must be a number, not “5”; write 5 without quotation marks"
      ),
      (
        "\"type\": \"date\", \"min\": \"31.12.2024\"",
        "\"min\" must be a date like \"2019\", \"2019-03\" or \"2019-03-01\", not “31.12.2024”; did you mean \"2024-12-31\"?"
      ),
      (
        "\"type\": \"date\", \"min\": 2024",
        "\"min\" must be a date like \"2019\", \"2019-03\" or \"2019-03-01\", not 2024; did you mean \"2024\"?"
      ),
      (
        "\"type\": \"date\", \"max\": \"03/04/2024\"",
        "\"max\" must be a date like \"2019\", \"2019-03\" or \"2019-03-01\", not “03/04/2024”; a date is the year, the month and the day"
      ),
      (
        "\"type\": \"date\", \"max\": \"today\"",
        "\"max\" must be a date like \"2019\", \"2019-03\" or \"2019-03-01\", not “today”; a check can compare with today(), as in \". >= today()\""
      ),
      ("\"min\": 5", "\"min\" has no meaning in a row of type text; did you mean minLength?"),
      (
        "\"type\": \"integer\", \"maxLength\": 5",
        "\"maxLength\" has no meaning in a row of type integer; did you mean max?"
      ),
    ])
  func values(keys: String, sentence: String) {
    #expect(Self.sentences(Self.form("{\"id\": \"a\", \(keys)}")) == [sentence])
  }

  @Test("A message without a rule is an error, and one beside a rule is none")
  func messages() {
    let sentence =
      "\"message\" replaces the sentence of a broken rule, and the row has none; add \"check\" or "
      + "another rule, or remove it"
    for (keys, expected) in [
      ("", [sentence]), ("\"type\": \"integer\",", [sentence]),
      ("\"check\": \". != 'x'\",", []), ("\"pattern\": \"x\",", []), ("\"required\": true,", []),
      ("\"type\": \"choice\", \"choices\": [\"a\"],", []),
      ("\"type\": \"boolean\", \"mustBe\": true,", []),
    ] {
      let found = Self.sentences(Self.form("{\"id\": \"a\", \(keys) \"message\": \"m\"}"))
      #expect(found == expected, "\(keys)")
    }
  }
}
