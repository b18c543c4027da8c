// A started program: its process, its end, and its environment.
//
// Invariant: a `ChildProcess` owns its process. When the object is released, the process is killed
// and reaped, so that no zombie and no orphan outlives a test.

import CPty
import Glibc

/// The end of a program.
public enum ProcessEnd: Hashable, Sendable {
  case exited(Int32)
  case signaled(Int32)
}

/// The standard input of a program.
public enum ProgramInput: Sendable {
  /// The terminal. With `Program.run`, which has no terminal, the input is empty.
  case terminal
  /// A pipe that contains these bytes and then ends.
  case bytes([UInt8])
  /// A closed descriptor.
  case closed
  /// A file that is opened for reading.
  case file(String)

  /// A pipe that contains this text and then ends.
  public static func text(_ text: String) -> ProgramInput { .bytes(Array(text.utf8)) }
}

/// The standard output or standard error of a program.
public enum ProgramOutput: Sendable {
  /// The terminal. With `Program.run`, which has no terminal, the output is captured.
  case terminal
  /// A pipe whose bytes are kept.
  case captured
  /// A file that is created or emptied. `/dev/full` acts as a full disk.
  case file(String)
  /// A pipe without a reader: writing fails with a broken pipe.
  case closedPipe
  /// A closed descriptor.
  case closed
}

/// The environment of programs. From the environment of the tests it keeps only variables for
/// instrumentation.
enum CleanEnvironment {
  static func make(home: TemporaryFolder, changes: [String: String?]) -> [String: String] {
    var variables = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "TZ": "UTC",
      "PATH": "/usr/local/bin:/usr/bin:/bin", "SHELL": "/bin/sh", "USER": "tester",
      "HOME": home.path, "TMPDIR": home.path,
      "XDG_CONFIG_HOME": home.path + "/.config", "XDG_CACHE_HOME": SharedCache.path,
      "XDG_DATA_HOME": home.path + "/.local/share", "XDG_STATE_HOME": home.path + "/.local/state",
      "XDG_RUNTIME_DIR": home.path + "/.run", "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    for (name, value) in changes { variables[name] = value }
    return variables
  }
}

/// A running or ended process.
final class ChildProcess {
  let identifier: pid_t
  private(set) var status: ProcessEnd?

  /// The arguments for starting a program.
  struct Launch {
    var executable: String
    var arguments: [String]
    var environment: [String: String]
    var directory: String?
    var descriptors: [Int32]
  }

  private init(_ identifier: pid_t) {
    self.identifier = identifier
  }

  /// Whether the process runs, waits for the disk, or has a pending signal (see proc(5)).
  var isBusy: Bool {
    guard let bytes = readFile("/proc/\(identifier)/status") else { return false }
    var fields: [Substring: Substring] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1].drop { $0 == "\t" } }
    }
    func signals(_ name: Substring) -> UInt64 { UInt64(fields[name] ?? "", radix: 16) ?? 0 }
    let due = (signals("SigPnd") | signals("ShdPnd")) & ~signals("SigBlk")
    return due != 0 || fields["State"]?.first == "R" || fields["State"]?.first == "D"
  }

  deinit {
    guard status == nil else { return }
    kill(-identifier, SIGKILL)
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
  }

  /// Starts a program on a new pseudo-terminal. `terminal` is the test's side of it, and `other` is
  /// the program's side.
  static func start(
    _ launch: Launch, rows: Int, columns: Int
  ) throws -> (process: ChildProcess, terminal: Descriptor, other: Descriptor) {
    var terminal: [Int32] = [-1, -1]
    let identifier = try spawn(launch, rows: rows, columns: columns) { program, identifier in
      cpty_start(&program, &terminal, &identifier)
    }
    return (
      ChildProcess(identifier), Descriptor(owning: terminal[0]), Descriptor(owning: terminal[1])
    )
  }

  /// Starts a program without a terminal.
  static func start(_ launch: Launch) throws -> ChildProcess {
    ChildProcess(
      try spawn(launch, rows: 0, columns: 0) { program, identifier in
        cpty_start_detached(&program, &identifier)
      })
  }

  private static func spawn(
    _ launch: Launch, rows: Int, columns: Int,
    _ start: (inout cpty_program, inout pid_t) -> Int32
  ) throws -> pid_t {
    let arguments = CStrings([launch.executable] + launch.arguments)
    let environment = CStrings(launch.environment.map { "\($0)=\($1)" }.sorted())
    var identifier: pid_t = -1
    let code = launch.executable.withCString { path in
      withOptionalCString(launch.directory) { directory in
        arguments.withPointers { arguments in
          environment.withPointers { environment in
            var program = cpty_program(
              path: path, arguments: arguments, environment: environment, directory: directory,
              rows: UInt16(clamping: rows), columns: UInt16(clamping: columns),
              descriptors: (launch.descriptors[0], launch.descriptors[1], launch.descriptors[2]))
            return start(&program, &identifier)
          }
        }
      }
    }
    guard code == 0 else { throw SystemError("start \(launch.executable)", code) }
    return identifier
  }

  /// Sends a signal, unless the process has ended.
  func signal(_ number: Int32) {
    if status == nil { kill(identifier, number) }
  }

  /// Returns the status if the process has ended, and reaps the process.
  func poll() -> ProcessEnd? {
    guard status == nil else { return status }
    var raw: Int32 = 0
    if waitpid(identifier, &raw, WNOHANG) == identifier {
      let signal = raw & 0x7F
      status = signal == 0 ? .exited((raw >> 8) & 0xFF) : .signaled(signal)
    }
    return status
  }
}

/// Strings as a null-terminated C array of C strings.
private final class CStrings {
  private var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }

  func withPointers<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}

private func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}
