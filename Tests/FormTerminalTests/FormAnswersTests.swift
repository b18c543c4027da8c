// The answers of forms in Swift: items inside items, each type of value, each format, forms read
// from templates, and errors in forms.

import FormModel
import FormTerminal
import FormTesting
import TerminalTesting
import Testing

private let person = Row.text("person", "Person")
private let company = Row.text("company", "Company")
private let limit = Row.integer("limit", "Hours a week")
private let task = Row.text("task", "Task")
private let hours = Row.integer("hours", "Hours")
  .check("more than the week has") { $0 <= ($1[limit] ?? 0) }
private let tasks = Repeat("tasks", "Tasks", item: "Task") {
  task
  hours
}
private let jobs = Repeat("jobs", "Jobs", item: "Job") {
  company
  limit.check("less than the tasks take") { limit, answers in
    limit >= answers[tasks].reduce(0) { $0 + ($1[hours] ?? 0) }
  }
  tasks
}
private let work = Form("Work") {
  person
  jobs
}

private enum Extra: String, CaseIterable { case bread, rice, salad }

@Suite("The answers of a form in Swift")
struct FormAnswersTests {
  private struct Work: Decodable, Equatable {
    struct Job: Decodable, Equatable {
      var company: String
      var limit: Int?
      var tasks: [Task]
    }
    struct Task: Decodable, Equatable {
      var task: String
      var hours: Int?
    }
    var person: String
    var jobs: [Job]
  }

