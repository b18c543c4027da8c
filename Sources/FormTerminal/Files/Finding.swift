// An error or problem found in a file, for people and for machines.

package import FormModel
import LosslessJSON

/// An error or problem with its position.
package struct Finding {
  var file: String
  /// The position in the file; nil if the finding is about something that is missing.
  var position: TextPosition?
  var path: DocumentPath
  /// The row or section of a template, for people; nil if people see the path instead.
  var place: String?
  var sentence: String
  /// The allowed values, for machines; nil if the finding is not about a template.
  var allowed: String?
  /// Whether the finding is about a value of a document. People then see its JSON Pointer.
  var isOfValue = false
}

extension Finding {
  package init(_ error: TemplateError, file: String) {
    self.init(
      file: file, position: error.position, path: error.path, place: error.place,
      sentence: error.sentence, allowed: error.allowed)
  }

  /// Returns all findings about a template: first its own errors, then a finding for each of its
  /// files of candidates that cannot be read.
  package static func all(in errors: TemplateErrors, ofTemplateAt path: String) -> [Finding] {
    var findings = errors.errors.map { Finding($0, file: Descriptor.inputName(path)) }
    for file in errors.candidateFiles {
      do throws(CandidateFailure) {
        _ = try CandidateFile.index(of: CandidateFile.path(of: file, relativeToTemplate: path))
      } catch { findings.append(error.finding) }
    }
    return findings
  }

  /// Returns the findings about a file that cannot be used. The sentences of the failure begin with
  /// the file's name. The name is removed, because a finding already has it.
  package static func all(in failure: Failure, file: String) -> [Finding] {
    let prefix = "\(file): "
    return failure.lines.map { line in
      Finding(
        file: file, path: .root,
        sentence: line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line)
    }
  }

  init(_ error: JSONError, file: String) {
    self.init(file: file, position: error.position, path: .root, sentence: error.sentence)
  }

  init(_ error: AnswersError, file: String) {
    self.init(file: file, position: error.position, path: error.path, sentence: error.sentence)
  }

  /// A member of a document that the form does not have.
  package init(unknown error: AnswersError, file: String) {
    self.init(error, file: file)
    isOfValue = true
  }

  /// The problem of a row. The position in the file of answers is included if there is one.
  package init(_ problem: Problem, of row: FormRow.ID, in session: FormSession, file: String?) {
    let place = session.answers.place(of: problem, in: row)
    var isOfContainer = false
    if case .misfit(let misfit) = problem { isOfContainer = misfit.isOfContainer }
    // An answer that was given after the file was loaded has no position in the file.
    let isAsLoaded =
      isOfContainer || !session.answers.isChanged(row) || session.template[row].isCalculated
    let file = isAsLoaded ? file : nil
    self.init(
      file: file ?? "", position: file == nil ? nil : place.1, path: place.path,
      sentence: problem.sentence(label: session.answers.problemLabel(of: row)))
    if case .misfit = problem { isOfValue = true }
  }

  /// Returns the findings about the problem of a row: a finding for each fault of the document that
  /// the row shows, otherwise one.
  package static func all(
    in problem: Problem, of row: FormRow.ID, in session: FormSession, file: String
  ) -> [Finding] {
    let faults = session.answers.documentFaults(of: row)
    if faults.isEmpty { return [Finding(problem, of: row, in: session, file: file)] }
    return faults.map { fault in
      Finding(
        file: file, position: session.answers.documentPosition(at: fault.path), path: fault.path,
        sentence: fault.sentence, isOfValue: true)
    }
  }

  /// The finding as `file:line:column: place: sentence`, so that editors can jump to it. Quoted
  /// line breaks are escaped, so that the finding is always one line.
  package var line: String {
    let start = position.map { "\(file):\($0): " } ?? (file.isEmpty ? "" : "\(file): ")
    let place = place ?? (isOfValue ? path.pointer : "\(path)")
    return (start + (place.isEmpty ? "" : "\(place): ") + sentence).escapingLineBreaks
  }

  /// The finding for machines.
  package var record: JSONRecord {
    var members: [(String, JSONRecord.Value)] = [
      ("file", .text(file)), ("path", .text(path.pointer)),
      ("line", .number((position?.line).map(Int64.init))),
      ("column", .number((position?.column).map(Int64.init))), ("message", .text(sentence)),
    ]
    if let allowed { members.append(("allowed", .text(allowed))) }
    return JSONRecord(members)
  }
}

extension String {
  /// The text with each line break written as `\n`.
  var escapingLineBreaks: String {
    guard unicodeScalars.contains(where: \.isLineBreak) else { return self }
    var line = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    for scalar in unicodeScalars {
      if !scalar.isLineBreak {
        line.append(scalar)
      } else if before != "\r" || scalar != "\n" {
        line.append(contentsOf: "\\n".unicodeScalars)
      }
      before = scalar
    }
    return String(line)
  }
}

extension Unicode.Scalar {
  /// Whether this scalar is a mandatory line break (Unicode Standard Annex #14).
  fileprivate var isLineBreak: Bool {
    (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }
}
