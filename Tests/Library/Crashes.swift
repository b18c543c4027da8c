// A program with its own signal handlers, which crashes while a form is open, or afterwards.

import FormTerminal
import Glibc

/// Crashes in different ways.
enum Crashes {
  /// Installs the program's signal handlers, and fills a form, in which typed words cause crashes.
  ///
  /// - Parameter name: `inside`; `unguarded` if the form must not handle signals; `after` if the
  ///   program crashes after the form.
  static func run(_ name: String) throws {
    for signal in [SIGSEGV, SIGABRT] {
      Glibc.signal(signal) { number in
        let text: StaticString =
          number == SIGABRT ? "the host saw SIGABRT\n" : "the host saw SIGSEGV\n"
        _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        _exit(7)
      }
    }
    // A thread other than the form's may receive the signal, so the test waits for this line.
    signal(SIGWINCH) { _ in
      let text: StaticString = "the host saw SIGWINCH\n"
      _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    let before = Surroundings()
    let word = Row.text("word", "Word").check("no crash") { word in
      if word == "abort" { abort() }
      // The processor causes this SIGSEGV; no program sends it.
      if word == "fault" { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
      return true
    }
    var options = FillOptions()
    options.handlesSignals = name != "unguarded"
    options.confirmsSave = false
    _ = try Form("Words") { word }.fill(options)
    print(Surroundings() == before ? "everything is as before" : "something is different")
    fflush(nil)
    if name == "after" { abort() }
  }
}
