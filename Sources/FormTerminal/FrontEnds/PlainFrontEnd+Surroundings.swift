// Gives the dialogue of plain mode access to files, and lets a person stop long work.

import Candidates
import FormModel
import FormScreen
import LineEditing
import System

extension PlainDialogue.Surroundings {
  /// Returns the `Surroundings` of a dialogue, which read candidates and earlier answers from
  /// files.
  static func files(
    of source: FormSource, stoppedBy terminal: LineTerminal
  ) -> PlainDialogue.Surroundings {
    func reasons(_ failures: [CandidateFailure]) -> [String] {
      failures.map { "The candidates cannot be used: \($0.reason)." }
    }
    return PlainDialogue.Surroundings(
      provideForFocus: { session in
        guard case .missing(let ownName) = session.candidateState else { return [] }
        for name in [session.missingFileOfFills, ownName].compactMap(\.self) {
          do throws(CandidateFailure) {
            if let index = try read(name, relativeToTemplate: source.path, stoppedBy: terminal) {
              session.provideCandidates(index, for: name)
            }
          } catch {
            session.candidatesAreUnavailable(error.reason, for: name)
            if name == ownName { return reasons([error]) }
          }
        }
        return []
      },
      provideAll: { session in reasons(session.provideCandidates(relativeToTemplate: source.path))
      },
      provideRemembered: { session in session.provideRemembered() },
      isInterrupted: { terminal.takeInterrupt() || terminal.hasSignal })
  }

  /// Reads a file of candidates; returns nil if the person stops the reading.
  private static func read(
    _ name: String, relativeToTemplate template: String, stoppedBy terminal: LineTerminal
  ) throws(CandidateFailure) -> CandidateIndex? {
    var file = try CandidateFile(path: CandidateFile.path(of: name, relativeToTemplate: template))
    let begin = Monotonic.milliseconds
    var mustReport = true
    while !terminal.takeInterrupt(), !terminal.hasSignal {
      if let index = try file.advance() { return index }
      if mustReport, Monotonic.milliseconds - begin > 500 {
        mustReport = false
        terminal.write(StandardError.painted(["Reading \(name)..."]))
      }
    }
    return nil
  }
}
