// The error numbers of system calls.

import Glibc

/// An error of a system call.
package struct SystemError: Error {
  package var code: Int32
  package var message: String { systemMessage(code) }

  package init(code: Int32) {
    self.code = code
  }
}

/// The system's message for an error number, such as `No space left on device`.
package func systemMessage(_ code: Int32) -> String {
  guard let message = strerror(code) else { return "error \(code)" }
  return String(cString: message)
}
