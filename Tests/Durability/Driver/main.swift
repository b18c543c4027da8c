// Tests drafts whose disk fails or loses power.
//
//     durability-driver power --count N --seed S
//     durability-driver power-faults --count N --seed S
//     durability-driver store-faults --count N --seed S
//
// Each subcommand is a file with an enum and a `run`. The subcommands that end in `-session` run as
// children, with Tests/CFaults preloaded. Exits with 1 if a commit is lost or incomplete, and
// prints how to repeat the failure. Tests/Durability/run builds and starts the driver.

import Glibc

let arguments = CommandLine.arguments.dropFirst()
do {
  let rest = arguments.dropFirst()
  switch arguments.first {
  case "power": try Power.run(rest)
  case "power-faults": try PowerFaults.run(rest)
  case "store-faults": try StoreFaults.run(rest)
  case "power-session": try PowerSession.run(rest)
  case "store-faults-session": try StoreFaultsSession.run(rest)
  default: throw Usage(text: "there are power, power-faults and store-faults")
  }
} catch let usage as Usage {
  print(usage.text)
  exit(64)
} catch {
  print(error)
  exit(1)
}
