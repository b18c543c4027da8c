// The contents of a form in Swift: rows, sections, repeated items, and notes.

import FormModel

/// A part of a form: a ``Row``, a ``Section``, a ``Repeat``, a ``Note``, or a type of your own that
/// combines such parts.
///
/// ```swift
/// struct Address: FormContent {
///   let street = Row.text("street", "Street"), city = Row.text("city", "City")
///   var parts: [FormPart] { street.parts + city.parts }
/// }
/// ```
public protocol FormContent: Sendable {
  /// The parts, in order.
  var parts: [FormPart] { get }
}

/// A part of a form.
public struct FormPart: Sendable {
  enum Kind: Sendable {
    case row(RowDescription)
    case section(SectionDescription)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

/// A section, with the members of its JSON object in the template.
struct SectionDescription: Sendable {
  /// The id; nil to make an id from the title.
  var id: String?
  var title: String?
  var members: [(key: String, value: TemplateValue)] = []
  /// The members of the section's `repeat` object; nil for a section that does not repeat.
  var repetition: [(key: String, value: TemplateValue)]?
  var parts: [FormPart]
}

/// A section of a form: rows under a title.
///
/// ```swift
/// Section("Delivery") { street; city }
/// ```
public struct Section: FormContent {
  private var details: SectionDescription

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - title: the line above the rows.
  ///   - id: the id, which names the section in commands; by default it is made from the title.
  ///   - content: the rows and notes.
  public init(_ title: String, id: String? = nil, @FormBuilder _ content: () -> [any FormContent]) {
    details = SectionDescription(id: id, title: title, parts: content().flatMap(\.parts))
  }

  /// The section as a part of a form.
  public var parts: [FormPart] { [FormPart(.section(details))] }

  /// Shows the section only while a condition is true.
  ///
  /// ```swift
  /// Section("Delivery") { street; city }.shown(when: isSent == true)
  /// ```
  public func shown(when condition: Condition) -> Section {
    var section = self
    section.details.members.append(("when", .text(condition.expression)))
    return section
  }

  /// Adds a sentence about the section. Plain mode writes it before the first row of the section.
  ///
  /// ```swift
  /// Section("Delivery") { street; city }.help("Where the parcel goes")
  /// ```
  public func help(_ text: String) -> Section {
    var section = self
    section.details.members.append(("description", .text(text)))
    return section
  }
}

/// A list of items, each with the same rows. A person can add items. Items can contain other items;
/// these come after the rows.
///
/// ```swift
/// let kind = Row.text("kind", "Kind")
/// let biscuits = Repeat("biscuits", "Biscuits", item: "Biscuit") { kind }
/// answers[biscuits].map { $0[kind] }
/// ```
public struct Repeat: FormContent {
  /// The id, which is also the name of the list in exported answers.
  public let id: String
  private var details: SectionDescription

  /// A list of items.
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the list in exported answers.
  ///   - title: the line above the items.
  ///   - item: the noun in the header of an item. The item's number follows the noun.
  ///   - count: the allowed number of items. Only items that have an answer count toward the lower
  ///     bound, which a save checks.
  ///   - content: the rows of an item.
  public init(
    _ id: String, _ title: String? = nil, item: String? = nil, count: ClosedRange<Int>? = nil,
    @FormBuilder _ content: () -> [any FormContent]
  ) {
    self.id = id
    var repetition: [(key: String, value: TemplateValue)] = []
    if let item { repetition.append(("label", .text("\(item) {n}"))) }
    if let count {
      repetition.append(("min", .number("\(count.lowerBound)")))
      repetition.append(("max", .number("\(count.upperBound)")))
    }
    details = SectionDescription(
      id: id, title: title, repetition: repetition, parts: content().flatMap(\.parts))
  }

  /// The items as a part of a form.
  public var parts: [FormPart] { [FormPart(.section(details))] }

  private func setting(_ key: String, _ value: TemplateValue) -> Repeat {
    var items = self
    items.details.repetition?.removeAll { $0.key == key }
    items.details.repetition?.append((key, value))
    return items
  }

  /// Shows the items only while a condition is true.
  ///
  /// ```swift
  /// Repeat("guests") { name }.shown(when: isParty == true)
  /// ```
  public func shown(when condition: Condition) -> Repeat {
    var items = self
    items.details.members.append(("when", .text(condition.expression)))
    return items
  }

  /// Opens the form with some empty items.
  ///
  /// ```swift
  /// Repeat("guests") { name }.initial(2)
  /// ```
  public func initial(_ count: Int) -> Repeat { setting("initial", .number("\(count)")) }

  /// Puts new items before the existing items.
  ///
  /// ```swift
  /// Repeat("log") { line }.newestFirst()
  /// ```
  public func newestFirst() -> Repeat { setting("insert", .text("first")) }

  /// Adds an entry line: each text that is typed there and completed with Enter creates an item.
  ///
  /// ```swift
  /// Repeat("tasks") { task }.entry()
  /// ```
  public func entry() -> Repeat { setting("entry", .yes(true)) }

  /// Draws a yes-or-no row of each item as a box before the item's first row.
  ///
  /// ```swift
  /// Repeat("tasks") { task; done }.ticked(by: done)
  /// ```
  public func ticked(by row: Row<Bool>) -> Repeat { setting("tick", .text(row.id)) }
}

/// A text for reading. It needs no answer.
///
/// ```swift
/// Note("The parcel leaves on Monday")
/// ```
public struct Note: FormContent {
  private let id: String?
  private let text: String

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - text: the text, which wraps at words.
  ///   - id: the id; by default the form makes an id.
  public init(_ text: String, id: String? = nil) { (self.text, self.id) = (text, id) }

  /// The note as a part of a form.
  public var parts: [FormPart] {
    var row = RowDescription(id: id ?? "", type: .note)
    row.set("label", .text(""))
    row.set("help", .text(text))
    return [FormPart(.row(row))]
  }
}

/// Collects the contents of a form, a section or an item.
@resultBuilder
public enum FormBuilder {
  /// A single part.
  public static func buildExpression(_ content: any FormContent) -> [any FormContent] { [content] }

  /// A list of parts.
  public static func buildExpression(_ contents: [any FormContent]) -> [any FormContent] {
    contents
  }

  /// The parts of a block, in order.
  public static func buildBlock(_ contents: [any FormContent]...) -> [any FormContent] {
    contents.flatMap(\.self)
  }

  /// The parts of an `if` without `else`.
  public static func buildOptional(_ contents: [any FormContent]?) -> [any FormContent] {
    contents ?? []
  }

  /// The parts of the first branch of an `if` or `switch`.
  public static func buildEither(first contents: [any FormContent]) -> [any FormContent] {
    contents
  }

  /// The parts of the other branch of an `if` or `switch`.
  public static func buildEither(second contents: [any FormContent]) -> [any FormContent] {
    contents
  }

  /// The parts of all iterations of a loop.
  public static func buildArray(_ contents: [[any FormContent]]) -> [any FormContent] {
    contents.flatMap(\.self)
  }
}
