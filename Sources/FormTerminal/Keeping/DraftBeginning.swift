// What a session finds of drafts: none, one to go on with, one to ask about, one that is held.

import Drafts
import FormText
import System

/// What a person wants of the drafts there are.
package struct DraftChoice {
  /// Nothing is kept.
  package var isOff = false
  package var name: String?
  /// The folder of the drafts; nil for the usual one.
  package var folder: String?
  /// A new draft; the old one is set aside.
  package var startsFresh = false
  /// A new draft that begins with the last save.
  package var startsFromLast = false
  /// A draft that another process holds is taken from it.
  package var takesOver = false

  package init() {}

  /// Whether something is wanted of a draft that there is.
  package var needsDraft: Bool { startsFresh || startsFromLast || takesOver }
}

/// What a session begins with.
enum DraftBeginning {
  case new
  /// Goes on with its draft.
  case resumes(DraftContents)
  /// A draft the person is to be asked about.
  case offers(DraftOffer)
  /// A new draft begins with what was saved last.
  case repeats(DraftContents)
  /// Another process has the draft open.
  case held(LockHolder?)
}

/// A draft that is not gone on with unasked.
struct DraftOffer {
  enum Reason {
    /// It is older than `DraftAccess.freshness`.
    case old
    /// It began with other answers than are given now.
    case otherAnswers
    /// It belongs to another place of the answers, nil for standard output.
    case otherTarget(DraftIdentity)
    /// It was made while the template had another id or another path.
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

  /// What is offered.
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
