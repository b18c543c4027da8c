// The engine of `LineEditor`: libedit's handle, the text in the handle, and the functions that keys
// run. To run a function, the engine lets libedit read the function's code, a character that is
// bound to the function (`OwnFunction`).
//
// Invariants: libedit's client data points at this object without retaining it, so the object must
// outlive the handle. libedit reads only when codes are ready for it, so it never waits. No
// callback calls the application.

import CLibEdit
import Glibc
import Keys

/// A text that changes in response to keys.
final class LineEngine {
  /// The response to a key.
  enum Step {
    case nothing
    /// Runs the functions of these codes, from the last code to the first.
    case run(EditKind, codes: [UInt32])
    case refused(Refusal)
    /// Replaces the key by other keys.
    case follow([KeyPress])

    static func run(_ kind: EditKind, _ function: OwnFunction) -> Step {
      .run(kind, codes: [function.rawValue])
    }
  }

  var text: LineText
  var vi = ViState()
  let usesViKeys: Bool
  /// The person's bindings.
  let bindings: PersonalBindings
  /// The codes for libedit, which reads the last code first.
  private var codes: [UInt32] = []
  /// The scalars that the next `OwnFunction.insert` inserts.
  var insertion: [UInt32] = []
  /// The reason that the running function changed nothing.
  var refusal: Refusal?
  private let null: UnsafeMutablePointer<FILE>

  /// Opens libedit on a terminal, and makes the terminal raw.
  init(_ configuration: LineEditor.Configuration, on descriptor: Int32) throws(LineEditingError) {
    guard let null = le_open_null() else { throw .system(errno: errno) }
    guard let el = le_open(configuration.programName, null, descriptor) else {
      fclose(null)
      throw .libeditFailed
    }
    for function in OwnFunction.allCases {
      _ = le_add_function(el, function.name, function.name, runFunction)
    }
    OwnFunction.bind(in: el)
    let (keyMap, bindings) = configuration.preferences(null: null)
    le_set_editing_modes(el, le_is_serial(descriptor))
    le_start(el, readCode)

    self.null = null
    self.bindings = bindings
    usesViKeys = keyMap == .vi
    text = LineText(el)
    le_set_context(el, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Closes the handle. No other function may be called afterwards.
  func close() {
    le_close(text.el)
    fclose(null)
  }

  /// The engine to which a handle belongs.
  static func owner(of el: OpaquePointer?) -> LineEngine? {
    guard let el, let pointer = le_context(el) else { return nil }
    return Unmanaged<LineEngine>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: - Running

  /// Applies a key; returns nil if libedit can no longer read because it cannot set the terminal's
  /// modes.
  ///
  /// - Parameter follow: called with the keys that replace the key.
  func perform(_ press: KeyPress, follow: ([KeyPress]) -> Void) -> Edit? {
    let (count, cursor, generation) = (text.count, text.cursor, text.generation)
    let wasInCommandMode = vi.isInCommandMode
    let kind: EditKind
    switch step(for: press) {
    case .nothing: return .nothing
    case .refused(let refusal): return .refused(refusal)
    case .follow(let presses):
      follow(presses)
      return .nothing
    case .run(let its, let codes):
      guard run(codes) else { return nil }
      kind = its
    }
    if text.count != count, text.generation == generation { text.noteChange() }
    settle(isTyping: kind == .typed)
    if let refusal {
      self.refusal = nil
      return .refused(refusal)
    }
    let hasChanged =
      text.generation != generation || text.cursor != cursor
      || vi.isInCommandMode != wasInCommandMode
    return .edited(hasChanged ? kind : .other)
  }

  /// Makes libedit run the functions of some codes; returns false if libedit does not read all
  /// codes.
  private func run(_ new: [UInt32]) -> Bool {
    text.updateRecord()
    codes = new
    while case let count = codes.count, count > 0 {
      le_step(text.el)
      if codes.count == count {
        codes = []
        return false
      }
    }
    return true
  }

  /// Removes and returns the next code for libedit.
  func nextCode() -> UInt32? { codes.popLast() }

  /// Runs one of the editor's own functions.
  func run(_ function: OwnFunction) {
    let position = text.cursor
    switch function {
    case .insert:
      text.insert(insertion)
      insertion.removeAll()
    case .left: text.setCursor(text.graphemes { $0.start(before: position) })
    case .right: text.setCursor(text.graphemes { $0.end(after: position) })
    case .wordLeft: text.setCursor(text.graphemes { $0.wordStart(before: position) })
    case .wordRight: text.setCursor(text.graphemes { $0.wordEnd(after: position) })
    case .lineStart: text.setCursor(text.lineStart(at: position))
    case .lineEnd: text.setCursor(text.lineEnd(at: position))
    case .killBigWordLeft:
      text.kill(text.graphemes { $0.bigWordStart(before: position) }..<position)
    case .killWordLeft: text.kill(text.graphemes { $0.wordStart(before: position) }..<position)
    case .killWordRight: text.kill(position..<text.graphemes { $0.wordEnd(after: position) })
    case .killToLineEnd, .killToLineStart, .killLine: text.killInLine(function)
    case .backspace: text.delete(text.graphemes { $0.start(before: position) }..<position)
    case .delete: text.delete(position..<text.graphemes { $0.end(after: position) })
    case .removeLineBreaks: text.removeLineBreaks()
    case .vi: runVi()
    case .viPlace: placeForPut()
    case .viPut: finishPut()
    case .transpose: text.transpose()
    case .upperCase: text.changeCase { scalar, _ in scalar.properties.uppercaseMapping }
    case .lowerCase: text.changeCase { scalar, _ in scalar.properties.lowercaseMapping }
    case .capitalize:
      text.changeCase { scalar, isFirst in
        isFirst ? scalar.properties.titlecaseMapping : scalar.properties.lowercaseMapping
      }
    }
  }

  // MARK: - Setting the line

  /// Loads a text; returns false and leaves the line empty if the text is too long.
  func load(_ new: String, cursor: Int, holdsLines: Bool) -> Bool {
    vi.interrupt()
    let fits = text.load(new, cursor: cursor, holdsLines: holdsLines)
    settle()
    text.noteOutsideChange()
    return fits
  }

  /// Inserts a text at the cursor; returns false and changes nothing if the text would be too long.
  func insert(_ new: String) -> Bool {
    let scalars = new.unicodeScalars.map(\.value)
    guard text.count + scalars.count <= LineEditor.scalarLimit else { return false }
    let isInserted = text.insert(scalars)
    settle()
    text.noteOutsideChange()
    return isInserted
  }

  /// Moves the cursor. With vi keys, the cursor never stays inside a character.
  func moveCursor(to cursor: Int) {
    guard cursor != text.cursor else { return }
    text.setCursor(max(0, cursor))
    settle()
    text.noteOutsideChange()
  }
}
