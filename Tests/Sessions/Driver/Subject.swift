// What a run is about: the program, its number, its folder, which stays when the run fails.

import Glibc
import TerminalTesting

/// A program under test and the numbers of a run.
struct Subject {
  var executable: String
  /// The folder of the forms that ship.
  var forms: String
  var seed: Int
  var number: Int
  /// The library that lets files fail.
  var faults: String
}

/// What a program did that it must not do.
struct Misbehaviour: Error, CustomStringConvertible {
  let description: String
}

/// What was done in all runs.
struct Tally: CustomStringConvertible {
  private var counts: [(name: String, count: Int)] = []

  /// Counts something, in the order in which it was first counted.
  mutating func count(_ name: String, _ number: Int = 1) {
    if let place = counts.firstIndex(where: { $0.name == name }) {
      counts[place].count += number
    } else {
      counts.append((name, number))
    }
  }

  var description: String {
    counts.isEmpty ? "no runs" : counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
  }
}

extension TemporaryFolder {
  /// Moves what is in the folder to where it stays, and returns that place.
  func keep() -> String {
    let kept = path + "-kept"
    return rename(path, kept) == 0 ? kept : path
  }
}
