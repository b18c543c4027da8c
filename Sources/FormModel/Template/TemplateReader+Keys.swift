// Reads where answers stand in an export: `key`, or a path made of the id.

import FormText
import LosslessJSON

extension TemplateReader {
  /// The path that `key` gives, nil when there is none or it is wrong.
  mutating func readPath(of object: TemplateObject) -> AnswerPath? {
    let allowed = "a path like \"a.b.c\" or \"names[]\", or an array of names"
    guard let value = object["key"] else { return nil }
    if value.kind == .array {
      let names = value.elements.compactMap(\.string)
      if names.count == value.count,
        let path = AnswerPath(names: names.map(NumberedText.init(verbatim:)))
      {
        return path
      }
      object.report(
        "\(object.name(of: "key")) must be an array of strings, at least one", at: "key",
        allowed: allowed, into: &collector)
      return nil
    }
    guard let source = object.string("key", allowed, into: &collector) else { return nil }
    let appends = source.hasSuffix("[]")
    let names = (appends ? String(source.dropLast(2)) : source).split(
      separator: ".", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains("[") && !$0.contains("]") }) else {
      object.report(
        "\(object.name(of: "key")) cannot be \(source.quoted); write a path like a.b.c or names[], "
          + "or an array of names", at: "key", allowed: allowed, into: &collector)
      return nil
    }
    return AnswerPath(names: names.map { NumberedText(verbatim: String($0)) }, appends: appends)
  }

  /// The path that the id gives: its parts between dots, a number only in the last.
  mutating func readDefaultPath(from object: TemplateObject, id: String?) -> AnswerPath? {
    guard let id = id ?? object["id"]?.string, !id.isEmpty else { return nil }
    guard id.utf8.contains(UInt8(ascii: ".")) else { return AnswerPath(name: NumberedText(id)) }
    let names = id.split(separator: ".", omittingEmptySubsequences: false).map {
      NumberedText(String($0))
    }
    if names.contains(where: { $0.source.isEmpty }) || names.dropLast().contains(where: \.hasNumber)
    {
      object.report(
        "the id \(id.quoted) makes no path for the answer; add a \"key\"", at: "id",
        allowed: "a \"key\", or an id with a name between dots and {n} in the last",
        into: &collector)
      return nil
    }
    return AnswerPath(names: names)
  }

  mutating func report(
    _ conflict: AnswerPathConflict, of answerPath: AnswerPath, at value: JSONValue,
    path: DocumentPath
  ) {
    let sentence =
      switch conflict {
      case .taken:
        "an earlier row or repeat already has the key \(answerPath.source.quoted); choose another \"key\""
      case .prefix:
        "the key \(answerPath.source.quoted) and an earlier key overlap: "
          + "one begins with the other; choose another \"key\""
      case .crowded:
        "the key \(answerPath.source.quoted) \(TemplateReader.crowdedNames)"
      }
    collector.report(sentence, at: value, path: path, allowed: "a path of its own")
  }
}
