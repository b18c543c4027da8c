// The key lines (the last line of the screen, which names keys): their words, their widths, and the
// function of each key in them.

import Keys
import Testing

@testable import FormScreen

@Suite("Key lines")
struct KeyLineTests {
  /// Each state with the longest possible values, and its key line.
  private static let lines: [(keys: KeyLine, text: String)] = [
    (.row, "Enter next   ↑↓ rows   ^R find   ^S save   ^O all keys   ^C leave, draft kept"),
    (
      .item(noun: "job"),
      "Enter next   Alt-n next job   ^X add, remove, move   ^S save   ^O all keys"
    ),
    (.ticked, "Alt-t done   Enter next   ^X add, remove, move   ^S save   ^O all keys"),
    (.untouched, "Enter keeps it   type to replace   → edits it   ^S save   ^O all keys"),
    (
      .correction("https://gracehopper.dev"),
      "→ makes it https://gracehopper.dev   Enter next   ^S save   ^O all keys"
    ),
    (.boolean, "y yes   n no   Space changes   Enter next   ^S save   ^O all keys"),
    (.choice, "type or Space to choose   Enter next   ^S save   ^O all keys"),
    (
      .strictList(takes: "Laptop", hasMore: true),
      "Enter takes Laptop   ↑↓ choose   PgDn more   Esc close   ^O all keys"
    ),
    (
      .freeList(keeps: "“bris”", takes: "Brisbane"),
      "Enter keeps “bris”   → takes Brisbane   ↓ choose   Esc close   ^O all keys"
    ),
    (
      .chosenList(takes: "Bristol, United Kingdom"),
      "Enter takes Bristol, United Kingdom   ↑↓ choose   Esc close   ^O all keys"
    ),
    (
      .several(hasTicks: true),
      "type or Space to choose   Enter next   Backspace removes the last   ^O all keys"
    ),
    (.several(hasTicks: false), "type or Space to choose   Enter next   ^S save   ^O all keys"),
    (
      .severalList(hasTicks: true),
      "Space ticks   ↑↓ choose   Enter next   Backspace removes the last   Esc close"
    ),
    (.severalList(hasTicks: false), "Space ticks   ↑↓ choose   Enter next   Esc close"),
    (.severalTyped(takes: "Laptop"), "Enter ticks Laptop   ↑↓ choose   Esc close   ^O all keys"),
    (.severalTyped(takes: nil), "Esc close   ^O all keys"),
    (.entries, "Enter next entry   Tab next row   ↑↓ entries   ^X^E editor   ^O all keys"),
    (.emptyEntry, "Enter next row   type an entry   ^X^E editor   ^S save   ^O all keys"),
    (
      .emptyParagraph,
      "Enter next row   type lines of text   ^X^E editor   ^S save   ^O all keys"
    ),
    (.paragraph, "Enter new line   Tab next row   ↑↓ lines   ^X^E editor   ^O all keys"),
    (.readOnly, "↑↓ rows   Enter next   ^S save   ^O all keys"),
    (
      .addLine(noun: "a job"),
      "Type to add a job   Enter goes on   Space adds it empty   ^S save   ^O all keys"
    ),
    (.entryLine(noun: "a task"), "Type a task, Enter adds it   ↑↓ rows   ^S save   ^O all keys"),
    (.find, "Enter goes there   ↑↓ choose   Tab where   Alt-Enter keep only these   Esc back"),
    (
      .filter(count: 3, of: 49),
      "3 of 49 rows   Enter next   Esc all rows   ^R find   ^S save   ^O all keys"
    ),
    (.palette, "Enter runs it   Tab completes   ↑↓ choose   Esc close"),
    (
      .afterControlX(.inItem),
      "^X then ↑↓ move   + add   - remove   u undo   ^E editor   ^X back   Esc cancel"
    ),
    (.afterControlX(.adding), "^X then + add   u undo   ^E editor   ^X back   Esc cancel"),
    (.afterControlX(.none), "^X then u undo   ^E editor   ^X back   Esc cancel"),
    (.afterEscape, "Esc- a key now means Alt and that key   Esc cancel"),
    (.save(hasChanges: false), "y save   n go on filling   f save to a file   v preview"),
    (.save(hasChanges: true), "y save   n go on filling   ↑↓ look at a change   v preview"),
    (.saveOrChange, "Enter goes to this row   y save   n go on filling   ↑↓ changes   v preview"),
    (.print(hasChanges: false), "f save to a file   y print here   n go on filling   v preview"),
    (
      .print(hasChanges: true),
      "f save to a file   y print here   n go on filling   ↑↓ changes   v preview"
    ),
    (
      .printOrChange,
      "Enter goes to this row   f save to a file   y print here   n go on filling"
    ),
    (.preview(prints: false), "y save   n go on filling   ↑↓ scroll   PgDn page   Esc back"),
    (
      .preview(prints: true),
      "f save to a file   n go on filling   ↑↓ scroll   PgDn page   Esc back"
    ),
    (.file, "Enter saves there   type another name   Esc back"),
    (.review(isChosen: false), "↑↓ choose   PgDn page   Esc close"),
    (.review(isChosen: true), "Enter goes to this row   ↑↓ choose   PgDn page   Esc close"),
    (.compare, "y compare   n go on filling   f save to another file   ^C leave, draft kept"),
    (.conflict, "↑↓ choose one   Enter next   Esc close   ^S save   ^O all keys"),
    (
      .resume, "Enter go on with it   n start anew, it is set aside   Esc leave, it stays"
    ),
    (.question(leaves: false), "y yes   n no   Esc changes nothing"),
    (.question(leaves: true), "y yes   n no   Esc leaves, the draft stays"),
    (.refused, "^S next problem, or saves   Enter next   ^O all keys   ^C leave, draft kept"),
    (.waiting(.sending), "^C stops sending; the answers are kept"),
    (.waiting(.comparing), "^C stops comparing"),
    (
      .notAccepted(panel: .cut),
      "^S sends again   PgDn rest of the message   Esc close   ^C leave, answers kept"
    ),
    (
      .notAccepted(panel: .whole),
      "^S sends again   Esc close   ^C leave, answers kept"
    ),
    (
      .notAccepted(panel: nil),
      "^S sends again   Enter next   ^O all keys   ^C leave, answers kept"
    ),
    (.panel, "Enter close   ↑↓ scroll   PgDn page   Esc close"),
    (.note, "↑↓ scroll, then go on   PgDn page   Enter close   Esc close"),
    (.work, "Esc stops it   ^C stops it"),
    (.viCommand, "i insert   j k rows   / find   : commands   u undo   ZZ save   ^O all keys"),
  ]

