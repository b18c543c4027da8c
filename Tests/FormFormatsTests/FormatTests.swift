// All formats except JSON and text: their notation, and tables that are read back without a change.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Formats")
struct FormatTests {
  private static let form = """
    {"longform": 1, "id": "f", "title": "All | of it", "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "intro", "type": "note", "help": "Read this"},
        {"id": "name", "label": "Name", "key": "basics.name"},
        {"id": "summary", "type": "paragraph"}, {"id": "size", "type": "decimal"},
        {"id": "ok", "type": "boolean"}, {"id": "tags", "type": "list"},
        {"id": "dot", "key": ["a.b", "c"]}, {"id": "seat{n}", "count": 2}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 2, "label": "Job {n}"},
       "rows": [{"id": "company", "label": "Company"}, {"id": "hint", "type": "note", "help": "h"},
        {"id": "grade", "type": "choice", "choices": [{"value": 2, "label": "Two"}, "three"]}]},
      {"id": "notes", "rows": [{"id": "note{n}", "count": 2, "key": "notes[]"}]}]}
    """

  private func session() throws -> FormSession {
    var session = FormSession(try .reading(FormatTests.form))
    for (row, text) in [
      ("name", "it's \"x\", $(a) `b` | <c>"), ("summary", "one\n\ttwo"), ("size", "1e5"),
      ("ok", "N"), ("tags", "a\nb"), ("dot", "yes"), ("seat2", "007"), ("note2", "-1"),
    ] {
      session.applyToEnd(.answered(try #require(session.row(named: row)), Text(text)))
    }
    let job = try #require(session.answers.row(atPath: "work[1].company"))
    session.applyToEnd(.answered(job, "Engines: # 1"))
    let grade = try #require(session.answers.row(atPath: "work[1].grade"))
    session.applyToEnd(.answered(grade, "two"))
    return session
  }

  @Test("JSON Lines is the JSON export on one line")
  func jsonLines() throws {
    #expect(
      try session().exported(.jsonl) == """
        {"basics":{"name":"it's \\"x\\", $(a) `b` | <c>"},"summary":"one\\n\\ttwo","size":1e5,\
        "ok":false,"tags":["a","b"],"a.b":{"c":"yes"},"seat1":null,"seat2":"007",\
        "work":[{"company":"Engines: # 1","grade":2}],"notes":[null,"-1"]}

        """)
  }

  @Test("CSV has a header and one record, with quotes as in RFC 4180, and CRLF as line end")
  func csv() throws {
    #expect(
      try session().exported(.csv) == """
        basics.name,summary,size,ok,tags,"[""a.b""].c",seat1,seat2,work[0].company,work[0].grade,\
        notes[0],notes[1]\r
        "it's ""x"", $(a) `b` | <c>","one
        \ttwo",1e5,false,"a
        b",yes,,007,Engines: # 1,2,,-1\r

        """)
  }

