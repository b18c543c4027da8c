// A program that fills forms through the library, for the tests: the first argument names what it does. It writes to
// standard output what it got.

import FormTerminal
import Glibc

struct Order: Decodable { var guest: String, cups: Int, milk: Bool? }

let cups = Row.integer("cups", "Cups", in: 1...12).default(1)
let milk = Row.yesNo("milk", "With milk")
let lumps = Row.integer("lumps", "Lumps").shown(when: milk == true && cups > 2)
  .check("no more lumps than cups") { $0 <= ($1[cups] ?? 0) }
let kind = Row.text("kind", "Kind")
let biscuits = Repeat("biscuits", "Biscuits", item: "Biscuit") { kind }
let guest = Row.text("guest", "Your name").required()
let tea = Form("Tea") {
  guest
  cups
  milk
  lumps
  biscuits
}

func report(_ answers: Answers) {
  print("guest \(answers[guest] ?? "-"), cups \(answers[cups] ?? 0), lumps \(answers[lumps] ?? 0)")
  print("biscuits \(answers[biscuits].map { $0[kind] ?? "-" })")
}

do {
  switch CommandLine.arguments.dropFirst().first {
  case "tea": report(try tea.fill())
  case "ask":
    let name = try ask("Your name")
    let port = try ask("Port", as: Int.self, default: 8080)
    print("\(name) \(port)")
  case "confirm": print(try confirm("Deploy?"))
  case "choose": print(try choose("City", from: ["Bristol", "Lyon", "Paris"]))
  case let other: print("unknown: \(other ?? "nothing")")
  }
} catch {
  print("error: \(error)")
}
