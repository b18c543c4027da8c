// The subject of a run: the program and the numbers of the run. Also the failures and the totals of
// runs.

import Glibc
import TerminalTesting

/// A program under test and the numbers of a run.
struct Subject {
  var executable: String
  /// The folder of the forms that ship.
  var forms: String
  var seed: Int
  var number: Int
  /// Whether every form has items inside items.
  var nests: Bool
  /// The library that makes calls fail.
  var faults: String
}

/// A violated requirement.
struct Misbehaviour: Error, CustomStringConvertible {
  let description: String
}

/// The totals of all runs.
struct Tally: CustomStringConvertible {
  private var counts: [(name: String, count: Int)] = []

  /// Increments a count. Counts keep the order of their first increment.
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
  /// Moves the folder's contents to a permanent place, and returns the path of that place.
  func keep() -> String {
    let kept = path + "-kept"
    return rename(path, kept) == 0 ? kept : path
  }
}
