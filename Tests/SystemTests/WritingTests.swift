// Writing all bytes to a full pipe, with interrupting signals, and to an invalid descriptor.

import Foundation
import Glibc
import Synchronization
import Testing

@testable import System

@Suite("Writing all bytes")
struct WritingTests {
  private static let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }

  /// A pipe with a non-blocking writing end.
  private func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }

  @Test("Writing waits for a full pipe, and signals lose no byte")
  func waits() throws {
    let (reading, writing) = try makePipe()
    let reader = Reader(reading)
    #expect(interrupting { SystemCall.writeAll(Self.bytes, to: writing) } == nil)
    close(writing)
    #expect(reader.bytes() == Self.bytes)
    close(reading)
  }

  @Test("On request, a signal ends the wait for a reader that never reads")
  func stops() throws {
    let (reading, writing) = try makePipe()
    let code = interrupting {
      SystemCall.writeAll(Self.bytes, to: writing, stopsOnSignal: true)
    }
    #expect(code == EINTR)
    close(writing)
    close(reading)
  }

  @Test("The error number of a failed write is returned")
  func fails() {
    #expect(SystemCall.writeAll([0x61], to: -1) == EBADF)
    #expect(SystemCall.writeAll([], to: -1) == nil)
  }
}

/// Reads a pipe to its end on its own thread.
private final class Reader: Sendable {
  private let found = Mutex<[UInt8]>([])
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var room = [UInt8](repeating: 0, count: 4_096)
      while case let count = read(descriptor, &room, room.count), count > 0 {
        found.withLock { [piece = room[..<count]] in $0 += piece }
      }
      hasEnded.signal()
    }
  }

  /// The bytes up to the end; waits until the other end is closed.
  func bytes() -> [UInt8] {
    hasEnded.wait()
    return found.withLock { $0 }
  }
}

/// Sends signals to a thread as long as this lives.
private final class Interrupter: Sendable {
  private let isDone = Atomic(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ thread: pthread_t) {
    Thread.detachNewThread { [self] in
      while !isDone.load(ordering: .relaxed) {
        pthread_kill(thread, SIGUSR1)
        sched_yield()
      }
      hasEnded.signal()
    }
  }

  /// Returns when no more signals come.
  func stop() {
    isDone.store(true, ordering: .relaxed)
    hasEnded.wait()
  }
}

/// Runs work while signals interrupt its thread repeatedly.
private func interrupting<Result>(_ work: () -> Result) -> Result {
  signal(SIGUSR1) { _ in }
  var signals = sigset_t()
  var before = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGUSR1)
  // The threads of tests block signals.
  pthread_sigmask(SIG_UNBLOCK, &signals, &before)
  let interrupter = Interrupter(pthread_self())
  defer {
    interrupter.stop()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
  return work()
}
