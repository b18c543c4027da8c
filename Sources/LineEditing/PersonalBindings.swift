// The bindings in the person's ~/.editrc, translated to this editor. libedit lists its bindings
// once before it reads the file and once afterwards; the differences are the person's bindings.
//
// Invariants: no command of the file runs in the editor's own handle. A bound function becomes the
// key that does the same in this editor, or is one of the few functions of libedit that are safe to
// run. A macro becomes keys, which are handled as if typed but are never expanded again; text in a
// macro remains text.

import CLibEdit
import FormText
import Glibc
import Keys

/// The meaning of a bound key.
enum PersonalBinding: Equatable {
  /// The keys that replace the bound key; empty if the person unbound the key.
  case keys([Key])
  /// A function of libedit for which this editor has no key.
  case function(String, EditKind)
  /// One of the editor's own functions. Either no key of this editor runs the function, or Emacs
  /// keys and vi keys have different keys for it.
  case own(OwnFunction, EditKind)
}

/// A person's bindings.
struct PersonalBindings: Equatable {
  /// The bindings for Emacs keys, or for vi's insert mode if vi keys are used.
  var main: [Key: PersonalBinding] = [:]
  /// The bindings for vi's command mode.
  var command: [Key: PersonalBinding] = [:]

  /// The maximum number of keys of a macro.
  private static let longestMacro = 1000
}

// MARK: - From libedit's lists

extension PersonalBindings {
  /// Collects the differences between two lists of bindings.
  init(listing: Substring, defaults: Substring, usesViKeys: Bool) {
    let before = Self.entries(of: defaults)
    let after = Self.entries(of: listing)
    for place in Set(before.keys).union(after.keys) {
      let value = after[place] ?? Self.undefined
      guard value != before[place] ?? Self.undefined, value != Self.leadIn,
        let key = Self.key(place.code), key != .escape, !Self.doubles.contains(place.code)
      else { continue }
      // The list has one entry for a sequence or macro. The entry applies to each key map in which
      // its first key begins a sequence.
      let isLed = { after[Place(map: $0, code: Array(place.code.prefix(1)))] == Self.leadIn }
      if place.map == .main || place.map == .sequences && isLed(.main) {
        main[key] = Self.meaning(of: value, usesViKeys: usesViKeys, inCommandMode: false)
      }
      if place.map == .command || place.map == .sequences && isLed(.command) {
        command[key] = Self.meaning(of: value, usesViKeys: usesViKeys, inCommandMode: true)
      }
    }
    main = main.filter { if case .character = $0.key { false } else { true } }
  }

  /// ^H and ^J. This editor does not distinguish ^H from Backspace, or ^J from Enter. Bindings of
  /// ^H and ^J are ignored, because they would also change Backspace and Enter.
  private static let doubles: Set<[Unicode.Scalar]> = [["\u{8}"], ["\n"]]
  private static let undefined = "is undefined"
  private static let leadIn = "ed-sequence-lead-in"

  private struct Place: Hashable {
    enum Map { case main, command, sequences }

    var map: Map
    var code: [Unicode.Scalar]
  }

  /// Parses a list of bindings: lines `"KEY" -> VALUE` and `"KEY" to "KEY" -> VALUE`, in sections
  /// with headings.
  private static func entries(of listing: Substring) -> [Place: String] {
    var entries: [Place: String] = [:]
    var map = Place.Map.main
    for line in listing.unicodeScalars.split(separator: "\n") {
      guard line.first == "\"" else {
        if line.starts(with: "Alternative".unicodeScalars) { map = .command }
        if line.starts(with: "Multi".unicodeScalars) { map = .sequences }
        // The last list names the arrow keys. It is not needed, because the earlier lists contain
        // the sequences of these keys.
        if line.starts(with: "Arrow".unicodeScalars) { break }
        continue
      }
      guard let arrow = arrow(in: line) else { continue }
      let value = String(String.UnicodeScalarView(line[arrow.upperBound...].drop { $0 == " " }))
      let names = codes(in: line[..<arrow.lowerBound])
      guard let first = names.first else { continue }
      if names.count == 2, let low = first.first?.value, let high = names[1].first?.value {
        for code in low...max(low, min(high, 0xff)) {
          guard let scalar = Unicode.Scalar(code) else { continue }
          entries[Place(map: map, code: [scalar])] = value
        }
      } else {
        entries[Place(map: map, code: first)] = value
      }
    }
    return entries
  }

  /// The range of the arrow `->` after the closing quote.
  private static func arrow(
    in line: Substring.UnicodeScalarView
  ) -> Range<Substring.UnicodeScalarView.Index>? {
    let line = Array(zip(line.indices, line))
    var index = 2
    while index + 2 < line.count {
      if line[index].1 == "\"" {
        var next = index + 1
        while next < line.count, line[next].1 == " " { next += 1 }
        if next + 1 < line.count, line[next].1 == "-", line[next + 1].1 == ">" {
          guard next + 2 < line.count else { return nil }
          return line[next].0..<line[next + 2].0
        }
      }
      index += 1
    }
    return nil
  }

