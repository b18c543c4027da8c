// The drafts that a session finds: none, one to resume, one to ask about, or one in use.

import Drafts
import FormText
import System

/// The options for drafts.
package struct DraftChoice {
  /// Whether drafts are off: the form is not stored.
  package var isOff = false
  package var name: String?
  /// The folder of the drafts; nil for the default one.
  package var folder: String?
  /// A new draft; the old one is set aside.
  package var startsFresh = false
  /// A new draft that begins with the last save.
  package var startsFromLast = false
  /// A draft in use is taken from the other process.
  package var takesOver = false

  package init() {}

  /// Whether an option needs an existing draft.
  package var needsDraft: Bool { startsFresh || startsFromLast || takesOver }
}

/// The beginning of a session.
enum DraftBeginning {
  case new
  /// Resumes its draft.
  case resumes(DraftContents)
  /// Asks the person about a draft.
  case offers(DraftOffer)
  /// Begins a new draft with the last saved answers.
  case repeats(DraftContents)
  /// Another process has the draft open.
  case held(LockHolder?)
}

/// A draft that is resumed only after a question.
struct DraftOffer {
  enum Reason {
    /// It is older than `DraftAccess.freshness`.
    case old
    /// It began with other answers than those given now.
    case otherAnswers
    /// It belongs to another destination of the answers; nil for standard output.
    case otherTarget(DraftIdentity)
    /// It was created while the template had another id or another path.
    case movedForm(DraftIdentity, from: DraftIdentity)
  }

  var contents: DraftContents
  var reason: Reason

  /// The identity of the offered draft; nil for the draft of the session itself.
  var otherIdentity: DraftIdentity? {
    switch reason {
    case .old, .otherAnswers: nil
    case .otherTarget(let other), .movedForm(_, from: let other): other
    }
  }

  /// A description of the offer.
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
  /// Whether the draft began with a file, in any version of it.
  ///
  /// - Parameter file: the real path of the file to which the draft's answers go.
  func began(with file: String) -> Bool {
    guard let options = origin.flatMap({ SessionOptions(encoded: $0.options) }) else {
      return false
    }
    return options.editedFile == file || options.editedFile == nil && options.commandEdits(file)
  }
}
