// Turns a terminal's bytes into keys and pastes, however they are split into pieces.
//
// Invariants: pure (bytes and a clock in milliseconds go in). Only text becomes text: invalid
// UTF-8, control characters, unknown or broken sequences, replies and mouse reports are dropped.
// Every byte is examined a bounded number of times, so the cost is linear. Only the tail of the
// queue can be incomplete, so one arrival time is enough for all timers.
//
// Esc has three meanings, by time. Bytes within `escapeDelay` belong to it: a sequence, or Alt with
// a key. Later it is a key if it matters; otherwise it is a prefix that makes the next key Meta,
// until `patience` has passed. An Esc within `patience` after one that ended something (a prefix,
// or a panel of the application) is no prefix: Esc Esc always does nothing.
//
// ^X waits for its key forever. It is reported as waiting only after a delay, so that a quickly
// typed chord shows nothing.

import FormText

/// An incremental decoder of terminal input.
package struct InputDecoder {
  /// The meaning of decoded bytes.
  package enum Token: Equatable {
    case key(Key)
    case paste(Paste)
    /// A prefix waits for its key; nil when it has ended without one.
    case pending(KeyPrefix?)
    /// A report of the mouse (while `reportsMouse` is set) or the cursor.
    case report(TerminalReport)
  }

  /// The time in milliseconds after an Esc, or within a sequence, in which more bytes still belong
  /// to it.
  package static let patience = 1000
  /// The time after which a waiting ^X is reported, in milliseconds.
  static let controlXDelay = 400
  /// The longest string (OSC, DCS, APC) that is skipped as such, in bytes.
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

  /// The time in milliseconds that an Esc alone waits for the rest of a sequence.
  package let escapeDelay: Int
  /// Whether vi keys are used. An Esc is then always a key, never part of Meta: bytes right after
  /// it were typed quickly.
  package var usesViKeys = false
  /// Whether mouse reports are returned; otherwise they are dropped.
  package var reportsMouse = false
  /// The time to call `next` again even without new bytes; nil if only more bytes can help.
  package private(set) var deadline: Int?

  private(set) var queue = InputQueue()
  private var mode = Mode.ground
  /// The time when the last bytes came.
  private(set) var arrival = 0
  /// The state of Esc.
  var escape = EscapeState()
  /// The prefix that was reported and has not ended.
  private(set) var announced: KeyPrefix?
  /// The time of a ^X that waits for a key.
  private var controlX: Int?
  private var paste = PasteCollector()

  package init(escapeDelay: Int) { self.escapeDelay = escapeDelay }

  /// Whether the queue starts with an Esc, so that the next call needs `escapeMatters`.
  package var startsWithEscape: Bool {
    !queue.isEmpty && queue[0] == 0x1b
  }

  /// Removes and returns the bytes that were not decoded yet.
  package mutating func takeUndecoded() -> [UInt8] {
    guard case .ground = mode else { return [] }
    defer { queue.drop(queue.count) }
    return Array(queue.rest())
  }

  /// Whether a paste has begun and has not ended, as far as bytes have come.
  package var isInPaste: Bool {
    if case .paste = mode { return true }
    // Skip the search if the queue is too short, as for a single key.
    guard queue.count >= PasteCollector.opening.count else { return false }
    let rest = queue.rest()
    return rest.indices.contains { rest[$0...].starts(with: PasteCollector.opening) }
  }

  /// Adds bytes that arrived at a time.
  @inlinable package mutating func append(_ new: some Collection<UInt8>, at now: Int) {
    append(ArraySlice(new), at: now)
  }

  /// Adds bytes that arrived at a time. Not generic, because calling a generic function of another
  /// module for every key is slow.
  package mutating func append(_ new: ArraySlice<UInt8>, at now: Int) {
    if new.isEmpty { return }
    if queue.count == 1, queue[0] == 0x1b, case .ground = mode { escape.age = now - arrival }
    queue.append(new)
    arrival = now
  }

  /// The same as `next(now:escapeMatters:)`; asks only at an Esc whether it matters.
  package mutating func next(now: Int, escapeMatters: () -> Bool) -> Token? {
    next(now: now, escapeMatters: startsWithEscape && escapeMatters())
  }

  /// The next key, paste, report or change of prefix; nil if more bytes are needed.
  ///
  /// - Parameter escapeMatters: whether an Esc alone is a key. Otherwise it makes the next key
  ///   Meta.
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

  /// Ends an incomplete paste because no more bytes will come.
  package mutating func finish() -> Token? {
    guard case .paste = mode else { return nil }
    mode = .ground
    return .paste(paste.finish())
  }

  // MARK: - Chords

  /// The token of a key, or of a chord after ^X; nil for ^X itself.
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

  /// Waits for bytes. Meanwhile ^X may have waited long enough to be reported.
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

  /// Drops a ^X that waits for its key, or an Esc that was reported as waiting; returns false if
  /// there is none.
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
    /// An Esc that no byte follows becomes a prefix.
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

  /// Returns the paste if it has ended, by its closing bracket or because no more bytes come.
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

  /// Skips a string to its end; returns false if the end has not come.
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

  /// Skips the rest of a control sequence; returns false if its final byte has not come.
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
