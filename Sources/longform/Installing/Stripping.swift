// Strips the program before it is installed. Half of the built file is symbols and debug
// information. An eighth of the rest is tables for unwinding the stack (`readelf -SW` shows their
// size). Only debuggers and C++ exceptions need these tables. A debugger is of no use without the
// symbols, and neither Swift nor longform throws C++ exceptions.

import FormTerminal
import Glibc
import System

/// Makes a copy of the program without symbols and debug information.
enum Stripping {
  /// Sections that the installed program does not need.
  private static let unused = [".eh_frame", ".eh_frame_hdr"].flatMap { ["--remove-section", $0] }

  /// Returns the bytes of the running program after `strip`; the original bytes if `strip` does not
  /// work.
  static func programBytes() throws(SystemError) -> [UInt8] {
    let program = "/proc/self/exe"
    guard let own = Descriptor.linkTarget(of: program),
      let folder = try? Descriptor.temporaryFolder(in: environment("TMPDIR") ?? "/tmp")
    else {
      return try Descriptor.contents(of: program)
    }
    let stripped = "\(folder)/longform"
    defer {
      unlink(stripped)
      rmdir(folder)
    }
    // A C library may read these tables when a static program starts. So the result is started
    // once, and if that fails, the tables are kept.
    let isStripped =
      run(["strip"] + unused + ["-o", stripped, own]) && run([stripped, "--version"])
      || run(["strip", "-o", stripped, own])
    if isStripped, let bytes = try? Descriptor.contents(of: stripped) { return bytes }
    return try Descriptor.contents(of: program)
  }

  /// Runs a program that is found in PATH, without input and output. Returns whether it succeeded.
  private static func run(_ arguments: [String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    // longform ignores some signals, but the started program must not ignore them.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var ignored = sigset_t()
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    sigaddset(&ignored, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let strings = arguments.map { strdup($0) }
    defer { for string in strings { free(string) } }
    var child = pid_t()
    guard let name = arguments.first,
      posix_spawnp(&child, name, &actions, &attributes, strings + [nil], [nil]) == 0
    else { return false }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 { if errno != EINTR { return false } }
    return status == 0
  }
}
