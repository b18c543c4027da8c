// The contents of a directory of drafts, expected or read.
//
// Invariant: this oracle applies batches to dictionaries and arrays. It uses the types of the
// store's interface, and nothing else of the store.

import Drafts

/// The drafts with one identity, that is, of one form, name and target of the answers.
struct Holdings: Equatable {
  /// The open draft; nil if it has no commits.
  var open: DraftContents?
  /// The finished and set-aside drafts, by the part of their file names after the last dot.
  var kept: [String: DraftContents] = [:]

  // MARK: - Expected state

  /// Applies a commit that returned.
  mutating func commit(_ batch: DraftBatch, now: Int64) {
    var contents = open ?? DraftContents()
    if open == nil { contents.created = now }
    contents.updated = now
    if let origin = batch.origin { contents.origin = origin }
    Self.apply(batch.rows, to: &contents.rows)
    Self.apply(batch.structure, to: &contents.structure)
    Self.apply(batch.values, to: &contents.values)
    if case .set(let row)? = batch.focus { contents.focus = row }
    if case .removed? = batch.focus { contents.focus = nil }
    contents.progress.filled = batch.filled ?? contents.filled
    contents.progress.total = batch.total ?? contents.progress.total
    contents.history.removeLast(min(batch.droppedSteps, contents.history.count))
    contents.history += batch.appendedSteps
    contents.history = contents.history.suffix(DraftBatch.historyLimit)
    contents.undone = batch.undone ?? contents.undone
    open = contents
  }

  private static func apply<Value>(
    _ changes: [String: DraftChange<Value>], to values: inout [String: Value]
  ) {
    for (key, change) in changes {
      switch change {
      case .set(let value): values[key] = value
      case .removed: values[key] = nil
      }
    }
  }

  /// Finishes the open draft, or sets it aside.
  mutating func leave(as state: DraftState, now: Int64) {
    let save = kept.keys.count { $0.hasPrefix(DraftState.finished.rawValue) } + 1
    if let open { kept["\(state.rawValue)-\(now)\(state == .finished ? "-n\(save)" : "")"] = open }
    open = nil
  }

  // MARK: - Actual state

  /// Reads all drafts. An unreadable draft is an error.
  ///
  /// - Parameter allowsDamage: whether files may have been set aside as damaged.
  init(
    _ draft: Draft, in directory: DraftDirectory, now: Int64, allowsDamage: Bool = false
  ) throws {
    if !allowsDamage && !draft.setAside.isEmpty {
      throw Misbehaviour("set aside: \(draft.setAside)")
    }
    let contents = try draft.contents()
    if draft.beginning == .resumed {
      open = contents
    } else if contents != DraftContents() {
      throw Misbehaviour("a new draft holds something")
    }
    for summary in try directory.list(now: now) {
      if allowsDamage && summary.fileName.contains(".\(DraftState.damaged.rawValue)-") { continue }
      if let trouble = summary.trouble {
        throw Misbehaviour("\(summary.fileName): \(trouble.sentence)")
      }
      guard summary.state != .open else { continue }
      guard let ending = summary.fileName.split(separator: ".").last else { continue }
      kept[String(ending)] = try directory.contents(of: summary.fileName)
    }
  }

  init() {}
}
