// Shipped forms, filled at a terminal from empty to saved. Other tests fill the other shipped
// forms: FillTests fills `classmates`, TasksTests `tasks`, ShippedFormsTests `resume` and
// `players`, RecipeTests `commit` and `handover`.

import FormModel
import FormSchema
import FormScreen
import TerminalTesting
import Testing

@Suite("Forms that ship, from nothing to saved", .waits)
struct WholeFormTests {
  /// Fills a form in steps. Each step types its keys, and then waits for the texts in `shows`,
  /// which `|` separates.
  private func fill(
    _ name: String, _ arguments: [String] = [], waitingFor text: String,
    _ steps: [(keys: String, shows: String)]
  ) throws -> TerminalProcess {
    let process = try Longform.start([Longform.form(name)] + arguments, waitingFor: text)
    for step in steps {
      try process.send(step.keys)
      // The time limit is long, because reading a file of candidates competes with other tests for
      // the processors.
      for text in step.shows.split(separator: "|") {
        try process.wait(for: String(text), timeout: .seconds(120))
      }
    }
    return process
  }

  private func answers(of process: TerminalProcess) throws -> String {
    #expect(try process.waitForExit() == .exited(0))
    return process.capturedText
  }

  @Test("Alphabetimals is filled: a favorite, a mascot, five friends and a zoo of three")
  func alphabetimals() throws {
    var steps = [
      (keys: "rabbit f", shows: "Enter takes Rabbit Face 🐰"), ("\r", "Mascot ▸"),
      ("owl", "Enter takes Owl 🦉"), ("\r", "Friend 1 ▸"),
    ]
    for (number, animal) in [
      "Fox Face 🦊", "Koala 🐨", "Lion Face 🦁", "Panda Face 🐼", "Tiger Face 🐯",
    ]
    .enumerated() {
      steps.append((animal.lowercased(), "Enter takes \(animal)"))
      steps.append(("\r", number < 4 ? "Friend \(number + 2) ▸" : "Zoo ▸"))
    }
    steps += [
      ("owl", "▌   Owl"), ("\r", "Zoo ▸ Owl 🦉"), ("koala", "▌   Koala"), ("\r", "│ Koala 🐨"),
      ("lion", "▌   Lion"), ("\r", "│ Lion Face 🦁"), ("\t", "Why ▸"),
      ("They sleep by day.\r", "Save 9 answers to standard output? ▸"),
      ("y", "longform: saved 9 answers"),
    ]
    let process = try fill("alphabetimals", waitingFor: "Favourite ▸", steps)
    #expect(
      try answers(of: process) == """
        {
          "favourite": "Rabbit Face 🐰",
          "mascot": "Owl 🦉",
          "friends": [
            "Fox Face 🦊",
            "Koala 🐨",
            "Lion Face 🦁",
            "Panda Face 🐼",
            "Tiger Face 🐯"
          ],
          "zoo": [
            "Owl 🦉",
            "Koala 🐨",
            "Lion Face 🦁"
          ],
          "why": "They sleep by day."
        }

        """)
  }

  @Test("Menu is filled: a number for every dish, and a text of wishes for every meal")
  func menu() throws {
    let bytes = try #require(readFile(Longform.form("menu")))
    let sections = try TemplateReader.template(from: bytes).sections
    let rows = sections.flatMap(\.rows)
    #expect(rows.count == 43)
    func answer(_ index: Int) -> String {
      rows[index].type == .integer ? "\(index + 1)" : "wish \(index + 1)"
    }
    let steps = rows.indices.map { index in
      let last = index == rows.count - 1
      return (
        keys: answer(index) + "\r",
        shows: last ? "Save 43 answers to standard output? ▸" : "\(index + 1) of 43"
      )
    }
    let process = try fill("menu", waitingFor: "Porridge ▸", steps)
    try process.send("y")
    var index = 0
    let meals = sections.map { section in
      let members = section.rows.map { row in
        defer { index += 1 }
        let name = row.path.source.split(separator: ".")[1]
        let value = row.type == .integer ? answer(index) : "\"\(answer(index))\""
        return "    \"\(name)\": \(value)"
      }
      return "  \"\(section.id)\": {\n\(members.joined(separator: ",\n"))\n  }"
    }
    #expect(try answers(of: process) == "{\n\(meals.joined(separator: ",\n"))\n}\n")
  }

  @Test("City is filled: cities of any country, and then a city of the chosen country")
  func city() throws {
    var steps = [
      (keys: "zur", shows: "Enter takes Zürich, Switzerland"), ("\r", "Born in ▸"),
      ("Neustadt am Fluss\r", "Visited 1 ▸"),
    ]
    let visited = [
      "Łódź, Poland", "São Paulo, Brazil", "Abidjan, Ivory Coast", "Ulan Bator, Mongolia",
      "Papeete, French Polynesia", "Paris, France", "Tokyo, Japan", "Lima, Peru", "Oslo, Norway",
      "Rome, Italy",
    ]
    for (number, city) in visited.enumerated() {
      steps.append((city.lowercased(), "Enter takes \(city)"))
      steps.append(("\r", number < 9 ? "Visited \(number + 2) ▸" : "Country ▸"))
    }
    // Only cities of the chosen country are candidates for the weekend.
    steps += [
      ("ch\r", "Weekend in ▸"), ("gen", "Enter takes Geneva"),
      ("\r", "Save 14 answers to standard output? ▸"), ("y", "longform: saved 14 answers"),
    ]
    let process = try fill("city", waitingFor: "Home ▸", steps)
    #expect(
      try answers(of: process) == """
        {
          "home": "Zürich, Switzerland",
          "born": "Neustadt am Fluss",
          "visited": [
        \(visited.map { "    \"\($0)\"" }.joined(separator: ",\n"))
          ],
          "country": "CH",
          "weekend": "Geneva"
        }

        """)
  }

  @Test("Expenses is filled: two lines in two currencies, and their sum")
  func expenses() throws {
    let steps = [
      (keys: "Ada Lovelace\r", shows: "Purpose ▸"), ("A visit\r", "From ▸"),
      ("2024-05-13\r", "Until ▸"), ("2024-05-12\r", "before From"), ("200\r", "Date ▸"),
      ("\(Keystroke.command)goto until\r", "Until ▸ 2024-05-12"),
      ("\(Keystroke.clearLine)2024-05-17\r", "Paid in advance ▸"), ("\r", "Date ▸"),
      ("2024-05-13\r", "What for ▸"), ("Train\r", "Country ▸"),
      ("switz", "Enter takes Switzerland"), ("\r", "Currency ▸"),
      ("s", "Enter takes Swiss franc"), ("\r", "Amount ▸"), ("84.50\r", "Rate ▸"),
      ("\r", "needed for this currency"), ("\u{1B}[A\u{1B}[A1.04\r", "87.88"),
      ("2024-05-24\r", "not a day of the trip"),
      ("Hotel\r", "Country ▸"), ("fra", "Enter takes France"), ("\r", "Currency ▸"),
      ("eu\r", "Amount ▸"), ("112.12\r", "Rate ▸"),
      ("\r\(Keystroke.save)", "Expense 2 Date: not a day of the trip"),
      ("\(Keystroke.clearLine)2024-05-14\(Keystroke.save)", "Save 16 answers"),
      ("y", "longform: saved 16 of 17 answers"),
    ]
    let process = try fill("expenses", waitingFor: "Name ▸", steps)
    #expect(
      try answers(of: process) == """
        {
          "name": "Ada Lovelace",
          "purpose": "A visit",
          "from": "2024-05-13",
          "until": "2024-05-17",
          "advance": 200,
          "lines": [
            {
              "date": "2024-05-13",
              "what": "Train",
              "country": "CH",
              "currency": "CHF",
              "amount": 84.50,
              "rate": 1.04,
              "euros": 87.88
            },
            {
              "date": "2024-05-14",
              "what": "Hotel",
              "country": "FR",
              "currency": "EUR",
              "amount": 112.12,
              "euros": 112.12
            }
          ],
          "days": 5,
          "total": 200,
          "owed": 0
        }

        """)
  }

  @Test("Inventory is filled with three things, one of them a copy, and saved as three CSV records")
  func inventory() throws {
    let save = "\(Keystroke.save)"
    let steps = [
      (keys: "C02 XL0\r", shows: "Item 1: C02 XL0|Kind ▸"), ("lap", "Enter takes Laptop"),
      ("\r", "Location ▸"), ("Berlin, room 2\r", "Bought on ▸"), ("2024-05\r", "Price ▸"),
      ("1299.00\r", "Condition ▸"), ("go", "Enter takes Good"), ("\r", "Note ▸"),
      // Enter goes to the add line, where typing creates the next item.
      ("27\" of \"glass\"\r", "Item 2 Serial number ▸"), ("MON-7\r", "Item 2: MON-7|Kind ▸"),
      ("moni", "Enter takes Monitor"), ("\r", "Location ▸"), ("\r", "Bought on ▸"),
      ("\r", "Price ▸"), ("80.5\r", "Condition ▸"), ("worn", "Enter takes Worn"),
      ("\r", "Note ▸"), ("\(Keystroke.command)duplicate\r", "Added Item 3: MON-7, a copy"),
      ("\(Keystroke.command)goto 15\r", "Item 3: MON-7|Serial number ▸ MON-7"),
      ("\(Keystroke.clearLine)MON-8\(save)", "a serial number has no spaces"),
      ("\(Keystroke.clearLine)C02XL0\(save)", "Not saved: Item 1 Bought on: “2024-05”"),
      ("\(Keystroke.clearLine)2024-05-17\(save)", "Save 15 answers"),
      ("y", "longform: saved 15 of 21 answers"),
    ]
    let process = try fill(
      "inventory", ["--format", "csv"], waitingFor: "Serial number ▸", steps)
    #expect(
      try answers(of: process)
        == [
          "serial,kind,location,bought,price,condition,note",
          "C02XL0,Laptop,\"Berlin, room 2\",2024-05-17,1299.00,Good,\"27\"\" of \"\"glass\"\"\"",
          "MON-7,Monitor,,,80.5,Worn,", "MON-8,Monitor,,,80.5,Worn,", "",
        ].joined(separator: "\r\n"))
  }
}
