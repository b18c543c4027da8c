// Cuts the power after the disk failed: `durability-driver power-faults --count N --seed S`.
//
// Works like `power`, but calls fail at random in the recorded sessions. A failed sync loses the
// bytes that it should write, although later syncs succeed. The draft must nevertheless contain
// everything that a commit reported as durable.

/// The subcommand.
enum PowerFaults {
  static func run(_ arguments: ArraySlice<String>) throws {
    try Power.run(arguments, name: "power-faults", isFaulty: true)
  }
}
