// Checks values of a document by compiled schemas.
//
// The schemas that are being applied are on a stack of frames, so a check can pause after any step.
// Each keyword that contains schemas is a type of its own, which continues where it paused.
//
// Invariants: the work is limited by a budget, and the stack by a depth, so a schema that contains
// itself cannot stop the program. If a limit is reached, the check accepts everything else and
// reports the limit. A part that cannot be checked never makes a value invalid.

import FormText
import LosslessJSON
import Patterns

/// A violation at a value of the document.
struct SchemaFault: Sendable {
  /// The position of the value, or of its key, in the tree of the document.
  let value: Int
  /// The number of arrays and objects around the value.
  let level: Int
  var complaint: Complaint
}

/// The faults that a check found.
struct SchemaFaults: Sendable {
  /// The faults found so far, at most `most`.
  var found: [SchemaFault] = []
  var most: Int
  /// The limits that were reached.
  var limits: [SchemaFault] = []
  /// Whether faults are noted; otherwise a schema ends at its first one.
  var areNoted = true
}

/// The check of one document, in progress.
struct SchemaCheck: Sendable {
  let program: SchemaProgram
  private let document: JSONDocument
  /// The schemas that are being applied, each inside the one before.
  private var stack: [SchemaFrame] = []
  /// The verdict of the schema that ended last, until a keyword takes it.
  private var verdict: SchemaVerdict?
  var faults = SchemaFaults(most: SchemaCheck.limits.faults)
  /// The number of arrays and objects around the present value.
  private(set) var level = 0
  private var budget: Int
  /// The resources that were entered, from the outermost.
  private var scope: [Int] = []
  /// The number of times that the verdict on a part was unknown: a gap, or a limit that was reached.
  private(set) var gapsMet = 0

  /// The limits of a check. `steps` is a minimum, to which a multiple of the document's size is
  /// added.
  fileprivate static let limits = (
    faults: 1_000, depth: 1_600, steps: 4_000_000, stepsPerValue: 64, stepsPerByte: 1
  )

  /// Begins a check.
  ///
  /// - Parameter steps: the work that is allowed for a small document.
  init(
    _ program: SchemaProgram, of document: JSONDocument, steps: Int = SchemaCheck.limits.steps
  ) {
    (self.program, self.document) = (program, document)
    budget =
      steps + SchemaCheck.limits.stepsPerValue * document.nodeCount
      + SchemaCheck.limits.stepsPerByte * document.bytes.count
    apply(0, to: document.root, .here)
  }

  /// Continues the check.
  ///
  /// - Parameter steps: the number of steps that are left; the check pauses when none are.
  /// - Returns: whether the check is complete.
  mutating func advance(steps: inout Int) -> Bool {
    while !stack.isEmpty, steps > 0 {
      let before = budget
      step()
      steps -= 1 + before - budget
    }
    return stack.isEmpty
  }

  /// The faults that were found so far, in the order of their values.
  var sortedFaults: [SchemaFault] {
    let all = faults.found + faults.limits
    return all.indices.sorted { (all[$0].value, $0) < (all[$1].value, $1) }.map { all[$0] }
  }

  // MARK: - Limits

  /// Charges work to the budget. If it is used up, returns false, and the verdict on the present
  /// part is unknown.
  mutating func charge(_ steps: Int = 1) -> Bool {
    let wasLeft = budget > 0
    budget -= wasLeft ? steps : 0
    if budget > 0 { return true }
    meetGap()
    if wasLeft {
      note(
        "takes too long to check by its schema; it is not checked completely", at: document.root)
    }
    return false
  }

  private mutating func note(_ reason: String, at value: JSONValue) {
    faults.limits.append(
      SchemaFault(value: value.index, level: level, complaint: .unchecked(reason)))
  }

  /// Records that the verdict on a part is unknown.
  mutating func meetGap() { gapsMet += 1 }

  // MARK: - Schemas

  /// The value to which the innermost schema is applied.
  var value: JSONValue { stack.isEmpty ? document.root : stack[stack.count - 1].value }

  /// Notes a fault at a value, and returns false.
  ///
  /// - Parameter isInside: whether the value is a member or an item of the present value.
  mutating func refuse(
    _ value: JSONValue, isInside: Bool = false, _ complaint: @autoclosure () -> Complaint
  ) -> Bool {
    if faults.areNoted, faults.found.count < faults.most {
      faults.found.append(
        SchemaFault(
          value: value.index, level: level + (isInside ? 1 : 0), complaint: complaint()))
    }
    return false
  }

