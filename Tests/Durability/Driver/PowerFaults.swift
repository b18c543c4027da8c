// Cuts the power after the disk failed: `durability-driver power-faults --count N --seed S`.
//
// As `power`, but calls fail at random in the recorded sessions, and a file whose sync failed loses what
// was to be written, though later syncs succeed. What a commit that returned reported as durable must
// be there all the same.

/// The subcommand.
enum PowerFaults {
  static func run(_ arguments: ArraySlice<String>) throws {
    try Power.run(arguments, name: "power-faults", isFaulty: true)
  }
}
