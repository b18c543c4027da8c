// The process that a lock file names as the holder of a draft, and whether it still is.
//
// Invariant: a process is identified by its id and its start time in this boot. An id alone is
// never trusted: the process may have ended, and its id may belong to one that must not be
// signalled.

import Glibc

/// The process that has a draft open.
public struct LockHolder: Equatable, Sendable {
  /// Its process id.
  public var process: Int32
  /// The terminal it runs on, such as `/dev/pts/3`.
  public var terminal: String?
  /// The time when it opened the draft, in Unix seconds.
  public var since: Int64
  /// Its start time, in clock ticks since boot (field 22 of `/proc/PID/stat`, proc(5)).
  var started: UInt64
  /// The id of the boot that the ticks count from.
  var boot: String

  /// The holder in words, as in "draft open in …".
  public var sentence: String {
    "process \(process)" + (terminal.map { " on \($0)" } ?? "")
  }

  /// This process.
  static func current(terminal: String?, now: Int64) -> LockHolder {
    LockHolder(
      process: getpid(), terminal: terminal, since: now, started: startTicks(of: getpid()) ?? 0,
      boot: bootID())
  }

  /// Whether the process that wrote the lock file still runs.
  var isAlive: Bool {
    started != 0 && boot == Self.bootID() && Self.startTicks(of: process) == started
  }

  // MARK: - In the file

  /// The lines of the lock file.
  var text: String {
    var lines = ["longform 1", "process \(process)", "started \(started)", "boot \(boot)"]
    lines.append("since \(since)")
    // A line break in a terminal's name would forge lines.
    if let terminal, !terminal.utf8.contains(10) { lines.append("terminal \(terminal)") }
    // Not `joined(separator:)`, whose metadata would be created before the first screen.
    return lines.reduce("") { $0 + $1 + "\n" } + "end\n"
  }

  // MARK: - The process table

  /// The start time of a process in clock ticks; nil if it does not run.
  private static func startTicks(of process: Int32) -> UInt64? {
    guard let bytes = FileSystem.beginning(of: "/proc/\(process)/stat") else { return nil }
    // The second field is the command in parentheses and may itself contain parentheses.
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first else { return nil }
    // A zombie (Z) or dead (X) process holds nothing.
    if state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") { return nil }
    return UInt64(String(decoding: fields[19], as: UTF8.self))
  }

  private static func bootID() -> String {
    let bytes = FileSystem.beginning(of: "/proc/sys/kernel/random/boot_id") ?? []
    return String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
  }
}

extension LockHolder {
  /// Parses a lock file; nil while it is being written, or if longform did not write it.
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
