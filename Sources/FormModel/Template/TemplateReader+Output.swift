// Reads `output`, which determines how the answers are written.

import FormText

extension TemplateReader {
  /// Reads the keys of `output`.
  mutating func readOutput(of template: TemplateObject)
    -> (empty: EmptyAnswers, defaults: DefaultAnswers)
  {
    guard let value = template["output"],
      let object = TemplateObject(
        value, "\"output\"", path: template.path(to: "output"), keys: TemplateReader.outputKeys,
        into: &collector)
    else { return (.null, .write) }
    let empty: EmptyAnswers? = object.oneOf("empty", into: &collector)
    let defaults: DefaultAnswers? = object.oneOf("defaults", into: &collector)
    readIDPath(of: object)
    return (empty ?? .null, defaults ?? .write)
  }

  /// Reads `output.id`.
  private mutating func readIDPath(of output: TemplateObject) {
    let allowed = "names separated by dots, such as \"meta.id\""
    guard let source = output.string("id", allowed, into: &collector) else { return }
    let names = source.split(separator: ".", omittingEmptySubsequences: false).map {
      NumberedText(verbatim: String($0))
    }
    let path = AnswerPath(names: names)
    guard !source.hasSuffix("[]"),
      !names.contains(where: \.source.isEmpty)
    else {
      return output.report(
        "\"id\" is \(source.quoted), which is not a path; write \(allowed)", at: "id",
        allowed: allowed, into: &collector)
    }
    // This is the first path, so it cannot clash with another.
    try? planBuilder.addID(at: path)
  }
}
