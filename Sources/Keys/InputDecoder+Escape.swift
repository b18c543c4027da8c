// Decodes Esc. It can be the start of a sequence, Alt with another key, a key alone, or a prefix of
// the next key. The byte after Esc and the time between the two bytes decide.
//
// Invariants: pure. The meaning of an Esc alone is decided once, by the value of `escapeMatters` at
// that time.

import FormText

/// The state of the Esc at the head of the queue, and of the previous Esc.
struct EscapeState {
  /// The time between the Esc and the next byte; nil if they came together.
  var age: Int?
  /// Whether the Esc at the head ended the prefix that the previous Esc began.
  var endsPrefix = false
  /// The time until which an Esc begins no prefix, because an earlier Esc ended a prefix or closed
  /// a panel.
  var cancelsUntil: Int?
  /// The time until which the rest of a sequence may follow an Esc that has left the queue.
  var lateUntil: Int?
  /// The time until which the rest of a terminal's reply may follow an M-_ (Alt-_). The reply and
  /// M-_ begin with the same bytes.
  var replyUntil: Int?

  /// Records that another Esc has come, so that no rest of an earlier sequence can follow.
  mutating func endRest() { (lateUntil, replyUntil) = (nil, nil) }
}

extension InputDecoder {
  /// Decodes an Esc and the bytes after it.
  mutating func scanEscape(now: Int, escapeMatters: @autoclosure () -> Bool) -> Step {
    // A prefix that was reported remains a prefix, even if a panel opens meanwhile.
    let isPrefix = announced == .escape
    func isKey() -> Bool { !isPrefix && escapeMatters() }
    guard queue.count > 1 else { return scanEscapeAlone(now: now, isKey: isKey()) }
    guard let age = escape.age, age >= escapeDelay else {
      return scanEscapeWithRest(now: now, isKey: isKey())
    }
    if let step = endedEscape(from: arrival - age, isKey: isKey()) { return step }
    return age < Self.patience ? scanPrefixed(now: now) : .skip(1)
  }

  /// Decodes an Esc that no byte follows yet.
  private mutating func scanEscapeAlone(now: Int, isKey: @autoclosure () -> Bool) -> Step {
    if now - arrival < escapeDelay { return .wait(until: arrival + escapeDelay) }
    if let step = endedEscape(from: arrival, isKey: isKey()) { return step }
    let end = arrival + Self.patience
    if now >= end { return .skip(1) }
    return announced == nil ? .announce : .wait(until: end)
  }

  /// Decodes an Esc that is not a prefix; nil if it is a prefix. An Esc that ends a prefix is
  /// dropped. Any other Esc is a key if Esc matters. If Esc does not matter, an Esc soon after
  /// another one that ended a prefix or closed a panel is dropped, too. On a slow connection the
  /// rest of a sequence may still follow the Esc.
  private mutating func endedEscape(from came: Int, isKey: Bool) -> Step? {
    let isSoon = announced == nil && escape.cancelsUntil.map { came <= $0 } == true
    guard isKey || escape.endsPrefix || isSoon else { return nil }
    escape.lateUntil = came + Self.patience
    if isKey || escape.endsPrefix { escape.cancelsUntil = came + Self.patience }
    return isKey && !escape.endsPrefix ? .key(.escape, 1) : .skip(1)
  }

  /// Decodes an Esc and the bytes that came with it.
  private mutating func scanEscapeWithRest(
    now: Int, isKey: @autoclosure () -> Bool
  ) -> Step {
    let next = queue[1]
    switch next {
    case 0x1b:
      if usesViKeys { return .key(.escape, 1) }
      if queue.count == 2, now - arrival < escapeDelay {
        return .wait(until: arrival + escapeDelay)
      }
      guard queue.count > 2, queue[2] == 0x5b || queue[2] == 0x4f else {
        return escapeTwice(isKey: isKey())
      }
      return scanSequence(prefix: 2, modifiers: .alt, now: now)
    case 0x5b, 0x4f: return scanSequence(prefix: 1, modifiers: [], now: now)
    case 0x50, 0x5d, 0x5f: return scanStringStart(next, now: now)
    default: return scanMeta()
    }
  }

  /// Decodes two Esc that came together. If Esc matters, each is a key; otherwise the second Esc
  /// ends the prefix that the first Esc began.
  private mutating func escapeTwice(isKey: Bool) -> Step {
    if isKey { return endedEscape(from: arrival, isKey: true) ?? .key(.escape, 1) }
    escape.lateUntil = arrival + Self.patience
    escape.cancelsUntil = arrival + Self.patience
    return .skip(2)
  }

