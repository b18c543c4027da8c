// Makes the disk fail: `durability-driver store-faults --count N --seed S`.
//
// Sessions make random commits while calls fail at random. If a commit returned, a later opening on
// a working disk must find the commit. If a commit threw, a later opening may find all of it or
// nothing, but no part of it, and the commit can be repeated. No session may trap or hang. If a
// session did not close the draft, another child opens it while half of the calls on SQLite's
// shared memory fail.
//
// A file set aside as damaged is not a failure by itself. A draft without commits is removed when
// it is closed; if the disk allows neither writing nor removing, a partial file remains, and the
// next opening takes it for damaged. All commits must be there nevertheless.
//
//     --session R    makes only session R, and prints the outcomes of its steps

import Drafts
import TerminalTesting

/// The subcommand.
enum StoreFaults {
  /// The number of steps of a session.
  private static let stepCount = 40
  /// The numbers of failing calls in a thousand calls.
  private static let rates = [1, 5, 20, 60, 150, 400]

  static func run(_ arguments: ArraySlice<String>) throws {
    let options = try Options(arguments, known: ["--count", "--seed", "--session"])
    let seed = try options.seed()
    let only = try options.number("--session")
    let numbers = try only.map { $0..<($0 + 1) } ?? 0..<max(options.number("--count") ?? 300, 1)
    var failures = 0
    var tally: [String: Int] = [:]
    for number in numbers {
      let folder = try temporaryFolder()
      do {
        try session(number, seed: seed, in: folder.path, tally: &tally, isVerbose: only != nil)
      } catch {
        failures += 1
        let kept = try Power.keptFolder("store-faults-\(seed)-\(number)")
        _ = try Program.run("/bin/cp", ["-a", folder.path, kept], directory: ".")
        print("seed \(seed), session \(number): \(error)")
        print("  again: Tests/Durability/run store-faults --seed \(seed) --session \(number)")
      }
      if failures >= 10 { break }
    }
    if failures > 0 { throw Misbehaviour("seed \(seed): \(failures) sessions failed") }
    let steps = ["returned", "threw", "broke", "found"].map { "\(tally[$0] ?? 0) \($0)" }
    print(
      "store-faults: seed \(seed), \(numbers.count) sessions, steps: "
        + "\(steps.joined(separator: ", ")): all well")
  }

  private static func session(
    _ number: Int, seed: Int, in folder: String, tally: inout [String: Int], isVerbose: Bool
  ) throws {
    var random = SeededGenerator(seed: seed, number, 4)
    let rate = rates.randomElement(using: &random) ?? 1
    var environment = [
      "LD_PRELOAD": try builtProduct(named: "libCFaults.so"),
      "LONGFORM_FAULTS": "\(random.number(below: 1_000_000)):\(rate):\(folder)",
      "SWIFT_DETERMINISTIC_HASHING": "1",
    ]
    let result = try child(
      ["store-faults-session", folder] + [seed, number, stepCount].map(String.init),
      environment: environment, isVerbose: isVerbose)
    // Half of the sessions end without closing the draft. Its log must outlive openings that fail.
    if !number.isMultiple(of: 2) {
      environment["LONGFORM_FAULTS"] = "\(random.number(below: 1_000_000)):500:\(folder)"
      environment["LONGFORM_FAULTS_IN"] = "memory"
      _ = try child(
        ["store-faults-opening", folder], environment: environment, isVerbose: isVerbose)
    }

    var doubt = Doubt(seed: seed, index: number)
    for line in result.outputText.split(separator: "\n") {
      guard let outcome = Doubt.Outcome(line: line) else { continue }
      doubt.note(outcome, of: doubt.next())
      tally[String(line.prefix { $0 != " " }), default: 0] += 1
    }
    try check(doubt, in: PowerSession.directory(in: folder))
  }

  private static func child(
    _ arguments: [String], environment: [String: String], isVerbose: Bool
  ) throws -> Program.Result {
    let result = try Program.run(
      builtProduct(named: "durability-driver"), arguments, environment: environment)
    if isVerbose { print(result.outputText) }
    if let misbehaviour = Misbehaviour(result) { throw misbehaviour }
    return result
  }

  /// Opens the draft without faults, commits all pending changes, and opens it again.
  private static func check(_ doubt: Doubt, in directory: DraftDirectory) throws {
    let now = Script.time(stepCount + 1)
    let draft = try Draft.open(in: directory, now: now)
    var holdings = try Holdings(draft, in: directory, now: now, allowsDamage: true)
    guard let index = doubt.candidates.firstIndex(of: holdings) else {
      throw Misbehaviour("a commit that returned is missing, or part of one that threw is present")
    }
    var doubt = doubt
    doubt.note(.found([index]), of: .reopen)
    if doubt.batch.isEmpty { return }
    try draft.commit(doubt.batch, now: now)
    holdings.commit(doubt.batch, now: now)
    draft.close()
    let again = try Draft.open(in: directory, now: now)
    if try Holdings(again, in: directory, now: now, allowsDamage: true) != holdings {
      throw Misbehaviour("the waiting changes that were committed at the end are missing")
    }
  }
}
