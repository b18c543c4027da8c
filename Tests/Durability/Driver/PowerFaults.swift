// Cuts the power after the disk failed: `durability-driver power-faults --count N --seed S`.
//
// Like `power`, but calls fail at random in the recorded sessions, and a failed sync loses the
// bytes to write, though later syncs succeed. Everything that a commit reported as durable must
// nevertheless be there.

/// The subcommand.
enum PowerFaults {
  static func run(_ arguments: ArraySlice<String>) throws {
    try Power.run(arguments, name: "power-faults", isFaulty: true)
  }
}
