// Text that programs often get wrong: every emoji, right-to-left scripts, stacked marks.

import Glibc
import TerminalTesting
import Testing

/// Unicode's own list of emoji, from Debian's package `unicode-data`.
private enum EmojiTest {
  /// The fully-qualified sequences of emoji-test.txt; empty if the file is not installed.
  static let sequences: [String] = {
    for path in ["/usr/share/unicode/emoji/emoji-test.txt", "/usr/share/unicode/emoji-test.txt"] {
      guard let bytes = readFile(path) else { continue }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
        sequence($0)
      }
    }
    return []
  }()

  /// Returns the sequence in a line such as `1F1E9 1F1EA ; fully-qualified # …`.
  private static func sequence(_ line: Substring) -> String? {
    let fields = line.prefix { $0 != "#" }.split(separator: ";")
    guard fields.count == 2, fields[1].split(separator: " ") == ["fully-qualified"] else {
      return nil
    }
    let scalars = fields[0].split(separator: " ").compactMap {
      UInt32($0, radix: 16).flatMap { Unicode.Scalar($0) }
    }
    var sequence = String.UnicodeScalarView()
    sequence.append(contentsOf: scalars)
    return String(sequence)
  }

}

/// A text, and the number of characters that a person sees in it.
struct WorldText: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var characters: Int

  var testDescription: String { name }

  static let all = [
    WorldText(name: "Arabic", text: "مَرْحَبًا بِكُمْ", characters: 9),
    WorldText(name: "Arabic in English", text: "a مرحبا b", characters: 9),
    WorldText(name: "Hebrew with points", text: "שָׁלוֹם עֲלֵיכֶם", characters: 10),
    WorldText(name: "Persian with a joiner", text: "می\u{200C}خواهم", characters: 7),
    WorldText(name: "Thai", text: "สวัสดีชาวโลก", characters: 10),
    WorldText(name: "Devanagari", text: "नमस्ते क्षत्रिय", characters: 7),
    WorldText(name: "Vietnamese, decomposed", text: "Vie\u{302}\u{323}t Na\u{306}m", characters: 8),
    WorldText(name: "Hangul, composed", text: "안녕하세요", characters: 5),
    WorldText(
      name: "Hangul, jamo",
      text: "\u{110B}\u{1161}\u{11AB}\u{1102}\u{1167}\u{11BC}\u{1112}\u{1161}", characters: 3),
    WorldText(name: "Tibetan", text: "བོད་ཡིག", characters: 5),
    WorldText(
      name: "Zalgo",
      text: "Z\u{341}\u{316}\u{317}\u{318}\u{347}\u{348}\u{351}\u{352}"
        + "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}"
        + "l\u{489}\u{1DC0}\u{20D0}\u{FE20}go", characters: 5),
    WorldText(name: "Marks with nothing below", text: "\u{301}\u{302}x", characters: 2),
    WorldText(name: "Joiners in a row", text: "a\u{200D}\u{200D}b", characters: 2),
    WorldText(name: "Tags of a flag", text: "🏴󠁧󠁢󠁳󠁣󠁴󠁿!", characters: 2),
  ]
}

