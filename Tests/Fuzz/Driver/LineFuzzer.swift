// The line editor in this process, on a pty whose other side is here too: for the sanitizers.

import Glibc
import Keys
import LineEditing
import TerminalTesting

/// Fuzzes `LineEditor`.
enum LineFuzzer {
  /// Types `bytes` bytes and checks the line after every event.
  static func run(bytes: Int, seed: Int) throws {
    var input = Input(seed: seed)
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else {
      throw Misbehaviour(description: "no pty: error \(errno)")
    }
    _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
    let editor = try LineEditor(.init(terminal: .descriptor(slave), readsEditrc: false))
    var typed = 0
    var waiting: [UInt8] = []
    while true {
      let event = editor.next(
        isApplicationKey: { $0 == .enter && typed % 3 == 0 || $0 == .tab || $0 == .up },
        escapeMatters: { typed % 2 == 0 },
        idle: { _ in
          if waiting.isEmpty {
            if typed >= bytes { return .stop }
            waiting = input.burst()
          }
          let count = waiting.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
          if count > 0 {
            waiting.removeFirst(count)
            typed += count
          }
          return .milliseconds(waiting.isEmpty ? 1 : 0)
        })
      try check(editor)
      switch event {
      case .stopped:
        print("\(typed) bytes typed at the line editor: all well")
        return
      case .pasted(let paste): _ = editor.insert(paste.text)
      case .key where input.number(below: 3) == 0:
        let holdsLines = input.number(below: 2) == 0
        let unit = holdsLines ? "x\n👍🏽" : "x👍🏽\u{301}"
        let text = String(repeating: unit, count: input.number(below: 1_300))
        editor.load(text, cursor: input.number(below: 4_000), holdsLines: holdsLines)
      case .key, .edited, .refused: break
      case .signal, .hungUp, .failed:
        throw Misbehaviour(description: "unexpected \(event)")
      }
    }
  }

  private static func check(_ editor: borrowing LineEditor) throws {
    guard editor.scalarCount <= LineEditor.scalarLimit,
      (0...editor.scalarCount).contains(editor.cursor),
      editor.text.unicodeScalars.count == editor.scalarCount
    else {
      throw Misbehaviour(
        description: "cursor \(editor.cursor) of \(editor.scalarCount) in "
          + editor.text.debugDescription)
    }
  }
}
