// A pseudo-terminal and an editor on it, driven from one thread: keys are written to the master
// before the editor reads, more of them from `idle`.

import Glibc
import LineEditing

/// Both ends of a pseudo-terminal, closed at the end.
struct PseudoTerminal: ~Copyable {
  let master: Int32
  let slave: Int32

  init() throws(PseudoTerminalError) {
    var master: Int32 = -1
    var slave: Int32 = -1
    guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw PseudoTerminalError() }
    self.master = master
    self.slave = slave
    _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
  }

  deinit {
    close(master)
    close(slave)
  }

  /// The modes as numbers, to compare.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(slave, &modes)
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
  }

  /// Types as many bytes as the terminal takes now.
  func type(_ bytes: ArraySlice<UInt8>) -> Int {
    send(bytes, to: master)
  }

  /// What the editor has written.
  func output() -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(0, read(master, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The system has no pseudo-terminal left.
struct PseudoTerminalError: Error {}

/// What typing brought about.
struct Outcome {
  /// The line, the cursor a bar.
  var line: String
  var events: [Event]
}

extension LineEditor {
  /// Types bytes and collects events until all of them are used up.
  ///
  /// - Parameter application: The keys that are the application's.
  func outcome(
    typing bytes: [UInt8], on terminal: borrowing PseudoTerminal, application: Set<Key> = []
  ) -> Outcome {
    var typed = terminal.type(bytes[...])
    var events: [Event] = []
    let descriptor = terminal.master
    while true {
      let event = next(
        isApplicationKey: { application.contains($0) }, escapeMatters: { false },
        idle: { _ in
          if typed == bytes.count { return .stop }
          typed += send(bytes[typed...], to: descriptor)
          return .milliseconds(1)
        })
      if event == .stopped { break }
      events.append(event)
    }
    return Outcome(line: marked, events: events)
  }

  /// The line, the cursor a bar.
  var marked: String {
    var scalars = Array(text.unicodeScalars)
    scalars.insert("|", at: cursor)
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// Loads a line in which a bar is the cursor.
  func load(marked text: String) {
    var scalars = Array(text.unicodeScalars)
    let cursor = scalars.firstIndex(of: "|") ?? scalars.count
    if cursor < scalars.count { scalars.remove(at: cursor) }
    var line = ""
    line.unicodeScalars.append(contentsOf: scalars)
    load(line, cursor: cursor)
  }
}

private func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
  max(0, bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) })
}