  /// The one or two quoted keys before an arrow.
  private static func codes(in text: Substring.UnicodeScalarView) -> [[Unicode.Scalar]] {
    let scalars = Array(text).reversed().drop { $0 == " " }.reversed()
    let inner = Array(scalars.dropFirst().dropLast())
    // `a" to "b`, where a and b are single keys. Each key has at most two characters.
    for index in inner.indices.prefix(4).dropFirst() where inner[index] == "\"" {
      let rest = inner[(index + 1)...].drop { $0 == " " }
      guard rest.starts(with: "to \"".unicodeScalars), rest.count > 4 else { continue }
      return [decoded(inner[..<index]), decoded(rest.dropFirst(4))]
    }
    return [decoded(inner[...])]
  }

  /// Decodes a key. libedit prints a control character as a caret and a letter; a key that is a
  /// caret itself looks the same.
  private static func decoded(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    var decoded: [Unicode.Scalar] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == "^", index + 1 < text.endIndex, text[index + 1].value >= 0x3f,
        let control = Unicode.Scalar(text[index + 1].value ^ 0x40), control.isControl
      {
        decoded.append(control)
        index += 2
      } else {
        decoded.append(text[index])
        index += 1
      }
    }
    return decoded
  }

  /// The keys that a person would have typed to enter some scalars.
  private static func keys(_ scalars: [Unicode.Scalar], usesViKeys: Bool) -> [Key] {
    var decoder = InputDecoder(escapeDelay: 0)
    decoder.usesViKeys = usesViKeys
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    decoder.append(text.utf8, at: 0)
    var keys: [Key] = []
    while keys.count < longestMacro,
      let token = decoder.next(now: 2 * InputDecoder.patience, escapeMatters: true)
    {
      if case .key(let key) = token { keys.append(key) }
    }
    return keys
  }

  private static func key(_ code: [Unicode.Scalar]) -> Key? {
    let keys = keys(code, usesViKeys: false)
    guard keys.count == 1, let key = keys.first else { return nil }
    // Some keys only cancel a ^X that was typed before. ^X and such a key are not a chord, so this
    // sequence cannot be bound.
    let isChord = if case .controlX = key { true } else { false }
    return isChord == (code.first == "\u{18}") ? key : nil
  }

  private static func meaning(
    of value: String, usesViKeys: Bool, inCommandMode: Bool
  ) -> PersonalBinding? {
    if value.unicodeScalars.first == "\"" {
      let text = Array(value.unicodeScalars.dropFirst().dropLast())
      return .keys(keys(decoded(text[...]), usesViKeys: usesViKeys))
    }
    if inCommandMode, let key = FunctionName.viKeys[value] { return .keys([.character(key)]) }
    return FunctionName.bindings[value]
  }
}

// MARK: - From the person's files

extension LineEditor.Configuration {
  /// Returns the key map to use, and the bindings of ~/.editrc for that key map.
  func preferences(null: UnsafeMutablePointer<FILE>) -> (KeyMap, PersonalBindings) {
    guard readsEditrc else { return (keyMap ?? .emacs, PersonalBindings()) }
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }
    }
    func file(_ name: String, _ place: String) -> String? {
      if let home { return "\(home)/\(name)" }
      return variable(place) ?? variable("HOME").map { "\($0)/\(name)" }
    }
    let asked =
      keyMap
      ?? file(".inputrc", "INPUTRC").flatMap { Inputrc.text(ofFile: $0) }
      .flatMap { Inputrc.keyMap(in: $0) } ?? .emacs
    guard let path = file(".editrc", "EDITRC"), access(path, R_OK) == 0,
      let (chosen, listings) = editrc(path, asked, null: null), listings.count >= 3
    else { return (asked, PersonalBindings()) }
    let bindings = PersonalBindings(
      listing: listings[listings.count - 2], defaults: listings[listings.count - 1],
      usesViKeys: chosen == .vi)
    return (chosen, bindings)
  }

  /// Lets libedit read a file; returns the resulting key map and the lists of bindings.
  private func editrc(
    _ path: String, _ asked: KeyMap, null: UnsafeMutablePointer<FILE>
  ) -> (KeyMap, [Substring])? {
    var usesViKeys = asked == .vi
    let names = OwnFunction.allCases.map { strdup($0.name) }
    defer { for name in names { free(name) } }
    let functions = names.map { UnsafePointer($0) }
    guard
      let text = le_read_editrc(
        programName, path, null, functions, functions.count, runFunction, keyMap != nil, &usesViKeys
      )
    else { return nil }
    defer { free(text) }
    let listings = String(cString: text).split(separator: "\u{c}", omittingEmptySubsequences: false)
    return (usesViKeys ? .vi : .emacs, listings)
  }
}
