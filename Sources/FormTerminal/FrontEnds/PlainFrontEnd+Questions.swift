// Questions in plain mode, and the lines that answer them.

import FormModel
import FormScreen
import FormText
import LineEditing

extension PlainFrontEnd {
  /// Asks; lines that were typed before do not answer it.
  func ask(_ question: Question) {
    buffer.append(terminal.takeAvailable())
    linesBeforeQuestion = buffer.lineCount
    self.question = question
    questionCount += 1
    if let introduction = question.introduction { showMessage(introduction) }
    if question.isAboutSaving { showTextsWithoutRow() }
    showMessage(sentence(for: question))
  }

  /// What is asked.
  func sentence(for question: Question) -> String {
    let (filled, total) = (grouped(session.answers.filledCount), grouped(session.answers.rowCount))
    switch question {
    case .finish, .save:
      return "Save \(filled) of \(total) rows to \(destination.name) and finish? y or n"
    case .leave: return "Leave without saving? Control-C or y leaves, n stays"
    case .quit: return "Leave without saving? y or n"
    case .goOn: return "Go on with it? An empty line or y goes on, n starts new"
    case .takeOver: return "Take it over? y or n"
    case .takeText(let left): return "Take the text into \(left.record.label)? y or n"
    }
  }

  /// Takes a line for an answer; a command, where the form is there already, is one as always.
  func answerQuestion(_ line: String) {
    guard let question else { return }
    let isEarly = linesBeforeQuestion > 0
    linesBeforeQuestion -= isEarly ? 1 : 0
    let answer = yesOrNo(line)
    if line.hasPrefix(":"), !line.hasPrefix("::"), !question.comesFirst {
      return perform(line, insteadOf: question)
    }
    guard !isEarly, answer != nil || (line.isEmpty && question.takesEmptyLine) else {
      if isEarly {
        showMessage("\(line.quoted) was typed before the question and is not taken as its answer")
      } else {
        showMessage("Answer y or n")
      }
      return showMessage(sentence(for: question))
    }
    close()
    let isYes = answer ?? true
    switch question {
    case .finish: isYes ? requestSave(as: nil) : dialogue.reportArrival()
    case .save(let format): isYes ? requestSave(as: format) : dialogue.reportArrival()
    case .quit, .leave: isYes ? leave() : dialogue.reportArrival()
    case .goOn(let offer): isYes ? accept(offer) : decline(offer)
    case .takeOver(let holder):
      if isYes { takeOver() } else { ending = .failure(Failure(holder: holder)) }
    case .takeText(let left): isYes ? take(left) : decline(left)
    }
  }

  /// A command goes before the question, which stays unless the command leads away: what answers it
  /// must never be taken for the answer of a row.
  private func perform(_ line: String, insteadOf question: Question) {
    let before = session.focus
    let asked = questionCount
    dialogue.unknownCommand = nil
    let request = dialogue.take(line)
    dialogue.unknownCommand = nil
    if let request { perform(request) }
    guard ending == nil, questionCount == asked, self.question != nil else { return }
    if session.focus != before { close() } else { showMessage(sentence(for: question)) }
  }

  private func yesOrNo(_ line: String) -> Bool? {
    switch Text(line).trimmed.string.lowercased() {
    case "y", "yes": true
    case "n", "no": false
    default: nil
    }
  }

  private func close() {
    question = nil
    linesBeforeQuestion = 0
  }

  private func requestSave(as format: ExportFormat?) {
    if let request = dialogue.save(format, asks: false) { perform(request) }
  }
}

extension Question {
  /// Whether an empty line says yes.
  fileprivate var takesEmptyLine: Bool {
    if case .goOn = self { true } else { false }
  }
}
