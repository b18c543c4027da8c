// The state that a form must restore: terminal, signals, descriptors.

import Glibc

/// The state of the process and of a terminal.
struct Surroundings: Equatable {
  private let modes: [UInt8]
  private let actions: [[UInt8]]
  private let descriptors: Int

  /// - Parameter terminal: a descriptor; nil for the controlling terminal.
  init(of terminal: CInt? = nil) {
    let tty = terminal ?? open("/dev/tty", O_RDWR | O_CLOEXEC)
    var modes = termios()
    tcgetattr(tty, &modes)
    self.modes = withUnsafeBytes(of: &modes) { Array($0) }
    if terminal == nil { close(tty) }
    actions = (1..<32).map { number in
      var action = sigaction()
      sigaction(CInt(number), nil, &action)
      // Ignore SA_RESTORER, which the C library sets for any action that a program installs, even
      // for the default action.
      action.sa_flags &= ~0x0400_0000
      // The kernel sets 8 bytes of the mask, and the C library leaves the others undefined.
      return withUnsafeBytes(of: &action.__sigaction_handler) { Array($0) }
        + withUnsafeBytes(of: &action.sa_mask) { Array($0.prefix(8)) }
        + withUnsafeBytes(of: &action.sa_flags) { Array($0) }
    }
    descriptors = Surroundings.openFiles
  }

  /// The number of open descriptors, without those of the runtime of tasks. On a busy machine the
  /// runtime reads its threads from /proc, and opens an event queue and timers. longform uses none
  /// of these.
  private static var openFiles: Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var target = [UInt8](repeating: 0, count: 6)
      let length = target.withUnsafeMutableBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) { buffer in
          buffer.baseAddress.map { readlink("/proc/self/fd/\(name)", $0, buffer.count) } ?? -1
        }
      }
      if length > 0, ![Array("/proc/".utf8), Array("anon_i".utf8)].contains(target) { count += 1 }
    }
    return count
  }

  /// The signals with a handler.
  static var caughtSignals: [CInt] {
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT, SIGSEGV, SIGABRT].filter {
      var action = sigaction()
      sigaction($0, nil, &action)
      return action.__sigaction_handler.sa_handler != nil
    }
  }

  /// The resident memory of the process, in KiB.
  static var memory: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 200)
    fgets(&bytes, CInt(bytes.count), file)
    let text = String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return numbers.count > 1 ? numbers[1] * 4 : 0
  }
}
