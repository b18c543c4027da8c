// What the screen and plain mode have in common: a form that is filled at a terminal, its draft, and
// how it is left. Each says and asks in its own way.

import Drafts
import FormModel
import FormScreen
import Glibc
import LineEditing
import System

/// How a session at a terminal ends.
enum Ending {
  /// `farewell` is for the terminal, `errors` for standard error after the terminal is restored.
  case status(ExitStatus, farewell: [String], errors: [String] = [])
  case signal(Int32)
  case failure(Failure)
}

/// What waits for an answer.
enum Question {
  /// Enter behind the last row.
  case finish
  /// ^S once, or `:save`, in a format if one was named.
  case save(ExportFormat?)
  /// ^C once, where nothing is kept.
  case leave
  /// `:quit` where nothing is kept.
  case quit
  /// A draft is offered.
  case goOn(DraftOffer)
  /// Another process has the draft open.
  case takeOver(LockHolder?)
  /// A text that an editor left is offered.
  case takeText(Leavings)

  /// The sentence shown before the question; nil where its own text is enough.
  var introduction: String? {
    switch self {
    case .goOn(let offer): offer.sentence
    case .takeOver(let holder): "The draft is open in \(holder?.sentence ?? "another process")"
    case .takeText(let left): left.sentence
    case .finish, .save, .leave, .quit: nil
    }
  }

  /// Whether yes saves.
  var isAboutSaving: Bool {
    switch self {
    case .finish, .save: true
    case .leave, .quit, .goOn, .takeOver, .takeText: false
    }
  }

  /// Whether nothing is typed before it is answered: another form may take this one's place.
  var comesFirst: Bool {
    switch self {
    case .goOn, .takeOver, .takeText: true
    case .finish, .save, .leave, .quit: false
    }
  }
}

/// A form that is filled at a terminal.
protocol TerminalFrontEnd: AnyObject {
  var source: FormSource { get }
  /// What the command line asks for.
  var job: FillJob { get }
  /// Where the answers go; where a draft was gone on with that may be another place than the job's.
  var destination: Destination { get set }
  var session: FormSession { get set }
  /// Keeps the session in a draft, nil with `--no-draft`.
  var keeper: DraftKeeper? { get }
  var ending: Ending? { get set }
  /// Whether a save failed and none has worked since.
  var saveFailed: Bool { get set }
  /// Whether a signal ended a save that blocked: a ^C that did that does nothing else.
  var stoppedSaving: Bool { get set }
  /// What waits for an answer.
  var question: Question? { get }
  /// Whether a signal arrived that ends the program. The loop handles it.
  var hasSignal: Bool { get }
  /// When the reading of a draft began, in milliseconds of the monotonic clock.
  var beganReading: Int { get set }
  var hasReportedSlowReading: Bool { get set }
  /// The folders of editors that are still there and have no record in the draft.
  var leftFolders: [(record: LentRecord, folder: LentFolder)] { get set }
  /// What stands where a sentence goes on.
  var ellipsis: String { get }

  /// Shows a message; nil removes it.
  func showMessage(_ sentence: String?, style: Style)
  /// Shows a sentence at once, before something slow begins.
  func reportAtOnce(_ sentence: String)
  func show(_ lines: [String])
  /// Hides the lines of `show`.
  func hidePanel()
  func ask(_ question: Question)
  /// Hands what is being typed to the session.
  func takeLine()
  /// Lets something happen to the form, and does what follows.
  func apply(_ action: Action)
  /// Puts another session in the place of this one.
  func replaceSession(with session: FormSession)
  func provideCandidates()
  /// Makes room on the terminal for what somebody else writes to it.
  func makeRoom()
  /// Runs a program that has the terminal meanwhile.
  func runWithTerminal(_ arguments: [String]) -> JobEnd
  /// Gives the terminal back and says the last words.
  func leaveTerminal(reporting farewell: [String])
}

extension TerminalFrontEnd {
  /// When the form is left, in milliseconds of the monotonic clock.
  var deadline: Int? { job.options.deadline }

  func showMessage(_ sentence: String?) { showMessage(sentence, style: .plain) }

  /// Shows once that a large draft is still being read.
  func reportSlowReading() {
    guard !hasReportedSlowReading, Monotonic.milliseconds - beganReading >= 200 else { return }
    hasReportedSlowReading = true
    reportAtOnce("Reading the draft\(ellipsis)")
  }

  /// Lists the texts that a save leaves out because they have no row.
  func showTextsWithoutRow() {
    let lines = TextsWithoutRow.linesBeforeSaving(session)
    if !lines.isEmpty { show(lines) }
  }

  /// ^C: leaves, and asks once where something would be lost.
  func leaveOnInterrupt() {
    takeLine()
    switch question {
    case .leave, .goOn, .takeOver, .takeText: ending = .signal(SIGINT)
    default:
      // Whether something would be lost shows when it is written.
      keeper?.keepEverything(of: &session)
      if losesNothing { ending = .signal(SIGINT) } else { ask(.leave) }
    }
  }

  /// Leaves as it was decided: the draft kept, the terminal given back, the last message shown.
  func end() throws(Failure) -> ExitStatus {
    takeLine()
    let kept = leaveDraft()
    switch ending {
    case .status(let status, let farewell, let errors):
      leaveTerminal(reporting: farewell)
      StandardError.report(errors + kept)
      return status
    case .failure(let failure):
      leaveTerminal(reporting: [])
      StandardError.report(kept)
      throw failure
    case .signal(let number):
      leaveTerminal(reporting: [])
      StandardError.report(kept)
      signal(number, SIG_DFL)
      raise(number)
      return .fault
    case nil: return .fault
    }
  }
}
