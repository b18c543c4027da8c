// Reads the sections of a template, including sections inside the items of other sections.
//
// A section comes before the sections inside it, so its index in the template is smaller.

import FormText
import LosslessJSON

extension TemplateReader {
  mutating func readSections(of template: TemplateObject) -> [FormSection]? {
    guard let values = template.array("sections", of: "sections", into: &collector) else {
      if template.lacks("sections") {
        template.report(
          "\"sections\" is missing; a form has at least one section", at: "sections",
          allowed: "an array of sections", into: &collector)
      }
      return nil
    }
    if values.isEmpty {
      template.report(
        "\"sections\" is empty; a form has at least one section", at: "sections",
        allowed: "at least one section", into: &collector)
    }
    readRoot(of: template, sections: values)
    var sections: [FormSection] = []
    read(
      values, into: &sections, inside: [], root: AnswerPlan.root,
      needsID: values.count > 1)
    return sections
  }

  /// Reads sections and the sections inside their items. Each is stored after the section around
  /// it.
  ///
  /// - Parameters:
  ///   - chain: the sections around these sections, outermost first.
  ///   - root: the node, in the `AnswerPlan`, of the object to which their answers belong; nil if
  ///     the node could not be created.
  /// - Returns: the indices of these sections, without the sections inside them.
  @discardableResult
  private mutating func read(
    _ values: TemplateElements?, into sections: inout [FormSection], inside chain: [Int],
    root: Int?, needsID: Bool
  ) -> [Int] {
    var places: [Int] = []
    for element in values.map(Array.init) ?? [] {
      let (start, place) = (unreadCounts, sections.count)
      guard
        let object = TemplateObject(
          element.value, "a section", path: element.path, keys: TemplateReader.sectionKeys,
          into: &collector)
      else { continue }
      let inner = readInnerSections(of: object, depth: chain.count + 1)
      let index = sectionTotal
      sectionTotal += 1
      if !chain.isEmpty, object["repeat"] == nil {
        collector.report(
          "a section inside of items repeats; add \"repeat\"", at: element.value,
          path: element.path, allowed: "a section with \"repeat\"")
      }
      guard
        let (section, itemRoot) = readSection(
          object, index: index, place: place, inside: chain, root: root, needsID: needsID)
      else {
        var lost = sections
        read(inner, into: &lost, inside: [], root: nil, needsID: true)
        for row in lost.dropFirst(place).flatMap(\.rows) { names.note(lost: row) }
        loseOwners(from: start, inSection: nil)
        continue
      }
      if !section.id.isEmpty, !sectionIDs.insert(Text(section.id)).inserted {
        collector.report(
          "an earlier section already has the id \(section.id.quoted); choose another",
          at: element.value["id"] ?? element.value, path: element.path.appending("id"),
          allowed: "an id of its own")
      }
      places.append(place)
      sections.append(section)
      sections[place].children = read(
        inner, into: &sections, inside: chain + [place], root: itemRoot, needsID: true)
    }
    return places
  }

  /// Reads the sections inside the items of a section.
  private mutating func readInnerSections(
    of section: TemplateObject, depth: Int
  ) -> TemplateElements? {
    guard let values = section.array("sections", of: "sections", into: &collector) else {
      return nil
    }
    if section["repeat"] == nil {
      section.report(
        "\"sections\" are inside of items, and this section does not repeat; add \"repeat\", or put them "
          + "beside it", at: "sections", allowed: "\"sections\" in a section with \"repeat\"",
        into: &collector)
      return nil
    }
    guard depth < TemplateReader.deepestSection else {
      section.report(
        "sections are inside of each other more than \(TemplateReader.deepestSection) deep; take some "
          + "out", at: "sections", allowed: "at most \(TemplateReader.deepestSection) levels",
        into: &collector)
      return nil
    }
    return values
  }

