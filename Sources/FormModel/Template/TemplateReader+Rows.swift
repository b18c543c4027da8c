// Reads the rows of a section with their ids, types and defaults.

import FormText
import LosslessJSON

extension TemplateReader {
  mutating func readRows(
    of section: TemplateObject, section index: Int, repeats: Bool, root: Int?, place: Int,
    keyRow: String?
  ) -> [RowTemplate]? {
    guard let values = section.array("rows", of: "rows", into: &collector) else {
      if section.lacks("rows") {
        section.report(
          "\"rows\" is missing; a section has at least one row", at: "rows",
          allowed: "an array of rows", into: &collector)
      }
      return nil
    }
    if values.isEmpty {
      section.report(
        "\"rows\" is empty; a section has at least one row", at: "rows",
        allowed: "at least one row", into: &collector)
    }
    var rows: [RowTemplate] = []
    // The ids in use; nil as long as every key is derived from its row's id. Different keys then
    // imply different ids, so that the ids need not be compared.
    var ids: NameTable?
    rows.reserveCapacity(values.count)
    if let root { planBuilder.reserveCapacity(for: values.count, in: root) }
    for (rowIndex, element) in values.enumerated() {
      let start = unreadCounts
      guard
        var row = readRow(
          element.value, path: element.path, inRepeat: repeats,
          owner: .row(section: place, row: rows.count))
      else {
        loseOwners(from: start, inSection: place)
        if let id = element.value["id"]?.string { names.note(lostID: id) }
        continue
      }
      let reference = AnswerPlan.RowReference(section: index, row: rowIndex)
      if let keyRow { makeKeyRow(&row, named: keyRow, element.value, path: element.path) }
      if ids == nil, let root, row.isNamedByID, row.isExported, !row.isItemName,
        (try? planBuilder.add(reference, at: row.path, numbers: row.numbers, in: root)) != nil
      {
        // Consumed, because copying a row is a large part of reading a long form.
        rows.append(consume row)
        continue
      }
      var known = ids.take() ?? NameTable(ids: rows)
      defer { ids = known }
      let addition = known.add(row.id, numbers: row.numbers, value: rows.count, steps: &steps)
      let hasFreeID = addition == .done
      if !hasFreeID {
        let id = row.id.source.quoted
        collector.report(
          addition == .taken
            ? "an earlier row of the section already has the id \(id); choose another"
            : "the id \(id) \(TemplateReader.crowdedNames)",
          at: element.value["id"] ?? element.value, path: element.path.appending("id"),
          allowed: "an id of its own")
      }
      // If the id is already used, adding the key derived from it would only report the same error
      // again.
      if let root, row.isItemName {
        planBuilder.addName(reference, in: root)
      } else if let root, row.isExported, hasFreeID || element.value["key"] != nil {
        do throws(AnswerPathConflict) {
          try planBuilder.add(reference, at: row.path, numbers: row.numbers, in: root)
        } catch {
          if error == .crowded || !share(row, reference, in: root) {
            let place = element.value["key"] ?? element.value["id"] ?? element.value
            report(error, of: row.path, at: place, path: element.path.appending("key"))
          }
        }
      }
      rows.append(row)
    }
    if rows.contains(where: { !$0.fills.isEmpty }) {
      resolveFills(of: &rows, ids: ids ?? NameTable(ids: rows))
    }
    return rows
  }

  /// The end of an error message about a name that cannot be compared with all earlier names.
  static let crowdedNames =
    "cannot be compared with all others, too many of which have {n}; use {n} in fewer of them"

