// One question of a form in Swift: its type and its properties.
//
// Invariants: a row is a value, and a modifier returns another row with the same id. Only the id
// identifies a row in a form, in answers and in conditions, so it does not matter which of these
// values a program keeps.

public import FormModel

/// A question of a form, and the key of its answer.
///
/// ```swift
/// let cups = Row.integer("cups", "Cups", in: 1...12).default(1)
/// ```
///
/// Every kind of row takes an id, which is also the member of the exported answers, and a label, the
/// name people see; by default the label is the id.
public struct Row<Value: Sendable>: FormContent {
  var details: RowDescription
  /// The conversion of values.
  let coding: RowCoding<Value>

  init(_ id: String, _ label: String?, _ type: RowType, _ coding: RowCoding<Value>) {
    details = RowDescription(id: id, type: type)
    if let label { details.set("label", .text(label)) }
    self.coding = coding
  }

  /// The id of the row, which is also the member of the exported answers.
  public var id: String { details.id }

  /// The row as a part of a form.
  public var parts: [FormPart] { [FormPart(.row(details))] }

  /// The row with some changes.
  func changed(_ change: (inout RowDescription) -> Void) -> Row {
    var row = self
    change(&row.details)
    return row
  }

  func setting(_ key: String, _ value: TemplateValue) -> Row {
    changed { $0.set(key, value) }
  }
}

/// The conversion of a row's values from and to answers.
struct RowCoding<Value: Sendable>: Sendable {
  /// The value of an answer; nil if the answer has another type.
  let read: @Sendable (RowValue) -> Value?
  /// The value in the notation of templates.
  let write: @Sendable (Value) -> TemplateValue
}

// MARK: - Modifiers

extension Row {
  /// Sets whether saving requires an answer.
  ///
  /// ```swift
  /// Row.text("guest", "Your name").required()
  /// ```
  public func required(_ isRequired: Bool = true) -> Row { setting("required", .yes(isRequired)) }

  /// Adds one or two sentences, shown while the row has the focus.
  ///
  /// ```swift
  /// Row.integer("cups").help("A pot holds six")
  /// ```
  public func help(_ text: String) -> Row { setting("help", .text(text)) }

  /// Adds an example, painted dim while the row is empty.
  ///
  /// ```swift
  /// Row.text("guest").placeholder("Ada Lovelace")
  /// ```
  public func placeholder(_ example: String) -> Row { setting("placeholder", .text(example)) }

  /// Sets an answer that people can keep or replace.
  ///
  /// ```swift
  /// Row.integer("cups", in: 1...12).default(1)
  /// ```
  public func `default`(_ value: Value) -> Row { setting("default", coding.write(value)) }

  /// Sets an answer that is computed once, by an expression of templates.
  ///
  /// ```swift
  /// Row.date("day").default(expression: "today()")
  /// ```
  public func `default`(expression: String) -> Row {
    setting("default", .object([("expression", .text(expression))]))
  }

  /// Shows the row only while a condition holds.
  ///
  /// ```swift
  /// let milk = Row.yesNo("milk")
  /// let lumps = Row.integer("lumps").shown(when: milk == true)
  /// ```
  public func shown(when condition: Condition) -> Row {
    setting("when", .text(condition.expression))
  }

  /// Refuses answers for which a closure returns false.
  ///
  /// The closure runs when the person leaves the row and before a save, never for each key, on the
  /// thread that fills the form. It does not run for a row without an answer. If it takes longer
  /// than 50 ms, the screen says `checking…`, and typed keys wait. The message is the problem of the
  /// row, without the row's name.
  ///
  /// ```swift
  /// Row.integer("cups").check("is odd") { $0 % 2 == 0 }
  /// ```
  public func check(_ message: String, _ holds: @escaping @Sendable (Value) -> Bool) -> Row {
    check(message) { value, _ in holds(value) }
  }

  /// Refuses answers for which a closure returns false; the closure also gets the other answers. The
  /// message is the problem of the row, without the row's name.
  ///
  /// ```swift
  /// Row.integer("lumps").check("more lumps than cups") { $0 <= ($1[cups] ?? 0) }
  /// ```
  public func check(
    _ message: String, _ holds: @escaping @Sendable (Value, Answers) -> Bool
  ) -> Row {
    let read = coding.read
    return changed { details in
      details.checks.append(
        RowCheck { row, answers in
          guard let value = answers.value(of: row).flatMap(read) else { return nil }
          return holds(value, answers.seen(from: row)) ? nil : message
        })
    }
  }

  /// Rejects answers for which an expression of templates is false.
  ///
  /// ```swift
  /// Row.date("until").check("before From", expression: ". >= ${from}")
  /// ```
  public func check(_ message: String, expression: String) -> Row {
    setting("check", .text(expression)).setting("message", .text(message))
  }

  /// Shows the row, but prevents changes.
  ///
  /// ```swift
  /// Row.text("host").default("localhost").readOnly()
  /// ```
  public func readOnly() -> Row { setting("readOnly", .yes(true)) }

  /// Calculates the answer from other rows with an expression of templates; it cannot be typed.
  ///
  /// ```swift
  /// Row.integer("legs").calculated(from: "${cows} * 4 + ${hens} * 2")
  /// ```
  public func calculated(from expression: String) -> Row { setting("value", .text(expression)) }

  /// Sets the path of the answer in an export: names with dots between them.
  ///
  /// ```swift
  /// Row.email("email").key("contact.email")
  /// ```
  public func key(_ path: String) -> Row { setting("key", .text(path)) }

  /// Asks for the answer but leaves it out of exports and of `Answers.decode`.
  ///
  /// ```swift
  /// Row.yesNo("sure").notExported()
  /// ```
  public func notExported() -> Row { setting("export", .yes(false)) }

  /// In a ``Repeat``: no two items have the same answer.
  ///
  /// ```swift
  /// Row.text("name").unique()
  /// ```
  public func unique() -> Row { setting("unique", .yes(true)) }

  /// In a ``Repeat``: a new item begins with the answer of the item above it.
  ///
  /// ```swift
  /// Row.date("day").carried()
  /// ```
  public func carried() -> Row { setting("carry", .yes(true)) }

  /// Suggests the answers of earlier saves. They are stored when a form with a draft is saved.
  ///
  /// ```swift
  /// Row.text("project").remembered()
  /// ```
  public func remembered() -> Row { setting("remember", .yes(true)) }
}
