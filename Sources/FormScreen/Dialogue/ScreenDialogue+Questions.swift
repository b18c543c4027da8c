// Questions: asking one, the keys that answer it, and closing it.

import FormModel
import FormText

extension ScreenDialogue {
  /// Asks; keys that were typed before the question was painted do not answer it.
  ///
  /// - Parameter destination: the place to which a save writes the answers.
  package mutating func ask(_ question: Question, destination: String) -> [Request] {
    let requests = closePrompts()
    (self.question, questionIsPainted) = (question, false)
    if question.isAboutSaving {
      showMessage(session.emptySentence(columns: view.size.usableColumns))
      workRemains = review(before: destination) || workRemains
    }
    // Next to changes of two lines each, the short question is enough.
    let isShort = question.isAboutSaving && state.review?.isNarrow(view.size.usableColumns) == true
    let short = "Save\(destination.isEmpty ? "" : " to \(destination)")?"
    state.prompt = .question(
      isShort ? short : question.sentence(in: session, destination: destination),
      shorter: question.isAboutSaving ? [short, "Save?"] : [],
      kind: question.kind)
    return requests
  }

  package mutating func closeQuestion() {
    if state.review != nil { state.panel = nil }
    if question?.comesFirst == true || question?.isAboutSaving == true { showMessage(nil) }
    question = nil
    state.prompt = .row
  }

  /// The meaning of a key while a question waits.
  func meaning(of function: KeyFunction?, answering question: Question) -> Meaning {
    // Keys that were typed before the question was painted never answer it.
    guard questionIsPainted else { return .ignored("Keys typed before the question were dropped") }
    switch question {
    case .save, .compare:
      switch function {
      case .yes, .run(.save, _): return .answered(question, yes: true)
      case .no, .close: return .questionClosed
      case .file where !state.appearance.isInProgram: return .fileAsked
      case .line, .page:
        guard let review = state.review, let function else { break }
        return reviewMeaning(of: function, nil, review) ?? .ignored()
      case .enter:
        if let difference = state.review?.difference { return .changeShown(difference) }
      default: break
      }
      return .ignored(question.keys(isInProgram: state.appearance.isInProgram))
    case .leave, .quit, .resume, .takeOver, .takeText:
      switch function {
      case .yes: return .answered(question, yes: true)
      case .no: return .answered(question, yes: false)
      case .enter where question.isAnsweredByEnter: return .answered(question, yes: true)
      case .close:
        switch question {
        case .takeOver: return .answered(question, yes: false)
        case .resume, .takeText: return .interrupted
        case .leave, .quit, .save, .compare: return .questionClosed
        }
      default: return .ignored(question.keys(isInProgram: false))
      }
    }
  }
}
