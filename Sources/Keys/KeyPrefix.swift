// Prefixes, which are keys that wait for another key, and the effect of the key after ^X.

/// A key that waits for a second key.
public enum KeyPrefix: Hashable, Sendable {
  /// Esc, which turns the next key into that key with Meta (Alt). It waits for one second.
  case escape
  /// ^X, which makes a chord with the next key. It waits without a time limit.
  case controlX
}

/// The effect of a key after ^X.
enum KeyAfterControlX {
  /// ^X and the key are one chord, whether or not the chord has a meaning.
  case chord
  /// ^X is dropped, and the key has its usual meaning.
  case itself
  /// ^X and the key are dropped.
  case nothing

  init(_ key: Key) {
    switch key {
    case .character(" "), .backspace, .escape, .control("g"), .control("c"): self = .nothing
    case .character, .control, .enter, .up, .down: self = .chord
    default: self = .itself
    }
  }
}
