// Reads the rules of a row, in the order in which they are checked.

import FormText
import LosslessJSON
import Patterns

extension RowType {
  /// Whether a key applies to rows of this type.
  package func understands(key: String) -> Bool {
    switch key {
    case "id", "label", "type", "help", "count", "when": true
    case _ where !takesAnswer: false
    case "key", "placeholder", "default", "required", "message", "readOnly", "check", "export": true
    case "empty": true
    case "const": mayBeOneOfSeveral
    case "pattern": !isJSON && (!isReworded || holdsEntries && !takesPicks)
    case "min", "max": kind.limits != nil
    case "minLength", "maxLength": kind.wording == .free || kind.wording == .checked
    case "multipleOf": kind.limits == .numbers
    case "precision": kind.limits == .dates
    case "mustBe": toggles
    case "unique": !isSecret && !toggles && !isJSON
    case "value": !isSecret && !isJSON
    case "carry": !isSecret
    case "choices", "strict": takesPicks
    case "fills": takesPicks && !holdsEntries
    case "remember": takesPicks || !holdsLines && !toggles && !isSecret
    default: false
    }
  }
}

extension TemplateReader {
  /// All keys of rows. `RowType.understands` tells which of them apply to a type.
  package static let rowKeys: TemplateKeys = [
    "id", "label", "type", "key", "help", "placeholder", "default", "required", "message", "empty",
    "value", "const", "check", "unique", "export", "pattern", "min", "max", "multipleOf",
    "minLength", "maxLength", "precision", "mustBe", "choices", "strict", "readOnly", "count",
    "when", "fills", "remember", "carry",
  ]

  /// Reports keys of a row that do not apply to the row's type.
  mutating func reportKeys(of row: TemplateObject, meaninglessFor type: RowType) {
    for key in row.keys where !type.understands(key: key) {
      let types = RowType.allCases.filter { $0.understands(key: key) }.map(\.rawValue)
      let sentence =
        !type.takesAnswer
        ? "\"\(key)\" has no meaning in a note; remove it"
        : "\"\(key)\" has no meaning in a row of type \(type.rawValue); "
          + (TemplateReader.counterpart(of: key, in: type).map { "did you mean \($0)?" }
            ?? "it is for rows of type \(types.list(joinedBy: "and"))")
      row.report(
        sentence, at: key,
        allowed: "\(key) in rows of type \(types.joined(separator: ", "))", into: &collector)
    }
  }

  /// The key that limits rows of this type, if it has another name than in rows of other types.
  private static func counterpart(of key: String, in type: RowType) -> String? {
    let pairs = ["min": "minLength", "max": "maxLength", "minLength": "min", "maxLength": "max"]
    return pairs[key].flatMap { type.understands(key: $0) ? $0 : nil }
  }

  /// Reports a `message` in a row without a rule whose sentence it could replace.
  mutating func reportMessage(of row: TemplateObject) {
    let rules = ["check", "required", "choices", "mustBe"]
    guard row["message"] != nil, row.meansOnlyKeys,
      !row.keys.contains(where: { rules.contains($0) || RowType.isRuleKey($0) })
    else { return }
    row.report(
      "\"message\" replaces the sentence of a broken rule, and the row has none; add \"check\" or "
        + "another rule, or remove it", at: "message",
      allowed: "\"message\" in a row with \"check\" or another rule", into: &collector)
  }

  // MARK: - Rules

  /// Reads the rules of a row, apart from `required`. `all` has the types if the row has several.
  mutating func readRules(
    of row: TemplateObject, type: RowType?, _ all: [RowType], choices: ChoiceList, isStrict: Bool
  ) -> [any Rule] {
    guard let type else { return [] }
    let limited = all.first { $0.kind.limits != nil } ?? type
    let precision: DatePrecision? = row.oneOf("precision", into: &collector)
    var rules: [any Rule] = precision.map { [PrecisionRule(precision: $0)] } ?? []
    if let pattern = readPattern(of: row, type: type) { rules.append(pattern) }
    rules += readLimits(
      of: row, type: limited,
      choiceCount: isStrict && choices.file == nil ? choices.choices.count : nil)
    if let multiple = readMultiple(of: row, type: limited) { rules.append(multiple) }
    if row["mustBe"] != nil, type.understands(key: "mustBe") {
      if row["mustBe"]?.bool == false {
        row.report(
          "\"mustBe\" must be true, not false; leave it out to allow both answers", at: "mustBe",
          allowed: "true, or no mustBe", into: &collector)
      } else if row.boolean("mustBe", into: &collector) == true {
        rules.append(MustBeRule())
      }
    }
    return rules + readLengths(of: row)
  }

