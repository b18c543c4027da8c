// Turns a terminal's bytes into keys and pastes, however they are cut into pieces.
//
// Invariants: pure (bytes and a clock in milliseconds go in); what is not a key or text never
// becomes text: invalid UTF-8, control characters, unknown or broken sequences, replies and mouse
// reports vanish; every byte is looked at a bounded number of times, so a megabyte costs a megabyte.
// Only the tail of the queue can be incomplete, so one arrival time is enough for all timers.
//
// Esc has three meanings, by time. Bytes within `escapeDelay` belong to it: a sequence, or Alt with a
// key. After that it is a key, where it matters; elsewhere it is a prefix that makes the next key
// Meta, until `patience` has passed. An Esc within `patience` after one that ended something (a prefix,
// or a panel of the application) is no prefix: Esc Esc is always nothing.
//
// ^X waits for its key without end. It is reported as waiting only after a while, so that a chord
// typed fast shows nothing.

import FormText

/// An incremental decoder of terminal input.
package struct InputDecoder {
  /// What the bytes meant.
  package enum Token: Equatable {
    case key(Key)
    case paste(Paste)
    /// A prefix waits for its key; nil when it has ended without one.
    case pending(KeyPrefix?)
    /// The mouse, while `reportsMouse`, or the cursor.
    case report(TerminalReport)
  }

  /// How long after an Esc, or within a sequence, its rest is still taken for that, in milliseconds.
  package static let patience = 1000
  /// The time after which a waiting ^X is reported, in milliseconds.
  static let controlXDelay = 400
  /// The longest string (OSC, DCS, APC) that is skipped as such.
  private static let longestString = 65536

  /// Where the decoder stands between two bytes.
  enum Mode {
    case ground
    /// Between the brackets of a paste.
    case paste
    /// In an OSC, DCS or APC string, so many bytes of it skipped.
    case string(Int)
    /// In a control sequence that was too long to be one.
    case overlong
  }

  /// How long an Esc alone waits for the rest of a sequence when it matters, in milliseconds.
  package let escapeDelay: Int
  /// With vi keys an Esc is always a key, never part of Meta: what follows it at once was typed fast.
  package var usesViKeys = false
  /// Whether the mouse is reported; else its reports are left out.
  package var reportsMouse = false
  /// When to call `next` again although no bytes have come; nil when only bytes can help.
  package private(set) var deadline: Int?

  private(set) var queue = InputQueue()
  private var mode = Mode.ground
  /// When the last bytes came.
  private(set) var arrival = 0
  /// The state of Esc.
  var escape = EscapeState()
  /// The prefix that was reported and has not ended.
  private(set) var announced: KeyPrefix?
  /// When the ^X came that waits for a key.
  private var controlX: Int?
  private var paste = PasteCollector()

  package init(escapeDelay: Int) { self.escapeDelay = escapeDelay }

  /// Whether what is in the queue starts with an Esc, so that `escapeMatters` matters.
  package var startsWithEscape: Bool {
    !queue.isEmpty && queue[0] == 0x1b
  }

  /// The bytes that were not decoded yet; they are no longer in the queue.
  package mutating func takeUndecoded() -> [UInt8] {
    guard case .ground = mode else { return [] }
    defer { queue.drop(queue.count) }
    return Array(queue.rest())
  }

  /// Whether a paste has begun, as far as bytes have come, and has not ended.
  package var isInPaste: Bool {
    if case .paste = mode { return true }
    // A key is too short for it: it is not searched.
    return queue.count >= PasteCollector.opening.count
      && queue.rest().contains(PasteCollector.opening)
  }

  /// Adds bytes that came at a time.
  @inlinable package mutating func append(_ new: some Collection<UInt8>, at now: Int) {
    append(ArraySlice(new), at: now)
  }

  /// Adds bytes that came at a time. No generic function is called from another module for a key.
  package mutating func append(_ new: ArraySlice<UInt8>, at now: Int) {
    if new.isEmpty { return }
    if queue.count == 1, queue[0] == 0x1b, case .ground = mode { escape.age = now - arrival }
    queue.append(new)
    arrival = now
  }

  /// The next key or paste, or news of a prefix; nil when the bytes so far make none yet.
  ///
  /// - Parameter escapeMatters: Whether an Esc alone is a key. If not it makes the next key Meta.
  package mutating func next(now: Int, escapeMatters: Bool) -> Token? {
    let escapeMatters = escapeMatters || usesViKeys
    deadline = nil
    while true {
      switch mode {
      case .ground:
        if queue.isEmpty { return wait(until: nil, now: now) }
        let isKey = escapeMatters || controlX != nil
        let step = scan(now: now, escapeMatters: isKey)
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

  /// Ends what is incomplete because no more bytes will come.
  package mutating func finish() -> Token? {
    guard case .paste = mode else { return nil }
    mode = .ground
    return .paste(paste.finish())
  }

  // MARK: - Chords

  /// The token of a key, a chord if ^X was before it; nil for ^X itself.
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

  /// Waits for bytes; meanwhile ^X may have waited long enough to be reported.
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

  /// Forgets a ^X that waits for its key, or an Esc that was reported to; false if there is none.
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

  /// What to do with the bytes at the head of the queue.
  enum Step {
    case key(Key, Int)
    case skip(Int)
    case enter(Mode, Int)
    case report(TerminalReport, Int)
    case wait(until: Int?)
    /// An Esc that nothing has followed is a prefix from now on.
    case announce
    /// The prefix at the head ends because of the Esc after it.
    case endPrefix
  }

  /// Takes the bytes of a step off the queue, and returns its token.
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
      // A paste cancels ^X; a reply of the terminal does not.
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

  private mutating func scan(now: Int, escapeMatters: Bool) -> Step {
    let byte = queue[0]
    if byte == 0x1b {
      escape.endRest()
      return scanEscape(now: now, escapeMatters: escapeMatters)
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

  /// The paste if it has ended, by its bracket or because nothing more comes.
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

  /// Skips a string to its end; false while that has not come.
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

  /// Skips the rest of a control sequence; false while its final byte has not come.
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
