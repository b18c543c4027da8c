// Types random input into the real program on a pty, or into the line editor in this process; or
// gives almost valid documents to the program, or to the readers in this process.
//
//     fuzz-driver program|plain BYTES SEED EXECUTABLE ARGUMENT…
//     fuzz-driver line BYTES SEED
//     fuzz-driver answers DOCUMENTS SEED EXECUTABLE json|jsonc|jsonl|csv|tsv|yaml
//     fuzz-driver documents DOCUMENTS SEED FIRST COPY template|expression|schema|json|jsonc|jsonl|csv|tsv|yaml FILE…
//
// Exits with 1 and prints the seed if the program ends in a forbidden way, hangs, or does not
// restore the terminal. Tests/Fuzz/run builds this driver and starts it in all its modes.

import Glibc

let arguments = CommandLine.arguments
guard arguments.count >= 4, let bytes = Int(arguments[2]), let seed = Int(arguments[3]) else {
  print(
    "usage: fuzz-driver program|plain BYTES SEED EXECUTABLE ARGUMENT… | line BYTES SEED"
      + " | answers DOCUMENTS SEED EXECUTABLE FORMAT"
      + " | documents DOCUMENTS SEED FIRST COPY KIND FILE…")
  exit(64)
}
do {
  switch arguments[1] {
  case "program" where arguments.count >= 5, "plain" where arguments.count >= 5:
    let isPlain = arguments[1] == "plain"
    try ProgramFuzzer.run(
      Array(arguments[4...]) + (isPlain ? ["--plain"] : []), isPlain: isPlain, bytes: bytes,
      seed: seed)
  case "line":
    try LineFuzzer.run(bytes: bytes, seed: seed)
  case "answers" where arguments.count == 6:
    try AnswersFuzzer.run(arguments[4], format: arguments[5], count: bytes, seed: seed)
  case "documents" where arguments.count >= 7:
    try DocumentFuzzer.run(
      arguments[6], count: bytes, seed: seed, first: Int(arguments[4]) ?? 0, copy: arguments[5],
      files: Array(arguments[7...]))
  default:
    print("there is no such way to fuzz: \(arguments[1])")
    exit(64)
  }
} catch {
  print("seed \(seed), \(bytes) bytes or documents: \(error)")
  exit(1)
}
