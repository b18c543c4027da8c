// Runs random sessions with the real program on a pty, and kills the program, or makes its changes
// of files fail.
//
//     session-driver kill EXECUTABLE FORMS SEED FIRST END STEP
//     session-driver change EXECUTABLE FORMS SEED FIRST END STEP
//     session-driver faults EXECUTABLE FORMS SEED FIRST END STEP LIBRARY
//
// With `--nested` after `kill` or `change`, every form has items inside items.
//
// Executes the runs FIRST, FIRST + STEP, … below END. Reports each failed run with its number, and
// exits with 1 if there is one. Tests/Sessions/run builds this driver and starts it in all its
// modes.

import Glibc

let nests = CommandLine.arguments.contains("--nested")
let arguments = CommandLine.arguments.filter { $0 != "--nested" }
let numbers = arguments.dropFirst(4).prefix(4).compactMap { Int($0) }
guard arguments.count >= 8, numbers.count == 4, numbers[3] > 0 else {
  print("usage: session-driver kill|change|faults EXECUTABLE FORMS SEED FIRST END STEP [LIBRARY]")
  exit(64)
}
var failures = 0
var tally = Tally()
for number in stride(from: numbers[1], to: numbers[2], by: numbers[3]) {
  let subject = Subject(
    executable: arguments[2], forms: arguments[3], seed: numbers[0], number: number, nests: nests,
    faults: arguments.count > 8 ? arguments[8] : "")
  do {
    switch arguments[1] {
    case "kill":
      // Every third run fills a form that ships, which has rows of more types, at the screen or in
      // plain mode.
      if number % 3 == 2, !nests {
        var session = try ShippedKillSession(subject)
        try session.run(&tally)
      } else {
        var session = try KillSession(subject)
        try session.run(&tally)
      }
    case "change":
      var session = try KillSession(subject, changesTemplate: true)
      try session.run(&tally)
    case "faults":
      var session = try FaultSession(subject)
      try session.run(&tally)
    default:
      print("there is no such session: \(arguments[1])")
      exit(64)
    }
  } catch {
    failures += 1
    print("FAILED: \(arguments[1]), seed \(subject.seed), run \(number): \(error)")
    let command = arguments[1] == "change" ? "kill --change-template" : arguments[1]
    let option = nests ? " --nested" : ""
    print("again: Tests/Sessions/run \(command)\(option) --seed \(subject.seed) --only \(number)")
    fflush(nil)
  }
}
print("\(tally)\(failures == 0 ? "" : ", \(failures) FAILED")")
exit(failures == 0 ? 0 : 1)
