// The process that a lock file names as the holder of a draft.
//
// Invariant: a process is identified by its id and by its start time since the system was booted.
// An id alone is never trusted. The process may have ended, and another process that must not get
// signals may have its id now.

import Glibc

/// The process that has a draft open.
public struct LockHolder: Equatable, Sendable {
  /// The id of the process.
  public var process: Int32
  /// The terminal on which the process runs, such as `/dev/pts/3`.
  public var terminal: String?
  /// The time when the process opened the draft, in Unix seconds.
  public var since: Int64
  /// The start time of the process, in clock ticks since boot (field 22 of `/proc/PID/stat`,
  /// proc(5)).
  var started: UInt64
  /// The id of the boot since which the ticks are counted.
  var boot: String

  /// The holder in words, for a sentence like "draft open in …".
  public var sentence: String {
    "process \(process)" + (terminal.map { " on \($0)" } ?? "")
  }

  /// Returns the present process as a holder.
  static func current(terminal: String?, now: Int64) -> LockHolder {
    LockHolder(
      process: getpid(), terminal: terminal, since: now, started: startTicks(of: getpid()) ?? 0,
      boot: bootID())
  }

  /// Whether the process that wrote the lock file is still running.
  var isAlive: Bool {
    started != 0 && boot == Self.bootID() && Self.startTicks(of: process) == started
  }

  // MARK: - Lock files

  /// The text of the lock file.
  var text: String {
    var lines = ["longform 1", "process \(process)", "started \(started)", "boot \(boot)"]
    lines.append("since \(since)")
    // A line break in the name of a terminal would look like the beginning of another line.
    if let terminal, !terminal.utf8.contains(10) { lines.append("terminal \(terminal)") }
    // `joined(separator:)` would delay the first screen, because the runtime creates metadata for
    // it.
    return lines.reduce("") { $0 + $1 + "\n" } + "end\n"
  }

  // MARK: - The process table

  /// The start time of a process in clock ticks; nil if the process is not running.
  private static func startTicks(of process: Int32) -> UInt64? {
    guard let bytes = FileSystem.beginning(of: "/proc/\(process)/stat") else { return nil }
    // The second field is the command in parentheses, and the command may have parentheses too.
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first else { return nil }
    // A zombie (Z) or dead (X) process holds no lock.
    if state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") { return nil }
    return UInt64(String(decoding: fields[19], as: UTF8.self))
  }

  private static func bootID() -> String {
    let bytes = FileSystem.beginning(of: "/proc/sys/kernel/random/boot_id") ?? []
    return String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
  }
}

extension LockHolder {
  /// Parses a lock file. Nil if the file is still being written, or was not written by longform.
  init?(text: String) {
    let lines = text.split(separator: "\n")
    guard lines.first == "longform 1", lines.last == "end" else { return nil }
    var fields: [Substring: String] = [:]
    for line in lines.dropFirst().dropLast() {
      let pair = line.split(separator: " ", maxSplits: 1)
      if pair.count == 2 { fields[pair[0]] = String(pair[1]) }
    }
    guard let process = fields["process"].flatMap({ Int32($0) }), process > 1,
      let started = fields["started"].flatMap({ UInt64($0) }),
      let since = fields["since"].flatMap({ Int64($0) })
    else { return nil }
    self.init(
      process: process, terminal: fields["terminal"], since: since, started: started,
      boot: fields["boot"] ?? "")
  }
}
