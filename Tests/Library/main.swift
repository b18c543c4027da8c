// A program that fills forms through the library, for tests. The first argument selects the test;
// the results go to standard output.

import FormTasks
import FormTerminal
import Glibc

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

/// Runs a case that needs no task.
func run(_ name: String) throws {
  switch name {
  case "tea": report(try tea.fill())
  case "draft":
    var options = FillOptions()
    options.draft = .named("test", in: CommandLine.arguments[2])
    report(try tea.fill(options))
  case "ask":
    let name = try ask("Your name")
    let port = try ask("Port", as: Int.self, default: 8080)
    print("\(name) \(port)")
  case "ask and fill":
    let name = try ask("Your name")
    let place = try ask("Place")
    print(name, place)
    report(try tea.fill())
  case "confirm": print(try confirm("Deploy?"))
  case "choose": print(try choose("City", from: ["Bristol", "Lyon", "Paris"]))
  case "choose nothing": print(try choose("City", from: []))
  case "timeout":
    var options = FillOptions()
    options.timeout = .milliseconds(300)
    report(try tea.fill(options))
  case "nested":
    let row = Row.text("row").check("a form in a form") { _ in
      (try? ask("Inner")) != nil
    }
    _ = try ask(row)
  case "unguarded":
    var options = FillOptions()
    options.handlesSignals = false
    // Compare with the signals that were caught before, because the Swift runtime may catch the
    // signals of crashes.
    let before = Surroundings.caughtSignals
    let row = Row.text("row", "Row").check("a signal is caught") { _ in
      Surroundings.caughtSignals == before
    }
    print(try ask(row, options) ?? "nothing")
  case "resize":
    var options = FillOptions()
    options.handlesSignals = false
    report(try tea.fill(options))
  case "crash": try Crashes.run(CommandLine.arguments[2])
  case "slow":
    // Opening this pipe waits until the test opens its other end.
    let gate = CommandLine.arguments[2]
    let first = Row.text("first", "First").check("the gate is missing") { _ in
      let descriptor = open(gate, O_RDONLY)
      return close(descriptor) == 0
    }
    let second = Row.text("second", "Second")
    var options = FillOptions()
    if CommandLine.arguments.count > 3 { options.mode = .plain }
    let answers = try Form("Gate") {
      first
      second
    }.fill(options)
    print("\(answers[first] ?? "-"), \(answers[second] ?? "-")")
  case "term":
    signal(SIGTERM) { _ in _ = write(STDOUT_FILENO, "handled\n", 8) }
    report(try tea.fill())
  case "tutorial": try Tutorial.programs[Int(CommandLine.arguments[2]) ?? 0]()
  case "fills": try ManyFills.run(Int(CommandLine.arguments[2]) ?? 100)
  default: print("unknown: \(name)")
  }
}

/// Runs a case that needs tasks.
func runTasks(_ name: String) async throws {
  switch name {
  case "await": report(try await tea.fill())
  case "cancel":
    // Run a task before the state is read, because the runtime opens descriptors for the first
    // task.
    await Task {}.value
    let before = Surroundings()
    let (typed, continuation) = AsyncStream.makeStream(of: Void.self)
    let word = Row.text("word", "Word").check("not yet") { _ in
      continuation.yield()
      return true
    }
    let task = Task { try await Form("Words") { word }.fill() }
    for await _ in typed { break }
    task.cancel()
    let result = await task.result
    print(Surroundings() == before ? "everything is as before" : "something is different")
    report(try result.get())
  case "cancelled":
    let task = Task { () async throws -> Answers in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await tea.fill()
    }
    report(try await task.value)
  case "busy":
    let tasks = (0..<2).map { _ in Task { try await tea.fill() } }
    // The refused form ends at once.
    let refused = await withTaskGroup(of: String.self) { group in
      for task in tasks {
        group.addTask {
          switch await task.result {
          case .success: "answers"
          case .failure(let error): "\(error)"
          }
        }
      }
      var outcomes: [String] = []
      for await outcome in group {
        outcomes.append(outcome)
        for task in tasks { task.cancel() }
      }
      return outcomes
    }
    print(refused.joined(separator: ", then "))
  default: try run(name)
  }
}

do {
  try await runTasks(CommandLine.arguments.dropFirst().first ?? "nothing")
} catch {
  print("error: \(error)")
}
