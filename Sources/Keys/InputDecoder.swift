// Turns a terminal's bytes into keys and pastes. The result does not depend on how the bytes are
// split into pieces.
//
// Invariants: pure (bytes and a clock in milliseconds are the input). Only text becomes text: the
// decoder drops invalid UTF-8, control characters, unknown or broken sequences, and replies of the
// terminal. It drops mouse reports unless `reportsMouse` is set. Every byte is examined a bounded
// number of times, so the cost is linear. Only the tail of the queue can be incomplete, so the
// arrival time of the last bytes is enough for all timers.
//
// The time after an Esc decides which of three meanings it has. Bytes that come within
// `escapeDelay` belong to the Esc: together they are a sequence, or Alt with a key. If no byte
// comes and Esc matters to the application, the Esc is a key. If Esc does not matter, the Esc is a
// prefix until `patience` has passed: the next key becomes that key with Meta (Alt). An Esc that
// does not matter is dropped if it comes within `patience` after an Esc that ended a prefix or
// closed a panel. So the second Esc of a quick pair does nothing.
//
// ^X (Ctrl-X) waits for its key without a time limit. It is reported as waiting only after a delay,
// so that nothing is shown while a person types a chord quickly.

import FormText

/// An incremental decoder of terminal input.
package struct InputDecoder {
  /// The meaning of decoded bytes.
  package enum Token: Equatable {
    case key(Key)
    case paste(Paste)
    /// A prefix waits for its key; nil if a prefix has ended without a key.
    case pending(KeyPrefix?)
    /// A report of the mouse (while `reportsMouse` is set) or the cursor.
    case report(TerminalReport)
  }

  /// The longest time in milliseconds that an Esc, or the beginning of a sequence, waits for
  /// further bytes.
  package static let patience = 1000
  /// The time after which a waiting ^X is reported, in milliseconds.
  static let controlXDelay = 400
  /// The maximum length in bytes of a string (OSC, DCS, APC) that is skipped.
  private static let longestString = 65536

  /// The state of the decoder between two bytes.
  enum Mode {
    case ground
    /// Between the brackets of a paste.
    case paste
    /// In an OSC, DCS or APC string, with the number of bytes skipped so far.
    case string(Int)
    /// In a control sequence that is too long to be valid.
    case overlong
  }

  /// The time in milliseconds for which an Esc alone waits for the rest of a sequence.
  package let escapeDelay: Int
  /// Whether vi keys are used. If so, an Esc is always a key and never a prefix, because a person
  /// may type the next key very soon after the Esc.
  package var usesViKeys = false
  /// Whether mouse reports are returned; otherwise they are dropped.
  package var reportsMouse = false
  /// The time at which to call `next` again even if no bytes have come; nil if only new bytes can
  /// change the result.
  package private(set) var deadline: Int?

  private(set) var queue = InputQueue()
  private var mode = Mode.ground
  /// The time at which the last bytes came.
  private(set) var arrival = 0
  /// The state of Esc.
  var escape = EscapeState()
  /// The prefix that was reported and has not ended.
  private(set) var announced: KeyPrefix?
  /// The time of a ^X that waits for its key; nil if there is none.
  private var controlX: Int?
  private var paste = PasteCollector()

  package init(escapeDelay: Int) { self.escapeDelay = escapeDelay }

  /// Whether the queue starts with an Esc, so that the result of `next` may depend on
  /// `escapeMatters`.
  package var startsWithEscape: Bool {
    !queue.isEmpty && queue[0] == 0x1b
  }

  /// Removes and returns the bytes that were not yet decoded.
  package mutating func takeUndecoded() -> [UInt8] {
    guard case .ground = mode else { return [] }
    defer { queue.drop(queue.count) }
    return Array(queue.rest())
  }

  /// Whether the bytes so far contain the beginning of a paste without its end.
  package var isInPaste: Bool {
    if case .paste = mode { return true }
    // The search is skipped if the queue is too short for the opening bracket, for example for a
    // single key.
    guard queue.count >= PasteCollector.opening.count else { return false }
    let rest = queue.rest()
    return rest.indices.contains { rest[$0...].starts(with: PasteCollector.opening) }
  }

  /// Adds bytes that arrived at the time `now`.
  @inlinable package mutating func append(_ new: some Collection<UInt8>, at now: Int) {
    append(ArraySlice(new), at: now)
  }

  /// Adds bytes that arrived at the time `now`. Not generic, because calling another module's
  /// generic function for every key is slow.
  package mutating func append(_ new: ArraySlice<UInt8>, at now: Int) {
    if new.isEmpty { return }
    if queue.count == 1, queue[0] == 0x1b, case .ground = mode { escape.age = now - arrival }
    queue.append(new)
    arrival = now
  }

  /// The same as `next(now:escapeMatters:)`, but `escapeMatters` is false if the queue does not start
  /// with an Esc.
  package mutating func next(now: Int, escapeMatters: () -> Bool) -> Token? {
    let startsWithEscape = startsWithEscape
    return next(now: now, escapeMatters: startsWithEscape && escapeMatters())
  }

  /// Returns the next key, paste, report or change of prefix; nil if more bytes are needed.
  ///
  /// - Parameter escapeMatters: whether an Esc alone is a key. If false, an Esc alone is a prefix:
  ///   it turns the next key into that key with Meta. Evaluated only for an Esc that no sequence
  ///   follows.
  package mutating func next(now: Int, escapeMatters: @autoclosure () -> Bool) -> Token? {
    deadline = nil
    while true {
      switch mode {
      case .ground:
        if queue.isEmpty { return wait(until: nil, now: now) }
        let isKey = usesViKeys || controlX != nil
        let step = scan(now: now, escapeMatters: isKey || escapeMatters())
        if case .wait(let until) = step { return wait(until: until, now: now) }
        if let token = take(step) { return token }
      case .paste:
        guard let paste = collectPaste(now: now) else { return nil }
        if !paste.text.isEmpty || paste.leftOut > 0 { return .paste(paste) }
      case .string(let length): if !skipString(length, now: now) { return nil }
      case .overlong: if !skipOverlong(now: now) { return nil }
      }
    }
  }

  /// Ends an incomplete paste because no more bytes will come.
  package mutating func finish() -> Token? {
    guard case .paste = mode else { return nil }
    mode = .ground
    return .paste(paste.finish())
  }

  // MARK: - Chords

  /// Returns the token of a key, or of a chord of ^X and a key. For ^X itself and for a dropped
  /// key, returns the end of a reported prefix, or nil.
  private mutating func token(for key: Key) -> Token? {
    let end: Token? = announced == nil ? nil : .pending(nil)
    announced = nil
    guard controlX != nil else {
      guard key == .control("x") else { return .key(key) }
      controlX = arrival
      return end
    }
    controlX = nil
    switch KeyAfterControlX(key) {
    case .chord: return .key(.controlX(key))
    case .itself: return .key(key)
    case .nothing: return end
    }
  }

  /// Waits for bytes. Returns a token if a ^X has waited long enough to be reported.
  private mutating func wait(until: Int?, now: Int) -> Token? {
    deadline = until
    guard let controlX, announced == nil else { return nil }
    let due = controlX + Self.controlXDelay
    guard now >= due else {
      deadline = min(until ?? .max, due)
      return nil
    }
    announced = .controlX
    return .pending(.controlX)
  }

  /// Drops a ^X that waits for its key, or an Esc that was reported as waiting. Returns false if
  /// neither is waiting.
  package mutating func cancelPrefix() -> Bool {
    if announced == .escape {
      queue.drop(1)
      escape = EscapeState()
    } else if controlX == nil {
      return false
    }
    (controlX, announced) = (nil, nil)
    return true
  }

  // MARK: - Ground

  /// The decision about the bytes at the head of the queue.
  enum Step {
    case key(Key, Int)
    case skip(Int)
    case enter(Mode, Int)
    case report(TerminalReport, Int)
    case wait(until: Int?)
    /// No byte follows the Esc at the head, so this Esc becomes a prefix.
    case announce
    /// The prefix at the head ends because of the Esc after it.
    case endPrefix
  }

  /// Removes the bytes of a step from the queue, and returns its token.
  private mutating func take(_ step: Step) -> Token? {
    let length =
      switch step {
      case .key(_, let length), .skip(let length), .enter(_, let length), .report(_, let length):
        length
      case .endPrefix: 1
      case .announce, .wait: 0
      }
    if length > 0 {
      queue.drop(length)
      (escape.age, escape.endsPrefix) = (nil, false)
    }
    switch step {
    case .key(let key, _): return token(for: key)
    case .announce:
      announced = .escape
      return .pending(.escape)
    case .enter(let mode, _):
      self.mode = mode
      // A paste cancels ^X; a reply from the terminal does not.
      guard case .paste = mode else { break }
      controlX = nil
    case .endPrefix: escape.endsPrefix = true
    case .skip, .report, .wait: break
    }
    guard announced != nil, controlX == nil else {
      if case .report(let report, _) = step { return .report(report) }
      return nil
    }
    announced = nil
    return .pending(nil)
  }

  private mutating func scan(now: Int, escapeMatters: @autoclosure () -> Bool) -> Step {
    let byte = queue[0]
    if byte == 0x1b {
      escape.endRest()
      return scanEscape(now: now, escapeMatters: escapeMatters())
    }
    if let step = scanRest(now: now) { return step }
    if byte < 0x20 || byte == 0x7f {
      if byte == 0x0a { return .key(controlX == nil ? .enter : .control("j"), 1) }
      guard let key = Key(control: byte) else { return .skip(1) }
      return .key(key, 1)
    }
    switch UTF8Scanner.scan(queue.rest()) {
    case .scalar(let scalar, let length):
      return scalar.isControl ? .skip(length) : .key(.character(scalar), length)
    case .invalid(let length): return .skip(length)
    case .incomplete: return .wait(until: nil)
    }
  }

  // MARK: - Pastes and strings

  /// Returns the paste if its closing bracket has come, or if no bytes have come for a second.
  private mutating func collectPaste(now: Int) -> Paste? {
    queue.drop(paste.append(queue.rest()))
    if !paste.hasEnded {
      if now - arrival < Self.patience {
        deadline = arrival + Self.patience
        return nil
      }
    }
    mode = .ground
    return paste.finish()
  }

  /// Skips the string in progress. Returns false if its end has not come.
  private mutating func skipString(_ skipped: Int, now: Int) -> Bool {
    var skipped = skipped
    while !queue.isEmpty {
      switch queue[0] {
      case 0x07, 0x18, 0x1a:
        queue.drop(1)
        mode = .ground
        return true
      case 0x1b:
        guard queue.count > 1 else { return isOver(skipped, now: now) }
        if queue[1] == 0x5c { queue.drop(2) }
        mode = .ground
        return true
      default:
        queue.drop(1)
        skipped += 1
      }
    }
    return isOver(skipped, now: now)
  }

  private mutating func isOver(_ skipped: Int, now: Int) -> Bool {
    if skipped > Self.longestString || now - arrival >= Self.patience {
      mode = .ground
      return true
    }
    mode = .string(skipped)
    deadline = arrival + Self.patience
    return false
  }

  /// Skips the rest of a control sequence. Returns false if its final byte has not come.
  private mutating func skipOverlong(now: Int) -> Bool {
    while !queue.isEmpty {
      let byte = queue[0]
      guard (0x20...0x3f).contains(byte) else {
        if (0x40...0x7e).contains(byte) { queue.drop(1) }
        mode = .ground
        return true
      }
      queue.drop(1)
    }
    if now - arrival >= Self.patience {
      mode = .ground
      return true
    }
    deadline = arrival + Self.patience
    return false
  }
}
