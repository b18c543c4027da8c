// The region of the terminal that shows the form: the last frame, and the painter, which knows the
// cells that are on the terminal.
//
// Invariant: if another thread paints a notice (see `CheckNotice`), the region takes over that
// thread's painter before the region changes again.

import FormScreen
import Glibc
import Synchronization
import System

/// The region of the terminal that shows the form.
struct ScreenRegion {
  /// The painter that painted a notice on another thread, until the region takes it over.
  private final class Painted: Sendable {
    private let painter = Mutex<RegionPainter?>(nil)

    func give(_ painter: RegionPainter) { self.painter.withLock { $0 = painter } }

    func take() -> RegionPainter? {
      painter.withLock { painter in
        defer { painter = nil }
        return painter
      }
    }
  }

  private var painter: RegionPainter
  /// The last frame; nil if the next frame must not be compared with it.
  private(set) var frame: Frame?
  private let notice: CheckNotice?
  private let painted = Painted()
  private var hasPrepared = false

  init(_ settings: FillSettings, shiftsCells: Bool) throws(Failure) {
    painter = RegionPainter(palette: try settings.palette(), shiftsCells: shiftsCells)
    notice = settings.host?.notice
  }

  var isPainted: Bool { painter.isPainted }

  /// Returns the bytes that paint a frame.
  mutating func paint(_ frame: Frame) -> [UInt8] {
    endNotice()
    self.frame = frame
    return painter.paint(frame)
  }

  /// Returns the bytes that remove the region.
  mutating func clear() -> [UInt8] {
    endNotice()
    return painter.clear()
  }

  /// Forgets the contents of the region, because another program has written to the terminal.
  mutating func forget() {
    endNotice()
    painter.forget()
  }

  mutating func reflow(columns: Int) {
    endNotice()
    painter.reflow(columns: columns)
  }

  /// Forgets the last frame, so that the next frame is not compared with it.
  mutating func forgetFrame() { frame = nil }

  // MARK: - Notices

  /// Prepares the frame that is shown if a closure of the host program (the program that uses the
  /// library) takes long.
  mutating func prepareNotice(_ notice: @autoclosure () -> Frame, for output: CInt) {
    guard let checks = self.notice, !hasPrepared, painter.isPainted else { return }
    hasPrepared = true
    checks.prepare { [painter, painted, frame = notice()] in
      // Writing from the background would stop the process. tcgetpgrp returns -1 if the terminal
      // does not control this process; then writing is allowed.
      guard [getpgrp(), -1].contains(tcgetpgrp(output)) else { return }
      var painter = painter
      _ = SystemCall.writeAll(painter.paint(frame), to: output)
      painted.give(painter)
    }
  }

  private mutating func endNotice() {
    guard hasPrepared else { return }
    hasPrepared = false
    notice?.prepare(nil)
    if let noticed = painted.take() { painter = noticed }
  }
}
