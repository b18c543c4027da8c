// Reads where candidates come from, and what picking one fills in elsewhere.

public import Candidates
import FormText
import LosslessJSON

/// One thing that a pick fills in: a field of the candidate into another row of the same item.
struct Fill: Sendable {
  /// The name of the candidate's field.
  var field: String
  /// The place of the row among its section's row templates.
  var row: Int
  /// The row as the template names it, and where.
  let target: String
  let position: TextPosition
  let path: DocumentPath
}

extension TemplateReader {
  /// All keys that may stand in the place of choices.
  package static let choiceFileKeys: TemplateKeys = ["file"]
  private static let allowedFills = "{\"field\": \"id of a row of the same section\"}"

  /// `{"file": …}` in the place of choices.
  mutating func readChoiceFile(of row: TemplateObject) -> ChoiceList {
    guard let value = row["choices"],
      let object = TemplateObject(
        value, "\"choices\"", path: row.path(to: "choices"), keys: TemplateReader.choiceFileKeys,
        into: &collector)
    else { return .none }
    let allowed = "the path of a file with a candidate a line, from the template's folder"
    if object["file"] == nil {
      object.report(
        "\(object.name(of: "file")) is missing; it names a file with one candidate a line",
        at: "file", allowed: allowed, into: &collector)
    }
    guard let name = object.string("file", allowed, into: &collector) else { return .none }
    if name.isEmpty || name.unicodeScalars.contains(where: \.isControl) {
      object.report(
        "\(object.name(of: "file")) cannot be \(name.quoted); it names a file with one candidate "
          + "a line", at: "file", allowed: allowed, into: &collector)
      return .none
    }
    if candidateFileNames.insert(Text(name)).inserted { candidateFiles.append(name) }
    return ChoiceList(file: name)
  }

  /// The fields of a choice that its row's `fills` names.
  mutating func readFields(_ names: [String], of choice: TemplateObject) -> [String: String] {
    var fields: [String: String] = [:]
    for name in names where name != "value" && name != "label" {
      guard let member = choice[name] else { continue }
      if let text = RowValue(member)?.text {
        fields[name] = text.string
      } else {
        choice.report(
          "\(choice.name(of: name)) must be a string, a number, true or false, not "
            + member.kindName, at: name, allowed: "a string, a number, true or false",
          into: &collector)
      }
    }
    for name in names where name == "value" || name == "label" {
      fields[name] = choice[name].flatMap(RowValue.init)?.text?.string
    }
    return fields
  }

  /// What a row fills in; the rows are found later.
  mutating func readFills(of row: TemplateObject, choices: ChoiceList) -> [Fill] {
    guard let value = row["fills"] else { return [] }
    let allowed = TemplateReader.allowedFills
    guard value.kind == .object else {
      row.report(
        "\(row.name(of: "fills")) must be an object like {\"field\": \"id of a row\"}, not "
          + value.kindName, at: "fills", allowed: allowed, into: &collector)
      return []
    }
    var fills: [Fill] = []
    for (key, member) in value.members {
      let field = key.string ?? ""
      let path = row.path(to: "fills").appending(field)
      guard let target = member.string else {
        collector.report(
          "\(path.templateKey) must be the id of a row, not \(member.kindName)", at: member,
          path: path, allowed: allowed)
        continue
      }
      if !choices.choices.isEmpty, !choices.choices.contains(where: { $0.fields[field] != nil }) {
        collector.report(
          "no choice has the field \(field.quoted); add it to a choice or remove it here", at: key,
          path: path,
          allowed: "a field that at least one of the choices has")
      }
      fills.append(
        Fill(
          field: field, row: -1, target: target, position: member.position,
          path: path))
    }
    return fills
  }

  /// Finds the rows that the rows of a section fill in.
  mutating func resolveFills(of rows: inout [RowTemplate], ids: NameTable) {
    for source in rows.indices {
      for index in rows[source].fills.indices {
        let fill = rows[source].fills[index]
        // A target may also be written as an id with its {n} stands in the template.
        let target =
          ids.find(fill.target)?.value
          ?? (fill.target.utf8.contains(UInt8(ascii: "{"))
            ? rows.firstIndex { $0.id.source.hasSameScalars(as: fill.target) } : nil)
        let error: String? =
          if let target {
            if target == source {
              "a row cannot fill itself; name another row of the section"
            } else if !rows[target].type.takesAnswer {
              "\(fill.target.quoted) is a note and takes no answer; name another row"
            } else if rows[target].type.isSecret {
              "\(fill.target.quoted) is a secret and only a person types it; name another row"
            } else if rows[target].count != nil {
              "\(fill.target.quoted) is one of \(counted(rows[target].count ?? 0, "row")) of a "
                + "count; name a row without \"count\""
            } else {
              nil
            }
          } else {
            "no row of this section has the id \(fill.target.quoted)"
              + hint(for: fill.target, among: rows, count: rows.count)
          }
        if let error {
          collector.report(
            error, position: fill.position, path: fill.path,
            allowed: "the id of another row of the same section that takes one answer")
        } else if let target {
          rows[source].details.fills[index].row = target
        }
      }
    }
  }
}

extension Template {
  /// The files with candidates, as the template names them, each once.
  public var candidateFiles: [String] {
    var files: [String] = []
    for row in sections.lazy.flatMap(\.rows) {
      guard let file = row.choices.file, !files.contains(where: { $0.hasSameScalars(as: file) })
      else { continue }
      files.append(file)
    }
    return files
  }

  /// The fields that rows fill in from a file of candidates none of which has them.
  public func errors(using candidates: CandidateIndex, of file: String) -> [TemplateError] {
    let names = candidates.fieldNames
    var errors: [TemplateError] = []
    for row in sections.flatMap(\.rows)
    where row.choices.file?.hasSameScalars(as: file) == true {
      for fill in row.fills where !names.contains(where: { $0.hasSameScalars(as: fill.field) }) {
        let hint =
          if names.isEmpty {
            "; use a file of objects (.jsonl) or of named columns (.tsv)"
          } else if let name = NearestName.nearest(to: fill.field, among: names) {
            "; did you mean \(name)?"
          } else {
            "; it has \(names.prefix(20).list(joinedBy: "and"))"
          }
        errors.append(
          TemplateError(
            position: fill.position, path: fill.path, place: "row \(row.id.source)",
            sentence: "\(file) has no field \(fill.field.quoted)\(hint)",
            allowed: names.isEmpty
              ? "a file of objects (.jsonl) or of columns with names (.tsv)"
              : names.joined(separator: ", ")))
      }
    }
    return errors
  }

  /// Puts what is known of a file of candidates into all rows that offer them.
  mutating func setCandidates(_ candidates: ChoiceList.Candidates, of file: String) {
    let list = ChoiceList(file: file, candidates: candidates)
    for section in sections.indices {
      for row in sections[section].rows.indices
      where sections[section].rows[row].choices.file?.hasSameScalars(as: file) == true {
        sections[section].rows[row].details.choices = list
      }
    }
  }
}

extension RowTemplate {
  /// The row as it is before its file of candidates was read.
  var withoutCandidates: RowTemplate {
    guard let file = choices.file else { return self }
    var row = self
    row.details.choices = ChoiceList(file: file)
    return row
  }
}
