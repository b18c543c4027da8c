// vi commands, read key by key: a count, an operator, a motion, a character to look for.
//
// Invariants: pure; a key that a running instruction waits for never begins another one; counts end at
// the number of scalars a line may hold, whatever digits are typed; every sequence of keys ends as an
// instruction, as a chord of the application or as nothing.

/// One complete vi command; named an instruction because commands are those of the form.
struct ViInstruction: Equatable {
  /// What is done to the text a motion spans.
  enum Operator: Unicode.Scalar {
    case delete = "d"
    case change = "c"
    case yank = "y"
  }

  /// How often, 1 if not given.
  var count = 1
  /// Whether a count was typed.
  var hasCount = false
  var `operator`: Operator?
  /// The last key: a motion behind an operator, the operator itself for the whole line.
  var key: Unicode.Scalar
  /// What `f F t T r` and the text objects `i a` look for.
  var argument: Character?
}

/// Collects the keys of one instruction.
struct ViParser {
  /// What the keys so far make.
  enum Result: Equatable {
    /// The next key belongs to them.
    case waiting
    case instruction(ViInstruction)
    /// A chord of the application.
    case chord(Unicode.Scalar, Unicode.Scalar)
    /// They mean nothing, and are forgotten.
    case nothing
  }

  /// The keys of the application that wait for a second one.
  static let prefixes: Set<Unicode.Scalar> = ["g", "'", "Z"]
  /// The keys that end an instruction, besides operators and those that wait for a character.
  private static let singles = Set("hl wbeWBE0^$|%;,xXDCSsYpP~iaIAoOJ.".unicodeScalars)
  /// The motions an operator can be followed by.
  private static let motions = Set("hl wbeWBE0^$|%;,".unicodeScalars)

  /// The most keys that are kept for `.`; more are digits that change nothing.
  private static let longest = 64

  /// Whether an instruction has begun and is not complete.
  private(set) var isWaiting = false
  /// The keys of the instruction that was complete last, for `.`.
  private(set) var lastKeys: [Unicode.Scalar] = []

  /// The keys of the instruction that is being read.
  private var keys: [Unicode.Scalar] = []
  private var count: Int?
  /// The count before the operator.
  private var outerCount: Int?
  private var pending: ViInstruction.Operator?
  private var awaited: Awaited?

  /// What the next key is, whatever it means otherwise.
  private enum Awaited {
    case argument(of: Unicode.Scalar)
    case register
    case second(of: Unicode.Scalar)
  }

  /// Whether the next character is looked for or written, so that it may be more than one scalar.
  var awaitsText: Bool {
    if case .argument = awaited { true } else { false }
  }

  /// The count, where nothing else has been typed.
  var countAlone: Int? { pending == nil && awaited == nil ? count : nil }

  /// Takes the next key.
  ///
  /// - Parameter text: The whole character where `awaitsText`; its first scalar is `key`.
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
      // There is one register.
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
