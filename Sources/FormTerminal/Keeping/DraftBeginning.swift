// The ways in which a session can begin: without a draft, with a draft to resume, with a draft to
// ask about, or with a draft that another process has open.

import Drafts
import FormText
import System

/// The options for drafts.
package struct DraftChoice {
  /// Whether drafts are off, so that the form is not stored.
  package var isOff = false
  package var name: String?
  /// The folder of the drafts; nil for the default folder.
  package var folder: String?
  /// Whether to begin a new draft and to set the old one aside.
  package var startsFresh = false
  /// Whether to begin a new draft with the answers of the last save.
  package var startsFromLast = false
  /// Whether to take a draft that is open in another process from that process.
  package var takesOver = false

  package init() {}

  /// Whether an option is set that only makes sense if drafts are kept.
  package var needsDraft: Bool { startsFresh || startsFromLast || takesOver }
}

/// The way in which a session begins.
enum DraftBeginning {
  case new
  /// The session resumes its draft.
  case resumes(DraftContents)
  /// The session asks the person about a draft.
  case offers(DraftOffer)
  /// The session begins a new draft with the last saved answers.
  case repeats(DraftContents)
  /// Another process has the draft open.
  case held(LockHolder?)
}

/// A draft that is resumed only after the person agrees.
struct DraftOffer {
  enum Reason {
    /// The draft is older than `DraftAccess.freshness`.
    case old
    /// The draft began with answers that differ from those that the command line names now.
    case otherAnswers
    /// The draft belongs to another destination of the answers.
    case otherTarget(DraftIdentity)
    /// The draft was created when the template had another id or another path.
    case movedForm(DraftIdentity, from: DraftIdentity)
  }

  var contents: DraftContents
  var reason: Reason

  /// The identity of the offered draft; nil if it is this session's own draft.
  var otherIdentity: DraftIdentity? {
    switch reason {
    case .old, .otherAnswers: nil
    case .otherTarget(let other), .movedForm(_, from: let other): other
    }
  }

  /// A description of the draft, as a sentence without a full stop.
  var sentence: String {
    let filled = "\(grouped(contents.filled)) of \(grouped(contents.progress.total)) filled"
    let draft = "A draft of \(Age.sentence(seconds: Wall.seconds - contents.updated)), \(filled)"
    switch reason {
    case .old: return draft
    case .otherAnswers: return "\(draft), that began with other answers"
    case .otherTarget(let other): return "\(draft), for \(other.outputPath ?? "standard output")"
    case .movedForm(let form, let before) where form.templatePath == before.templatePath:
      return "\(draft), from when this form had the id \(before.templateID.quoted)"
    case .movedForm(_, let before):
      return "\(draft), from when this form was \(before.templatePath)"
    }
  }
}

extension DraftContents {
  /// Returns whether the draft edits a file: whether its first answers came from the file to which
  /// its answers go. The file may have changed since.
  ///
  /// - Parameter file: the real path of this file.
  func began(with file: String) -> Bool {
    guard let options = origin.flatMap({ SessionOptions(encoded: $0.options) }) else {
      return false
    }
    return options.editedFile == file || options.editedFile == nil && options.commandEdits(file)
  }
}
