// Asks a single question. The question is a form with one row, and Enter ends the form.
//
// Invariants: Enter never gives an empty answer to a required question. If the input is a pipe, a
// question reads one line, and leaves the bytes after this line to the program.

import FormModel

/// A type whose values `ask` can ask for.
public protocol AskedValue: Sendable {
  /// Returns the row that asks for a value of this type.
  static func row(_ id: String, _ label: String) -> Row<Self>
}

extension String: AskedValue {
  /// Returns a row for one line of text.
  public static func row(_ id: String, _ label: String) -> Row<String> { .text(id, label) }
}

extension Int: AskedValue {
  /// Returns a row for a whole number.
  public static func row(_ id: String, _ label: String) -> Row<Int> { .integer(id, label) }
}

extension Double: AskedValue {
  /// Returns a row for a number.
  public static func row(_ id: String, _ label: String) -> Row<Double> { .decimal(id, label) }
}

extension Bool: AskedValue {
  /// Returns a yes-or-no row.
  public static func row(_ id: String, _ label: String) -> Row<Bool> { .yesNo(id, label) }
}

extension FormDate: AskedValue {
  /// Returns a row for a date.
  public static func row(_ id: String, _ label: String) -> Row<FormDate> { .date(id, label) }
}

extension FormTime: AskedValue {
  /// Returns a row for a time of day.
  public static func row(_ id: String, _ label: String) -> Row<FormTime> { .time(id, label) }
}

extension AskedValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// Returns a row whose choices are the cases of the type.
  public static func row(_ id: String, _ label: String) -> Row<Self> { .choice(id, label) }
}

// MARK: - Questions

/// A single question: the row that asks it, and the options for filling its form.
package struct Asked<Value: Sendable>: Sendable {
  package let row: Row<Value>
  package let options: FillOptions

  /// Creates a question about a row.
  package init(_ row: Row<Value>, default value: Value? = nil, _ options: FillOptions) {
    self.row = value.map { row.default($0) } ?? row
    self.options = options
  }

  /// Returns a question as the label of a row. Escapes `${`, because a template would replace
  /// `${id}` by an answer.
  package static func label(_ text: String) -> String { AnsweredText.escaped(text) }

  /// The form that contains only the row.
  package var form: Form {
    let label: String = if case .text(let text)? = row.details["label"] { text } else { row.id }
    return Form(label, id: "ask") { row }
  }

  /// Returns the options of the host program (the program that asks) for a form with one question.
  package func host(_ cancellation: Cancellation?) -> Host {
    var settings = options
    settings.confirmsSave = false
    let host = Host(settings, cancellation: cancellation)
    host.confirmsLeaving = false
    host.mostLines = 1
    host.farewell = { [row] answers in answers.line(about: row) }
    return host
  }

  func answer() throws(FormError) -> Value? {
    try form.fill(options, host: host(nil))[row]
  }
}

extension Asked<Bool> {
  /// Creates a yes-or-no question.
  package init(confirming question: String, default value: Bool?, _ options: FillOptions) {
    let row = Row.yesNo("answer", Asked.label(question)).required()
    self.init(row.setting("message", .text("y or n")), default: value, options)
  }
}

extension Asked {
  /// Creates a question with choices.
  package init(
    choosing label: String, from values: [Value], name: @escaping @Sendable (Value) -> String,
    default value: Value?, _ options: FillOptions
  ) throws(FormError) {
    guard !values.isEmpty else { throw .invalidForm(["\(label): there is nothing to choose from"]) }
    let row = Row.choice("answer", Asked.label(label), of: values, name: name)
    self.init(row.required(), default: value, options)
  }
}

extension Optional {
  /// Returns the answer of a required row.
  package func given() throws(FormError) -> Wrapped {
    guard let self else { throw .failed("the answer is not a value of its type") }
    return self
  }
}

extension Answers {
  /// Returns the line that stays on the terminal after a question: `Your name ▸ Ada`.
  fileprivate func line<Value>(about row: Row<Value>) -> [String] {
    guard let text = text(of: row) else { return [] }
    let label: String = if case .text(let text)? = row.details["label"] { text } else { row.id }
    let shown =
      row.details.type.isSecret ? "••••" : text.split(separator: "\n").joined(separator: ", ")
    return ["\(label) ▸ \(shown)"]
  }
}