  private func text(_ keys: KeyLine, columns: Int, hasUTF8: Bool = true) -> String {
    var line = Line()
    line.append(keys.hints, end: columns, symbols: Symbols(hasUTF8: hasUTF8))
    return String(line.cells.compactMap(\.scalar).map(Character.init))
  }

  @Test("Each state has its expected key line, which fits 79 columns", arguments: lines)
  func words(keys: KeyLine, expected: String) {
    #expect(text(keys, columns: 200) == expected)
    #expect(text(keys, columns: 79) == expected)
  }

  @Test("In the last row, Enter and Tab are listed as the keys that save, in place of ^S")
  func lastRow() {
    var state = ScreenState(height: .viewport(5), hasUTF8: true)
    func uses(_ keys: KeyLine, at place: KeyPlace = .last) -> [String] {
      keys.hints(in: state, at: place).map { "\($0.key) \($0.use)" }
    }
    #expect(uses(.row).starts(with: ["Enter save", "↑↓ rows", "^R find", "^O all keys"]))
    #expect(uses(.paragraph).starts(with: ["Enter new line", "Tab save"]))
    #expect(uses(.untouched).contains("^S save"))
    #expect(uses(.addLine(noun: "a job")).starts(with: ["Type to add a job", "Enter save"]))
    #expect(uses(.row, at: .only).starts(with: ["Enter save", "^O all keys"]))
    state.appearance.isInProgram = true
    #expect(uses(.row).first == "Enter done")
  }

  @Test("On a narrow screen, whole hints are omitted, and the list of keys comes third")
  func narrow() {
    let gap = "   "
    for (keys, whole) in Self.lines {
      let short = whole.replacing("^O all keys", with: "^O keys")
      var hints = short.split(separator: gap).map(String.init)
      if let place = hints.firstIndex(of: "^O keys") {
        let keys = hints.remove(at: place)
        hints.insert(keys, at: min(2, hints.count))
      }
      for columns in 0...79 {
        let shown = text(keys, columns: columns)
        let count = (0...hints.count).last {
          hints.prefix($0).joined(separator: gap).count <= columns
        }
        let expected = hints.prefix(count ?? 0).joined(separator: gap)
        let fitting = [whole, short].first { $0.count <= columns }
        #expect(shown == fitting ?? expected)
      }
    }
    let long = text(.addLine(noun: "a publication of many words"), columns: 79)
    #expect(
      long == "Type to add a publication of many words   Enter goes on   ^O keys")
    #expect(text(.row, columns: 40, hasUTF8: false) == "Enter next   Up/Down rows   ^O keys")
  }

  // MARK: - Keys

  /// The layers of the table of keys that apply in a state.
  private func layers(_ keys: KeyLine) -> Set<KeyLayer> {
    switch keys {
    case .find: [.find]
    case .palette: [.prompt]
    case .file: [.prompt]
    case .save, .saveOrChange, .print, .printOrChange, .preview, .resume, .question: [.question]
    case .compare: [.question, .row]
    case .panel, .review: [.panel]
    case .work: [.work, .row]
    case .strictList, .freeList, .chosenList, .conflict, .several, .severalList,
      .severalTyped:
      [.list, .row]
    case .boolean: [.toggle, .row]
    case .entries, .emptyEntry, .paragraph, .emptyParagraph: [.lines, .row]
    case .viCommand: [.vi, .row]
    default: [.row]
    }
  }

  @Test("Each key in a key line is in the table of keys, in a layer of its state")
  func keys() {
    for (state, _) in Self.lines {
      let layers = layers(state)
      for hint in state.hints where !KeyLine.words.contains(hint.key) {
        let keys = state.keys(named: hint.key)
        #expect(!keys.isEmpty, "\(state): \(hint.key) is the name of no key")
        for key in keys {
          #expect(
            KeyTable.functions(of: key).contains { layers.contains($0.layer) },
            "\(state): \(hint.key) does nothing")
        }
      }
    }
  }
}