  @Test("TSV has escapes in place of quotes, and one record on each line")
  func tsv() throws {
    #expect(
      try session().exported(.tsv).split(separator: "\n", omittingEmptySubsequences: false).last
        == "")
    #expect(
      try session().exported(.tsv).split(separator: "\n")[1]
        == "it's \"x\", $(a) `b` | <c>\tone\\n\\ttwo\t1e5\tfalse\ta\\nb\tyes\t\t007\t"
        + "Engines: # 1\t2\t\t-1")
  }

  @Test("YAML uses block style, with quotes around text that a reader would misread")
  func yaml() throws {
    #expect(
      try session().exported(.yaml)
        == """
        basics:
          name: "it's \\"x\\", $(a) `b` | <c>"
        summary: "one\\n\\ttwo"
        size: !!float 1e5
        ok: false
        tags:
          - a
          - b
        a.b:
          c: "yes"
        seat1: null
        seat2: "007"
        work:
          - company: "Engines: # 1"
            grade: 2
        notes:
          - null
          - "-1"

        """.replacing("\"it's \\\"x\\\", $(a) `b` | <c>\"", with: "it's \"x\", $(a) `b` | <c>"))
  }

  @Test("Text of several lines becomes a block scalar if that keeps every scalar, at any nesting")
  func yamlNesting() throws {
    let form = """
      {"longform": 1, "id": "y", "sections": [{"rows": [
        {"id": "text", "type": "paragraph"}, {"id": "x"}]}]}
      """
    let document = """
      {"text": "one\\n\\n two\\n", "x": "a", "deep": [[], {}, [["p\\nq", {"k": [1], "l": {"m": "n\\n"}}]]],
       "~": null, "lines": ["\\n", "a \\nb", "a\\nb", "\\u2028", "é: 🇫🇷", ""]}
      """
    let session = try FormSession(
      .reading(form), answers: JSONDocument(parsing: Array(document.utf8)))
    #expect(
      session.exported(.yaml) == """
        text: |
          one

           two
        x: a
        deep:
          - []
          - {}
          - - - |-
                p
                q
              - k:
                  - 1
                l:
                  m: |
                    n
        "~": null
        lines:
          - "\\n"
          - "a \\nb"
          - |-
            a
            b
          - "\\u2028"
          - "é: 🇫🇷"
          - ""

        """)
  }

  @Test("Assignments have values in single quotes, and names in capitals")
  func assignments() throws {
    #expect(
      try session().exported(.env) == """
        BASICS_NAME='it'\\''s "x", $(a) `b` | <c>'
        SUMMARY='one
        \ttwo'
        SIZE='1e5'
        OK='false'
        TAGS='a
        b'
        A_B_C='yes'
        SEAT1=''
        SEAT2='007'
        WORK_0_COMPANY='Engines: # 1'
        WORK_0_GRADE='2'
        NOTES_0=''
        NOTES_1='-1'

        """)
  }

  @Test("If the form omits empty answers, tables and pages have only rows with an answer")
  func omitted() throws {
    var session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "output": {"empty": "omit"}, "sections": [
          {"id": "a", "title": "A", "rows": [{"id": "one", "label": "One"}, {"id": "two", "label": "Two"}]},
          {"id": "b", "title": "B", "rows": [{"id": "three", "label": "Three"}]},
          {"id": "c", "title": "C", "repeat": {"key": "c"}, "rows": [{"id": "four", "label": "Four"}]},
          {"id": "d", "title": "D", "repeat": {"key": "d", "initial": 1, "label": "D {n}"},
           "rows": [{"id": "five", "label": "Five"}, {"id": "six", "label": "Six"}]}]}
        """))
    for (name, text) in [("two", "2"), ("d[0].six", "6")] {
      let row = try #require(session.row(named: name) ?? session.answers.row(atPath: name))
      session.applyToEnd(.answered(row, Text(text)))
    }
    #expect(
      session.exported(.markdown) == """
        # f

        ## A

        | Question | Answer |
        | --- | --- |
        | Two | 2 |

        ## D

        |  | Five | Six |
        | --- | --- | --- |
        | D 1 |  | 6 |

        """)
    let page = session.exported(.html)
    for label in ["Two", "Six"] { #expect(page.contains("<th scope=\"row\">\(label)</th>")) }
    for text in ["One", "Three", "Four", "Five", "<h2>B</h2>", "<h2>C</h2>"] {
      #expect(!page.contains(text), "\(text)")
    }
  }

  @Test("Markdown has a table for each section, and no answer can end a table")
  func markdown() throws {
    #expect(
      try session().exported(.markdown) == """
        # All \\| of it

        ## Basics

        | Question | Answer |
        | --- | --- |
        | Name | it's "x", \\$(a) \\`b\\` \\| &lt;c&gt; |
        | summary | one<br>\ttwo |
        | size | 1e5 |
        | ok | no |
        | tags | a<br>b |
        | dot | yes |
        | seat1 |  |
        | seat2 | 007 |

        ## Work

        |  | Company | grade |
        | --- | --- | --- |
        | Job 2 | Engines: \\# 1 | Two |

        | Question | Answer |
        | --- | --- |
        | note1 |  |
        | note2 | -1 |

        """)
  }

  @Test("HTML is a page with a table for each section and item, and no text becomes markup")
  func page() throws {
    let page = try session().exported(.html)
    #expect(
      page.hasPrefix(
        "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>All | of it</title>\n<style>\n"
      ))
    #expect(!page.contains("http") && !page.contains("url(") && !page.contains("@import"))
    let body = try #require(page.firstRange(of: "</style>\n"))
    #expect(
      page[body.upperBound...] == """
        </head>
        <body>
        <h1>All | of it</h1>
        <h2>Basics</h2>
        <table>
        <tr><th scope="row">Name</th><td>it&#39;s &quot;x&quot;, $(a) `b` | &lt;c&gt;</td></tr>
        <tr><th scope="row">summary</th><td>one<br>\ttwo</td></tr>
        <tr><th scope="row">size</th><td>1e5</td></tr>
        <tr><th scope="row">ok</th><td>no</td></tr>
        <tr><th scope="row">tags</th><td>a<br>b</td></tr>
        <tr><th scope="row">dot</th><td>yes</td></tr>
        <tr><th scope="row">seat1</th><td></td></tr>
        <tr><th scope="row">seat2</th><td>007</td></tr>
        </table>
        <h2>Work</h2>
        <h3>Job 2</h3>
        <table>
        <tr><th scope="row">Company</th><td>Engines: # 1</td></tr>
        <tr><th scope="row">grade</th><td>Two</td></tr>
        </table>
        <table>
        <tr><th scope="row">note1</th><td></td></tr>
        <tr><th scope="row">note2</th><td>-1</td></tr>
        </table>
        </body>
        </html>

        """)
  }

  @Test("An HTML page omits hidden rows, items and sections, and sections without contents")
  func hiddenInPage() throws {
    let form = """
      {"longform": 1, "id": "h", "title": "a\\r\\nb", "sections": [
        {"id": "a", "rows": [{"id": "more", "type": "boolean"},
          {"id": "why", "when": {"row": "more", "is": true}}]},
        {"id": "b", "title": "Never", "rows": [{"id": "x"}], "when": {"row": "more", "is": true}},
        {"id": "c", "title": "Nobody", "repeat": {"key": "c", "initial": 2}, "rows": [{"id": "y"}]}]}
      """
    let template = try TemplateReader.template(from: Array(form.utf8))
    var session = FormSession(template)
    func body() -> Substring {
      let page = session.exported(.html)
      return page.split(separator: "</style>\n")[1]
    }
    let row = "<tr><th scope=\"row\">more</th><td></td></tr>\n"
    #expect(
      body() == "</head>\n<body>\n<h1>a<br>b</h1>\n<table>\n\(row)</table>\n</body>\n</html>\n")
    #expect(session.exported(.html).contains("<title>a b</title>"))
    session.applyToEnd(.answered(try #require(session.row(named: "more")), Text("yes")))
    #expect(body().contains("<th scope=\"row\">why</th>") && body().contains("<h2>Never</h2>"))
    #expect(!body().contains("Nobody"))
  }

  private static let people = """
    {"longform": 1, "id": "p", "sections": [{"id": "people", "repeat": {"key": "all.people", "initial": 1},
     "rows": [{"id": "name"}, {"id": "say", "type": "note", "help": "h"}, {"id": "age", "key": "is.age"}]}]}
    """

  @Test("If a form is one repeating section, its table has a record for each item with an answer")
  func records() throws {
    var session = FormSession(try .reading(FormatTests.people))
    #expect(session.exported(.csv) == "name,is.age\r\n")
    session.type("Ada")
    for name in ["", "Grace"] {
      session.applyToEnd(.itemAdded(section: 0))
      session.type(name)
    }
    #expect(session.exported(.csv) == "name,is.age\r\nAda,\r\nGrace,\r\n")
    #expect(session.exported(.tsv) == "name\tis.age\nAda\t\nGrace\t\n")
    let again = try FormatTests.read(session.exported(.csv), .csv, session.template)
    #expect(again.exported(.csv) == session.exported(.csv))
    #expect(again.exported(.jsonl).hasPrefix(#"{"all":{"people":[{"name":"Ada","#))
  }

  @Test("Cells that spreadsheets would read as formulas get an apostrophe only on request")
  func formulas() throws {
    var session = FormSession(try .reading(Forms.counted(9)))
    let texts = ["=1", "+1", "-1", "@x", "\tx", "\rx", "＝1", "x=1", "'"]
    for (index, text) in texts.enumerated() {
      session.applyToEnd(.moved(.to(try #require(session.row(named: "row\(index + 1)")))))
      _ = session.apply(.edited(Text("x" + text), cursor: 0, kind: .other))
    }
    #expect(!session.exported(.csv).contains("'x"))
    let document = "{\"rows\": [" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
    let escaped = document.replacing("\t", with: "\\t").replacing("\r", with: "\\r")
    session = try FormSession(
      session.template, answers: JSONDocument(parsing: Array(escaped.utf8)))
    var options = ExportOptions()
    options.guardsFormulas = true
    var bytes: [UInt8] = []
    var export = AnswerExport(.tsv, options: options, of: session.answers)
    while export.append(to: &bytes, of: session.answers) {}
    #expect(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n")[1].split(separator: "\t")
        == ["'=1", "'+1", "'-1", "'@x", "'\\tx", "'\\rx", "'＝1", "x=1", "'"])
    #expect(session.exported(.tsv).split(separator: "\n")[1].hasPrefix("=1\t+1"))
  }

  /// Returns a session with the answers of a table.
  static func read(_ table: String, _ format: DelimitedFormat, _ template: Template) throws
    -> FormSession
  {
    try FormSession(
      template,
      answers: JSONDocument(
        DelimitedAnswers.document(from: Array(table.utf8), as: format, for: template)))
  }

  @Test("Choices that no line of a cell can hold come back from CSV and TSV")
  func unusualChoices() throws {
    let template = try Template.reading(
      #"""
      {"longform": 1, "id": "f", "sections": [{"id": "s", "rows": [
        {"id": "name"}, {"id": "cs", "type": "choices", "choices": [
          {"value": "", "label": "None"}, "a", {"value": " ", "label": "Blank"},
          {"value": "x\ny", "label": "XY"}, "\"n\\nm\""]}]}]}
      """#)
    let document = #"{"name":"A","cs":["","a"," ","x\ny","\"n\\nm\""]}"#
    let session = try FormSession(
      template, answers: JSONDocument(parsing: Array(document.utf8)))
    for (exported, format) in [(ExportFormat.csv, DelimitedFormat.csv), (.tsv, .tsv)] {
      let again = try FormatTests.read(session.exported(exported), format, template)
      let json = try JSONDocument(parsing: Array(again.exported(.json).utf8))
      #expect(json.root["cs"]?.elements.map(\.string) == ["", "a", " ", "x\ny", #""n\nm""#])
    }
  }

  @Test("Random answers stay unchanged through CSV, TSV and JSON Lines")
  func roundTrips() throws {
    // A table also has columns for hidden rows; in the last form these contain answers.
    for (subject, holdsAll) in zip(try Forms.forWalks(), [true, true, false]) {
      let template = subject.template
      for seed in TestScale.turns(24) {
        var oracle = try FormOracle(subject, seed: seed)
        for _ in 0..<25 { oracle.step() }
        var session = oracle.session
        // A condition takes effect when the deciding row is left. Apply it now, as a save does.
        session.applyToEnd(.checkRequested)
        let nested = session.exported(.json)
        // A table cannot express a section without items.
        let flat = nested.replacing("  \"work\": [],\n", with: "")
        for (exported, format) in [(ExportFormat.csv, DelimitedFormat.csv), (.tsv, .tsv)] {
          let table = session.exported(exported)
          let again = try FormatTests.read(table, format, template)
          // In a cell, 1e400 is a valid whole number, but typed into an integer row it is an error.
          if holdsAll, !flat.contains("\"1e400\"") {
            #expect(again.exported(.json) == flat, "seed \(seed)")
          }
          #expect(again.exported(exported) == table, "seed \(seed)")
        }
        let line = session.exported(.jsonl)
        #expect(line.utf8.count { $0 == 0x0A } == 1)
        let document = try JSONDocument(parsing: Array(line.utf8))
        #expect(DocumentBuilder.laidOut(document).bytes == Array(nested.utf8), "seed \(seed)")
      }
    }
  }
}
