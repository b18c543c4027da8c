// The index of candidates. Its matches are compared with a linear search, and its steps are
// counted.

import FormText
import TerminalTesting
import Testing

@testable import Candidates
@testable import FormModel

@Suite("Candidates")
struct CandidateIndexTests {
  static func index(_ lines: [String], end: String = "\n") throws -> CandidateIndex {
    try CandidateIndex(reading: Array(lines.map { $0 + end }.joined().utf8), format: .lines)
  }

  /// Compares the number of matches, and the first 200 matches, with those of the oracle. The first
  /// 8 matches are read as one page, the others as a second page.
  static func compare(
    _ index: CandidateIndex, _ oracle: CandidateOracle, _ query: String, _ comment: Comment? = nil
  ) {
    var matches = index.matches(query)
    let expected = oracle.matches(query)
    #expect(matches.count == min(expected.count, 10_000), "\(query.debugDescription)")
    #expect(matches.isCountExact == (expected.count <= 10_000))
    #expect(matches.candidates(in: 0..<8) == Array(expected.prefix(8)), "\(query.debugDescription)")
    let end = min(expected.count, 200)
    #expect(matches.candidates(in: 8..<200) == Array(expected[min(8, end)..<end]), comment)
  }

  @Test("5,000 random queries find the same candidates as a linear search")
  func queries() throws {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<10 {
      let count = round == 0 ? 3 : 400
      var names = (0..<count).map { _ in CandidateNames.name(using: &generator) }
      names += names.prefix(20)
      let index = try CandidateIndexTests.index(names, end: round % 2 == 0 ? "\n" : "\r\n")
      try #require(index.count == names.count)
      #expect(names.indices.allSatisfy { index.label(of: $0).hasSameScalars(as: names[$0]) })
      let oracle = CandidateOracle(labels: names)
      for _ in 0..<500 {
        let query = CandidateNames.query(among: names, using: &generator)
        CandidateIndexTests.compare(index, oracle, query)
      }
    }
  }

