// Reading a draft, for a session that goes on with it: without what must not be kept.

import Drafts
import FormCore

extension DraftKeeper {
  /// What a draft holds, without the texts of rows that have become secret; those are taken out of its
  /// files too.
  func contents(of draft: Draft, tick: () -> Void = {}) throws(DraftError) -> DraftContents {
    let contents = try draft.contents(tick: tick)
    let clean = censored(contents)
    guard clean != nil || Draft.awaitsRewriting(contents) else { return contents }
    do throws(DraftError) {
      try draft.purge(clean?.batch ?? DraftBatch(), time: contents.updated)
    } catch {
      notes.append(
        "The draft's file still holds what secret rows held before they were secret: "
          + error.sentence)
    }
    return clean?.contents ?? contents
  }

  /// What a draft holds that is only read, without the texts of rows that have become secret.
  func contents(
    ofFile fileName: String, in directory: DraftDirectory, tick: () -> Void = {}
  ) throws(DraftError) -> DraftContents {
    let contents = try directory.contents(of: fileName, tick: tick)
    return censored(contents)?.contents ?? contents
  }

  /// Sets a draft aside, without the texts of rows that have become secret.
  ///
  /// - Returns: as `Draft.setAside`.
  func setAside(_ draft: Draft) throws(DraftError) -> String? {
    // What cannot be read is set aside as it is.
    if mayHoldSecrets { _ = try? contents(of: draft) }
    return try draft.setAside(now: Wall.seconds)
  }
}
