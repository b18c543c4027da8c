// Where the arrays of a candidate index lie: in arrays of its own, or in memory that somebody lends,
// such as a mapped file.
//
// Invariant: lent memory does not change and does not go away while its `CandidateMemory` lives; the
// address is kept as a number because pointers are not `Sendable`.

/// Memory that is lent to an index for as long as it needs it.
public final class CandidateMemory: Sendable {
  private let address: UInt
  /// How many bytes there are.
  public let count: Int
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// - Parameters:
  ///   - bytes: memory that nobody changes until it is released.
  ///   - release: gives the memory back; called once, when no index needs it any more.
  public init(
    _ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    address = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.release = release
  }

  deinit {
    release(bytes)
  }

  /// The memory; not to be kept longer than this object.
  fileprivate var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// Calls `body` with the memory.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(bytes) }
  }
}

/// An array of an index, its own or a part of lent memory.
enum CandidateArray<Element: BitwiseCopyable & Sendable>: Sendable {
  case owned([Element])
  /// `offset` is in bytes, a multiple of the element's alignment; the elements lie in the memory.
  case lent(CandidateMemory, offset: Int, count: Int)

  /// How many elements there are.
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
