// Plain mode at a terminal: typed lines, and sentences in answer to them.

import Glibc
import TerminalTesting
import Testing

@Suite("Plain mode", .waits)
struct PlainTests {
  private let classmates = Longform.form("classmates")

  @Test(
    "The classmates form is filled by following only the sentences",
    arguments: [(24, 80), (5, 20)])
  func classmates(rows: Int, columns: Int) throws {
    let names = Dictionary(
      uniqueKeysWithValues: (1...20).map { ("Classmate \($0)", "Nâme \($0)") })
    let reader = try PlainReader([classmates, "--format", "text"], rows: rows, columns: columns)
    var heard = reader.reported
    for _ in 1...20 {
      // The last sentence begins with the label of the row, which ends at the comma.
      let row = try #require(heard.split(separator: "\n").last)
      let label = String(row.prefix { $0 != "," })
      let name = try #require(names[label])
      heard = try reader.type(name, hear: label == "Classmate 20" ? "y or n." : "empty.")
    }
    #expect(heard == "Save 20 answers to standard output? y or n.\n")
    try reader.process.send("y\n")
    let output = try reader.end(.exited(0))
    for number in 1...20 {
      #expect(output.contains("Value for row \(number) (Classmate \(number)): Nâme \(number)\n"))
    }
    #expect(
      reader.reported.hasSuffix(
        "longform: saved 20 answers as text to standard output; --last begins with them.\n"))
  }

  @Test("Plain mode begins with title, description, progress and the first row")
  func beginning() throws {
    let reader = try PlainReader([classmates])
    #expect(
      reader.reported == """
        Classmates.
        The names of twenty classmates.
        Type an answer for the row, or an empty line to leave it as it is; :help explains more.
        0 of 20 filled.
        Classmate 1, empty. 1 of 20.

        """)
  }

  @Test(
    "Plain mode starts if the environment requests it, or if the terminal cannot move its cursor",
    arguments: [("TERM", "dumb"), ("LONGFORM_PLAIN", "1"), ("ACCESSIBLE", "1")])
  func environment(name: String, value: String) throws {
    let reader = try PlainReader([classmates], environment: [name: value], option: [])
    try reader.type("Ada", hear: "Classmate 2, empty. 2 of 20.")
    try reader.process.press(.endOfInput)
    try reader.end(.exited(1))
  }

  @Test("Every command that moves the focus reports the row that it reaches")
  func moving() throws {
    let reader = try PlainReader([classmates])
    let steps = [
      (":next", "Classmate 2, empty. 2 of 20."), (":prev", "Classmate 1, empty. 1 of 20."),
      (":prev", "This is the first row.\nClassmate 1, empty. 1 of 20."),
      (":last", "Classmate 20, empty. 20 of 20."), (":next", "This is the last row."),
      (":back", "Classmate 1, empty. 1 of 20."), (":first", "Classmate 1, empty. 1 of 20."),
      (":7", "Classmate 7, empty. 7 of 20."), (":goto classmate9", "Classmate 9, empty."),
      (":goto Classmate 4", "Classmate 4, empty. 4 of 20."),
      (":goto 21", "No row “21”; the form has 20 rows, named by number, id or label."),
      (":height 5", ":pagedown and :pageup go by 5 lines now."),
      (":first", "Classmate 1, empty. 1 of 20."), (":pagedown", "Classmate 6, empty. 6 of 20."),
      (":pageup", "Classmate 1, empty. 1 of 20."), (":kept", "There is nothing to keep yet."),
      (":whe", "Classmate 1: row 1 of 20."), (":plain", "This is plain mode."),
      ("", "Classmate 2, empty. 2 of 20."), (":next-empty", "Classmate 3, empty. 3 of 20."),
      (":next-error", "No problems."), (":check", "No problems."),
      (":ne", ":ne may be :next, :next-empty, :next-error, :next-item."),
    ]
    for (line, expected) in steps {
      #expect(try reader.type(line, hear: expected).contains(expected), "\(line)")
    }
    let help = try reader.type(":help", hear: ":help: the keys and commands.\n")
    #expect(help.contains(":pick N: take the Nth candidate"))
    #expect(!help.contains("^"), "plain mode names no key")
    try reader.type(":quit", hear: "Left without saving.")
    try reader.end(.exited(1))
  }

  @Test("Every command that changes something reports the result")
  func changing() throws {
    let reader = try PlainReader([classmates])
    let path = reader.process.home.path("copy.csv")
    let steps = [
      ("Ada", "Classmate 2, empty."), (":prev", "Classmate 1: Ada. 1 of 20."),
      (":append  Lovelace", "Classmate 1: AdaLovelace. 1 of 20."),
      (
        ":undo",
        "Undone in 1 Classmate 1: “Ada” is back; :redo does it again.\nClassmate 1: Ada. 1 of 20."
      ),
      (
        ":redo",
        "Redone in 1 Classmate 1: “AdaLovelace” is back; :undo takes it back.\nClassmate 1: AdaLovelace."
      ),
      (":clear", "Classmate 1, empty. 1 of 20."), (":default", "Classmate 1, empty. 1 of 20."),
      (":undo", "Classmate 1: AdaLovelace."),
      (":set classmate7 Grace", "Classmate 7: Grace. 7 of 20."),
      (":toggle", "Classmate 1 is not a yes-or-no row."),
      (":add", "This form has no repeating section."),
      (":remove", "Classmate 1 is not part of an item; go to one first"),
      ("::wq", "Classmate 2, empty. 2 of 20."),
      (":prev", "Classmate 1: :wq. 1 of 20."),
      (":kept", "All is kept in the draft; :save saves the answers."),
      (":nonsense", "No command :nonsense.\nThe same line again answers the row"),
      (":nonsense", "Classmate 2, empty."), (":repeat", "Classmate 2, empty. 2 of 20."),
      (":export csv \(path)", "Exported as csv to \(path)."),
      (":export csv \(path)", "Not exported: \(path): exists"),
      (":export pdf x", "No format “pdf”"),
      (":lines END", "The lines up to a line “END” are the answer."),
    ]
    for (line, expected) in steps {
      #expect(try reader.type(line, hear: expected).contains(expected), "\(line)")
    }
    try reader.process.send("one\n\n:quit\n")
    try reader.type("END", hear: "Classmate 3, empty.")
    let shown = try reader.type(":show", hear: "Classmate 20, empty. 20 of 20.\nClassmate 3")
    #expect(shown.contains("Classmate 1: :nonsense. 1 of 20.\nClassmate 2: one  :quit. 2 of 20.\n"))
    #expect(shown.contains("Classmate 7: Grace. 7 of 20.\n"))
    #expect(reader.process.home.read("copy.csv")?.contains("Grace") == true)
    try reader.type(":save", hear: "Save 3 answers to standard output? y or n.")
    try reader.type("perhaps", hear: "Answer y or n.\nSave 3")
    try reader.type(":where", hear: "Classmate 3: row 3 of 20.\nSave 3 answers")
    // A command that only reports something leaves the question open. If it closed the question,
    // the next line would become an answer.
    try reader.type(
      ":kept", hear: "All is kept in the draft; :save saves the answers.\nSave 3 answers")
    try reader.type(":noncommand", hear: "No command :noncommand")
    try reader.type(":drafts", hear: "standard output? y or n.")
    try reader.type("n", hear: "Classmate 3, empty. 3 of 20.")
    try reader.type(":save", hear: "standard output? y or n.")
    try reader.type(":prev", hear: "Classmate 2: one  :quit. 2 of 20.")
    try reader.type(":next", hear: "Classmate 3, empty. 3 of 20.")
    try reader.process.send(":save! jsonl\n")
    #expect(
      try reader.end(.exited(0)).contains(
        "[\":nonsense\",\"one  :quit\",null,null,null,null,\"Grace\"]"))
  }

  @Test("Lines that were typed before a question appeared do not answer it")
  func earlyLines() throws {
    let reader = try PlainReader([classmates])
    try reader.process.send(":20\nZoe\ny\n")
    let refusal =
      "“y” was typed before the question and is not taken as its answer.\nSave 1 answer"
    _ = try reader.hear(refusal, after: 0)
    try reader.process.send("Yes\n")
    #expect(try reader.end(.exited(0)).contains("\"Zoe\""))
  }

  @Test(
    "Problems are reported when they arise and again after the last row; :save! saves anyway")
  func problems() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "title": "Visit", "sections": [{"rows": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "age", "label": "Age", "type": "integer", "help": "In years"},
        {"id": "when", "label": "When?", "type": "date", "placeholder": "2024-05"},
        {"id": "come", "label": "Come", "type": "boolean"},
        {"id": "food", "label": "Food", "when": {"row": "come", "is": true}},
        {"id": "fixed", "label": "Fixed", "readOnly": true, "default": "as it is"}]}]}
      """, to: "f.json")
    let reader = try PlainReader([form, "--format", "text"], waitingFor: "1 of 5.")
    let steps = [
      ("", "Age, empty. 2 of 5.\nIn years.\n"),
      (
        "abc",
        "Age: “abc” is not a whole number. :prev goes back.\nWhen? Empty. 3 of 5.\nLike this: 2024-05\n"
      ),
      ("2019-3", "did you mean “2019-03”? :take takes it.\nCome, empty. 4 of 5.\nYes or no.\n"),
      (":prev", "When? 2019-3. “2019-3” is"), (":pick", "1: 2019-03\n:pick 1 takes it."),
      (":pick 1", "Come, empty. 4 of 5."), (":tog", "Come: yes. 4 of 6."),
      ("", "Food, empty. 5 of 6."),
      ("cake", "Not saved, 1 of 2 problems: Name is required.\nName, empty."),
      (":goto fixed", "Fixed: as it is. Read only. 6 of 6."),
      ("other", "Fixed is read only.\nNot saved, 1 of 2 problems: Name is required."),
      (":next-error", "Age: abc. “abc” is not a whole number. 2 of 6."),
      (":check", "Name is required. :goto 1\nAge: “abc” is not a whole number. :goto 2\n"),
      (":save", "; :save! saves all the same."),
    ]
    for (line, expected) in steps {
      #expect(try reader.type(line, hear: expected).contains(expected), "\(line)")
    }
    try reader.process.send(":save!\n")
    let output = try reader.end(.exited(2))
    #expect(output.contains("(When?): 2019-03\n"))
    #expect(output.contains("(Fixed): as it is\n"))
    #expect(reader.reported.contains("longform: row 1: Name is required\n"))
  }

  @Test(":find goes from match to match, :scope limits it, and :filter keeps only matching rows")
  func finding() throws {
    let reader = try PlainReader([Longform.form("menu")])
    let steps = [
      (":find", "Say what to find, as :find words."),
      (":find apple", "3 rows match; :find alone goes to the next.\nApple turnover, empty. 6 of"),
      (":find", "Dinner.\nPork with apple sauce, empty. 25 of 43."),
      ("4", "Pad thai, empty. 26 of 43."), (":find", "Snack.\nApple slices, empty. 31 of 43."),
      (":find nothing like it", "No row matches.\nApple slices, empty."),
      (":find soup", "One row matches.\nDinner.\nTomato soup, empty. 16 of 43."),
      (":scope section:dinner", "One row matches.\nTomato soup, empty. 16 of 43."),
      (":scope section:snack", "No row matches."), (":scope label", "One row matches."),
      (":scope nowhere", "No scope “nowhere”"),
      (":filter apple", "3 rows to go through; :filter goes through all again.\n"),
      (":last", "Snack.\nApple slices, empty. Kept row 3 of 3."),
      ("", "Last of 3 rows; :filter shows all."),
      (":filter", "All 43 rows again.\nApple slices, empty. 31 of 43."),
      (":find", "Breakfast.\nApple turnover, empty. 6 of 43."),
    ]
    for (line, expected) in steps {
      #expect(try reader.type(line, hear: expected).contains(expected), "\(line)")
    }
  }
}
