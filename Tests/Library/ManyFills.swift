// Fills many forms in one process on its own pseudo-terminal, and compares the state after each
// form.

import FormTerminal
import Glibc

/// Fills forms, one after the other.
enum ManyFills {
  /// Fills `count` forms. Prints the number of forms after which the surroundings had changed, and
  /// the growth of the memory.
  static func run(_ count: Int) throws {
    var (keyboard, terminal) = (CInt(-1), CInt(-1))
    guard openpty(&keyboard, &terminal, nil, nil, nil) == 0 else { return perror("openpty") }
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    var options = FillOptions()
    (options.input, options.confirmsSave) = (terminal, false)
    var memory = 0
    var before: Surroundings?
    var differences = 0
    for number in 0..<count {
      try fill(number, keyboard: keyboard, options)
      let now = Surroundings(of: terminal)
      if let before, now != before { differences += 1 }
      before = before ?? now
      if number == count / 10 { memory = Surroundings.memory }
    }
    let growth = Surroundings.memory - memory
    print("\(count) fills, \(differences) with a leak, memory grew by \(growth) KiB")
  }

  private static func fill(_ number: Int, keyboard: CInt, _ options: FillOptions) throws {
    var options = options
    if number % 3 == 0 { options.mode = .plain }
    let keys = number % 3 == 0 ? "Ada\n2\ny\n\n" : "Ada\t2\ty\t\t"
    _ = write(keyboard, keys, keys.utf8.count)
    let answers = try tea.fill(options)
    if answers[guest] != "Ada" || answers[cups] != 2 { print("fill \(number) is wrong") }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while read(keyboard, &bytes, bytes.count) > 0 {}
  }
}
