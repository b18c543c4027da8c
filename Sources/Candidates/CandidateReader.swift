// Reads the lines of a candidates file, in any of its formats (see CandidateFormat). The bytes of
// the file arrive in pieces.
//
// A line ends with LF or CRLF; the last line may lack its line end. Blank lines are skipped, and a
// byte order mark at the start is dropped. In the formats `lines` and `columns`, the bytes of a
// line are kept unchanged as the text of its candidate. In the format `objects`, the text consists
// of the object's label and value, and the line itself is stored separately.

import FormText

/// Consecutive texts, with the start of each text. The text after the last start is still being
/// read.
struct CandidateLines: Sendable {
  var bytes: [UInt8] = []
  private(set) var starts: [UInt32]

  /// The number of complete texts.
  var count: Int { starts.count - 1 }
  /// The start of the text that is being read.
  var start: Int { Int(starts.last ?? 0) }
  var owned: CandidateTexts { CandidateTexts(bytes: .owned(bytes), starts: .owned(starts)) }

  mutating func endText() { starts.append(UInt32(bytes.count)) }
  mutating func dropText() { bytes.removeSubrange(start...) }
}

/// A reader of a candidates file, with the candidates that it has read so far.
struct CandidateReader: Sendable {
  private(set) var texts = CandidateLines(starts: [0])
  /// The lines with objects; empty in other formats.
  private(set) var records = CandidateLines(starts: [])
  private(set) var layout: CandidateLayout
  private(set) var fieldNames: [String] = []

  /// Whether lines consist of cells, as in the format `columns`.
  private let hasColumns: Bool
  private let parseObject: CandidateObject.Parser?
  private var columnCount = 0
  private var line = 1
  private var hasHeader = false
  /// The field names seen so far.
  private var knownFields = Set<Text>()

  /// The maximum number of bytes of all candidates, because offsets have 32 bits.
  private static let mostBytes = Int(Int32.max)
  /// The maximum number of bytes of a line.
  private static let mostBytesOfLine = 16 << 20
  /// The maximum number of field names.
  private static let mostFields = 256

  init(format: CandidateFormat, byteCount: Int) {
    switch format {
    case .lines: (layout, hasColumns, parseObject) = (.line, false, nil)
    case .columns: (layout, hasColumns, parseObject) = (.labelAndValue, true, nil)
    case .objects(let parser): (layout, hasColumns, parseObject) = (.labelAndValue, false, parser)
    }
    if parseObject != nil {
      records.bytes.reserveCapacity(min(byteCount, CandidateReader.mostBytes))
      records.endText()
    } else {
      texts.bytes.reserveCapacity(min(byteCount, CandidateReader.mostBytes))
    }
  }

  /// Creates a reader without a file, for candidates that are added one by one.
  init() { (layout, hasColumns, parseObject) = (.labelAndValue, false, nil) }

  /// Adds a candidate that does not come from a file.
  mutating func add(label: String, value: String) {
    texts.bytes.append(contentsOf: label.utf8)
    if !label.utf8.elementsEqual(value.utf8) {
      texts.bytes.append(0)
      texts.bytes.append(contentsOf: value.utf8)
    }
    texts.endText()
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(CandidateError) {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if texts.bytes.count + records.bytes.count + piece.count > CandidateReader.mostBytes {
        throw error("the file is larger than 2 GiB; split it or remove candidates")
      }
      // This check soon rejects a file that has no line ends, such as a disk image or a file of
      // zeros.
      let begun =
        parseObject != nil ? records.bytes.count - records.start : texts.bytes.count - texts.start
      if begun + piece.count > CandidateReader.mostBytesOfLine {
        throw error("the line is longer than 16 MiB; write one candidate a line")
      }
      if parseObject != nil {
        records.bytes.append(contentsOf: piece)
      } else {
        texts.bytes.append(contentsOf: piece)
      }
      guard end < bytes.count else { return }
      try endLine()
      start = end + 1
    }
  }

  mutating func finish() throws(CandidateError) {
    try endLine()
    if hasColumns, !hasHeader {
      throw CandidateError(
        line: 1, sentence: "the header is missing; the first line names the columns")
    }
  }

  private func error(_ sentence: String) -> CandidateError {
    CandidateError(line: line, sentence: sentence)
  }

  // MARK: - Lines

  private mutating func endLine() throws(CandidateError) {
    defer { line += 1 }
    if parseObject != nil {
      return try takesLine(&records.bytes, from: records.start) ? addObject() : records.dropText()
    }
    guard try takesLine(&texts.bytes, from: texts.start) else { return texts.dropText() }
    if hasColumns {
      if !hasHeader {
        try readHeader()
        return texts.dropText()
      }
      try checkCells()
    }
    texts.endText()
  }

  /// Returns whether the bytes from `start` on are a line that is not blank, and removes the line
  /// end.
  private func takesLine(_ bytes: inout [UInt8], from start: Int) throws(CandidateError) -> Bool {
    if line == 1, bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeSubrange(start..<start + 3)
    }
    if bytes.count > start, bytes.last == 0x0D { bytes.removeLast() }
    var isASCII = true
    var isBlank = true
    for byte in bytes[start...] {
      if byte >= 0x80 { isASCII = false }
      if byte > 0x20 || (byte < 0x09 || byte > 0x0D) && byte != 0x20 { isBlank = false }
    }
    if isASCII { return !isBlank }
    let line = bytes.span.extracting(start..<bytes.count)
    guard let valid = try? UTF8Span(validating: line) else {
      throw error("the line is not UTF-8; convert the file, for example with iconv -t UTF-8")
    }
    var scalars = valid.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if !scalar.isWhitespace { return true }
    }
    return false
  }

  // MARK: - Cells

  private mutating func readHeader() throws(CandidateError) {
    let names = texts.bytes[texts.start...].split(separator: 0x09, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    hasHeader = true
    columnCount = names.count
    let value = names.firstIndex(of: "value") ?? 0
    let label = names.firstIndex(of: "label")
    layout = .columns(value: value, label: label ?? -1)
    for name in names {
      if name.isEmpty || !knownFields.insert(Text(name)).inserted {
        throw error(
          name.isEmpty
            ? "a column has no name; name every column"
            : "two columns have the name \(name.quoted); rename one")
      }
    }
    guard names.count <= CandidateReader.mostFields else {
      throw error("the file has \(names.count) columns; it can have \(CandidateReader.mostFields)")
    }
    fieldNames = names
  }

  private func checkCells() throws(CandidateError) {
    var cells = 1
    for byte in texts.bytes[texts.start...] where byte == 0x09 { cells += 1 }
    if cells > columnCount {
      throw error("the line has \(cells) cells, but the header has \(columnCount)")
    }
    guard case .columns(let value, _) = layout else { return }
    let isBlank = texts.bytes.withUnsafeBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes[texts.start...])
      return CandidateLayout.cell(value, of: line).allSatisfy { $0 <= 0x20 }
    }
    if isBlank { throw error("the value is missing; every line needs one") }
  }

  // MARK: - Objects

  private mutating func addObject() throws(CandidateError) {
    guard let parseObject else { return }
    let object = try parseObject(Array(records.bytes[records.start...]), line)
    for name in object.fieldNames where fieldNames.count < CandidateReader.mostFields {
      if knownFields.insert(Text(name)).inserted { fieldNames.append(name) }
    }
    add(label: object.label, value: object.value)
    records.endText()
  }
}