@Suite("Hostile text", .waits)
struct HostileTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
  }

  /// Starts a form of text rows on a terminal.
  private func start(rows count: Int) throws -> TerminalProcess {
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "title": "F", "viewport": 4, "sections": [{"rows": [
        {"id": "r{n}", "label": "{n}", "count": \(count), "key": "rows[]"}]}],
       "output": {"empty": "omit"}}
      """, to: "f.json")
    let process = try Longform.start([form, "--no-draft"], columns: 100)
    return process
  }

  /// Saves, and returns the texts of the exported rows.
  private func save(_ process: TerminalProcess) throws -> [String] {
    try process.save()
    #expect(process.screen.unknownSequences.isEmpty)
    // Lines are split as bytes: as characters, a mark at the beginning of a text would join the
    // quote.
    return process.capturedOutput.split(separator: 0x0A).filter {
      $0.starts(with: Array("    \"".utf8))
    }
    .map { line in
      let end = line.last == 0x2C ? 2 : 1
      return String(decoding: line.dropFirst(5).dropLast(end), as: UTF8.self)
    }
  }

  @Test(
    "Every emoji is typed, painted, deleted by one Backspace, and exported unchanged",
    .enabled(if: !EmojiTest.sequences.isEmpty, "emoji-test.txt of unicode-data is not installed"))
  func emoji() throws {
    let all = EmojiTest.sequences
    #expect(all.count > 3_000)
    let batches = stride(from: 0, to: all.count, by: 20).map {
      Array(all[$0..<min($0 + 20, all.count)])
    }
    let process = try start(rows: batches.count * 2)
    var expected: [String] = []
    for batch in batches {
      let text = batch.joined(separator: " ")
      try process.send(text)
      try process.wait("\(expected.count + 1) ▸ \(text)") { screen in
        screen.lines[screen.cursor.row].unicodeScalars
          .elementsEqual("\(expected.count + 1) ▸ \(text)".unicodeScalars)
      }
      // One Backspace removes each emoji, and leaves the letters before and after it.
      try process.send("\r" + batch.map { "x\($0)\u{7F}y" }.joined(separator: " ") + "\r")
      expected += [text, batch.map { _ in "xy" }.joined(separator: " ")]
    }
    try process.wait(for: "to standard output? ▸")
    try process.send("n")
    try process.wait(forAbsenceOf: "to standard output?")
    let found = try save(process)
    try #require(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      #expect(found.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(found)")
    }
  }

  @Test("A text in any script is painted and exported scalar for scalar", arguments: WorldText.all)
  func painted(_ world: WorldText) throws {
    let process = try start(rows: 4)
    try process.send(world.text)
    try process.wait("the text after the prompt") { screen in
      shows(screen.lines[screen.cursor.row], world.text)
    }
    try process.send("\rafter")
    try process.wait(for: "2 ▸ after")
    #expect(shows(process.screen.lines.first { $0.contains("1  1") } ?? "", world.text))
    let found = try save(process)
    try #require(found.count == 2)
    #expect(found[0].unicodeScalars.elementsEqual(world.text.unicodeScalars), "\(found[0])")
  }

  /// Whether a line ends in the letters and marks of a text. Ignores joiners, which terminals do
  /// not keep, and the dotted circles that longform paints below marks without a letter.
  private func shows(_ line: String, _ text: String) -> Bool {
    func visible(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { $0.value != 0x200C && $0.value != 0x200D && $0.value != 0x25CC }
    }
    return visible(line).reversed().starts(with: visible(text).reversed())
  }

  @Test(
    "The cursor moves by visible characters; Backspace and Delete remove one visible character",
    arguments: WorldText.all)
  func moved(_ world: WorldText) throws {
    let characters = world.text.map { String($0) }
    try #require(characters.count == world.characters)
    let process = try start(rows: characters.count * 3 + 1)
    var expected: [String] = []
    for place in 0...characters.count {
      let back = String(repeating: "\(Keystroke.left)", count: characters.count - place)
      // A bar is typed at each position. The loop below replaces each character by a bar.
      try process.send(world.text + back + "|\r")
      expected.append(
        characters[..<place].joined() + "|" + characters[place...].joined())
    }
    for place in 0..<characters.count {
      let forward = "\(Keystroke.lineStart)" + String(repeating: "\(Keystroke.right)", count: place)
      var rest = characters
      rest.remove(at: place)
      try process.send(world.text + forward + "\(Keystroke.right)\(Keystroke.backspace)|\r")
      try process.send(world.text + forward + "\(Keystroke.delete)|\r")
      let without = rest[..<place].joined() + "|" + rest[place...].joined()
      expected += [without, without]
    }
    try process.wait(for: "to standard output? ▸")
    try process.send("n")
    try process.wait(forAbsenceOf: "to standard output?")
    let found = try save(process)
    try #require(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      #expect(found.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(found)")
    }
  }
}
