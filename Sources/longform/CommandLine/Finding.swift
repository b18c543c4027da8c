// Something that was found wrong in a file, for people and for machines.

import FormCore

/// One mistake or problem with its place.
struct Finding {
  var file: String
  /// Where in the file, nil for what is not there.
  var position: TextPosition?
  var path: DocumentPath
  var sentence: String
  /// What would be right, nil when the sentence says it.
  var allowed: String?
}

extension Finding {
  init(_ mistake: TemplateMistake, file: String) {
    self.init(
      file: file, position: mistake.position, path: mistake.path, sentence: mistake.sentence,
      allowed: mistake.allowed)
  }

  /// Everything wrong with a template: its own errors, then the files of candidates it names that
  /// cannot be read.
  static func all(in mistakes: TemplateMistakes, ofTemplateAt path: String) -> [Finding] {
    var findings = mistakes.mistakes.map { Finding($0, file: Descriptor.inputName(path)) }
    for file in mistakes.candidateFiles {
      do throws(CandidateFailure) {
        _ = try CandidateFile.index(of: CandidateFile.path(of: file, besideTemplate: path))
      } catch {
        findings.append(error.finding)
      }
    }
    return findings
  }

  init(_ error: JSONError, file: String) {
    self.init(
      file: file, position: error.position, path: .root,
      sentence: "not JSON: \(error.description)")
  }

  init(_ mistake: AnswersMistake, file: String) {
    self.init(
      file: file, position: mistake.position, path: mistake.path, sentence: mistake.sentence)
  }

  /// `file:line:column: path: what is wrong (allowed: …)`.
  var line: String {
    let place = position.map { "\(file):\($0): " } ?? "\(file): "
    let way = path.isRoot ? "" : "\(path): "
    return place + way + sentence + (allowed.map { " (allowed: \($0))" } ?? "")
  }

  /// The finding for machines.
  var record: JSONRecord {
    var members: [(String, JSONRecord.Value)] = [
      ("file", .text(file)), ("path", .text(path.pointer)),
      ("line", .number((position?.line).map(Int64.init))),
      ("column", .number((position?.column).map(Int64.init))), ("message", .text(sentence)),
    ]
    if let allowed { members.append(("allowed", .text(allowed))) }
    return JSONRecord(members)
  }
}
