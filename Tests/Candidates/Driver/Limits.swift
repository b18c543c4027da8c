// Measures, for the table of the benchmark, the values that have limits and that only the process
// itself can measure. Prints a line for each limit: `label<tab>measured<tab>at most`. Files are
// generated piece by piece while they are read, so only the index makes the memory grow.

import Candidates
import FormModel
import FormText
import Glibc
import TerminalTesting

/// The kind of lines in a file that is generated while it is read, and is never on the disk.
enum MadeLines {
  /// The given lines, then copies of them, each with a number at its end.
  case copies(of: [ArraySlice<UInt8>])
  /// One short word on each line, so that the index is large compared with the text.
  case words
  /// A code, a name and two fields on each line.
  case columns

  var format: CandidateFormat {
    switch self {
    case .copies, .words: .lines
    case .columns: .columns
    }
  }

  private static let vowels = Array("aeiou".utf8)
  private static let consonants = Array("bcdfghjklmnprstvwz".utf8)

  func append(_ number: Int, to bytes: inout [UInt8]) {
    switch self {
    case .copies(let lines):
      bytes.append(contentsOf: lines[number % lines.count])
      if number >= lines.count { bytes.append(contentsOf: " \(number / lines.count)".utf8) }
    case .words:
      MadeLines.appendWord(number, to: &bytes)
    case .columns:
      if number == 0 { bytes.append(contentsOf: "value\tlabel\tcountry\tregion\n".utf8) }
      bytes.append(contentsOf: "\(number)\t".utf8)
      MadeLines.appendWord(number, to: &bytes)
      bytes.append(0x20)
      MadeLines.appendWord(number / 90, to: &bytes)
      bytes.append(contentsOf: "\tC\(number % 200)\tregion \(number % 1_000)".utf8)
    }
    bytes.append(0x0A)
  }

  /// Appends a word of syllables for a number. Different numbers have different words.
  private static func appendWord(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    repeat {
      bytes.append(consonants[rest % consonants.count])
      rest /= consonants.count
      bytes.append(vowels[rest % vowels.count])
      rest /= vowels.count
    } while rest > 0
  }
}

struct IndexLimits {
  let name: String
  let lines: MadeLines
  let count: Int

  /// The allowed CPU time for indexing a million lines, in milliseconds. `mostToOpen` is the
  /// allowed time for opening their index from the cache. `mostMemory` is the allowed peak memory
  /// as a multiple of the file's size.
  private static let mostToBuild = 2_000.0
  private static let mostToOpen = 5.0
  private static let mostMemory = 3.0

  func run() {
    let before = Clock.peakMemory
    var built = 0
    var size = 0
    var piece: [UInt8] = []
    piece.reserveCapacity(70_000)
    // Find the size of the file first, because the program knows it too.
    var all = 0
    for number in 0..<count {
      lines.append(number, to: &piece)
      all += piece.count
      piece.removeAll(keepingCapacity: true)
    }
    var builder = CandidateBuilder(format: lines.format, byteCount: all)
    do throws(CandidateError) {
      for number in 0..<count {
        lines.append(number, to: &piece)
        guard piece.count >= 65_536 || number == count - 1 else { continue }
        let start = Clock.nanoseconds
        try piece.withUnsafeBufferPointer { bytes throws(CandidateError) in
          try builder.append(UnsafeRawBufferPointer(bytes))
        }
        built += Clock.nanoseconds - start
        size += piece.count
        piece.removeAll(keepingCapacity: true)
      }
      try builder.finishReading()
    } catch {
      print("line \(error.line): \(error.sentence)")
      exit(65)
    }
    let start = Clock.nanoseconds
    let index = builder.finished()
    built += Clock.nanoseconds - start
    let memory = Clock.peakMemory - before
    let what = "\(grouped(index.count)) \(name)"
    report("Index of \(what): CPU, ms", Double(built) / 1e6, atMost: IndexLimits.mostToBuild)
    guard let opened = Measurement.nanosecondsToOpen(index) else { exit(74) }
    report(
      "Index of \(what): opened from the cache, ms", Double(opened) / 1e6,
      atMost: IndexLimits.mostToOpen)
    report(
      "Index of \(what): peak memory, times the file", Double(memory) / Double(max(size, 1)),
      atMost: IndexLimits.mostMemory)
  }
}

struct FindLimits {
  let rows: Int

  /// The allowed CPU time between two checks of the keyboard, in milliseconds.
  private static let most = 10.0

  func run() {
    let source = """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "row{n}", "count": \(rows), "label": "Row {n}"}]}]}
      """
    guard let template = try? TemplateReader.template(from: Array(source.utf8)) else {
      print("the form is not read")
      exit(70)
    }
    var longest = 0
    // Find words that match all rows, some rows, one row and no row.
    for word in ["row", "99", "Row \(rows)", "nothing"] {
      var session = FormSession(template, height: 8)
      var action = Action.findEdited(Find(text: Text(word), scope: .all))
      var remains = true
      while remains {
        let start = Clock.nanoseconds
        let effects = session.apply(action)
        longest = max(longest, Clock.nanoseconds - start)
        remains = effects.contains(.workRemains)
        action = .workContinued
      }
    }
    report(
      "Largest slice of a find over \(grouped(rows)) rows: CPU, ms", Double(longest) / 1e6,
      atMost: FindLimits.most)
  }
}

private func report(_ label: String, _ value: Double, atMost limit: Double) {
  print("\(label)\t\(value)\t\(Int(limit))")
}
