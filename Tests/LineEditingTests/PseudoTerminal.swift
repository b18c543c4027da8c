// A pseudo-terminal and an editor on it, both used by one thread. Keys are written to the master
// side whenever the editor has nothing to read.

import Glibc
import Keys
import LineEditing
import Testing

/// Both sides of a pseudo-terminal, which are closed when this value ends.
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

  /// The terminal's modes as numbers, for comparisons.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(slave, &modes)
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
  }

  /// Types a few bytes, and waits until they have arrived at the other side, because the kernel
  /// needs some time.
  func type(_ bytes: [UInt8]) {
    let before = waiting
    #expect(send(bytes[...], to: master) == bytes.count)
    while waiting < before + bytes.count { sched_yield() }
  }

  /// The number of typed bytes that the editor has not read yet.
  private var waiting: Int {
    var count: Int32 = 0
    _ = ioctl(slave, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Reads and returns the typed bytes that the editor has not read yet.
  func takeWaiting() -> [UInt8] {
    let count = waiting
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, Glibc.read(slave, buffer.baseAddress, count))
    }
  }

  /// Reads and returns the editor's output, up to and including the given text.
  func output(until end: String) -> String {
    var bytes: [UInt8] = []
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while !bytes.ends(with: end.utf8), poll(&request, 1, 10_000) > 0 {
      bytes += [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, read(master, buffer.baseAddress, buffer.count))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func ends(with end: some Collection<UInt8>) -> Bool {
    suffix(end.count).elementsEqual(end)
  }
}

/// The error that the system has no free pseudo-terminal.
struct PseudoTerminalError: Error {}

/// The effect of a key or of any other input.
enum Event: Equatable {
  case edited(EditKind)
  case refused(Refusal)
  /// A key that the application handles.
  case key(Key)
  case pasted(Paste)
  /// An input that is neither a key nor a paste.
  case other(Input)
}

/// The line and the events after typing.
struct Outcome {
  /// The line, with a bar at the cursor.
  var line: String
  var events: [Event]
}

extension LineEditor {
  /// Types bytes and then F12, and collects events until F12 is returned.
  ///
  /// - Parameter application: the keys, besides F12, that the application handles.
  func outcome(
    typing bytes: [UInt8], on terminal: borrowing PseudoTerminal, application: Set<Key> = []
  ) -> Outcome {
    let bytes = bytes + Array("\u{1b}[24~".utf8)
    var typed = 0
    var events: [Event] = []
    while true {
      // If F12 is not returned within this time, it never will be.
      let input = next(milliseconds: typed < bytes.count ? 1 : 10_000)
      if input == .nothing, typed < bytes.count {
        typed += send(bytes[typed...], to: terminal.master)
        continue
      }
      guard let event = event(of: input, application: application.union([.function(12)])) else {
        continue
      }
      if event == .key(.function(12)) { break }
      events.append(event)
      if case .other = event { break }
    }
    return Outcome(line: marked, events: events)
  }

  /// Returns the effect of an input; nil for a key that does nothing.
  func event(of input: Input, application: Set<Key> = []) -> Event? {
    switch input {
    case .key(let press):
      if !press.belongsToLine, application.contains(press.key) {
        abandonCommand()
        return .key(press.key)
      }
      switch perform(press) {
      case .edited(let kind): return .edited(kind)
      case .refused(let refusal): return .refused(refusal)
      case .nothing: return nil
      }
    case .paste(let paste): return .pasted(paste)
    default: return .other(input)
    }
  }

  /// The line, with a bar at the cursor.
  var marked: String {
    var scalars = Array(text.unicodeScalars)
    scalars.insert("|", at: cursor)
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// Loads a line in which a bar marks the cursor.
  func load(marked text: String, holdsLines: Bool = false) {
    var scalars = Array(text.unicodeScalars)
    let cursor = scalars.firstIndex(of: "|") ?? scalars.count
    if cursor < scalars.count { scalars.remove(at: cursor) }
    var line = ""
    line.unicodeScalars.append(contentsOf: scalars)
    load(line, cursor: cursor, holdsLines: holdsLines)
  }
}

func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
  max(0, bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) })
}
