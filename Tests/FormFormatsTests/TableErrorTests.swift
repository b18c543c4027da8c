// Tables with errors: each error is reported with its line and column.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import Testing

@Suite("Tables with errors")
struct TableErrorTests {
  private static let form = """
    {"longform": 1, "id": "t", "sections": [
      {"id": "a", "rows": [{"id": "name"}, {"id": "age", "type": "integer"},
        {"id": "seat{n}", "count": 2, "key": "seats[]"}]},
      {"id": "work", "repeat": {"key": "work"}, "rows": [{"id": "company"}]}]}
    """

  private func errors(in table: String, _ format: DelimitedFormat = .csv) throws -> [String] {
    let template = try Template.reading(TableErrorTests.form)
    do {
      _ = try DelimitedAnswers.document(from: Array(table.utf8), as: format, for: template)
      return []
    } catch {
      return error.errors.map { "\($0.position): \($0.sentence)" }
    }
  }

  @Test(
    "An unreadable table is refused at the position of the error",
    arguments: [
      ("", "1:1: the header is missing; the first line names the columns"),
      ("nmae\nx\n", "1:1: “nmae” is not a column of the form; did you mean name?"),
      (
        "name,work[0].compan\n",
        "1:6: “work[0].compan” is not a column of the form; did you mean work[0].company?"
      ),
      (
        "name;age\nx;1\n",
        "1:1: semicolons separate the columns here; put commas between them, or tabs in a file .tsv"
      ),
      ("name,name\n", "1:6: two columns have the name “name”; remove one"),
      (
        "work[7].company\n",
        "1:1: “work[7].company” skips items before it; number the items from 0, without gaps"
      ),
      ("seats[2]\n", "1:1: “seats[2]” is not a column of the form; did you mean seats[0]?"),
      (
        "work[01].company\n",
        "1:1: “work[01].company” is not a column of the form; did you mean work[0].company?"
      ),
      ("name,age\nx\n", "2:1: the record has 1 cell, but the header has 2"),
      ("name\n👩‍👩‍👧‍👦,y,z\n", "2:9: the record has 3 cells, but the header has 1"),
      (
        "name\nx\ny\n",
        "3:1: this is a second record, and the form takes one; only a form of a single repeating section takes several"
      ),
      ("name\n\"x\n\n", "2:1: this cell has no closing quote; end it with one"),
      (
        "name,age\n\"a\nb\"c,1\n",
        "3:3: text follows the closing quote of the cell; to write a quote inside a cell, double it"
      ),
      (
        "name\nx\"y\n",
        "2:2: this quote is in a cell that is not in quotes; put the whole cell in quotes and double this quote"
      ),
    ])
  func refused(table: String, error: String) throws {
    #expect(try errors(in: table) == [error])
  }

  @Test("In TSV a backslash begins an escape")
  func backslashes() throws {
    #expect(
      try errors(in: "name\tage\nx\ta\\q\n", .tsv) == [
        "2:4: this backslash starts no escape; write \\\\ for a backslash (the escapes are \\t, \\n, \\r, \\b, \\f and \\v, and \\N alone for no answer)"
      ])
    #expect(try errors(in: "name\na\\", .tsv).count == 1)
    let template = try Template.reading(TableErrorTests.form)
    let session = try FormatTests.read("name\tage\n\\ta\\\\b\\r\\n\t\\N\n", .tsv, template)
    #expect(session.row(at: 0)?.text == "\ta\\b\r\n")
    #expect(session.row(at: 1)?.text == "")
  }

  @Test("All unknown columns are reported at once")
  func allColumns() throws {
    #expect(try errors(in: "x1,name,x2\n").count == 2)
  }

  @Test(
    "A byte order mark, LF, CRLF or CR, a missing last line end and blank lines are no errors")
  func lenient() throws {
    let template = try Template.reading(TableErrorTests.form)
    for table in [
      "\u{FEFF}name,seats[1]\r\n\"a\"\"\r\nb\",9\r\n", "name,seats[1]\r\"a\"\"\r\nb\",9",
      "seats[1],name\n\n9,\"a\"\"\r\nb\"\n\n\n",
    ] {
      let session = try FormatTests.read(table, .csv, template)
      #expect(session.row(at: 0)?.text == "a\"\r\nb")
      #expect(session.row(at: 3)?.text == "9")
    }
  }

  @Test("A value of the wrong type is a problem of its row, at the position of its cell")
  func problems() throws {
    let template = try Template.reading(TableErrorTests.form)
    var session = try FormatTests.read("name,age\né,abc\n", .csv, template)
    session.applyToEnd(.checkRequested)
    let row = try #require(session.problemsInOrder.first?.row)
    #expect(session.answers.documentPosition(of: row) == TextPosition(line: 2, column: 3))
    #expect(session.answers.documentPath(of: row).pointer == "/age")
  }

  @Test("An empty cell removes a default; if the column is missing, the default stays")
  func defaults() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "d", "output": {"empty": "omit"}, "sections": [{"rows": [
        {"id": "a", "default": "x"}, {"id": "b", "default": "y"}, {"id": "c"}]}]}
      """)
    let session = try FormatTests.read("a,c\n,\n", .csv, template)
    #expect([0, 1, 2].map { session.row(at: $0)?.text } == ["", "y", ""])
    #expect(session.exported(.jsonl) == "{\"a\":null}\n")
  }
}
