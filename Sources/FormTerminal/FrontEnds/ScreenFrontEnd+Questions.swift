// Questions at the prompt, and the keys that answer them.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import Keys
import LineEditing

extension ScreenFrontEnd {
  /// Asks; keys that were typed before the question was painted do not answer it.
  func ask(_ question: Question) {
    if case .command = state.prompt { closeCommandPrompt() }
    self.question = question
    questionIsPainted = false
    let (filled, total) = (grouped(session.answers.filledCount), grouped(session.answers.rowCount))
    let sentence =
      switch question {
      case .finish: "Save and finish? (y/n)"
      case .save: "Save \(filled) of \(total) rows to \(destination.name) and finish? ^S saves"
      case .leave: "Leave without saving? ^C leaves, any other key stays"
      case .quit: "Leave without saving? (y/n)"
      case .goOn: "Go on with it? Enter goes on, n starts new"
      case .takeOver: "Take it over? (y/n)"
      case .takeText(let left): "Take the text into \(left.record.label)? (y/n)"
      }
    if let introduction = question.introduction { showMessage(introduction) }
    if question.isAboutSaving { showTextsWithoutRow() }
    state.prompt = .question(sentence)
  }

  func answerQuestion(with key: Key) {
    switch question {
    case .finish:
      answerYesOrNo(key) { requestSave() }
    case .quit:
      answerYesOrNo(key) { leave() }
    case .save where key == .control("s") || key == .character("y"):
      closeQuestion()
      requestSave()
    case .save, .leave:
      closeQuestion()
      if key != .escape, key != .control("g") { editor.unread(key) }
    case .goOn(let offer):
      guard questionIsPainted else { return }
      switch key {
      case .enter, .character("y"):
        closeQuestion()
        accept(offer)
      case .character("n"):
        closeQuestion()
        decline(offer)
      case .escape, .control("g"): leaveOnInterrupt()
      default: break
      }
    case .takeOver(let holder):
      guard questionIsPainted else { return }
      switch key {
      case .character("y"):
        closeQuestion()
        takeOver()
      case .character("n"), .escape, .control("g"): ending = .failure(Failure(holder: holder))
      default: break
      }
    case .takeText(let left):
      guard questionIsPainted else { return }
      switch key {
      case .character("y"):
        closeQuestion()
        take(left)
      case .character("n"):
        closeQuestion()
        decline(left)
      case .escape, .control("g"): leaveOnInterrupt()
      default: break
      }
    case nil: break
    }
  }

  /// Enter, and keys typed before the question was painted, never answer it.
  private func answerYesOrNo(_ key: Key, yes: () -> Void) {
    switch key {
    case .enter: break
    case .character("y"), .character("n"):
      guard questionIsPainted else { return }
      closeQuestion()
      if key == .character("y") { yes() }
    case .escape, .control("g"): closeQuestion()
    default:
      closeQuestion()
      editor.unread(key)
    }
  }

  /// Saves as the command line says.
  private func requestSave() {
    apply(.saveRequested(anyway: false))
  }

  func closeQuestion() {
    if question?.comesFirst == true { showMessage(nil) }
    question = nil
    state.prompt = .row
  }
}
