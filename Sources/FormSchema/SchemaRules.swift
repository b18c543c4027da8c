// The rules of a row: formats, patterns and lengths of text, limits of numbers.

import FormModel
import FormText
import LosslessJSON

extension SketchObject {
  /// Sets the type and the rules of a row that takes a string.
  mutating func setText(_ node: SchemaNode, _ remarks: inout SchemaRemarks) {
    var type = RowType.text
    var length: (count: Int, noun: String)?
    var (formatPattern, typePattern): (SchemaFormat.Pattern?, SchemaFormat.Pattern?)
    if let media = node.string("contentMediaType"), media.hasPrefix("text/") { type = .paragraph }
    if let keyword = node["format"], let name = keyword.value.string {
      switch SchemaFormat.named(name) {
      case .type(let named, let common, let substitute):
        (type, length, typePattern) = (named, common, substitute)
      case .pattern(let pattern, let message): formatPattern = (pattern, message)
      case nil: remarks.add("\"format\": \(name.quoted) is not checked", at: keyword)
      }
      for other in node.all("format").dropFirst() where other.value.string != name {
        remarks.add("a second \"format\" is not checked", at: other)
      }
    }
    let pattern = SketchObject.pattern(of: node, &remarks)
    if pattern != nil, !type.understands(key: "pattern") {
      (type, length, formatPattern) = (.text, nil, typePattern)
    }
    if type != .text { set("type", type.rawValue) }
    if type.understands(key: "precision") { set("precision", "day") }
    if let pattern {
      set("pattern", pattern.text, from: pattern.origin)
      if formatPattern != nil, let keyword = node["format"] {
        remarks.add("\"format\" is not checked beside a pattern", at: keyword)
      }
    } else if let formatPattern {
      set("pattern", formatPattern.pattern)
      set("message", formatPattern.message)
    }
    if let length {
      SketchObject.checkLengths(of: node, are: length.count, length.noun, &remarks)
    } else {
      setLengths(node)
    }
  }

  /// Sets the rules of the entries of a list.
  mutating func setEntryRules(_ items: SchemaNode, _ remarks: inout SchemaRemarks) {
    if let pattern = SketchObject.pattern(of: items, &remarks) {
      set("pattern", pattern.text, from: pattern.origin)
    }
    if let keyword = items["format"], let name = keyword.value.string {
      let format: SchemaFormat.Pattern? =
        switch SchemaFormat.named(name) {
        case .pattern(let pattern, let message): (pattern, message)
        case .type(_, _, let pattern): pattern
        case nil: nil
        }
      if let format, !has("pattern") {
        set("pattern", format.pattern)
        set("message", format.message)
      } else {
        remarks.add("\"format\" is not checked in entries", at: keyword)
      }
    }
    // An entry has at least one character.
    for keyword in items.all("minLength") + items.all("maxLength") {
      if keyword.path.lastName == "minLength", ["0", "1"].contains(keyword.value.numberText) {
        continue
      }
      remarks.add("\"\(keyword.path.lastName ?? "")\" is not checked in entries", at: keyword)
    }
  }

  /// The pattern that the whole answer must match.
  private static func pattern(
    of node: SchemaNode, _ remarks: inout SchemaRemarks
  ) -> (text: String, origin: SchemaPart)? {
    var found: (text: String, origin: SchemaPart)?
    for part in node.all("pattern") {
      guard let source = part.value.string else { continue }
      if found != nil {
        remarks.add("a second \"pattern\" is not checked", at: part)
        continue
      }
      do throws(ECMAPattern.Untranslatable) {
        found = (try ECMAPattern.wholeMatch(of: source), part)
      } catch {
        remarks.add(
          "\"pattern\" is not checked: it has \(error.what), which a form cannot express", at: part)
      }
    }
    return found
  }

  private mutating func setLengths(_ node: SchemaNode) {
    if let least = node.number("minLength", tightest: >), least.text != "0" {
      set("minLength", source: least.text, from: least.part)
    }
    if let most = node.number("maxLength", tightest: <) {
      set("maxLength", source: most.text, from: most.part)
    }
  }

  /// Reports lengths that contradict a type whose answers all have the same length.
  private static func checkLengths(
    of node: SchemaNode, are length: Int, _ noun: String, _ remarks: inout SchemaRemarks
  ) {
    if let least = node.number("minLength", tightest: >), Int(least.text) ?? .max > length {
      remarks.add("\"minLength\" is not checked: \(noun) has \(length) characters", at: least.part)
    }
    if let most = node.number("maxLength", tightest: <), Int(most.text) ?? 0 < length {
      remarks.add("\"maxLength\" is not checked: \(noun) has \(length) characters", at: most.part)
    }
  }

  // MARK: - Numbers

  /// Sets the type and the rules of a row that takes a number.
  mutating func setNumber(
    _ node: SchemaNode, _ kind: SchemaType, _ remarks: inout SchemaRemarks
  ) {
    var isWhole = kind == .integer
    var divisors: [DecimalNumber] = []
    for part in node.all("multipleOf") {
      guard let text = part.value.numberText, let divisor = DecimalNumber(text) else {
        remarks.add("\"multipleOf\" is not a number; it is not checked", at: part)
        continue
      }
      if divisor == DecimalNumber("1") {
        isWhole = true
      } else if divisors.isEmpty {
        set("multipleOf", source: text, from: part)
        divisors.append(divisor)
      } else if !divisors.contains(divisor) {
        remarks.add("a second \"multipleOf\" is not checked", at: part)
      }
    }
    set("type", isWhole ? "integer" : "decimal")
    setLimit(
      "min", node, ("minimum", "exclusiveMinimum"), isWhole, step: 1, tightest: >, &remarks)
    setLimit(
      "max", node, ("maximum", "exclusiveMaximum"), isWhole, step: -1, tightest: <, &remarks)
  }

  private mutating func setLimit(
    _ key: String, _ node: SchemaNode,
    _ keywords: (inclusive: String, exclusive: String), _ isWhole: Bool, step: Int,
    tightest isTighter: (DecimalNumber, DecimalNumber) -> Bool, _ remarks: inout SchemaRemarks
  ) {
    var limit = node.number(keywords.inclusive, tightest: isTighter)
    if let exclusive = node.number(keywords.exclusive, tightest: isTighter) {
      var text = exclusive.text
      let next = Int(text).map { $0.addingReportingOverflow(step) }
      if isWhole, let next, !next.overflow {
        text = "\(next.partialValue)"
      } else {
        remarks.add(
          "\"\(keywords.exclusive)\" is checked like \"\(keywords.inclusive)\"",
          at: exclusive.part)
      }
      if let number = DecimalNumber(text),
        limit.flatMap({ DecimalNumber($0.text) }).map({ isTighter(number, $0) }) ?? true
      {
        limit = (text, exclusive.part)
      }
    }
    for part in node.all(keywords.exclusive) where part.value.bool == true {
      remarks.add("\"\(keywords.exclusive)\" as in draft-04 is not checked", at: part)
    }
    if let limit { set(key, source: limit.text, from: limit.part) }
  }
}
