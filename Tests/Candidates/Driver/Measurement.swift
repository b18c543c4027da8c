// Measures one list of candidates: the time to build and to query the index, and the memory of the
// index.

import Candidates
import FormModel
import FormText
import Glibc
import LosslessJSON
import TerminalTesting

/// Measures an index of some lines.
struct Measurement {
  private let bytes: [UInt8]
  private let lines: [ArraySlice<UInt8>]

  /// - Parameter lines: the number of lines. If the file has fewer, its lines are repeated, each
  ///   copy with a number at its end.
  init(bytes: [UInt8], lines count: Int?) {
    let lines = bytes.split(separator: 0x0A)
    guard let count, count > lines.count else {
      self.bytes = bytes
      self.lines = lines
      return
    }
    var more = bytes
    more.reserveCapacity(bytes.count * (count / max(lines.count, 1) + 1) * 5 / 4)
    for number in lines.count..<count {
      more.append(contentsOf: lines[number % lines.count])
      more.append(contentsOf: " \(number / lines.count)\n".utf8)
    }
    self.bytes = more
    self.lines = more.split(separator: 0x0A)
  }

  func run() {
    let start = Clock.microseconds
    let memory = Clock.peakMemory
    var builder = CandidateBuilder(format: .lines, byteCount: bytes.count)
    // Add the file piece by piece, as the program does.
    for offset in stride(from: 0, to: bytes.count, by: 65_536) {
      bytes[offset..<min(offset + 65_536, bytes.count)].withUnsafeBytes { piece in
        do throws(CandidateError) {
          try builder.append(piece)
        } catch {
          print("line \(error.line): \(error.sentence)")
          exit(65)
        }
      }
    }
    try? builder.finishReading()
    var longest = 0
    var slices = 0
    var remains = true
    while remains {
      let before = Clock.microseconds
      remains = builder.continueBuilding(steps: 10_000)
      longest = max(longest, Clock.microseconds - before)
      slices += 1
    }
    let index = builder.finished()
    let built = Clock.microseconds - start
    print("lines              \(grouped(index.count)), \(grouped(bytes.count)) bytes")
    print("built in           \(grouped(built)) µs, the longest of \(slices) slices \(longest) µs")
    print(
      "index              \(grouped(index.byteCount)) bytes, \(ratio(index.byteCount)) of the file")
    let peak = Clock.peakMemory - memory
    print("peak while built   \(grouped(peak)) bytes, \(ratio(peak)) of the file")
    ask(index)
    print("")
    askFromFile(index)
  }

  /// Writes the index to a file, maps it, and repeats the queries.
  private func askFromFile(_ index: CandidateIndex) {
    guard let (mapped, time) = Measurement.opened(index) else { return }
    print("mapped in          \(time / 1_000) µs")
    ask(mapped)
  }

  /// Returns the time to map an index from a file. If that fails, prints a message and returns nil.
  static func nanosecondsToOpen(_ index: CandidateIndex) -> Int? { opened(index)?.nanoseconds }

  private static func opened(
    _ index: CandidateIndex
  ) -> (index: CandidateIndex, nanoseconds: Int)? {
    let origin = [UInt64](repeating: 7, count: 8)
    var bytes: [UInt8] = []
    index.forEachPiece(origin: origin) { bytes.append(contentsOf: $0) }
    guard let folder = try? TemporaryFolder(), let path = try? folder.write(bytes, to: "index")
    else {
      print("cannot write to a temporary folder")
      return nil
    }
    let count = bytes.count
    bytes = []
    let start = Clock.nanoseconds
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      address != MAP_FAILED
    else {
      print("cannot map \(path)")
      return nil
    }
    let memory = CandidateMemory(UnsafeRawBufferPointer(start: address, count: count)) { bytes in
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
    guard let mapped = CandidateIndex(using: memory, origin: origin) else {
      print("the index is not read back")
      return nil
    }
    return (mapped, Clock.nanoseconds - start)
  }

  private func ratio(_ count: Int) -> String {
    let hundredths = count * 100 / max(bytes.count, 1)
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// Measures queries: each single letter and digit, and parts of lines with one to ten bytes.
  private func ask(_ index: CandidateIndex) {
    var generator = SeededGenerator(seed: 1)
    var queries = "abcdefghijklmnopqrstuvwxyz0123456789".map(String.init)
    for _ in 0..<20_000 {
      guard let line = lines.randomElement(using: &generator) else { return }
      let start =
        Bool.random(using: &generator) ? 0 : Int.random(in: 0..<line.count, using: &generator)
      let length = Int.random(in: 1...10, using: &generator)
      queries.append(
        String(decoding: line.dropFirst(start).prefix(length), as: UTF8.self))
    }
    var times: [(time: Int, query: String)] = []
    var offered = 0
    for query in queries {
      let start = Clock.nanoseconds
      var matches = index.matches(query)
      offered += matches.candidates(in: 0..<8).count
      times.append((Clock.nanoseconds - start, query))
    }
    times.sort { $0.time < $1.time }
    let (median, worst) = (times[times.count / 2].time, times[times.count - 1])
    print(
      "a query            median \(median / 1_000) µs, 99.9 % within "
        + "\(times[times.count * 999 / 1_000].time / 1_000) µs, "
        + "worst \(worst.time / 1_000) µs (\"\(worst.query)\"), of \(grouped(queries.count)), \(grouped(offered)) offered"
    )
    var letters: [Int] = []
    for query in queries.prefix(36) {
      var best = Int.max
      for _ in 0..<5 {
        let start = Clock.nanoseconds
        var matches = index.matches(query)
        offered += matches.candidates(in: 0..<8).count
        best = min(best, Clock.nanoseconds - start)
      }
      letters.append(best)
    }
    print("one letter         at most \((letters.max() ?? 0) / 1_000) µs")
  }
}
