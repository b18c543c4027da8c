// Measures the CPU time of random patterns: compiling them, and checking an answer with each
// through the public interface.
//
//     pattern-driver COUNT SEED [MILLISECONDS]
//
// Exits with 1 if a pattern takes more than MILLISECONDS (100 by default).

import Candidates
import FormModel
import Glibc
import LosslessJSON
import TerminalTesting

/// The CPU time of this process so far, in milliseconds.
func milliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Returns a text as JSON.
func json(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\\(scalar)"
    case "\n": quoted += "\\n"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

/// The measured times of a pattern.
struct Measurement {
  var pattern = ""
  var bytes = 0
  var compiling = 0.0
  var checking = 0.0

  var worst: Double { max(compiling, checking) }
}

/// Measures one pattern, and returns nil if it does not compile.
func measure(_ pattern: String, _ text: String) -> (Measurement, verdict: String)? {
  let source = """
    {"longform": 1, "id": "p", "sections": [{"rows": [
      {"id": "a", "label": "A", "type": "paragraph", "pattern": \(json(pattern))}]}]}
    """
  var measured = Measurement(pattern: pattern, bytes: text.utf8.count)
  var start = milliseconds()
  let template = try? TemplateReader.template(from: Array(source.utf8))
  measured.compiling = milliseconds() - start
  guard let template else { return nil }
  guard let answers = try? JSONDocument(parsing: Array("{\"a\": \(json(text))}".utf8)),
    var session = try? FormSession(template, answers: answers)
  else { return nil }
  start = milliseconds()
  session.applyToEnd(.checkRequested)
  measured.checking = milliseconds() - start
  let sentence = session.problemsInOrder.first?.problem.sentence(label: "A")
  let verdict =
    switch sentence {
    case nil: "matches"
    case let sentence? where sentence.contains("cannot be checked"): "reaches a limit"
    default: "differs"
    }
  return (measured, verdict)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
  print("usage: pattern-driver COUNT SEED [MILLISECONDS]")
  exit(64)
}
let most = arguments.count > 3 ? Double(arguments[3]) ?? 100 : 100
var maker = PatternMaker(seed: seed)
var worst = Measurement()
var verdicts: [String: Int] = [:]
var measured = 0
while measured < count {
  let pattern = maker.pattern()
  guard let (one, verdict) = measure(pattern, maker.text(ofAtMost: 65_536)) else {
    verdicts["does not compile", default: 0] += 1
    continue
  }
  measured += 1
  verdicts[verdict, default: 0] += 1
  if one.worst > worst.worst { worst = one }
  if one.worst > most { print("\(Int(one.worst)) ms: \(one.pattern) on \(one.bytes) bytes") }
}
for (verdict, count) in verdicts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(verdict)") }
print(
  "the slowest: \(Int(worst.compiling)) ms to compile, \(Int(worst.checking)) ms to check "
    + "\(worst.bytes) bytes: \(worst.pattern)")
exit(worst.worst > most ? 1 : 0)
