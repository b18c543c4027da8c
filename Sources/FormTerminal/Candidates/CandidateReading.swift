// Reads files of candidates in slices while a screen waits for keys.

import FormModel
import FormText

/// A file of candidates that is read in slices.
struct CandidateReading {
  /// The path of the template that names the file.
  private let template: String
  private var open: (name: String, file: CandidateFile)?
  /// Whether the form names files that were not read when this was last asked; nil if it was not
  /// asked yet. Without such files, a key needs no look at the rows in view.
  private var lacksFiles: Bool?

  init(relativeToTemplate template: String) { self.template = template }

  /// Stops reading. The rest of the file is read when the row has the focus again.
  mutating func stop() { (open, lacksFiles) = (nil, nil) }

  /// Reads one slice of the focused row's file of candidates; returns whether there is more to
  /// read.
  mutating func advance(for session: inout FormSession) -> Bool {
    guard case .missing(let ownName) = session.candidateState else { return false }
    // A candidate can also fill in a second row, with one of the choices of that row. The list of
    // candidates shows this choice, so the file with the choices of the second row is read first.
    let name = session.missingFileOfFills ?? ownName
    return read(name, for: &session) || name != ownName
  }

  /// Reads one slice of a file that has the label of an answer in view; returns whether there is
  /// more to read.
  mutating func advanceLabels(for session: inout FormSession) -> Bool {
    if lacksFiles == nil { lacksFiles = !session.answers.missingCandidateFiles.isEmpty }
    guard lacksFiles == true, let name = session.missingFileOfLabels else { return false }
    _ = read(name, for: &session)
    return true
  }

  /// Reads one slice of a file; returns whether there is more to read.
  private mutating func read(_ name: String, for session: inout FormSession) -> Bool {
    do throws(CandidateFailure) {
      if open?.name != name {
        let path = CandidateFile.path(of: name, relativeToTemplate: template)
        open = (name, try CandidateFile(path: path))
      }
      guard let index = try open?.file.advance() else { return true }
      session.provideCandidates(index, for: name)
    } catch { session.candidatesAreUnavailable(error.reason, for: name) }
    open = nil
    return false
  }
}
