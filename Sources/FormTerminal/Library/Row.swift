// A question of a form in Swift: its type and its properties.
//
// Invariants: a row is a value, and a modifier returns a changed copy with the same id. Forms,
// answers and conditions identify a row only by its id. So a program can get the answer with either
// the original or the changed copy.

public import FormModel

/// A question of a form. It also identifies the question's answer.
///
/// ```swift
/// let cups = Row.integer("cups", "Cups", in: 1...12).default(1)
/// ```
///
/// Every kind of row has an id and a label. The id is also the name of the answer in exports. The
/// label is the name that people see; by default it is the id.
public struct Row<Value: Sendable>: FormContent {
  var details: RowDescription
  /// The conversion between answers and values.
  let coding: RowCoding<Value>

  init(_ id: String, _ label: String?, _ type: RowType, _ coding: RowCoding<Value>) {
    details = RowDescription(id: id, type: type)
    if let label { details.set("label", .text(label)) }
    self.coding = coding
  }

  /// The id of the row, which is also the name of the answer in exports.
  public var id: String { details.id }

  /// The row as a part of a form.
  public var parts: [FormPart] { [FormPart(.row(details))] }

  /// Returns a copy of the row with some changes.
  func changed(_ change: (inout RowDescription) -> Void) -> Row {
    var row = self
    change(&row.details)
    return row
  }

  func setting(_ key: String, _ value: TemplateValue) -> Row {
    changed { $0.set(key, value) }
  }
}

/// The conversion between a row's answers and values.
struct RowCoding<Value: Sendable>: Sendable {
  /// Returns the value of an answer; nil if the answer has another type.
  let read: @Sendable (RowValue) -> Value?
  /// Returns a value as a template contains it.
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

  /// Adds one or two sentences of help. They are shown while the row has the focus.
  ///
  /// ```swift
  /// Row.integer("cups").help("A pot holds six")
  /// ```
  public func help(_ text: String) -> Row { setting("help", .text(text)) }

  /// Adds an example. It is shown in dim letters while the row is empty.
  ///
  /// ```swift
  /// Row.text("guest").placeholder("Ada Lovelace")
  /// ```
  public func placeholder(_ example: String) -> Row { setting("placeholder", .text(example)) }

  /// Sets the answer that the row has at first. People can keep or replace it.
  ///
  /// ```swift
  /// Row.integer("cups", in: 1...12).default(1)
  /// ```
  public func `default`(_ value: Value) -> Row { setting("default", coding.write(value)) }

  /// Sets the initial answer of the row to the value of a template expression. The expression is
  /// evaluated once.
  ///
  /// ```swift
  /// Row.date("day").default(expression: "today()")
  /// ```
  public func `default`(expression: String) -> Row {
    setting("default", .object([("expression", .text(expression))]))
  }

  /// Shows the row only while a condition is true.
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
  /// The closure runs when the person leaves the row and before a save, but not after each key. It
  /// runs on the thread that fills the form. It does not run if the row has no answer. If it takes
  /// longer than 50 ms, the screen shows `checking…`, and typed keys wait. The message describes
  /// the problem; it must not contain the row's name.
  ///
  /// ```swift
  /// Row.integer("cups").check("is odd") { $0 % 2 == 0 }
  /// ```
  public func check(_ message: String, _ holds: @escaping @Sendable (Value) -> Bool) -> Row {
    check(message) { value, _ in holds(value) }
  }

  /// Refuses answers for which a closure returns false. The closure also gets the other answers.
  /// The message describes the problem; it must not contain the row's name.
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

  /// Refuses answers for which an expression of templates is false.
  ///
  /// ```swift
  /// Row.date("until").check("before From", expression: ". >= ${from}")
  /// ```
  public func check(_ message: String, expression: String) -> Row {
    setting("check", .text(expression)).setting("message", .text(message))
  }

  /// Shows the row, but does not let the person change it.
  ///
  /// ```swift
  /// Row.text("host").default("localhost").readOnly()
  /// ```
  public func readOnly() -> Row { setting("readOnly", .yes(true)) }

  /// Calculates the answer from other rows with an expression of templates. The person cannot
  /// change it.
  ///
  /// ```swift
  /// Row.integer("legs").calculated(from: "${cows} * 4 + ${hens} * 2")
  /// ```
  public func calculated(from expression: String) -> Row { setting("value", .text(expression)) }

  /// Sets the path of the answer in exports: names separated by dots.
  ///
  /// ```swift
  /// Row.email("email").key("contact.email")
  /// ```
  public func key(_ path: String) -> Row { setting("key", .text(path)) }

  /// Asks for the answer, but omits it from exports and from `Answers.decode`.
  ///
  /// ```swift
  /// Row.yesNo("sure").notExported()
  /// ```
  public func notExported() -> Row { setting("export", .yes(false)) }

  /// Requires a different answer in each item of a ``Repeat``.
  ///
  /// ```swift
  /// Row.text("name").unique()
  /// ```
  public func unique() -> Row { setting("unique", .yes(true)) }

  /// Lets a new item of a ``Repeat`` begin with the answer of the item above it.
  ///
  /// ```swift
  /// Row.date("day").carried()
  /// ```
  public func carried() -> Row { setting("carry", .yes(true)) }

  /// Suggests the answers of earlier saves. Answers are remembered when a form with a draft is
  /// saved.
  ///
  /// ```swift
  /// Row.text("project").remembered()
  /// ```
  public func remembered() -> Row { setting("remember", .yes(true)) }
}