  private mutating func readRow(
    _ value: JSONValue, path: DocumentPath, inRepeat: Bool, owner: ConditionOwner
  ) -> RowTemplate? {
    guard
      let object = TemplateObject(
        value, "a row", path: path, keys: TemplateReader.rowKeys, into: &collector)
    else { return nil }
    noteCondition(of: object, owner: owner)
    if case .row(let section, let row) = owner {
      noteExpressions(of: object, owner: AnswerPlan.RowReference(section: section, row: row))
    }
    let count = object.integer("count", in: 1...10_000_000, into: &collector)
    let isCounted = object["count"] != nil
    if isCounted, inRepeat {
      object.report(
        "\"count\" cannot be in a repeating section; remove it", at: "count",
        allowed: "count in a section that does not repeat", into: &collector)
    }
    rowTotal += count ?? 1
    if rowTotal > TemplateReader.mostRows, rowTotal - (count ?? 1) <= TemplateReader.mostRows {
      object.report(
        "the form has more than \(grouped(TemplateReader.mostRows)) rows; make \"count\" smaller",
        at: "count", allowed: "at most \(TemplateReader.mostRows) rows", into: &collector)
    }
    let id = readID(
      of: object, allowed: isCounted ? "letters, digits, _ - . and {n}" : "letters, digits, _ - .",
      mayHoldNumber: isCounted)
    if let count, count > 1, let id, !NumberedText(id).hasNumber {
      object.report(
        "\(count) rows have the id \(id.quoted); put {n} into it, like "
          + "\("\(id){n}".quoted)", at: "id", allowed: "an id with {n}, like \"\(id){n}\"",
        into: &collector)
    }
    let (type, severalTypes) = readTypes(of: object)
    let hasPosition = isCounted || inRepeat
    let label = object.text("label", numbered: hasPosition, into: &collector)
    let help = object.text("help", numbered: hasPosition, into: &collector)
    if case .row(let section, let row) = owner {
      let reference = AnswerPlan.RowReference(section: section, row: row)
      note(.label, of: object, inSection: section, owner: reference, isNumbered: hasPosition)
      note(.help, of: object, inSection: section, owner: reference, isNumbered: hasPosition)
    }
    self.isInRepeat = inRepeat
    let details =
      object.mayHave(TemplateReader.detailBits) || type?.takesPicks == true || !severalTypes.isEmpty
      ? readDetails(of: object, type: type, severalTypes, isCounted: isCounted) : nil
    let answerPath =
      readPath(of: object) ?? (object["key"] == nil ? readDefaultPath(from: object, id: id) : nil)
    if let answerPath, object["key"] != nil, count ?? 1 > 1, !answerPath.appends {
      object.report(
        "\(count ?? 0) rows have the key \(answerPath.source.quoted); end \"key\" in [], or leave it out",
        at: "key", allowed: "a key that ends in [], like \"\(answerPath.source)[]\", or none",
        into: &collector)
    }
    if answerPath?.isWhole == true, !inRepeat { reportWhole(object) }
    // Expressions that name a row of an unknown type would cause further errors.
    guard let id, let answerPath, let type else {
      if let id, value["id"] == nil { names.note(lostID: id) }
      return nil
    }
    let name = isCounted ? NumberedText(id) : NumberedText(verbatim: id)
    var row = RowTemplate(
      id: name, type: type, label: label ?? name, path: answerPath,
      help: help ?? (type.takesAnswer ? nil : label), count: count, details: details)
    if object["default"] != nil {
      row.details.defaultText = readDefault(of: object, for: row)
    }
    return consume row
  }

  /// The keys that `readDetails` reads.
  private static let detailBits = TemplateKeys.bits(
    of: rowKeys.names.filter {
      !["id", "label", "type", "key", "help", "default", "count", "when", "check"].contains($0)
    })

  private mutating func readDetails(
    of object: TemplateObject, type: RowType?, _ severalTypes: [RowType], isCounted: Bool
  ) -> RowDetails {
    var details = RowDetails()
    details.notation = ValueNotation(
      types: severalTypes, empty: readEmpty(of: object, type: type),
      constant: readConstant(of: object))
    details.defaultText = details.notation.constant?.text.map { NumberedText(verbatim: $0.string) }
    details.placeholder = object.text("placeholder", numbered: isCounted, into: &collector)
    details.isRequired = object.boolean("required", into: &collector) ?? false
    let isReadOnly = object.boolean("readOnly", into: &collector) ?? false
    details.isReadOnly = isReadOnly || object["value"] != nil || object["const"] != nil
    reportKeysBesideValue(of: object)
    details.message = object.string("message", "a sentence", into: &collector)
    details.choices = readChoices(of: object, type: type)
    let isStrict = type == nil || object.boolean("strict", into: &collector) ?? true
    details.isStrict = isStrict && !details.choices.isEmpty
    details.rules = readRules(
      of: object, type: type, severalTypes, choices: details.choices, isStrict: isStrict)
    reportMessage(of: object)
    details.fills = readFills(of: object, choices: details.choices)
    details.isExported = object.boolean("export", into: &collector) ?? true
    details.isUnique = readOfItems("unique", "compares the items", of: object)
    details.remembers = object.boolean("remember", into: &collector) ?? false
    details.isCarried = readOfItems("carry", "goes from item to item", of: object)
    return details
  }

  /// Reads a key that is allowed only in items of a repeating section.
  private mutating func readOfItems(_ key: String, _ meaning: String, of object: TemplateObject)
    -> Bool
  {
    guard object.boolean(key, into: &collector) == true else { return false }
    if isInRepeat { return true }
    object.report(
      "\"\(key)\" \(meaning) of a repeating section, and the row is in none; remove it",
      at: key, allowed: "\(key) in a repeating section", into: &collector)
    return false
  }