  /// Decodes the key after a prefix. The key came too late to be part of a sequence of the
  /// terminal.
  private mutating func scanPrefixed(now: Int) -> Step {
    let next = queue[1]
    switch next {
    case 0x1b: return .endPrefix
    case 0x5b, 0x4f:
      // No usual key sends these three bytes, so a person typed ESC O and then a letter.
      if next == 0x4f, case .key(.character, _) = ControlSequence.parse(queue.rest(from: 1)) {
        return scanMeta()
      }
      return scanSequence(prefix: 1, modifiers: [], now: now)
    case 0x50, 0x5d, 0x5f: return scanStringStart(next, now: now)
    case 0x0a, 0x0d: return scanMeta()
    // ^G, Backspace and Space cancel the prefix and do nothing else.
    case 0x00, 0x07, 0x08, 0x20, 0x7f: return .skip(2)
    case 0x01...0x1f: return .skip(1)
    default: return scanMeta()
    }
  }

  /// Decodes a CSI or SS3 sequence after one Esc, or after the two Esc that rxvt and PuTTY send for
  /// Alt.
  private func scanSequence(prefix: Int, modifiers: Key.Modifiers, now: Int) -> Step {
    switch ControlSequence.parse(queue.rest(from: prefix)) {
    case .key(let key, let length): return .key(key.with(modifiers), prefix + length)
    case .report(let report, let length): return step(for: report, prefix + length)
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

  /// The step for a report. Skips mouse reports while they are off, and reports that have no
  /// meaning here.
  private func step(for report: TerminalReport?, _ length: Int) -> Step {
    switch report {
    case .mouse where !reportsMouse, nil: .skip(length)
    case .some(let report): .report(report, length)
    }
  }

  /// Decodes ESC P, ESC ] or ESC _. They begin a string only if the next byte comes at once and can
  /// begin a terminal's reply. Otherwise they are Alt with P, ] or _.
  private mutating func scanStringStart(_ introducer: UInt8, now: Int) -> Step {
    if introducer == 0x5f, !usesViKeys {
      // M-_ is redo and must not wait. The only reply that begins with these bytes answers a
      // question that longform never sends. If the reply comes nevertheless, its text is skipped.
      escape.replyUntil = arrival + escapeDelay
      return scanMeta()
    }
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

  /// Decodes Esc and one key as Meta with that key. With vi keys, returns the Esc alone as a key.
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

  // MARK: - Late bytes

  /// Decodes the rest of a sequence whose first bytes were already returned; nil if there is none.
  mutating func scanRest(now: Int) -> Step? {
    if let until = escape.replyUntil {
      if arrival <= until, let step = scanReply(now: now) { return step }
      escape.replyUntil = nil
    }
    if let until = escape.lateUntil {
      if arrival <= until, let step = scanLate(now: now, until: until) { return step }
      escape.lateUntil = nil
    }
    return nil
  }

  /// Decodes the rest of a terminal's graphics reply (ESC _ G key=value), whose ESC _ was already
  /// returned as a key; nil if the bytes are text.
  private mutating func scanReply(now: Int) -> Step? {
    let start = Array(queue.rest().prefix(3))
    guard start[0] == 0x47, start.count < 2 || (0x61...0x7a).contains(start[1] | 0x20) else {
      return nil
    }
    if start.count == 3 { return start[2] == 0x3d ? .enter(.string(0), 3) : nil }
    let until = arrival + escapeDelay
    escape.replyUntil = until
    return now < until ? .wait(until: until) : nil
  }

  /// Decodes the rest of a sequence whose Esc was already returned as a key; nil if there is none.
  private func scanLate(now: Int, until: Int) -> Step? {
    let introducer = queue[0]
    guard introducer == 0x5b || introducer == 0x4f else { return nil }
    switch ControlSequence.parse(queue.rest()) {
    case .key(let key, let length):
      // No usual key sends ESC O with this letter, so a person typed O and the letter after Esc.
      if introducer == 0x4f, case .character = key { return nil }
      return .key(key, length)
    case .report(let report, let length): return step(for: report, length)
    case .pasteStart(let length): return .enter(.paste, length)
    case .incomplete: return now < until ? .wait(until: until) : nil
    case .unknown, .broken: return nil
    }
  }
}
