// What candidates cost: the time to build an index, to ask it, and the memory that it takes.
//
//     candidate-driver measure FILE [LINES]     the file's lines, repeated with a number up to LINES
//     candidate-driver fold                     folds standard input line by line
//
// Tests/Candidates/run builds it with optimization and prints the table.

import FormCore
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
case "fold":
  while let line = readLine(strippingNewline: true) { print(Folding.folded(line)) }
default:
  print("usage: candidate-driver measure FILE [LINES] | fold")
  exit(64)
}
