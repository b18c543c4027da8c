// Delivers answers to a command: `longform deliver`, and the options of `fill` and `edit`.

import Arguments
import FormTerminal
import FormText
import Glibc

/// The options for the command that receives the answers.
struct DeliveryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Give the answers to this shell command and keep them until it exits with 0. It reads them \
      from standard input; what it writes to standard output is the output of longform.
      """, valueName: "command"))
  var deliver: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End the command of --deliver after this many seconds, 60 by default.", valueName: "seconds"))
  var deliverTimeout: Int?

  var listedDeclarations: DeclarationList? {
    [("deliver", _deliver), ("deliverTimeout", _deliverTimeout)]
  }

  func validate() throws {
    if deliver?.allSatisfy(\.isWhitespace) == true {
      throw ValidationError("--deliver needs a command")
    }
    guard let deliverTimeout else { return }
    if deliver == nil { throw ValidationError("--deliver-timeout needs --deliver") }
    if !(1...FillSettings.longestTimeout).contains(deliverTimeout) {
      throw ValidationError(
        "--deliver-timeout takes 1 to \(grouped(FillSettings.longestTimeout)) seconds")
    }
  }

  /// The command; nil if none was named.
  var command: DeliveryCommand? {
    deliver.map { DeliveryCommand($0, timeout: deliverTimeout ?? DeliveryCommand.usualTimeout) }
  }
}

/// Sends saved answers that their command has not accepted yet.
struct DeliverSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Send the saved answers that are not delivered yet, oldest first.",
    discussion: """
      Each command gets the same bytes with the same id as before. The first one that does not accept \
      them ends the run, with exit status 69; 0 means that nothing is left.
      """)

  @Argument(help: "The drafts, each named as longform drafts lists it; all without one.")
  var drafts: [String] = []

  @Flag(help: "Go on after answers that are not accepted.")
  var keepGoing = false

  @Flag(help: "Print only errors on standard error.")
  var quiet = false

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      try Redelivery(keepsGoing: keepGoing, isQuiet: quiet).run(drafts)
    }
  }
}
