// The region of the terminal that shows the form: the last frame, and the painter that knows what is on the terminal.
//
// Invariant: a notice that another thread painted is known to the painter before the region changes again.

import FormScreen
import Glibc
import Synchronization
import System

/// The region of a screen on the terminal.
struct ScreenRegion {
  /// The painter that painted a notice, until the region takes it.
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
  /// The last frame; nil if the next one shares no line with it.
  private(set) var frame: Frame?
  private let notice: CheckNotice?
  private let painted = Painted()
  private var hasPrepared = false

  init(_ settings: FillSettings, shiftsCells: Bool) throws(Failure) {
    painter = RegionPainter(palette: try settings.palette(), shiftsCells: shiftsCells)
    notice = settings.host?.notice
  }

  var isPainted: Bool { painter.isPainted }

  /// The bytes that make the region look like a frame.
  mutating func paint(_ frame: Frame) -> [UInt8] {
    endNotice()
    self.frame = frame
    return painter.paint(frame)
  }

  /// The bytes that remove the region.
  mutating func clear() -> [UInt8] {
    endNotice()
    return painter.clear()
  }

  /// Forgets the region, because another program used the screen.
  mutating func forget() {
    endNotice()
    painter.forget()
  }

  mutating func reflow(columns: Int) {
    endNotice()
    painter.reflow(columns: columns)
  }

  /// Makes the next frame share no line with the last one.
  mutating func forgetFrame() { frame = nil }

  // MARK: - Notices

  /// Prepares the frame that is shown while a closure of the host program takes long.
  mutating func prepareNotice(_ notice: @autoclosure () -> Frame, for output: CInt) {
    guard let checks = self.notice, !hasPrepared, painter.isPainted else { return }
    hasPrepared = true
    checks.prepare { [painter, painted, frame = notice()] in
      // In the background the write would stop the process. A terminal that does not control the
      // process has no group of it (-1).
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
