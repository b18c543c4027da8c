// Turns a terminal's bytes into keys and pastes, however they are cut into pieces.
//
// Invariants: pure (bytes and a clock in milliseconds go in); what is not a key or text never
// becomes text: invalid UTF-8, control characters, unknown or broken sequences, replies and mouse
// reports vanish; every byte is looked at a bounded number of times, so a megabyte costs a megabyte.
// Only the tail of the queue can be incomplete, so one arrival time is enough for all timers.

import FormText

/// The bytes that are not decoded yet.
private struct InputQueue {
  private var bytes: [UInt8] = []
  private var head = 0

  var count: Int { bytes.count - head }
  var isEmpty: Bool { head == bytes.count }
  func rest(from place: Int = 0) -> ArraySlice<UInt8> { bytes[(head + place)...] }
  subscript(place: Int) -> UInt8 { bytes[head + place] }

  mutating func drop(_ count: Int) { head += count }

  mutating func append(_ new: ArraySlice<UInt8>) {
    if head > 0 {
      bytes.removeSubrange(..<head)
      head = 0
    }
    bytes.append(contentsOf: new)
  }
}

/// An incremental decoder of terminal input.
package struct InputDecoder {
  /// What the bytes meant.
  package enum Token: Equatable {
    case key(Key)
    case paste(Paste)
  }

  /// How long after an Esc, or within a sequence, its rest is still taken for that, in milliseconds.
  package static let patience = 1000
  /// The longest string (OSC, DCS, APC) that is skipped as such.
  private static let longestString = 65536

  /// Where the decoder stands between two bytes.
  private enum Mode {
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
  /// When to call `next` again although no bytes have come; nil when only bytes can help.
  package private(set) var deadline: Int?

  private var queue = InputQueue()
  private var mode = Mode.ground
  /// When the last bytes came.
  private var arrival = 0
  /// How long an Esc that was alone in the queue had been there when the next byte came.
  private var escapeAge: Int?
  /// Until when the rest of a sequence may follow an Esc that was already given out.
  private var lateUntil: Int?
  private var isAfterControlX = false
  private var paste = PasteCollector()

  package init(escapeDelay: Int) { self.escapeDelay = escapeDelay }

  /// Whether what is in the queue starts with an Esc, so that `escapeMatters` matters.
  package var startsWithEscape: Bool {
    !queue.isEmpty && queue[0] == 0x1b
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
    if queue.count == 1, queue[0] == 0x1b, case .ground = mode { escapeAge = now - arrival }
    queue.append(new)
    arrival = now
  }

  /// The next key or paste, nil when the bytes so far make none yet.
  ///
  /// - Parameter escapeMatters: Whether an Esc alone is a key. If not it makes the next key Meta.
  package mutating func next(now: Int, escapeMatters: Bool) -> Token? {
    let escapeMatters = escapeMatters || usesViKeys
    deadline = nil
    while true {
      switch mode {
      case .ground:
        if queue.isEmpty { return nil }
        switch scan(now: now, escapeMatters: escapeMatters) {
        case .key(let key, let length):
          queue.drop(length)
          escapeAge = nil
          if let key = chord(key) { return .key(key) }
        case .skip(let length):
          queue.drop(length)
          escapeAge = nil
        case .enter(let mode, let length):
          queue.drop(length)
          escapeAge = nil
          self.mode = mode
        case .wait(let until):
          deadline = until
          return nil
        }
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

  /// The key, with ^X before it if that was there; nil for ^X itself.
  private mutating func chord(_ key: Key) -> Key? {
    if isAfterControlX {
      isAfterControlX = false
      return .controlX(key)
    }
    if key == .control("x") {
      isAfterControlX = true
      return nil
    }
    return key
  }

  // MARK: - Ground

  /// What to do with the bytes at the head of the queue.
  private enum Step {
    case key(Key, Int)
    case skip(Int)
    case enter(Mode, Int)
    case wait(until: Int?)
  }

  private mutating func scan(now: Int, escapeMatters: Bool) -> Step {
    let byte = queue[0]
    if byte == 0x1b {
      lateUntil = nil
      return scanEscape(now: now, escapeMatters: escapeMatters)
    }
    if let until = lateUntil {
      if arrival <= until, let step = scanLate(now: now, until: until) { return step }
      lateUntil = nil
    }
    if byte < 0x20 || byte == 0x7f {
      if byte == 0x0a { return .key(isAfterControlX ? .control("j") : .enter, 1) }
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

  /// The rest of a sequence whose Esc came so long ago that it was given out; nil if it is none.
  private func scanLate(now: Int, until: Int) -> Step? {
    let introducer = queue[0]
    guard introducer == 0x5b || introducer == 0x4f else { return nil }
    switch ControlSequence.parse(queue.rest()) {
    case .key(let key, let length):
      // ESC O with a letter that is no usual key is somebody typing a word.
      if introducer == 0x4f, case .character = key { return nil }
      return .key(key, length)
    case .report(let length): return .skip(length)
    case .pasteStart(let length): return .enter(.paste, length)
    case .incomplete: return now < until ? .wait(until: until) : nil
    case .unknown, .broken: return nil
    }
  }

  // MARK: - Esc

  private mutating func scanEscape(now: Int, escapeMatters: Bool) -> Step {
    let isLate = escapeAge.map { $0 >= escapeDelay } ?? false
    guard queue.count > 1 else {
      guard escapeMatters else { return .wait(until: nil) }
      if now - arrival < escapeDelay { return .wait(until: arrival + escapeDelay) }
      lateUntil = arrival + Self.patience
      return .key(.escape, 1)
    }
    if escapeMatters && isLate {
      lateUntil = arrival - (escapeAge ?? 0) + Self.patience
      return .key(.escape, 1)
    }
    let mayIntroduce = (escapeAge ?? 0) <= Self.patience
    let next = queue[1]
    switch next {
    case 0x1b:
      if usesViKeys { return .key(.escape, 1) }
      guard queue.count > 2 else {
        if now - arrival < escapeDelay { return .wait(until: arrival + escapeDelay) }
        return .key(.escape, 1)
      }
      let third = queue[2]
      guard third == 0x5b || third == 0x4f else { return .key(.escape, 1) }
      return scanSequence(prefix: 2, modifiers: .alt, now: now)
    case 0x5b where mayIntroduce, 0x4f where mayIntroduce:
      return scanSequence(prefix: 1, modifiers: [], now: now)
    case 0x50 where mayIntroduce, 0x5d where mayIntroduce, 0x5f where mayIntroduce:
      return scanStringStart(next, now: now)
    default: return scanMeta()
    }
  }

  /// A CSI or SS3 sequence behind one Esc or two (how rxvt and PuTTY say Alt).
  private func scanSequence(prefix: Int, modifiers: Key.Modifiers, now: Int) -> Step {
    switch ControlSequence.parse(queue.rest(from: prefix)) {
    case .key(let key, let length): return .key(key.with(modifiers), prefix + length)
    case .report(let length): return .skip(prefix + length)
    case .unknown(let length): return .skip(prefix + length)
    case .broken(let length): return .skip(prefix + length)
    case .pasteStart(let length): return .enter(.paste, prefix + length)
    case .incomplete:
      let waiting = queue.count
      if waiting > ControlSequence.longest { return .enter(.overlong, waiting) }
      if now - arrival >= Self.patience { return .skip(waiting) }
      return .wait(until: arrival + Self.patience)
    }
  }

  /// ESC P, ESC ] and ESC _ begin a string only if the next byte comes at once and is one that
  /// terminals answer with; otherwise they are what Alt sends with these characters.
  private func scanStringStart(_ introducer: UInt8, now: Int) -> Step {
    guard queue.count > 2 else {
      if now - arrival < escapeDelay { return .wait(until: arrival + escapeDelay) }
      return scanMeta()
    }
    let first = queue[2]
    let isString =
      switch introducer {
      case 0x5d: (0x30...0x39).contains(first) || first == 0x4c || first == 0x6c
      case 0x50: (0x30...0x3f).contains(first) || (0x20...0x2f).contains(first)
      default: first == 0x47
      }
    return isString ? .enter(.string(0), 2) : scanMeta()
  }

  /// Esc and one key: Meta, or with vi keys Esc.
  private func scanMeta() -> Step {
    if usesViKeys { return .key(.escape, 1) }
    let byte = queue[1]
    if byte < 0x20 || byte == 0x7f {
      if byte == 0x0a { return .key(.metaEnter, 2) }
      guard let key = Key(control: byte) else { return .skip(2) }
      if key == .tab { return .key(.metaControl("i"), 2) }
      return .key(key.with(.alt), 2)
    }
    switch UTF8Scanner.scan(queue.rest(from: 1)) {
    case .scalar(let scalar, let length):
      return scalar.isControl ? .skip(1 + length) : .key(.meta(scalar), 1 + length)
    case .invalid(let length): return .skip(1 + length)
    case .incomplete: return .wait(until: nil)
    }
  }

  // MARK: - Pastes and strings

  /// The paste if it has ended, by its bracket or because nothing more comes.
  private mutating func collectPaste(now: Int) -> Paste? {
    isAfterControlX = false
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
