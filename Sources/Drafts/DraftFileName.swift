// The file names of drafts. The STEM stands for the form, name and target of the draft (see
// `DraftIdentity.stem`); the state and the time follow.
//
//     STEM.draft                     the open draft of an identity
//     STEM.finished-1735787045-n7    saved: the time and the number of the save
//     STEM.finished-1735787045       saved by version 0.1.0, which did not number saves
//     STEM.undelivered-1735787045-n8 saved, but a command has not accepted the answers yet
//     STEM.aside-1735787045          set aside by the person
//     STEM.damaged-1735787045        set aside by longform; a second file of that second ends in -2
//     STEM.lock                      identifies the process that has the draft open
//
// Invariants: a file whose name cannot be parsed is never opened, moved or removed. The number
// after `n` increases with each save of a form, whatever the clock says, so it determines the order
// of the saves. The number of an undelivered save is also larger than that of every earlier save of
// any form. Saves without a number are older than saves with one.

/// The state of a draft.
public enum DraftState: String, Sendable {
  /// Not finished.
  case open
  /// Saved.
  case finished
  /// Saved, but not yet accepted by the command that receives the answers.
  case undelivered
  /// Set aside by `:quit!` or `--fresh`.
  case aside
  /// The file cannot be read.
  case damaged
  /// Written by a newer version of longform.
  case newer

  /// The state in words, for a sentence like "NAME is WORD".
  public var word: String {
    switch self {
    case .open: "unfinished"
    case .finished: "finished"
    case .undelivered: "not delivered"
    case .aside: "set aside"
    case .damaged: "damaged"
    case .newer: "made by a newer longform"
    }
  }
}

/// A parsed file name.
struct DraftFileName: Equatable {
  var stem: String
  var state: DraftState
  /// The time at which the draft got this state, in Unix seconds; nil for an open draft.
  var time: Int64?
  /// The number that distinguishes names with the same stem, state and time, from 1.
  var number = 1
  /// The number of the save, which is written after `n`, from 1. Nil if the draft was not saved, or
  /// was saved by version 0.1.0.
  var save: Int?

  /// The file name as text.
  var text: String {
    guard let time else { return "\(stem).draft" }
    let end = save.map { "-n\($0)" } ?? (number == 1 ? "" : "-\(number)")
    return "\(stem).\(state.rawValue)-\(time)\(end)"
  }

  /// The hash of the form; see `DraftIdentity`.
  var formHash: Substring { stem.dropLast(13).suffix(12) }

  /// The sort key of finished drafts, which is the order of their saves.
  var order: (Int, Int64, Int) { (save ?? 0, time ?? 0, number) }

  /// Changes this name to the next name with the same state and time.
  mutating func advance() {
    if let save { self.save = save + 1 } else { number += 1 }
  }

  /// The hash of the name and target; see `DraftIdentity`.
  var targetHash: Substring { stem.suffix(12) }

  /// The readable beginning of the name, which is derived from the id of the form.
  var formSlug: Substring { stem.prefix { $0 != "-" } }

  fileprivate static func isStem(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count >= 3 && !text.contains("/")
      && parts.suffix(2).allSatisfy { part in
        part.utf8.count == 12 && part.allSatisfy { $0.isASCII && $0.isHexDigit }
      }
  }
}

extension DraftFileName {
  init(open stem: String) {
    self.stem = stem
    state = .open
  }

  init?(_ text: String) {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count == 2, DraftFileName.isStem(halves[0]) else { return nil }
    stem = String(halves[0])
    let parts = halves[1].split(separator: "-", omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("draft", 1): state = .open
    case ("finished", 2...3), ("undelivered", 3), ("aside", 2...3), ("damaged", 2...3):
      guard let state = DraftState(rawValue: String(parts[0])), let time = Int64(parts[1]),
        time == Database.bounded(time)
      else {
        return nil
      }
      (self.state, self.time) = (state, time)
      let hasSave = state == .finished || state == .undelivered
      if hasSave, parts.count == 3, parts[2].first == "n" {
        guard let save = Int(parts[2].dropFirst()), (1..<1 << 53).contains(save) else { return nil }
        self.save = save
      } else if state == .undelivered {
        return nil
      } else if parts.count == 3 {
        guard let number = Int(parts[2]), (-1 << 53..<1 << 53).contains(number) else { return nil }
        self.number = number
      }
    default: return nil
    }
    // Longform writes each number in only one way, so a file with another spelling (+1, 007) is not
    // one of its files.
    guard self.text == text else { return nil }
  }
}
