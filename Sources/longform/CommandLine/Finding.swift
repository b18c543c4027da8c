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

  /// Findings as a JSON array, an object a line.
  static func json(_ findings: [Finding]) -> [UInt8] {
    var bytes: [UInt8] = [0x5B]
    for (index, finding) in findings.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "\n  {" : ",\n  {").utf8)
      bytes.append(contentsOf: "\"file\": ".utf8)
      JSONWriter.appendString(finding.file, to: &bytes)
      bytes.append(contentsOf: ", \"path\": ".utf8)
      JSONWriter.appendString(finding.path.pointer, to: &bytes)
      let line = finding.position.map { "\($0.line)" } ?? "null"
      let column = finding.position.map { "\($0.column)" } ?? "null"
      bytes.append(contentsOf: ", \"line\": \(line), \"column\": \(column), \"message\": ".utf8)
      JSONWriter.appendString(finding.sentence, to: &bytes)
      if let allowed = finding.allowed {
        bytes.append(contentsOf: ", \"allowed\": ".utf8)
        JSONWriter.appendString(allowed, to: &bytes)
      }
      bytes.append(0x7D)
    }
    bytes.append(contentsOf: (findings.isEmpty ? "]" : "\n]").utf8)
    return bytes
  }
}