/// Asks for a line of text.
///
/// ```swift
/// let name = try ask("Your name")
/// ```
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form. Even if they ask for a confirmation, Enter ends the
///     question.
/// - Throws: ``FormError``: `left` if the person leaves, or `noTerminal` if there is neither a
///   terminal nor a line to read.
@available(*, noasync, message: "import FormTasks and use await ask()")
public func ask(
  _ label: String, default value: String? = nil, _ options: FillOptions = FillOptions()
) throws(FormError) -> String {
  try ask(label, as: String.self, default: value, options)
}

/// Asks for a value.
///
/// ```swift
/// let port = try ask("Port", as: Int.self, default: 8080)
/// ```
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - type: the type of the answer.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form. Even if they ask for a confirmation, Enter ends the
///     question.
/// - Throws: ``FormError``: `left` if the person leaves, or `noTerminal` if there is neither a
///   terminal nor a line to read.
@available(*, noasync, message: "import FormTasks and use await ask()")
public func ask<Value: AskedValue>(
  _ label: String, as type: Value.Type, default value: Value? = nil,
  _ options: FillOptions = FillOptions()
) throws(FormError) -> Value {
  try Asked(Value.row("answer", Asked<Value>.label(label)).required(), default: value, options)
    .answer().given()
}

/// Asks the question of a row.
///
/// ```swift
/// let password = try ask(Row.secret("password", "Password").required())
/// ```
///
/// - Parameters:
///   - row: the row, with its rules; its label is the question.
///   - options: the options for filling a form. Even if they ask for a confirmation, Enter ends the
///     question.
/// - Returns: the answer; nil if the answer is empty, which is impossible for a required row.
/// - Throws: ``FormError``: `left` if the person leaves, or `noTerminal` if there is neither a
///   terminal nor a line to read.
@available(*, noasync, message: "import FormTasks and use await ask()")
public func ask<Value>(
  _ row: Row<Value>, _ options: FillOptions = FillOptions()
) throws(FormError) -> Value? {
  try Asked(row, options).answer()
}

/// Asks for yes or no. If there is no default, Enter without an answer is refused with the message
/// `y or n`.
///
/// ```swift
/// if try confirm("Deploy?") { deploy() }
/// ```
///
/// - Parameters:
///   - question: the question, which is shown before the prompt.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form. Even if they ask for a confirmation, Enter ends the
///     question.
/// - Throws: ``FormError``: `left` if the person leaves, or `noTerminal` if there is neither a
///   terminal nor a line to read.
@available(*, noasync, message: "import FormTasks and use await confirm()")
public func confirm(
  _ question: String, default value: Bool? = nil, _ options: FillOptions = FillOptions()
) throws(FormError) -> Bool {
  try Asked(confirming: question, default: value, options).answer().given()
}

/// Lets the person choose a string from a list.
///
/// ```swift
/// let city = try choose("City", from: cities)
/// ```
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - texts: the choices, which must all be different.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form. Even if they ask for a confirmation, Enter ends the
///     question.
/// - Throws: ``FormError``: `left` if the person leaves, or `noTerminal` if there is neither a
///   terminal nor a line to read.
@available(*, noasync, message: "import FormTasks and use await choose()")
public func choose(
  _ label: String, from texts: some Sequence<String>, default value: String? = nil,
  _ options: FillOptions = FillOptions()
) throws(FormError) -> String {
  try choose(label, from: texts, default: value, options) { $0 }
}

/// Lets the person choose a value from a list.
///
/// ```swift
/// let server = try choose("Server", from: servers, label: \.host)
/// ```
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - values: the choices.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form. Even if they ask for a confirmation, Enter ends the
///     question.
///   - name: returns the label of a value. All labels must be different.
/// - Throws: ``FormError``: `left` if the person leaves, or `noTerminal` if there is neither a
///   terminal nor a line to read.
@available(*, noasync, message: "import FormTasks and use await choose()")
public func choose<Value: Sendable>(
  _ label: String, from values: some Sequence<Value>, default value: Value? = nil,
  _ options: FillOptions = FillOptions(), label name: @escaping @Sendable (Value) -> String
) throws(FormError) -> Value {
  try Asked(choosing: label, from: Array(values), name: name, default: value, options)
    .answer().given()
}
