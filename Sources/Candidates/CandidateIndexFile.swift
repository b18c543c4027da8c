// An index as bytes that can be mapped and used without copying. The bytes consist of a header and
// of the arrays as they are in memory, each starting at a multiple of eight.
//
// The bytes are valid only on a machine with the same byte order, which the header records. Opening
// an index checks only the header, so it costs the same for any size; the arrays are checked where
// they are used.
//
// Invariant: mapped memory does not change or disappear while its `CandidateMemory` lives. The
// address is stored as a number because pointers are not `Sendable`.

extension CandidateIndex {
  /// The version of the byte format and of the rules for matching text. Increment it when either
  /// changes.
  static let formatVersion: UInt32 = 2
  /// The separator of field names. This byte never occurs in UTF-8.
  private static let nameSeparator: UInt8 = 0xFF
  private static let magic: UInt64 = 0x4C46_4341_4E44_0A00
  private static let orderMark: UInt32 = 0x0102_0304

  /// The header.
  private struct Header: BitwiseCopyable {
    var magic = CandidateIndex.magic
    var version = CandidateIndex.formatVersion
    var orderMark = CandidateIndex.orderMark
    /// Eight numbers that identify the origin of the index, such as the version of a candidates
    /// file. The caller chooses them.
    var origin: InlineArray<8, UInt64> = .init(repeating: 0)
    var count: UInt64 = 0
    var textCount: UInt64 = 0
    var recordCount: UInt64 = 0
    var wordCount: UInt64 = 0
    var namesCount: UInt64 = 0
    /// 0 for lines, 1 for label and value, 2 for columns. For columns, `valueColumn` and
    /// `labelColumn` have the positions of the columns.
    var layout: Int64 = 0
    var valueColumn: Int64 = 0
    var labelColumn: Int64 = 0
  }

  /// Calls `body` with the bytes of the index, piece by piece.
  ///
  /// - Parameters:
  ///   - origin: eight numbers that the caller must pass again to open the bytes.
  ///   - body: receives a piece, which is valid only during the call.
  public func forEachPiece(origin: [UInt64], _ body: (UnsafeRawBufferPointer) -> Void) {
    let names = Array(
      fieldNames.map(\.utf8).joined(separator: CollectionOfOne(CandidateIndex.nameSeparator)))
    var header = Header()
    for (place, number) in origin.prefix(8).enumerated() { header.origin[place] = number }
    header.count = UInt64(count)
    header.textCount = UInt64(arrays.texts.bytes.count)
    header.recordCount = UInt64(arrays.records.bytes.count)
    header.wordCount = UInt64(arrays.words.numbers.count)
    header.namesCount = UInt64(names.count)
    switch arrays.layout {
    case .line: header.layout = 0
    case .labelAndValue: header.layout = 1
    case .columns(let value, let label):
      (header.layout, header.valueColumn, header.labelColumn) = (2, Int64(value), Int64(label))
    }
    withUnsafeBytes(of: header, body)
    func write<Element>(_ array: CandidateArray<Element>) {
      array.withElements { elements in
        let bytes = UnsafeRawBufferPointer(elements)
        body(bytes)
        let rest = CandidateIndex.padded(bytes.count) - bytes.count
        withUnsafeBytes(of: UInt64(0)) { body(UnsafeRawBufferPointer(rebasing: $0[..<rest])) }
      }
    }
    write(CandidateArray.owned(names))
    write(arrays.texts.starts)
    write(arrays.records.starts)
    write(arrays.wholes.numbers)
    write(arrays.wholes.minima)
    write(arrays.words.numbers)
    write(arrays.words.minima)
    write(arrays.wordOffsets)
    write(arrays.repeats)
    write(arrays.texts.bytes)
    write(arrays.records.bytes)
  }

