// Parses vi commands key by key: a count, an operator, a motion, and a character to search for.
//
// Invariants: pure. A key for which an unfinished instruction waits never begins another
// instruction. A count is at most the number of scalars that a line may hold. Every sequence of
// keys ends as an instruction, as a chord of the application, or without any effect.

/// One complete vi command. It is called an instruction because in this program “command” means a
/// command of the form.
struct ViInstruction: Equatable {
  /// An operator: an action on the text that a motion spans.
  enum Operator: Unicode.Scalar {
    case delete = "d"
    case change = "c"
    case yank = "y"
  }

  /// The count, 1 by default.
  var count = 1
  /// Whether a count was typed.
  var hasCount = false
  var `operator`: Operator?
  /// The last key: a command such as `x`; after an operator, a motion, or the operator's own key
  /// for whole lines.
  var key: Unicode.Scalar
  /// The character after `f F t T r` or after a text object's `i a`.
  var argument: Character?
}

/// A parser that collects the keys of one instruction.
struct ViParser {
  /// The meaning of the keys so far.
  enum Result: Equatable {
    /// More keys are needed.
    case waiting
    case instruction(ViInstruction)
    /// A chord of the application.
    case chord(Unicode.Scalar, Unicode.Scalar)
    /// The keys have no meaning and are dropped.
    case nothing
  }

  /// The keys that begin a chord of the application, such as `gg`.
  static let prefixes: Set<Unicode.Scalar> = ["g", "'", "Z"]
  /// The keys that complete an instruction. Operators, and keys that wait for a character, do not
  /// complete an instruction.
  private static let singles = Set("hl wbeWBE0^$|%;,xXDCSsYpP~iaIAoOJ.".unicodeScalars)
  /// The motions that may come after an operator.
  private static let motions = Set("hl wbeWBE0^$|%;,".unicodeScalars)

  /// The maximum number of keys that are kept for `.`. Further keys can only be digits of a count
  /// that has reached its limit, so they have no effect.
  private static let longest = 64

  /// Whether an instruction has begun but is not complete.
  private(set) var isWaiting = false
  /// The keys of the last complete instruction, for `.`.
  private(set) var lastKeys: [Unicode.Scalar] = []

  /// The keys of the unfinished instruction.
  private var keys: [Unicode.Scalar] = []
  private var count: Int?
  /// The count before the operator.
  private var outerCount: Int?
  private var pending: ViInstruction.Operator?
  private var awaited: Awaited?

  /// The meaning of the next key, whichever key the person types: an argument, the name of a
  /// register, or the second key of a chord.
  private enum Awaited {
    case argument(of: Unicode.Scalar)
    case register
    case second(of: Unicode.Scalar)
  }

  /// Whether the next character is an argument, which may have more than one scalar.
  var awaitsText: Bool {
    if case .argument = awaited { true } else { false }
  }

  /// The count if nothing but a count was typed; nil otherwise.
  var countAlone: Int? { pending == nil && awaited == nil ? count : nil }

  /// Reads the next key.
  ///
  /// - Parameter text: the whole character if `awaitsText` is true; its first scalar is `key`.
  mutating func read(_ key: Unicode.Scalar, text: Character? = nil) -> Result {
    if keys.count < Self.longest { keys += text.map { Array($0.unicodeScalars) } ?? [key] }
    let result = awaited.map { read(key, text ?? Character(key), for: $0) } ?? begin(key)
    if result == .waiting {
      isWaiting = true
    } else {
      let complete = keys
      self = ViParser()
      lastKeys = complete
    }
    return result
  }

  private mutating func read(_ key: Unicode.Scalar, _ text: Character, for it: Awaited) -> Result {
    awaited = nil
    switch it {
    case .register:
      // There is only one register, so its name is ignored.
      keys.removeLast(2)
      return .waiting
    case .argument(let instruction): return .instruction(self.instruction(instruction, text))
    case .second(let first): return count == nil ? .chord(first, key) : .nothing
    }
  }

  private mutating func begin(_ key: Unicode.Scalar) -> Result {
    switch key {
    case "1"..."9",
      "0" where count != nil:
      let digit = Int(key.value) - 0x30
      count = min((count ?? 0) * 10 + digit, LineEditor.scalarLimit)
      return .waiting
    case "\"" where pending == nil:
      awaited = .register
      return .waiting
    case "f", "F", "t", "T",
      "r" where pending == nil, "i" where pending != nil, "a" where pending != nil:
      awaited = .argument(of: key)
      return .waiting
    case _ where Self.prefixes.contains(key) && pending == nil:
      awaited = .second(of: key)
      return .waiting
    default: break
    }
    if let found = ViInstruction.Operator(rawValue: key) {
      guard let pending else {
        pending = found
        outerCount = count
        count = nil
        return .waiting
      }
      return pending == found ? .instruction(instruction(key)) : .nothing
    }
    let known = pending == nil ? Self.singles : Self.motions
    return known.contains(key) ? .instruction(instruction(key)) : .nothing
  }

  private func instruction(_ key: Unicode.Scalar, _ argument: Character? = nil) -> ViInstruction {
    let product = (outerCount ?? 1) * (count ?? 1)
    return ViInstruction(
      count: min(product, LineEditor.scalarLimit), hasCount: count != nil || outerCount != nil,
      operator: pending, key: key, argument: argument)
  }
}