  /// Reads the default, which is a text as a person would type it, or a value of the row's type.
  private mutating func readDefault(of object: TemplateObject, for row: RowTemplate)
    -> NumberedText?
  {
    guard let member = object["default"], row.type.takesAnswer else { return nil }
    if member.kind == .object {
      // The expression is read after all rows are known.
      _ = TemplateObject(
        member, "\"default\"", path: object.path(to: "default"),
        keys: TemplateReader.initialKeys, into: &collector)
      let isPossible = row.count == nil && !row.type.isSecret
      if isPossible, member["expression"] != nil { return nil }
      object.report(
        isPossible
          ? "\"default.expression\" is missing; it is an expression, like \"today()\""
          : "\"default\" cannot be an expression in secret or counted rows; write a text",
        at: "default", allowed: "a text, a value, or {\"expression\": \"today()\"}",
        into: &collector)
      return nil
    }
    var text = NumberedText(verbatim: "")
    if let string = member.string {
      text = row.count == nil ? NumberedText(verbatim: string) : NumberedText(string)
    } else {
      let typed = row.text(loading: member)
      let isValue = RowValue(member).map { (try? row.value(of: typed)) == $0 } ?? false
      guard isValue || row.type.isJSON else {
        object.report(
          "\"default\" must be a string or a value of type \(row.type.rawValue), not \(member.shown)",
          at: "default",
          allowed: "a text, or a value of the type \(row.type.rawValue)", into: &collector)
        return nil
      }
      text = NumberedText(verbatim: typed.string)
    }
    let lineBreak: Unicode.Scalar? = row.type.holdsLines ? "\n" : nil
    if text.source.unicodeScalars.contains(where: { $0.isControl && $0 != lineBreak }) {
      object.report(
        lineBreak == nil
          ? "\"default\" must be one line of text; remove its line breaks and control characters"
          : "\"default\" must be lines of text; remove its control characters", at: "default",
        allowed: lineBreak == nil ? "one line of text" : "lines of text", into: &collector)
      return nil
    }
    guard !text.source.isEmpty else { return nil }
    for number in Set([row.numbers.lowerBound, row.numbers.upperBound]) {
      guard case .refused(let refusal)? = row.problem(with: Text(text.text(number: number))) else {
        continue
      }
      object.report(
        "the row does not accept its \"default\": \(refusal.sentence)", at: "default",
        allowed: "a default that the row's type and rules accept", into: &collector)
      return nil
    }
    return text
  }

  mutating func readID(
    of object: TemplateObject, allowed: String, mayHoldNumber: Bool = false
  ) -> String? {
    guard let id = object.string("id", allowed, into: &collector) else {
      if object.lacks("id") {
        object.report(
          "\"id\" is missing; it can have \(TemplateReader.idLetters(mayHoldNumber))", at: "id",
          allowed: allowed, into: &collector)
      }
      return nil
    }
    guard !id.isEmpty,
      mayHoldNumber ? NumberedText(id).parts.allSatisfy(\.mayStandInID) : id.mayStandInID
    else {
      object.report(
        "\"id\" cannot be \(id.quoted); it can have \(TemplateReader.idLetters(mayHoldNumber))",
        at: "id", allowed: allowed, into: &collector)
      return nil
    }
    if mayHoldNumber, id.utf8.count > NumberedText.mostBytes {
      object.report(
        "\"id\" has more than \(NumberedText.mostBytes) bytes, too many for the id of counted rows; "
          + "make it shorter", at: "id", allowed: "at most \(NumberedText.mostBytes) bytes",
        into: &collector)
      return nil
    }
    return id
  }

  private static func idLetters(_ mayHoldNumber: Bool) -> String {
    mayHoldNumber
      ? "letters, digits, underscores, hyphens, dots and {n}"
      : "letters, digits, underscores, hyphens and dots"
  }
}

extension RowTemplate {
  /// Whether the key of the answer is the row's id, and the answer is a member of the outermost
  /// object or of the item.
  fileprivate var isNamedByID: Bool {
    type.takesAnswer && !path.appends && path.outerNames.isEmpty
      && path.name.source.hasSameScalars(as: id.source)
  }
}

extension NameTable {
  /// Creates a table that maps the ids of rows to the indices of the rows.
  init(ids rows: [RowTemplate]) {
    self.init()
    reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() { insert(row.id, numbers: row.numbers, value: place) }
  }
}

extension String {
  /// Whether an id may contain the text.
  var mayStandInID: Bool {
    utf8.allSatisfy(\.isASCIIAlphanumeric) || unicodeScalars.allSatisfy(\.mayStandInID)
  }
}

extension Unicode.Scalar {
  /// Whether an id may contain the scalar.
  package var mayStandInID: Bool {
    if isASCII {
      return self == "_" || self == "-" || self == "." || ("a"..."z").contains(self)
        || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
    return properties.isAlphabetic || properties.numericType != nil
  }
}
