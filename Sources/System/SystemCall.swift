// System calls that complete their work. A call that ends with EINTR is repeated, unless
// `stopsOnSignal` is set; if a descriptor is not ready, the call waits for it.

import Glibc

/// System calls on file descriptors.
package enum SystemCall {
  /// Repeats a system call while a signal interrupts it.
  package static func retrying(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Writes all bytes. Returns nil for success, otherwise an error number.
  ///
  /// - Parameter stopsOnSignal: whether a caught signal ends the writing with EINTR. If so, a
  ///   reader that has stopped reading cannot block the program.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32, stopsOnSignal: Bool = false)
    -> Int32?
  {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor, stopsOnSignal: stopsOnSignal) }
  }

  /// Writes all bytes of a buffer, in the same way as the bytes of an array.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, stopsOnSignal: Bool = false
  ) -> Int32? {
    var offset = 0
    while offset < bytes.count {
      let written = write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
      if written >= 0 {
        offset += written
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&waiting, 1, -1) < 0, errno != EINTR || stopsOnSignal { return errno }
      } else if errno != EINTR || stopsOnSignal {
        return errno
      }
    }
    return nil
  }
}
