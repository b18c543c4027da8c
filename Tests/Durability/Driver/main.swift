// Tests drafts whose disk fails or loses power.
//
//     durability-driver power --count N --seed S
//     durability-driver power-faults --count N --seed S
//     durability-driver store-faults --count N --seed S
//
// Each subcommand is a type with a function `run`, in a file of its own. The subcommands that end
// in `-session` or `-opening` run as child processes, with Tests/CFaults preloaded. If a commit is
// lost or incomplete, the driver prints how to repeat the failure, and exits with 1.
// Tests/Durability/run builds and starts the driver.

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
  case "store-faults-opening": try StoreFaultsSession.runOpening(rest)
  default: throw Usage(text: "there are power, power-faults and store-faults")
  }
} catch let usage as Usage {
  print(usage.text)
  exit(64)
} catch {
  print(error)
  exit(1)
}