  private mutating func readPattern(of row: TemplateObject, type: RowType) -> PatternRule? {
    let allowed = "a regular expression that the whole answer matches"
    guard let source = row.string("pattern", allowed, into: &collector), let member = row["pattern"]
    else { return nil }
    do throws(Pattern.Fault) { return try PatternRule(source, quotesAnswer: !type.isSecret) } catch
    {
      collector.report(
        "\"pattern\" does not compile: \(error.sentence)",
        position: member.position(inString: error.offset), path: row.path(to: "pattern"),
        allowed: allowed)
      return nil
    }
  }

  private mutating func readLimits(of row: TemplateObject, type: RowType, choiceCount: Int?)
    -> [any Rule]
  {
    let (minimum, maximum) = (
      readLimit("min", of: row, type: type), readLimit("max", of: row, type: type)
    )
    if let minimum, let maximum, minimum.isMore(than: maximum) {
      row.report(
        "\"max\" (\(maximum.source)) is less than \"min\" (\(minimum.source))", at: "max",
        allowed: "at least \(minimum.source)", into: &collector)
    }
    if type.takesPicks, let minimum, let choiceCount, choiceCount < Int(minimum.source) ?? 0 {
      row.report(
        "\"min\" (\(minimum.source)) is more than the number of choices (\(choiceCount))",
        at: "min", allowed: "at most \(choiceCount)", into: &collector)
    }
    var rules: [any Rule] = []
    if let minimum { rules.append(MinimumRule(limit: minimum)) }
    if let maximum { rules.append(MaximumRule(limit: maximum)) }
    return rules
  }

  private mutating func readLimit(_ key: String, of row: TemplateObject, type: RowType) -> Limit? {
    guard let member = row[key], let limits = type.kind.limits else { return nil }
    let (source, allowed) =
      switch limits {
      case .numbers: (member.numberText, "a number")
      case .dates: (member.string, "a date like \"2019\", \"2019-03\" or \"2019-03-01\"")
      case .times: (member.string, "a time like \"09:30\" or \"09:30:15\"")
      case .entries: (member.numberText, "a number of entries, 0 or more")
      }
    if let limit = source.flatMap({ Limit($0, of: limits) }) { return limit }
    row.report(
      "\"\(key)\" must be \(allowed), not \(member.shown)\(Limit.remedy(for: member, limits))",
      at: key, allowed: allowed, into: &collector)
    return nil
  }

  private mutating func readMultiple(of row: TemplateObject, type: RowType) -> MultipleRule? {
    guard let member = row["multipleOf"], type.understands(key: "multipleOf") else { return nil }
    if let rule = member.numberText.flatMap({ MultipleRule($0) }) { return rule }
    let isPositive =
      member.numberText.map { !$0.hasPrefix("-") && DecimalNumber($0) != DecimalNumber("0") }
      ?? false
    let allowed = isPositive ? MultipleRule.allowed : "a number greater than 0"
    row.report(
      "\"multipleOf\" must be \(allowed), not \(member.shown)", at: "multipleOf",
      allowed: MultipleRule.allowed, into: &collector)
    return nil
  }

  private mutating func readLengths(of row: TemplateObject) -> [any Rule] {
    let minimum = row.integer("minLength", in: 1...10_000_000, into: &collector)
    let maximum = row.integer("maxLength", in: 1...10_000_000, into: &collector)
    if let minimum, let maximum, minimum > maximum {
      row.report(
        "\"maxLength\" (\(maximum)) is less than \"minLength\" (\(minimum))", at: "maxLength",
        allowed: "at least \(minimum)", into: &collector)
    }
    var rules: [any Rule] = []
    if let minimum { rules.append(MinimumLengthRule(length: minimum)) }
    if let maximum { rules.append(MaximumLengthRule(length: maximum)) }
    return rules
  }
}