  /// The verdict of the schema that a keyword applied; nil when the keyword begins.
  mutating func takeVerdict() -> SchemaVerdict? { verdict.take() }

  /// Records members or items that the innermost schema has evaluated.
  mutating func markEvaluated(_ values: Set<Int>) {
    stack[stack.count - 1].evaluated.formUnion(values)
  }

  /// Records a member or item that the innermost schema has evaluated.
  ///
  /// - Returns: whether it was not recorded before.
  mutating func markEvaluated(_ value: JSONValue) -> Bool {
    stack[stack.count - 1].evaluated.insert(value.index).inserted
  }

  /// Begins to apply a schema to a value. A schema that contains no others ends at once.
  private mutating func apply(_ number: Int, to value: JSONValue, _ manner: SchemaManner) {
    guard charge() else { return accept() }
    guard stack.count < SchemaCheck.limits.depth else {
      note("is nested too deeply for its schema; it is not checked completely", at: value)
      budget = 0
      return accept()
    }
    let resource = program.schemas[number].resource
    let isEntered = scope.last != resource
    if isEntered { scope.append(resource) }
    if manner == .inside { level += 1 }
    stack.append(
      SchemaFrame(
        schema: number, value: value, manner: manner, gaps: gapsMet, isEntered: isEntered,
        notesFaults: faults.areNoted))
    if manner == .silently { faults.areNoted = false }
    continueKeywords()
  }

  /// Accepts a value because a limit was reached.
  private mutating func accept() {
    gapsMet += 1
    verdict = SchemaVerdict(isValid: true, evaluated: [])
  }

  /// Continues the innermost schema up to the next schema inside it.
  private mutating func step() {
    let top = stack.count - 1
    guard var keyword = stack[top].unfinished.take() else { return continueKeywords() }
    switch keyword.advance(&self) {
    case .met(let isMet):
      if !isMet {
        stack[top].isValid = false
        if !faults.areNoted { return end() }
      }
      continueKeywords()
    case .apply(let number, let value, let manner):
      stack[top].unfinished = keyword
      apply(number, to: value, manner)
    case .become(let other): stack[top].unfinished = other
    case .pause: stack[top].unfinished = keyword
    }
  }

  /// Checks the next keywords of the innermost schema up to one that contains schemas.
  private mutating func continueKeywords() {
    let top = stack.count - 1
    let (schema, value, gaps) = (stack[top].schema, stack[top].value, stack[top].gaps)
    while stack[top].next < program.schemas[schema].keywords.count {
      let keyword = program.schemas[schema].keywords[stack[top].next]
      stack[top].next += 1
      if keyword.needsAllOthers, !stack[top].isValid || gapsMet != gaps { continue }
      if let check = keyword.check(of: value, self) {
        stack[top].unfinished = check
        return
      }
      guard !meets(keyword, value) else { continue }
      stack[top].isValid = false
      // A value of the wrong type has no further faults.
      if case .type = keyword { return end() }
      if !faults.areNoted { return end() }
    }
    end()
  }

  /// Ends the innermost schema.
  private mutating func end() {
    let frame = stack.removeLast()
    if frame.isEntered { scope.removeLast() }
    if frame.manner == .inside { level -= 1 }
    faults.areNoted = frame.notesFaults
    if program.tracksEvaluation, frame.manner == .here, !stack.isEmpty {
      markEvaluated(frame.evaluated)
    }
    verdict = SchemaVerdict(isValid: frame.isValid, evaluated: frame.evaluated)
  }

  /// The schema to which a dynamic reference leads: that of the outermost resource with the anchor.
  func target(ofDynamicReference schema: Int, anchor: Text) -> Int {
    let resources = program.dynamicAnchors[anchor] ?? [:]
    return scope.first { resources[$0] != nil }.flatMap { resources[$0] } ?? schema
  }

  /// Whether a pattern has a match in a text. A match that takes too long is noted as a limit.
  mutating func matches(_ pattern: Pattern, _ text: String, at value: JSONValue) -> Bool {
    var allowance = Pattern.Allowance()
    let verdict = pattern.verdict(on: text, within: &allowance)
    _ = charge(allowance.spent / 16)
    switch verdict {
    case .matches: return true
    case .differs: return false
    case .unchecked(let reason):
      note(reason, at: value)
      gapsMet += 1
      return true
    }
  }
}