  private mutating func readSection(
    _ object: TemplateObject, index: Int, place: Int, inside chain: [Int], root outer: Int?,
    needsID: Bool
  ) -> (section: FormSection, root: Int?)? {
    let repeats = object["repeat"] != nil
    var id: String? = ""
    if object["id"] != nil || needsID || repeats {
      id = readID(of: object, allowed: "letters, digits, _ - .")
    }
    let title = object.string("title", "a string", into: &collector)
    let summary = object.string("description", "a string", into: &collector)
    noteCondition(of: object, owner: .section(place))
    note(.title, of: object, inSection: place)
    var repetition =
      repeats
      ? readRepetition(
        of: object, title: title ?? id ?? "", place: place, around: chain.last) : nil
    var root = outer
    if let repetition, let outer {
      do throws(AnswerPathConflict) {
        root =
          repetition.takesOtherMembers
          ? planBuilder.addOthers(
            ofSection: index, at: repetition.path, in: outer, isConditional: hasCondition)
          : try planBuilder.addItems(ofSection: index, at: repetition.path, in: outer)
        if root == nil { throw AnswerPathConflict.prefix }
      } catch {
        root =
          error == .crowded || repetition.takesOtherMembers
          ? nil
          : planBuilder.shareItems(
            ofSection: index, at: repetition.path, in: outer, isConditional: hasCondition)
        if root == nil {
          report(
            error, of: repetition.path, at: object["repeat"] ?? object.value,
            path: object.path(to: "repeat"))
        }
      }
    }
    let rows = readRows(
      of: object, section: index, repeats: repeats, root: root, place: place,
      keyRow: repetition.flatMap { _ in keyRowName(of: object) })
    noteContainers(ofItemsIn: object, root: root)
    guard let id, let rows, !rows.isEmpty else {
      for row in rows ?? [] { names.note(lost: row) }
      return nil
    }
    if let value = object["repeat"], repetition != nil {
      repetition?.keyRow = readKeyRow(of: value, path: object.path(to: "repeat"), rows: rows)
      repetition?.tick = readTick(of: value, path: object.path(to: "repeat"), rows: rows)
      checkEntry(of: value, path: object.path(to: "repeat"), rows: rows, tick: repetition?.tick)
    }
    let section = FormSection(
      id: id, title: title, summary: summary ?? "", rows: rows, repetition: repetition,
      chain: chain + (repetition == nil ? [] : [place]))
    return (section, root)
  }

  private mutating func readRepetition(
    of section: TemplateObject, title: String, place: Int, around outer: Int?
  ) -> Repetition? {
    let isOutermost = outer == nil
    guard let value = section["repeat"],
      let object = TemplateObject(
        value, "\"repeat\"", path: section.path(to: "repeat"), keys: TemplateReader.repeatKeys,
        into: &collector)
    else { return nil }
    let isRoot = rootContainer != nil && isOutermost
    let path =
      isRoot ? .whole : readPath(of: object) ?? readDefaultPath(from: section, id: nil)
    if isRoot, object["key"] != nil {
      object.report(
        "the items are the whole document, as \"root\" says; remove \(object.name(of: "key"))",
        at: "key", allowed: "no \"key\"", into: &collector)
    }
    let takesOthers = object["as"]?.string == ItemContainer.members.rawValue
    if !isRoot, isOutermost, path?.isWhole == true, !takesOthers {
      object.report(
        "\(object.name(of: "key")) is empty; for items that are the whole document, write \"root\": "
          + "\"array\" or \"map\" in the form", at: "key",
        allowed: "a path with at least one name, or \"root\"", into: &collector)
    }
    checkContainer(of: object, root: isRoot ? rootContainer : nil)
    let minimum = object.integer("min", in: 0...1_000_000, into: &collector) ?? 0
    let maximum = object.integer("max", in: 1...1_000_000, into: &collector)
    let initial = object.integer("initial", in: 0...1_000_000, into: &collector)
    if let maximum, maximum < minimum {
      object.report(
        "\(object.name(of: "max")) (\(maximum)) is less than "
          + "\(object.name(of: "min")) (\(minimum))",
        at: "max", allowed: "at least \(minimum)", into: &collector)
    }
    if let maximum, let initial, initial > maximum {
      object.report(
        "\(object.name(of: "initial")) (\(initial)) is more than "
          + "\(object.name(of: "max")) (\(maximum))", at: "initial",
        allowed: "at most \(maximum)", into: &collector)
    }
    let items = (outer.flatMap { initialItems[$0] } ?? 1) * (initial ?? minimum)
    if items > TemplateReader.mostInitialItems {
      object.report(
        "a new form would have \(grouped(items)) of these items, counting those of all items around; "
          + "at most \(grouped(TemplateReader.mostInitialItems)) are possible",
        at: initial == nil ? "min" : "initial", allowed: "fewer items", into: &collector)
    }
    initialItems[place] = min(items, TemplateReader.mostInitialItems)
    let insertion: Repetition.Insertion? = object.oneOf("insert", into: &collector)
    let label = object.text("label", numbered: true, into: &collector)
    note(.itemLabel, of: object, inSection: place, isNumbered: true)
    let hasEntry = object.boolean("entry", into: &collector) ?? false
    guard let path else { return nil }
    if path.appends {
      object.report(
        "\(object.name(of: "key")) cannot end in []; write the path of the array without it",
        at: "key", allowed: "the path of the array without []", into: &collector)
      return nil
    }
    return Repetition(
      path: path, takesOtherMembers: takesOthers, initial: initial ?? minimum, minimum: minimum,
      maximum: maximum,
      insertion: insertion ?? .last, label: label ?? NumberedText("\(title) {n}"),
      hasEntry: hasEntry, tick: nil)
  }
}
