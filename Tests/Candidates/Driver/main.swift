// The cost of candidates: the time to build and query an index, and the memory of the index.
//
//     candidate-driver measure FILE [LINES]     repeats the lines of FILE until there are LINES
//     candidate-driver limits cities FILE LINES | words LINES | columns LINES | find ROWS
//     candidate-driver fold                     folds standard input line by line
//
// Tests/Candidates/run builds this driver with optimization and prints the table.

import FormModel
import FormText
import Glibc
import TerminalTesting

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "measure" where arguments.count >= 3:
  guard let bytes = readFile(arguments[2]) else {
    print("cannot read \(arguments[2])")
    exit(66)
  }
  Measurement(bytes: bytes, lines: arguments.count > 3 ? Int(arguments[3]) : nil).run()
case "limits" where arguments.count >= 4:
  guard let count = Int(arguments[arguments.count - 1]), count > 0 else {
    print("\(arguments[arguments.count - 1]) is not a number of lines")
    exit(64)
  }
  switch arguments[2] {
  case "cities" where arguments.count == 5:
    guard let bytes = readFile(arguments[3]) else {
      print("cannot read \(arguments[3])")
      exit(66)
    }
    let lines = bytes.split(separator: 0x0A)
    IndexLimits(name: "cities", lines: .copies(of: lines), count: count).run()
  case "words": IndexLimits(name: "short words", lines: .words, count: count).run()
  case "columns":
    IndexLimits(name: "lines of TSV", lines: .columns, count: count).run()
  case "find": FindLimits(rows: count).run()
  default:
    print("limits of cities FILE, words, columns or find")
    exit(64)
  }
case "fold":
  while let line = readLine(strippingNewline: true) { print(Folding.folded(line)) }
default:
  print("usage: candidate-driver measure FILE [LINES] | limits WHAT [FILE] COUNT | fold")
  exit(64)
}
