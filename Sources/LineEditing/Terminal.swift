// The editor's terminal: its descriptor and its modes before and during editing. `LineEditor`
// reads, writes and polls the terminal only through this type.
//
// Invariants: `found` contains the original modes, which are restored at the end. Bracketed paste
// is on exactly while the terminal is raw, and so are mouse reports if they are used. A read or
// poll that a signal interrupts (EINTR) has not failed: the signal is then read as a byte from a
// pipe.

import CLibEdit
import Glibc
import System

/// An open terminal.
struct Terminal {
  /// The reason that `wait` returned.
  enum Readiness {
    case nothing
    case ready(input: Bool, signals: Bool)
    case failed(errno: Int32)
  }

  /// The result of `read`.
  enum ReadResult {
    case bytes(Int)
    case nothing
    case hungUp
    case failed(errno: Int32)
  }

  /// The sequences that switch bracketed paste (xterm's private mode 2004) on and off.
  private static let pasteOn = Array("\u{1b}[?2004h".utf8)
  private static let pasteOff = Array("\u{1b}[?2004l".utf8)

  /// The sequences that switch reports of buttons and wheel (mode 1000) in SGR format (mode 1006)
  /// on and off.
  private static let mouseOn = Array("\u{1b}[?1000h\u{1b}[?1006h".utf8)
  private static let mouseOff = Array("\u{1b}[?1006l\u{1b}[?1000l".utf8)

  let descriptor: Int32
  /// The descriptor for output.
  let output: Int32
  /// Whether a crash restores the terminal's modes.
  let isGuarded: Bool
  /// The original modes.
  let found: le_modes
  /// The modes for editing; nil before `start`.
  private var raw: le_modes?
  /// Whether the terminal reports the mouse while it is raw.
  private(set) var usesMouse = false

  /// Opens the controlling terminal, or duplicates the given descriptor.
  ///
  /// - Parameters:
  ///   - output: the descriptor to which to write. The caller must close it.
  ///   - isGuarded: whether the terminal's modes are restored even if the process crashes.
  init(
    _ kind: LineEditor.Configuration.Terminal, output: Int32? = nil, isGuarded: Bool = true
  ) throws(LineEditingError) {
    switch kind {
    case .controlling:
      descriptor = le_open_controlling_terminal()
      if descriptor == -1 { throw .noTerminal(errno: errno) }
    case .descriptor(let original):
      descriptor = le_duplicate(original)
      if descriptor == -1 { throw .system(errno: errno) }
    }
    var modes = le_modes()
    if !le_get_modes(descriptor, &modes) {
      let reason = errno
      _ = Glibc.close(descriptor)
      throw .notATerminal(errno: reason)
    }
    found = modes
    self.output = output ?? descriptor
    self.isGuarded = isGuarded
  }

  // MARK: - Modes

  /// Uses the current modes, which libedit has set, as the modes for editing.
  mutating func start() {
    var modes = le_modes()
    if le_get_modes(descriptor, &modes) { raw = modes }
    if isGuarded { withUnsafePointer(to: found) { le_crash_guard_install(descriptor, $0, true) } }
    _ = write(Self.pasteOn)
  }

  /// Restores the terminal's original modes.
  func restore() {
    le_crash_guard_set_active(false)
    guard raw != nil, isInForeground else { return }
    _ = write((usesMouse ? Self.mouseOff : []) + Self.pasteOff)
    _ = withUnsafePointer(to: found) { le_set_modes(descriptor, $0) }
  }

  /// Whether this process group is the terminal's foreground group.
  var isInForeground: Bool { le_is_in_foreground(descriptor) }

  /// Makes the terminal raw again, after `restore` or after another process changed it.
  func resume() {
    guard let raw else { return }
    _ = withUnsafePointer(to: raw) { le_set_modes(descriptor, $0) }
    _ = write(Self.pasteOn + (usesMouse ? Self.mouseOn : []))
    le_crash_guard_set_active(true)
  }

  /// Sets whether ^C, ^\ and ^Z make signals.
  func setSignalKeys(_ makeSignals: Bool) {
    if raw != nil, isInForeground { le_set_signal_keys(descriptor, makeSignals) }
  }

  /// Switches mouse reports on or off.
  mutating func useMouse(_ isOn: Bool) {
    guard isOn != usesMouse, raw != nil else { return }
    usesMouse = isOn
    le_crash_guard_set_mouse(isOn)
    _ = write(isOn ? Self.mouseOn : Self.mouseOff)
  }

  /// Closes the descriptor. The terminal must not be used afterwards.
  func close() {
    le_crash_guard_uninstall(descriptor)
    _ = Glibc.close(descriptor)
  }

  /// The rows and columns of the window; 24 x 80 if the terminal does not report them.
  var size: (rows: Int, columns: Int) {
    var rows: Int32 = 0
    var columns: Int32 = 0
    le_window_size(descriptor, &rows, &columns)
    return (rows > 0 ? Int(rows) : 24, columns > 0 ? Int(columns) : 80)
  }

  // MARK: - Bytes

  /// Writes all bytes; returns false if the terminal no longer accepts bytes.
  func write(_ bytes: [UInt8]) -> Bool { SystemCall.writeAll(bytes, to: output) == nil }

  /// Reads the available bytes into a buffer.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .hungUp }
    switch errno {
    case EAGAIN, EINTR: return .nothing
    case EIO: return .hungUp
    default: return .failed(errno: errno)
    }
  }

  /// Whether the other end of the terminal is closed.
  var isGone: Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
  }

  /// Waits for input or for a signal.
  ///
  /// - Parameter milliseconds: the longest wait; a negative number waits without a limit.
  func wait(signals: SignalPipe, milliseconds: Int) -> Readiness {
    var requests = (
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
    )
    let count = withUnsafeMutableBytes(of: &requests) { bytes in
      poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, Int32(clamping: milliseconds))
    }
    if count == -1 {
      return errno == EINTR ? .ready(input: false, signals: true) : .failed(errno: errno)
    }
    if count == 0 { return .nothing }
    if requests.0.revents & Int16(POLLNVAL) != 0 { return .failed(errno: EBADF) }
    return .ready(input: requests.0.revents != 0, signals: requests.1.revents != 0)
  }

  /// Drops every occurrence of a byte from the waiting input. The other bytes are put back in their
  /// order (TIOCSTI). If the kernel refuses TIOCSTI, the first of the other bytes is lost and the
  /// rest stay.
  func drop(_ byte: UInt8) {
    var count: Int32 = 0
    guard isInForeground, ioctl(descriptor, UInt(FIONREAD), &count) == 0 else { return }
    for _ in 0..<max(count, 0) {
      var next: UInt8 = 0
      guard Glibc.read(descriptor, &next, 1) == 1 else { return }
      if next != byte, ioctl(descriptor, UInt(TIOCSTI), &next) != 0 { return }
    }
  }

  /// Whether bytes can be read. FIONREAD takes the same lock as the kernel's receiving code
  /// (n_tty.c), so it waits until bytes that are just arriving are stored. A poll that a signal
  /// interrupts can return before these bytes are stored.
  var hasInput: Bool {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
  }
}
