// Writing all bytes: to a full pipe, while signals interrupt, and to an invalid descriptor.

import Foundation
import Glibc
import Synchronization
import Testing

@testable import System

@Suite("Writing all bytes")
struct WritingTests {
  private static let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }

  /// Returns a pipe whose writing end is non-blocking.
  private func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }

  @Test("Writing waits while a pipe is full, and signals do not lose any byte")
  func waits() throws {
    let (reading, writing) = try makePipe()
    let reader = Reader(reading)
    #expect(interrupting { SystemCall.writeAll(Self.bytes, to: writing) } == nil)
    close(writing)
    #expect(reader.bytes() == Self.bytes)
    close(reading)
  }

  @Test("If the caller requests it, a signal ends the wait for a reader")
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

/// Reads a pipe to its end, on a thread of its own.
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

  /// Waits until the other end is closed, and returns all bytes.
  func bytes() -> [UInt8] {
    hasEnded.wait()
    return found.withLock { $0 }
  }
}

/// Sends signals to a thread until `stop` is called.
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

  /// Ends the signals, and returns after the last one.
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
  // Threads of tests block signals by default.
  pthread_sigmask(SIG_UNBLOCK, &signals, &before)
  let interrupter = Interrupter(pthread_self())
  defer {
    interrupter.stop()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
  return work()
}
