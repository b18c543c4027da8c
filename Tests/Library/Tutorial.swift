// The code blocks of the article "Asking for answers", each as a program. A test compares them with
// the article.

import FormSchema
import FormTasks
import FormTerminal
import FormTesting
import LosslessJSON

/// The programs of the article, by number.
enum Tutorial {
  static func question() throws {
    let name = try ask("Your name")
    print("Hello, \(name)")
  }

  static func leaving() throws {
    do {
      let name = try ask("Your name")
      print("Hello, \(name)")
    } catch {
      error.exit()
    }
  }

  static func channel() throws {
    enum Channel: String, CaseIterable, AskedValue { case alpha, beta, stable }

    let channel = try ask("Channel", as: Channel.self, default: .beta)
    print(channel)
  }

  static func questions() throws {
    let port = try ask("Port", as: Int.self, default: 8080)
    let city = try choose("City", from: ["Bristol", "Lyon", "Paris"])
    if try confirm("Deploy to \(city), port \(port)?") { print("deploying") }
  }

  static func rows() throws {
    let password = try ask(Row.secret("password", "Password").length(8...64).required())
    let nickname = try ask(Row.text("nickname", "Nickname"))
    print(password?.count ?? 0, nickname ?? "no nickname")
  }

  static func form() throws {
    struct Order: Decodable { var guest: String, cups: Int, milk: Bool? }

    let form = Form("Tea") {
      Row.text("guest", "Your name").required()
      Row.integer("cups", "Cups", in: 1...12).default(1)
      Row.yesNo("milk", "With milk")
    }
    let order = try form.fill().decode(Order.self)
    print(order.guest, order.cups, order.milk ?? false)
  }

  static func errors() throws {
    struct Order: Decodable { var guest: String, cups: Int, milk: Bool? }
    let form = Form("Tea") {
      Row.text("guest", "Your name").required()
      Row.integer("cups", "Cups", in: 1...12)
    }
    do {
      let order = try form.fill().decode(Order.self)
      print(order.guest, order.cups)
    } catch let error as FormError {
      error.exit()
    } catch {
      print("mistake in this program: \(error)")
    }
  }

  static func schema() throws {
    let schema = """
      {"properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}}}
      """
    let document = try JSONDocument(parsing: Array(schema.utf8))
    let template = try SchemaImport(of: document, id: "person").template
    let answers = try Form(json: String(decoding: template, as: UTF8.self)).fill()
    print(answers[Row.text("name")] ?? "-", answers[Row.integer("age")] ?? 0)
  }

  static func typedRows() throws {
    let cups = Row.integer("cups", "Cups", in: 1...12).default(1)
    let milk = Row.yesNo("milk", "With milk")
    let answers = try Form("Tea") {
      cups
      milk
    }.fill()
    print(answers[cups] ?? 0, answers[milk] ?? false)
  }

  static func conditions() throws {
    let cups = Row.integer("cups", "Cups", in: 1...12).default(1)
    let milk = Row.yesNo("milk", "With milk")
    let lumps = Row.integer("lumps", "Lumps").shown(when: milk == true && cups > 2)
      .check("more lumps than cups") { $0 <= ($1[cups] ?? 0) }
    let answers = try Form("Tea") {
      cups
      milk
      lumps
    }.fill()
    print(answers[lumps] ?? 0)
  }

  static func items() throws {
    let name = Row.text("name", "Name").required()
    let age = Row.integer("age", "Age", in: 0...150)
    let guests = Repeat("guests", "Guests", item: "Guest", count: 1...8) {
      name
      age
    }
    let answers = try Form("Party") { guests }.fill()
    for guest in answers[guests] { print(guest[name] ?? "", guest[age] ?? 0) }
  }

  static func nestedItems() throws {
    let name = Row.text("name", "Name").required()
    let dish = Row.text("dish", "Dish")
    let dishes = Repeat("dishes", "Dishes", item: "Dish") { dish }
    let guests = Repeat("guests", "Guests", item: "Guest") {
      name
      dishes
    }
    let answers = try Form("Orders") { guests }.fill()
    for guest in answers[guests] { print(guest[name] ?? "", guest[dishes].map { $0[dish] ?? "" }) }
  }

  static func suggestions() throws {
    let fruits = ["Apple", "Apricot", "Banana"]
    let first = Row.text("first", "First fruit").suggestions(fruits)
    let second = Row.text("second", "Second fruit").suggestions { typed in
      AsyncStream<Suggestion> { found in
        for fruit in fruits where fruit.hasPrefix(typed) { found.yield(Suggestion(fruit)) }
        found.finish()
      }
    }
    let answers = try Form("Salad") {
      first
      second
    }.fill()
    print(answers[first] ?? "-", answers[second] ?? "-")
  }

  static func wizard() throws {
    let project = Row.text("project", "Project").required()
    let license = Row.choice("license", "License", of: "MIT", "Apache-2.0", "none").default("MIT")
    let options = FillOptions(draft: .named("wizard"), confirmsSave: false)
    do {
      let answers = try Form("New project", id: "wizard") {
        project
        license
      }.fill(options)
      print(answers[project] ?? "", answers[license] ?? "")
    } catch FormError.left(let draft) {
      print(draft == nil ? "left" : "left; start again to go on")
    } catch {
      print("wizard: \(error)")
    }
  }

  static func test() throws {
    let form = Form("Tea") {
      Row.text("guest", "Your name").required()
      Row.integer("cups", "Cups", in: 1...12)
    }
    var test = try FormTester(form)
    test.type("Ada\t13")
    test.press(.control("s"))
    print(test.problems.map(\.sentence))
    test.press(.backspace, .control("s"), .character("y"))
    print(test.answers == nil ? "not saved" : "saved")
  }

  /// The program of the table that compares the library with other libraries.
  static func sixTasks() throws {
    let name = try ask("Your name")

    let port = try ask("Port", as: Int.self, default: 8080)

    let isSure = try confirm("Deploy?")

    let city = try choose("City", from: ["Bristol", "Lyon", "Paris"])

    struct Order: Decodable { var guest: String, cups: Int, milk: Bool? }
    let form = Form("Tea") {
      Row.text("guest", "Your name").required()
      Row.integer("cups", "Cups", in: 1...12).default(1)
      Row.yesNo("milk", "With milk")
    }
    let order = try form.fill().decode(Order.self)

    let guest = Row.text("guest", "Guest")
    let guests = Repeat("guests", "Guests", item: "Guest") { guest }
    let answers = try Form("Party") { guests }.fill()

    print(name, port, isSure, city, order.guest, order.cups)
    print(answers[guests].map { $0[guest] ?? "" })
  }

  /// All programs, in the order of the article.
  static let programs: [@Sendable () throws -> Void] = [
    question, questions, rows, form, typedRows, conditions, items, nestedItems,
    suggestions, wizard, test, sixTasks, leaving, channel, errors, schema,
  ]
}
