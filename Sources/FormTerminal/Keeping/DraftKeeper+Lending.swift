// The folders of external editors, and the records of these folders in the draft.
//
// Invariant: a folder is recorded on disk before it is created, and its record is removed after the
// folder is removed. So every folder has a record, and the next start of the form finds everything
// that an editor wrote.

import Drafts
import FormModel

extension DraftKeeper {
  /// Adds the records in `lent` to the next batch of changes for the draft.
  func noteLent() {
    let removal: DraftChange<[UInt8]>? = draft == nil ? nil : .removed
    backlog.batch.values[DraftKey.lent] = lent.isEmpty ? removal : .set(LentRecord.encoded(lent))
  }

  /// Removes a draft that has become empty.
  private func removeEmptyDraft() {
    guard let draft, backlog.isEmpty, (try? draft.forgetIfEmpty()) != nil, !draft.holdsSomething
    else { return }
    access.closeDraft()
    backlog.storedOrigin = .none
    claim()
  }

  /// Records a folder for an editor, then creates it.
  ///
  /// - Throws: the error of recording or creating the folder. After an error there is no folder.
  func lend(_ record: LentRecord, of session: inout FormSession) throws(DraftError) -> LentFolder {
    lent.append(record)
    noteLent()
    // Keeping these changes may create the draft. Lists of drafts show the draft's counts, so set
    // the counts first.
    backlog.batch.filled = session.answers.filledCount
    backlog.batch.total = session.answers.askedCount
    keepEverything(of: &session)
    do throws(DraftError) {
      if let trouble { throw trouble }
      guard let directory = access.directory else { throw .noHome }
      return LentFolder(path: try directory.makeFolder(named: record.folder))
    } catch {
      forget(record)
      throw error
    }
  }

  /// Returns the folder of a record; nil if the folder is gone.
  func folder(of record: LentRecord) -> LentFolder? {
    access.directory?.folder(named: record.folder).map(LentFolder.init(path:))
  }

  /// Drops the record of a removed folder. The next write removes it from the draft.
  func forget(_ record: LentRecord) {
    lent.removeAll { $0.folder == record.folder }
    noteLent()
  }

  /// Records that the person has answered the question about a folder.
  func noteAnswer(to left: Leavings) {
    guard let place = lent.firstIndex(where: { $0.folder == left.record.folder }) else { return }
    lent[place].seen = left.mark
    noteLent()
  }

  /// Removes a folder and its record. Also removes the draft if it becomes empty.
  func endLoan(_ record: LentRecord, _ folder: LentFolder, of session: inout FormSession) {
    guard folder.remove() else { return }
    forget(record)
    keepEverything(of: &session)
    if lent.isEmpty, !session.hasChanges { removeEmptyDraft() }
  }

  /// Returns the recorded folders that must not be removed, because they contain something new or
  /// are in use.
  func leavings(in session: FormSession) -> [Leavings] {
    lent.compactMap { record in
      folder(of: record).map { Leavings(record, in: $0, of: session, isRowKept: isKeeping) }
    }.filter { !$0.mayBeRemoved }
  }

  /// Removes folders that contain nothing new, and the records of folders that are gone. Call this
  /// only at the start and after a save, because an editor that was just interrupted may still
  /// write.
  func tidyLeavings(in session: FormSession) {
    for record in lent {
      guard let folder = folder(of: record) else {
        forget(record)
        continue
      }
      let left = Leavings(record, in: folder, of: session, isRowKept: isKeeping)
      if left.mayBeRemoved, folder.remove() { forget(record) }
    }
  }
}
