// Types random keys into the line editor in this process, so that the sanitizers check the editor.

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
      let next = editor.next(
        milliseconds: waiting.isEmpty && typed < bytes ? 1 : 0, escapeMatters: typed % 2 == 0)
      switch next {
      case .nothing:
        if waiting.isEmpty {
          if typed >= bytes {
            print("\(typed) bytes typed at the line editor: all well")
            return
          }
          waiting = input.burst()
        }
        let count = waiting.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
        if count > 0 {
          waiting.removeFirst(count)
          typed += count
        }
      case .key(let press) where !press.belongsToLine && isOfApplication(press.key, typed: typed):
        editor.abandonCommand()
        guard input.number(below: 3) == 0 else { break }
        let holdsLines = input.number(below: 2) == 0
        let unit = holdsLines ? "x\n👍🏽" : "x👍🏽\u{301}"
        let text = String(repeating: unit, count: input.number(below: 1_300))
        editor.load(text, cursor: input.number(below: 4_000), holdsLines: holdsLines)
      case .key(let press): editor.perform(press)
      case .paste(let paste): _ = editor.insert(paste.text)
      case .pending, .mouse, .cursor: break
      case .resized, .continued, .woken, .signal, .hungUp, .failed:
        throw Misbehaviour(description: "unexpected \(next)")
      }
      try check(editor)
    }
  }

  private static func isOfApplication(_ key: Key, typed: Int) -> Bool {
    key == .enter && typed % 3 == 0 || key == .tab || key == .up
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
