// An error or problem found in a file, for people and for machines.

package import FormModel
import LosslessJSON

/// An error or problem with its position.
package struct Finding {
  var file: String
  /// The position in the file; nil for something that the file lacks.
  var position: TextPosition?
  var path: DocumentPath
  /// The row or section of a template, for people; nil if they see the path.
  var place: String?
  var sentence: String
  /// The allowed values, for machines; nil outside of templates.
  var allowed: String?
  /// Whether it is about a value of a document, which is named by a JSON Pointer.
  var isOfValue = false
}

extension Finding {
  package init(_ error: TemplateError, file: String) {
    self.init(
      file: file, position: error.position, path: error.path, place: error.place,
      sentence: error.sentence, allowed: error.allowed)
  }

  /// All findings about a template: its own errors, then the unreadable files of candidates that it
  /// names.
  package static func all(in errors: TemplateErrors, ofTemplateAt path: String) -> [Finding] {
    var findings = errors.errors.map { Finding($0, file: Descriptor.inputName(path)) }
    for file in errors.candidateFiles {
      do throws(CandidateFailure) {
        _ = try CandidateFile.index(of: CandidateFile.path(of: file, relativeToTemplate: path))
      } catch { findings.append(error.finding) }
    }
    return findings
  }

  /// A file that cannot be used. The failure's sentences begin with the file's name, which a
  /// finding already has.
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

  /// The problem of a row, with its position in the file of answers, if there is one.
  package init(_ problem: Problem, of row: FormRow.ID, in session: FormSession, file: String?) {
    let place = session.answers.place(of: problem, in: row)
    // An answer given since the file was loaded is in no file.
    let isAsLoaded = !session.answers.isChanged(row) || session.template[row].isCalculated
    let file = isAsLoaded ? file : nil
    self.init(
      file: file ?? "", position: file == nil ? nil : place.1, path: place.path,
      sentence: problem.sentence(label: session.answers.problemLabel(of: row)))
    if case .misfit = problem { isOfValue = true }
  }

  /// `file:line:column: place: sentence`, on one line even if it quotes several, so that editors
  /// can jump to it.
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
  /// The text with `\n` for each line break.
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
  /// Whether it is a mandatory line break (Unicode Standard Annex #14).
  fileprivate var isLineBreak: Bool {
    (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }
}