  @Test("Queries also match values; candidates whose label begins with the query come first")
  func values() throws {
    var generator = SeededGenerator(seed: 2)
    let candidates = (0..<300).map { _ in
      (
        label: CandidateNames.name(using: &generator),
        value: Optional(CandidateNames.name(using: &generator))
      )
    }
    var builder = CandidateBuilder(format: .jsonLines)
    for candidate in candidates {
      builder.reader.add(label: candidate.label, value: candidate.value ?? "")
    }
    try builder.finishReading()
    let index = builder.finished()
    let oracle = CandidateOracle(
      candidates: candidates.map {
        ($0.label, $0.label.hasSameScalars(as: $0.value ?? "") ? nil : $0.value)
      })
    for _ in 0..<500 {
      let names = candidates.map(\.label) + candidates.compactMap(\.value)
      let query = CandidateNames.query(among: names, using: &generator)
      CandidateIndexTests.compare(index, oracle, query)
      let text = names.randomElement(using: &generator) ?? ""
      // The expected order: exact matches before folded matches, then labels before values, then
      // the order of the file.
      let trimmed = Folding.folded(text)
      let meant =
        candidates.firstIndex { $0.label.hasSameScalars(as: text) }
        ?? candidates.firstIndex { $0.value?.hasSameScalars(as: text) == true }
        ?? candidates.firstIndex { Folding.folded($0.label).hasSameScalars(as: trimmed) }
        ?? candidates.firstIndex { Folding.folded($0.value ?? "").hasSameScalars(as: trimmed) }
      #expect(index.candidate(meaning: text) == meant, "\(text)")
      #expect(
        index.candidate(withValueText: text)
          == candidates.firstIndex { $0.value?.hasSameScalars(as: text) == true }, "\(text)")
    }
  }

  @Test(
    "A query matches the beginning of a label or of a word in the label, with or without accents",
    arguments: [
      ("new y", ["New York", "Old New Yorkshire"]), ("york", ["New York", "Old New Yorkshire"]),
      ("sao p", ["São Paulo"]), ("SÃO  P", ["São Paulo"]), (" sao", ["São Paulo"]),
      ("p", ["Paris", "São Paulo"]), ("aquila", ["L’Aquila"]), ("l'a", ["L’Aquila"]),
      ("avon", ["Stratford-upon-Avon"]), ("upon-a", ["Stratford-upon-Avon"]), ("🐰", ["Rabbit 🐰"]),
      ("か", []), ("が", ["がっこう"]), ("ork", []), ("new york ", []), ("x", []),
    ])
  func examples(query: String, found: [String]) throws {
    let index = try CandidateIndexTests.index([
      "Paris", "New York", "São Paulo", "L’Aquila", "Stratford-upon-Avon", "Rabbit 🐰", "がっこう",
      "Old New Yorkshire", "",
    ])
    var matches = index.matches(query)
    #expect(matches.candidates(in: 0..<10).map(index.label(of:)) == found)
    #expect(matches.count == found.count && matches.isCountExact)
  }

  @Test("A value finds its own candidate, even if an earlier candidate has that value as its label")
  func equalLabels() throws {
    let lines = """
      {"value": "Paris, Texas", "label": "Paris"}
      {"value": "Paris"}
      {"value": "Rome", "label": "Paris"}
      """
    let index = try CandidateIndex(reading: Array(lines.utf8), format: .jsonLines)
    for (place, value) in ["Paris, Texas", "Paris", "Rome"].enumerated() {
      #expect(index.candidate(withValueText: value) == place)
    }
    #expect(index.candidate(withValueText: "paris") == nil)
  }

  @Test("The part of a label that matches a query is found as a range of bytes, for highlighting")
  func marking() throws {
    let lines = ["São Paulo, Brazil", "e\u{301}\u{301}ab", "  Straße", "Łódź"]
    let index = try CandidateIndexTests.index(lines)
    func marked(_ line: Int, _ query: String) -> String? {
      index.matchedPart(of: line, query: query).map {
        String(decoding: Array(lines[line].utf8)[$0], as: UTF8.self)
      }
    }
    #expect(marked(0, "sao p") == "São P" && marked(0, "BRA") == "Bra" && marked(0, "x") == nil)
    #expect(marked(0, "") == nil && marked(1, "e")?.unicodeScalars.count == 3)
    #expect(marked(2, "strass") == "Straß" && marked(2, "stras") == "Stra")
    #expect(marked(3, "lodz") == "Łódź")
  }

  @Test("An empty query finds all candidates in order, page by page")
  func everything() throws {
    let lines = (0..<10_001).map { "line \($0)" }
    let index = try CandidateIndexTests.index(lines)
    for query in ["", "  ", "l"] {
      var matches = index.matches(query)
      #expect(matches.count == 10_000 && !matches.isCountExact)
      #expect(matches.candidates(in: 0..<3) == [0, 1, 2])
      #expect(matches.candidates(in: 9_999..<20_000) == [9_999, 10_000])
      #expect(matches.candidates(in: 3..<5) == [3, 4])
      #expect(matches.candidates(in: 20_000..<20_008).isEmpty)
    }
    #expect(index.matches("line 1").count == 1_112)
    let all = try CandidateIndexTests.index(Array(lines.dropLast())).matches("line")
    #expect(all.count == 10_000 && all.isCountExact)
  }

  // MARK: - Difficult files

  @Test("Equal lines are separate candidates, even if there are 30,000 of them")
  func equalLines() throws {
    let index = try CandidateIndexTests.index(Array(repeating: "same same", count: 30_000))
    var matches = index.matches("sam")
    #expect(!matches.isCountExact && matches.candidates(in: 4..<6) == [4, 5])
    #expect(matches.candidates(in: 29_999..<30_005) == [29_999])
    #expect(index.candidate(meaning: "SAME same") == 0)
  }

  @Test("A line of a megabyte is one candidate, which is found by its beginning")
  func longLine() throws {
    let long = String(repeating: "ab é ", count: 200_000)
    let index = try CandidateIndexTests.index(["x", long, "ab"])
    #expect(index.count == 3 && index.label(of: 1).hasSameScalars(as: long))
    var matches = index.matches("ab E")
    #expect(matches.candidates(in: 0..<9) == [1])
    #expect(index.matches(long).count == 1 && index.candidate(meaning: long) == 1)
    #expect(index.candidate(meaning: String(long.dropLast(5))) == nil)
    #expect(index.candidate(meaning: long.uppercased()) == 1)
    let marks = try CandidateIndexTests.index([
      "a" + String(repeating: "\u{301}", count: 5_000) + "b"
    ])
    #expect(marks.matches("a").count == 1)
  }

  @Test("Control characters and very long lines neither stop the program nor hide other candidates")
  func oddLines() throws {
    let lines = [
      "\u{0}", "\u{1}\u{2}x", "a\u{0}b", "a\u{1B}[31m", "\u{301}", "\u{FEFF}", "- - - -",
      (0..<300).map { "w\($0)" }.joined(separator: " "), "((((((", "\u{10FFFF}", "🇫🇷🇫🇷", "a\rb",
    ]
    let index = try CandidateIndexTests.index(["first"] + lines)
    #expect(index.count == lines.count + 1)
    #expect(lines.indices.allSatisfy { index.label(of: $0 + 1).hasSameScalars(as: lines[$0]) })
    var matches = index.matches("a b")
    #expect(matches.candidates(in: 0..<9) == [3, 12])
    #expect(index.matches("w3").count == 1 && index.matches("w299").count == 0)
    for query in lines + ["(", "-", "\u{1}", "\u{0}"] { #expect(index.matches(query).count <= 13) }
  }

  @Test(
    "Files may be empty, and may have a byte order mark, blank lines or no final line end",
    arguments: [
      ("", [String]()), ("\n\n \r\n\t\n\u{3000}\n", []), ("\u{FEFF}a\r\n\r\nb", ["a", "b"]),
      ("a", ["a"]), ("a\r", ["a"]), (" a \n", [" a "]), ("a\n\u{FEFF}b\n", ["a", "\u{FEFF}b"]),
    ])
  func files(text: String, lines: [String]) throws {
    // A file that arrives in pieces of any length gives the same index.
    for length in [1, 2, 3, 1_000] {
      var builder = CandidateBuilder(format: .lines)
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: length) {
        try bytes[start..<min(start + length, bytes.count)].withUnsafeBytes {
          try builder.append($0)
        }
      }
      try builder.finishReading()
      let index = builder.finished()
      #expect((0..<index.count).map { index.label(of: $0) } == lines)
      #expect(index.matches("").count == lines.count)
      #expect(index.matches("q").count == 0 && index.candidate(meaning: "q") == nil)
    }
  }

  @Test(
    "An error in a file of candidates is reported with its line number",
    arguments: [
      ("a\n\nb\u{0}\n", [0xFF, 0x0A], CandidateFormat.lines, 4, "the line is not UTF-8"),
      ("", [], .columns, 1, "the header is missing; the first line names the columns"),
      ("value\tx\na\tb\tc\n", [], .columns, 2, "the line has 3 cells, but the header has 2"),
      ("value\tvalue\n", [], .columns, 1, "two columns have the name “value”"),
      ("a\t\n", [], .columns, 1, "a column has no name"),
      ("x\tvalue\nb\n", [], .columns, 2, "the value is missing"),
      ("{\"value\": 1}\n{\"value\": \n", [], .jsonLines, 2, "column 11: not JSON"),
      (
        "[1]\n", [], .jsonLines, 1,
        "the line must be an object like {\"value\": \"it\", \"label\": \"Italy\"}, not an array"
      ),
      ("\n{}\n", [], .jsonLines, 2, "\"value\" is missing"),
      (
        "{\"value\": {}}", [], .jsonLines, 1,
        "\"value\" must be a string, a number, true or false, not an object"
      ),
      (
        "{\"value\": \"a\", \"label\": 1}", [], .jsonLines, 1,
        "\"label\" must be a string, not a number"
      ),
      ("{\"value\": \" \"}", [], .jsonLines, 1, "cannot be typed"),
    ])
  func errors(text: String, bytes: [UInt8], format: CandidateFormat, line: Int, sentence: String)
    throws
  {
    let error = #expect(throws: CandidateError.self) {
      try CandidateIndex(reading: Array(text.utf8) + bytes, format: format)
    }
    #expect(error?.line == line)
    #expect(error?.sentence.contains(sentence) == true, "\(String(describing: error))")
  }

  @Test("The cells of a table and the members of an object are fields of a candidate")
  func fields() throws {
    let table = "code\tlabel\tcapital\nGB\tUnited Kingdom\tLondon\nAQ\tAntarctica\nXX\t\tNowhere\n"
    let columns = try CandidateIndex(reading: Array(table.utf8), format: .columns)
    #expect(columns.fieldNames == ["code", "label", "capital"])
    #expect((0..<3).map(columns.label(of:)) == ["United Kingdom", "Antarctica", "XX"])
    #expect((0..<3).map(columns.valueText(of:)) == ["GB", "AQ", "XX"])
    #expect((0..<3).map { columns.field("capital", of: $0) } == ["London", nil, "Nowhere"])
    #expect(columns.field("nothing", of: 0) == nil)
    var matches = columns.matches("gb")
    #expect(matches.candidates(in: 0..<5) == [0] && columns.candidate(meaning: "gb") == 0)
    let lines = """
      {"value": 2, "label": "Two", "x": "b\\n"}
      {"value": "one", "y": true}
      """
    let objects = try CandidateIndex(reading: Array(lines.utf8), format: .jsonLines)
    #expect(objects.fieldNames == ["value", "label", "x", "y"])
    #expect(objects.value(of: 0) == .number("2") && objects.value(of: 1) == .string("one"))
    #expect(objects.field("x", of: 0) == "b\n" && objects.field("y", of: 1) == "true")
    #expect(objects.candidate(meaning: "2") == 0 && objects.candidate(meaning: "ONE") == 1)
    #expect(objects.label(of: 1) == "one" && objects.field("x", of: 1) == nil)
  }

  // MARK: - Cost

  @Test("An index is built in slices, and no slice takes many more steps than allowed")
  func slices() throws {
    var generator = SeededGenerator(seed: 3)
    let names =
      (0..<4_000).map { _ in CandidateNames.name(using: &generator) }
      + Array(repeating: "x y", count: 1_000)
    var builder = CandidateBuilder(format: .lines)
    for name in names { try Array((name + "\n").utf8).withUnsafeBytes { try builder.append($0) } }
    try builder.finishReading()
    var slices = 0
    var remains = true
    while remains {
      let before = builder.stepsTaken
      remains = builder.continueBuilding(steps: 100)
      #expect(builder.stepsTaken - before <= 116)
      slices += 1
    }
    #expect(slices > 500 && builder.stepsTaken < 80 * names.count)
    let index = builder.finished()
    let oracle = CandidateOracle(labels: names)
    for query in ["a", "x", "san", "が", "new b"] {
      CandidateIndexTests.compare(index, oracle, query)
    }
    let size = names.reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(index.byteCount < 3 * size, "\(index.byteCount) bytes for \(size)")
  }

  @Test("Queries for the shipped cities find the same cities as a linear search")
  func cities() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    guard let bytes = readFile(root + "/Forms/cities.txt") else { return }
    var generator = SeededGenerator(seed: 4)
    let all = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let names = all.indices.filter { $0 % 24 == 0 }.map { all[$0] }
    let index = try CandidateIndexTests.index(names)
    let oracle = CandidateOracle(labels: names)
    for _ in 0..<200 {
      let query = CandidateNames.query(among: names, using: &generator)
      CandidateIndexTests.compare(index, oracle, query)
    }
    #expect(all.count > 150_000)
  }
}