  /// Uses an index in the memory of a `CandidateMemory`, without copying it. Nil if the bytes are
  /// not an index, are truncated, or have another origin. Also nil if another format version, or a
  /// machine with another byte order, wrote the bytes.
  public init?(using memory: CandidateMemory, origin: [UInt64]) {
    let size = MemoryLayout<Header>.size
    let header: Header? = memory.withBytes { bytes in
      bytes.count >= size ? bytes.loadUnaligned(as: Header.self) : nil
    }
    guard let header, header.magic == CandidateIndex.magic,
      header.version == CandidateIndex.formatVersion, header.orderMark == CandidateIndex.orderMark,
      origin.count == 8, origin.indices.allSatisfy({ header.origin[$0] == origin[$0] }),
      let count = CandidateIndex.plausible(header.count),
      let textCount = CandidateIndex.plausible(header.textCount),
      let recordCount = CandidateIndex.plausible(header.recordCount),
      let wordCount = CandidateIndex.plausible(header.wordCount),
      let namesCount = CandidateIndex.plausible(header.namesCount),
      let layout = CandidateIndex.layout(header)
    else { return nil }
    var place = CandidateIndex.padded(size)
    func next<Element>(_ count: Int, of type: Element.Type) -> CandidateArray<Element> {
      defer { place += CandidateIndex.padded(count * MemoryLayout<Element>.stride) }
      return .lent(memory, offset: place, count: count)
    }
    let names = next(namesCount, of: UInt8.self)
    // The arrays are read in the order in which they are in memory.
    let starts = next(count + 1, of: UInt32.self)
    let recordStarts = next(recordCount == 0 ? 0 : count + 1, of: UInt32.self)
    let wholes = CandidateNumbers(
      numbers: next(count, of: UInt32.self),
      minima: next(RangeMinimum.minimumCount(of: count), of: UInt32.self))
    let words = CandidateNumbers(
      numbers: next(wordCount, of: UInt32.self),
      minima: next(RangeMinimum.minimumCount(of: wordCount), of: UInt32.self))
    let wordOffsets = next(wordCount, of: UInt8.self)
    let repeats = next(wordCount, of: UInt8.self)
    let text = next(textCount, of: UInt8.self)
    let records = next(recordCount, of: UInt8.self)
    guard place == memory.count else { return nil }
    let fieldNames =
      namesCount == 0
      ? []
      : names.withElements { names in
        names.split(separator: CandidateIndex.nameSeparator, omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
      }
    self.init(
      CandidateArrays(
        count: count, fieldNames: fieldNames, layout: layout,
        texts: CandidateTexts(bytes: text, starts: starts),
        records: CandidateTexts(bytes: records, starts: recordStarts),
        wholes: wholes, words: words, wordOffsets: wordOffsets, repeats: repeats))
  }

  /// Returns a count if it is so small that sizes computed from it cannot overflow; otherwise nil.
  private static func plausible(_ count: UInt64) -> Int? {
    count <= UInt64(UInt32.max) ? Int(count) : nil
  }

  private static func layout(_ header: Header) -> CandidateLayout? {
    switch header.layout {
    case 0: .line
    case 1: .labelAndValue
    case 2 where header.valueColumn >= 0:
      .columns(value: Int(header.valueColumn), label: Int(header.labelColumn))
    default: nil
    }
  }

  private static func padded(_ count: Int) -> Int { (count + 7) & ~7 }
}

// MARK: - Memory

/// Memory that an index uses without copying it. The memory is released when no index needs it any
/// more.
public final class CandidateMemory: Sendable {
  private let address: UInt
  /// The number of bytes.
  public let count: Int
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Wraps memory for an index.
  ///
  /// - Parameters:
  ///   - bytes: memory that must not change until it is released.
  ///   - release: frees the memory; called once, when no index needs the memory any more.
  public init(
    _ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    address = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.release = release
  }

  deinit { release(bytes) }

  /// The memory. It must not be used longer than this object lives.
  fileprivate var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// Calls `body` with the memory.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(bytes) }
  }
}

/// An array of an index. It owns its elements, or is a part of a `CandidateMemory`.
enum CandidateArray<Element: BitwiseCopyable & Sendable>: Sendable {
  case owned([Element])
  /// A part of the memory. The offset is in bytes and is a multiple of the element's alignment. All
  /// elements are inside the memory.
  case lent(CandidateMemory, offset: Int, count: Int)

  /// The number of elements.
  var count: Int {
    switch self {
    case .owned(let array): array.count
    case .lent(_, _, let count): count
    }
  }

  /// Calls `body` with the elements.
  package func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    switch self {
    case .owned(let array): return array.withUnsafeBufferPointer(body)
    case .lent(let memory, let offset, let count):
      return memory.withBytes { bytes in
        let part = UnsafeRawBufferPointer(
          rebasing: bytes[offset..<offset + count * MemoryLayout<Element>.stride])
        return part.withMemoryRebound(to: Element.self, body)
      }
    }
  }
}
