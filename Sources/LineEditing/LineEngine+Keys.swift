// Translates keys to the codes of functions. A person's bindings come first, then vi keys, then
// Emacs keys.
//
// Invariants: every key runs functions, is refused, is replaced by other keys, or does nothing. No
// change makes the text longer than the limit. Backspace, Delete, motion and transposition never
// leave the cursor inside a character.

import CLibEdit
import Glibc
import Keys

extension LineEngine {
  /// The response to a key.
  func step(for press: KeyPress) -> Step {
    if usesViKeys, let step = viStep(for: press) { return step }
    if press.origin == .typed,
      let binding = vi.isInCommandMode ? bindings.command[press.key] : bindings.main[press.key]
    {
      return step(for: binding)
    }
    if vi.isInCommandMode { return motion(of: press) }
    vi.record(press)
    return translation(of: press.key)
  }

  /// The response to a key that the person has bound.
  private func step(for binding: PersonalBinding) -> Step {
    switch binding {
    case .keys(let keys): return .follow(keys.map { KeyPress($0, from: .bound) })
    case .function(let name, let kind):
      guard 2 * text.count <= LineEditor.scalarLimit else { return .refused(.tooLong) }
      _ = le_bind(text.el, OwnFunction.personal, name)
      return .run(kind, codes: [OwnFunction.personal])
    case .own(let function, let kind): return .run(kind, function)
    }
  }

  /// The response to a key in Emacs's key map.
  private func translation(of key: Key) -> Step {
    switch key {
    case .character(let scalar): return typing(scalar)
    case .left, .control("b"): return .run(.moved, .left)
    case .right, .control("f"): return .run(.moved, .right)
    case .wordLeft, .meta("b"), .meta("B"): return .run(.moved, .wordLeft)
    case .wordRight, .meta("f"), .meta("F"): return .run(.moved, .wordRight)
    case .home, .control("a"): return .run(.moved, .lineStart)
    case .end, .control("e"): return .run(.moved, .lineEnd)
    case .enter, .metaEnter, .controlX(.enter), .controlX(.control("j")):
      return text.holdsLines ? inserting(LineText.lineBreak) : .nothing
    case .backspace: return .run(.deleted, .backspace)
    case .delete: return .run(.deleted, .delete)
    case .control("d"): return text.count == 0 ? .refused(.emptyDelete) : .run(.deleted, .delete)
    case .control("t"): return .run(.other, .transpose)
    case .meta("u"), .meta("U"): return .run(.other, .upperCase)
    case .meta("l"), .meta("L"): return .run(.other, .lowerCase)
    case .meta("c"), .meta("C"): return .run(.other, .capitalize)
    case .control("y"):
      guard text.count + text.killedCount <= LineEditor.scalarLimit else {
        return .refused(.tooLong)
      }
      return .run(.yanked, codes: [OwnFunction.removeLineBreaks.rawValue, OwnFunction.yank])
    case .control("k"): return .run(.killed, .killToLineEnd)
    case .control("u"): return .run(.killed, usesViKeys ? .killToLineStart : .killLine)
    case .control("w"): return .run(.killed, .killBigWordLeft)
    case .metaBackspace: return .run(.killed, .killWordLeft)
    case .meta("d"), .meta("D"), .modified(.delete, _): return .run(.killed, .killWordRight)
    case .meta, .metaControl, .controlX: return .refused(.unknownChord)
    default: return .nothing
    }
  }

  /// The response to a typed scalar. libedit reads and inserts ASCII itself. It would take other
  /// scalars below U+0100 for keys, so all other scalars are inserted by a function.
  private func typing(_ scalar: Unicode.Scalar) -> Step {
    guard scalar.isASCII else { return inserting(scalar.value) }
    guard text.count < LineEditor.scalarLimit else { return .refused(.tooLong) }
    text.noteChange()
    return .run(.typed, codes: [scalar.value])
  }

  private func inserting(_ scalar: UInt32) -> Step {
    guard text.count < LineEditor.scalarLimit else { return .refused(.tooLong) }
    insertion = [scalar]
    return .run(.typed, .insert)
  }
}

// MARK: - Called by libedit

/// The callback of EL_GETCFN: passes the next code to libedit. If there is no code, returns -1 with
/// EAGAIN, which ends the step and keeps the line.
func readCode(_ el: OpaquePointer?, _ result: UnsafeMutablePointer<wchar_t>?) -> Int32 {
  guard let engine = LineEngine.owner(of: el), let result, let code = engine.nextCode() else {
    errno = EAGAIN
    return -1
  }
  result.pointee = wchar_t(truncatingIfNeeded: code)
  return 1
}

/// The callback of EL_ADDFN: runs one of the editor's own functions, identified by its code.
func runFunction(_ el: OpaquePointer?, _ code: wint_t) -> UInt8 {
  guard let engine = LineEngine.owner(of: el), let function = OwnFunction(rawValue: UInt32(code))
  else { return UInt8(le_error.rawValue) }
  engine.run(function)
  return UInt8(le_refresh.rawValue)
}