  @Test("Items inside items are filled by keys, then checked and decoded")
  func nestedItems() throws {
    var test = try FormTester(work, lines: 40)
    test.type("Grace\tNavy\t40\t")
    #expect(test.focus == "jobs[0].tasks")
    test.type("sail\t50\t")
    #expect(test.problems.map(\.row) == ["jobs[0].tasks[0].hours"])
    #expect(test.problems.map(\.message) == ["more than the week has"])
    test.press(.up, .control("u"))
    test.type("30\tteach\t5\t\tYale\t10\tread\t")
    test.press(.control("s"))
    test.type("y")
    let answers = try #require(test.answers)
    #expect(
      try answers.decode(Work.self)
        == Work(
          person: "Grace",
          jobs: [
            .init(
              company: "Navy", limit: 40,
              tasks: [.init(task: "sail", hours: 30), .init(task: "teach", hours: 5)]),
            .init(company: "Yale", limit: 10, tasks: [.init(task: "read", hours: nil)]),
          ]))
  }

  @Test("An item gives access to its own rows, the rows around it, and the items inside it")
  func itemsOfItems() throws {
    let answers = try work.answers(
      json: """
        {"person": "Grace", "jobs": [
          {"company": "Navy", "limit": 40, "tasks": [{"task": "sail", "hours": 30}, {"task": "teach"}]},
          {"company": "Yale", "limit": 10, "tasks": [{"task": "read", "hours": 2}]},
          {"company": "Bell", "limit": 1, "tasks": []}]}
        """)
    #expect(answers[jobs].map { $0[company] } == ["Navy", "Yale", "Bell"])
    #expect(answers[jobs].map { $0[tasks].map { $0[task] } } == [["sail", "teach"], ["read"], []])
    #expect(answers[tasks].map { $0[hours] } == [30, nil, 2])
    #expect(answers[tasks].map { $0[company] } == ["Navy", "Navy", "Yale"])
    #expect(answers[tasks].map { $0[person] } == ["Grace", "Grace", "Grace"])
    #expect(answers[tasks].last?.text(of: hours) == "2")
    #expect(answers[jobs].map { $0[jobs].count } == [3, 3, 3])
    #expect(answers[task] == nil)
  }

  @Test("A check in an outer item reads only the items inside that item")
  func sums() throws {
    var test = try FormTester(work, lines: 40)
    test.type("Grace\tNavy\t40\tsail\t30\t\tYale\t10\tread\t8\tsing\t8\t")
    test.press(.control("s"))
    #expect(test.problems.map(\.row) == ["jobs[1].limit"])
    #expect(test.problems.map(\.message) == ["less than the tasks take"])
  }

  @Test("A form that opens with some answers has its defaults as the others")
  func defaultsBesideAnswers() throws {
    let version = Row.text("version", "Version").required()
    let date = Row.date("date", "Date").default(expression: "today()")
    let count = Row.integer("count", "Count").required().default(3)
    let note = Row.text("note", "Note").default("none")
    let form = Form("Small") {
      version
      date
      count
      note
    }
    var test = try FormTester(
      form, answers: form.answers(json: #"{"version": "7", "note": null}"#),
      today: FormDate(2026, 3, 1))
    test.press(.control("s"))
    test.type("y")
    let answers = try #require(test.answers, "\(test.screen)")
    #expect(answers[version] == "7" && answers[date] == FormDate(2026, 3, 1))
    #expect(answers[count] == 3 && answers[note] == nil)
    struct Small: Decodable { var version: String, date: FormDate, count: Int }
    #expect(try answers.decode(Small.self).count == 3)
    #expect(answers.json().hasSuffix("}\n"))
  }

  @Test("The first ^S reports the problem of the focused row, and the second one the next problem")
  func firstProblem() throws {
    let form = Form("Small") {
      Row.text("a", "A").required()
      Row.text("b", "B").required()
    }
    var test = try FormTester(form)
    test.press(.control("s"))
    #expect(test.focus == "a" && test.screen.contains("Not saved, 1 of 2 problems: A is required"))
    test.press(.control("s"))
    #expect(test.focus == "b")
  }

  @Test("A decoding error names the row and the items around it")
  func decodingErrors() throws {
    struct Wrong: Decodable {
      struct Job: Decodable { var tasks: [Task] }
      struct Task: Decodable { var hours: Int }
      var jobs: [Job]
    }
    let answers = try work.answers(
      json: """
        {"jobs": [{"company": "a", "tasks": []}, {"company": "b", "tasks": [{"hours": "x"}]}]}
        """)
    #expect {
      try answers.decode(Wrong.self)
    } throws: { error in
      "\(error)" == "jobs[1].tasks[0].hours: a number is expected, but this is a text"
    }
  }

  @Test("Typed dates, times, numbers and choices are decoded as values of their Swift types")
  func types() throws {
    let day = Row.date("day", "Day", in: FormDate(2026, 1, 1)...FormDate(2026, 12, 31))
      .precise(to: .day)
    let start = Row.time("start", "Start")
    let price = Row.decimal("price", "Price", in: 0...100).multiple(of: 0.01)
    let extras = Row<[Extra]>.choices("extras", "Extras")
    let sauce = Row.text("sauce", "Sauce").shown(when: extras.contains(.rice))
    let tags = Row.list("tags", "Tags").entries(1...2)
    let form = Form("Types") {
      day
      start
      price
      extras
      sauce
      tags
    }
    var test = try FormTester(form, lines: 40)
    test.type("2026-02\t")
    #expect(test.problems.map(\.row) == ["day"])
    test.press(.up)
    test.type("-31\t")
    #expect(test.problems.map(\.message) == ["February 2026 has 28 days"])
    test.press(.up, .backspace, .backspace)
    test.type("28\t14:30\t12.505\t")
    #expect(test.problems.map(\.row) == ["price"])
    test.press(.up, .backspace)
    test.type("\tri\nbr\n\tsoy\tone\ntwo\t")
    test.press(.control("s"))
    test.type("y")
    let answers = try #require(test.answers, "\(test.screen)")
    #expect(answers[day] == FormDate(2026, 2, 28))
    #expect(answers[start] == FormTime(14, 30))
    #expect(answers[price] == 12.5)
    #expect(answers.text(of: price) == "12.50")
    #expect(answers[extras] == [.rice, .bread])
    #expect(answers[sauce] == "soy")
    #expect(answers[tags] == ["one", "two"])
    struct Decoded: Decodable, Equatable {
      var day: FormDate, start: FormTime, price: Double, extras: [String], sauce: String
      var tags: [String]
    }
    #expect(
      try answers.decode(Decoded.self)
        == Decoded(
          day: FormDate(2026, 2, 28), start: FormTime(14, 30), price: 12.5,
          extras: ["rice", "bread"], sauce: "soy", tags: ["one", "two"]))
  }

  @Test("Dates of different precisions are ordered and read back, and wrong dates are refused")
  func dates() {
    let dates = ["2025", "2025-12", "2026", "2026-01", "2026-01-09", "2026-01-10"]
    #expect(dates.map { FormDate($0)?.description } == dates)
    #expect(dates.compactMap { FormDate($0) }.sorted().map(\.description) == dates)
    #expect(
      dates.compactMap { FormDate($0)?.precision } == [.year, .month, .year, .month, .day, .day])
    #expect(["", "26", "2026-13", "2026-02-29", "2026-1-1"].compactMap { FormDate($0) }.isEmpty)
    let times = ["00:00", "09:05", "09:05:01", "23:59:59"]
    #expect(times.map { FormTime($0)?.description } == times)
    #expect(times.reversed().compactMap { FormTime($0) }.sorted().map(\.description) == times)
    #expect(["24:00", "9:5", "12", "12:60"].compactMap { FormTime($0) }.isEmpty)
  }

  @Test("Answers are written in every format")
  func formats() throws {
    let kind = Row.text("kind", "Kind")
    let form = Form("Tea") {
      Row.text("guest", "Guest")
      Repeat("cakes", "Cakes", item: "Cake") { kind }
    }
    var test = try FormTester(form)
    test.type("Ada\tplum\t")
    test.press(.control("s"))
    test.type("y")
    let answers = try #require(test.answers)
    let json = """
      {
        "guest": "Ada",
        "cakes": [
          {
            "kind": "plum"
          }
        ]
      }

      """
    let expected: [ExportFormat: String] = [
      .json: json, .jsonc: json,
      .jsonl: #"{"guest":"Ada","cakes":[{"kind":"plum"}]}"# + "\n",
      .csv: "guest,cakes[0].kind\r\nAda,plum\r\n",
      .tsv: "guest\tcakes[0].kind\nAda\tplum\n",
      .yaml: "guest: Ada\ncakes:\n  - kind: plum\n",
      .env: "GUEST='Ada'\nCAKES_0_KIND='plum'\n",
      .text: "Value for row 1 (Guest): Ada\nValue for row 2 (Cake 1, Kind): plum\n",
      .markdown: """
      # Tea

      | Question | Answer |
      | --- | --- |
      | Guest | Ada |

      ## Cakes

      |  | Kind |
      | --- | --- |
      | Cake 1 | plum |

      """,
    ]
    for format in ExportFormat.allCases {
      let text = answers.exported(as: format)
      if let expected = expected[format] {
        #expect(text == expected)
      } else {
        #expect(text.hasPrefix("<!DOCTYPE html>") && text.contains("plum"))
      }
    }
    #expect(answers.json() == json)
  }

  @Test("A form in Swift equals the form that is read from its template")
  func template() throws {
    let read = try Form(json: work.template)
    #expect(read.template == work.template)
    let json = #"{"person": "Ada", "jobs": [{"company": "a", "tasks": [{"task": "b"}]}]}"#
    let answers = try read.answers(json: json)
    #expect(answers[jobs].map { $0[tasks].map { $0[task] } } == [["b"]])
    var test = try FormTester(read, answers: answers, lines: 40)
    #expect(test.screen.contains("Task 1") || test.screen.contains("b"))
    test.press(.control("s"))
    test.type("y")
    #expect(test.answers?[person] == "Ada")
  }

  @Test("A form is read from the file of a template")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(work.template, to: "work.json")
    let form = try Form(contentsOf: path)
    #expect(form.template == work.template)
    #expect {
      try Form(contentsOf: "\(folder.path)/none.json")
    } throws: { error in
      (error as? FormError)
        == .invalidForm(["\(folder.path)/none.json: no such file or directory"])
    }
  }

  @Test("Answers that do not fit the form are reported as a sentence")
  func wrongAnswers() throws {
    for (json, sentence) in [
      ("[1]", "the answers must be an object, not an array"),
      ("{", "the answers: not JSON: the text ends inside an array or object"),
    ] {
      #expect {
        _ = try work.answers(json: json)
      } throws: { error in
        "\(error)".hasPrefix(sentence) && error is FormError
      }
    }
  }

  @Test("All errors of a form are reported at once")
  func invalidForms() throws {
    func errors(_ form: () throws -> Form) throws -> [String] {
      do {
        _ = try FormTester(form())
        return []
      } catch FormError.invalidForm(let sentences) { return sentences }
    }
    let faults =
      try errors {
        Form("Wrong") {
          Row.text("a")
          Row.text("a")
          Row.text("b").shown(when: Row.text("c") == "x")
          Section("Empty") {}
          Section("Outer") {
            Row.text("d")
            Section("Inner") { Row.text("e") }
          }
          Repeat("f") {
            Row.text("g")
            Section("Plain") { Row.text("h") }
          }
        }
      }
    #expect(
      faults == [
        "the section “empty” has no rows",
        "“Inner” is inside the section “outer”; move it out",
        "“Plain” is inside the items of “f”; move it out",
        "two rows have the id “a”; give one of them another id",
        "sections[0].rows[1]: an earlier row of the section already has the id “a”; choose another",
        "row b: \"when\", character 1: no row has the id “c”",
        "section empty: \"rows\" is empty; a section has at least one row",
      ])
    let nothing = try errors { Form("Nothing") {} }
    #expect(nothing == ["the form has no rows"])
    let empty = try errors { try Form(json: #"{"longform": 1, "id": "x", "sections": []}"#) }
    #expect(empty == ["\"sections\" is empty; a form has at least one section"])
    let cut = try errors { try Form(json: "{") }
    #expect(cut.count == 1)
  }

  @Test("A row without an id is an error, and a note without an id gets one")
  func emptyIDs() throws {
    let form = Form("Ids") {
      Row.text("")
      Note("Thank you")
    }
    #expect {
      _ = try FormTester(form)
    } throws: { error in
      guard case .invalidForm(let sentences)? = error as? FormError else { return false }
      return sentences.count == 1 && sentences[0].contains("\"id\" cannot be “”; it can have")
    }
    let named = Form("Ids") {
      Row.text("guest")
      Note("Thank you")
    }
    #expect(named.template.contains("main-note-1"))
    _ = try FormTester(named)
  }
}
