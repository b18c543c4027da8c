// Reads a draft for a session that continues it, without the text of secret rows.

import Drafts
import FormModel
import System

extension DraftKeeper {
  /// Returns the contents of a draft without the texts of rows that became secret, and removes these
  /// texts from its files.
  func contents(of draft: Draft, tick: () -> Void = {}) throws(DraftError) -> DraftContents {
    let contents = try draft.contents(tick: tick)
    let clean = censored(contents)
    guard clean != nil || Draft.awaitsRewriting(contents) else { return contents }
    do throws(DraftError) {
      try draft.purge(clean?.batch ?? DraftBatch(), time: contents.updated)
    } catch {
      notes.append(
        "The draft file still contains earlier text of secret rows; opening the form again retries: "
          + error.sentence)
    }
    return clean?.contents ?? contents
  }

  /// Returns the contents of a draft that is only read, without the texts of rows that became secret.
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
    // An unreadable draft is set aside unchanged.
    if mayHoldSecrets { _ = try? contents(of: draft) }
    return try draft.setAside(now: Wall.seconds)
  }
}
