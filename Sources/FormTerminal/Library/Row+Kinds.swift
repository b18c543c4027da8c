// The kinds of rows. Each kind of answer has rules of its own, and a function that creates its row.

import FormModel
import FormText

// MARK: - Text

extension Row where Value == String {
  private static func texts(_ id: String, _ label: String?, _ type: RowType) -> Row {
    Row(id, label, type, .text)
  }

  /// One line of text.
  ///
  /// ```swift
  /// Row.text("guest", "Your name")
  /// ```
  public static func text(_ id: String, _ label: String? = nil) -> Row { texts(id, label, .text) }

  /// Several lines of text. The answer keeps its line breaks.
  ///
  /// ```swift
  /// Row.paragraph("why", "Why")
  /// ```
  public static func paragraph(_ id: String, _ label: String? = nil) -> Row {
    texts(id, label, .paragraph)
  }

  /// A telephone number in any notation.
  ///
  /// ```swift
  /// Row.phone("phone", "Phone")
  /// ```
  public static func phone(_ id: String, _ label: String? = nil) -> Row { texts(id, label, .phone) }

  /// The path of a file. The file need not exist.
  ///
  /// ```swift
  /// Row.path("folder", "Folder")
  /// ```
  public static func path(_ id: String, _ label: String? = nil) -> Row { texts(id, label, .path) }

  /// An email address, checked by the rule of the HTML standard.
  ///
  /// ```swift
  /// Row.email("email", "Email")
  /// ```
  public static func email(_ id: String, _ label: String? = nil) -> Row { texts(id, label, .email) }

  /// A URL with a scheme (RFC 3986).
  ///
  /// ```swift
  /// Row.url("site", "Website")
  /// ```
  public static func url(_ id: String, _ label: String? = nil) -> Row { texts(id, label, .url) }

  /// A UUID (RFC 9562), stored in lower case.
  ///
  /// ```swift
  /// Row.uuid("order", "Order")
  /// ```
  public static func uuid(_ id: String, _ label: String? = nil) -> Row { texts(id, label, .uuid) }

  /// One line that is shown as dots. Its text is never stored in a draft, and its changes cannot be
  /// undone.
  ///
  /// ```swift
  /// Row.secret("password", "Password")
  /// ```
  public static func secret(_ id: String, _ label: String? = nil) -> Row {
    texts(id, label, .secret)
  }

  /// Limits the number of characters, counted as people see them.
  ///
  /// ```swift
  /// Row.text("code").length(2...8)
  /// ```
  public func length(_ range: ClosedRange<Int>) -> Row {
    let row = range.lowerBound > 0 ? setting("minLength", .number("\(range.lowerBound)")) : self
    return row.setting("maxLength", .number("\(range.upperBound)"))
  }

  /// Requires that the whole answer matches a regular expression (PCRE2).
  ///
  /// ```swift
  /// Row.text("tag").matching("v[0-9]+", "a tag is v and a number")
  /// ```
  ///
  /// - Parameters:
  ///   - pattern: the regular expression. An error in it is thrown when the form is filled.
  ///   - message: the problem that is shown for an answer that does not match.
  public func matching(_ pattern: String, _ message: String) -> Row {
    setting("pattern", .text(pattern)).setting("message", .text(message))
  }
}

// MARK: - Numbers

extension Row where Value == Int {
  /// A whole number.
  ///
  /// ```swift
  /// Row.integer("cups", "Cups", in: 1...12)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - range: the smallest and the greatest answer.
  public static func integer(
    _ id: String, _ label: String? = nil, in range: ClosedRange<Int> = .min ... .max
  ) -> Row {
    Row(id, label, .integer, .integer)
      .setting("min", .number("\(range.lowerBound)"))
      .setting("max", .number("\(range.upperBound)"))
  }

  /// Requires that the answer is a multiple of a number.
  ///
  /// ```swift
  /// Row.integer("eggs").multiple(of: 6)
  /// ```
  public func multiple(of number: Int) -> Row { setting("multipleOf", .number("\(number)")) }
}

extension Row where Value == Double {
  /// A number. `Answers.text(of:)` returns it with the digits that were typed. A number that is too
  /// large for a `Double`, such as 1e400, is refused.
  ///
  /// ```swift
  /// Row.decimal("weight", "Weight in kg", in: 0.5...31.5)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - range: the smallest and the greatest answer; nil for no limits.
  public static func decimal(
    _ id: String, _ label: String? = nil, in range: ClosedRange<Double>? = nil
  ) -> Row {
    let row = Row(id, label, .decimal, .decimal)
    // A range refuses infinity, too.
    guard let range else { return row.changed { $0.checks.append(.isFinite) } }
    return row.setting("min", .decimal(range.lowerBound)).setting("max", .decimal(range.upperBound))
  }

  /// Requires that the answer is a multiple of a number. Both are compared as decimal numbers, so
  /// 0.3 is a multiple of 0.1.
  ///
  /// ```swift
  /// Row.decimal("price").multiple(of: 0.01)
  /// ```
  public func multiple(of number: Double) -> Row { setting("multipleOf", .decimal(number)) }
}

// MARK: - Dates and times

extension Row where Value == FormDate {
  /// A year, a month or a day.
  ///
  /// ```swift
  /// Row.date("from", "From", in: FormDate(2026, 1, 1)...FormDate(2026, 12, 31))
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - range: the first and the last date; nil for no limits.
  public static func date(
    _ id: String, _ label: String? = nil, in range: ClosedRange<FormDate>? = nil
  ) -> Row {
    let row = Row(id, label, .date, .date)
    guard let range else { return row }
    return row.setting("min", .text(range.lowerBound.description))
      .setting("max", .text(range.upperBound.description))
  }

  /// Requires dates with at least this precision.
  ///
  /// ```swift
  /// Row.date("from").precise(to: .day)
  /// ```
  public func precise(to precision: FormDate.Precision) -> Row {
    setting("precision", .text(precision.rawValue))
  }
}

extension Row where Value == FormTime {
  /// A time of day.
  ///
  /// ```swift
  /// Row.time("start", "Starts at")
  /// ```
  public static func time(_ id: String, _ label: String? = nil) -> Row {
    Row(id, label, .time, .time)
  }
}

// MARK: - Yes or no

extension Row where Value == Bool {
  /// Yes or no.
  ///
  /// ```swift
  /// Row.yesNo("milk", "With milk")
  /// ```
  public static func yesNo(_ id: String, _ label: String? = nil) -> Row {
    Row(id, label, .boolean, .yesNo)
  }

  /// Requires the answer yes. The answer no and a missing answer are problems.
  ///
  /// ```swift
  /// Row.yesNo("terms", "I have read the terms").mustBeYes()
  /// ```
  public func mustBeYes() -> Row { required().setting("mustBe", .yes(true)) }
}

// MARK: - Choices

extension Row where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One case of an enumeration.
  ///
  /// ```swift
  /// enum Size: String, CaseIterable { case small, large }
  /// Row<Size>.choice("size", "Size")
  /// ```
  public static func choice(_ id: String, _ label: String? = nil) -> Row {
    choice(id, label, of: Array(Value.allCases), name: \.rawValue)
  }
}

extension Row where Value: CustomStringConvertible {
  /// One of several values. People see the descriptions of the values.
  ///
  /// ```swift
  /// Row.choice("cups", "Cups", of: "one", "two", "many")
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - first: the first value.
  ///   - second: the second value.
  ///   - others: the other values. The descriptions of all values must differ.
  public static func choice(
    _ id: String, _ label: String? = nil, of first: Value, _ second: Value, _ others: Value...
  ) -> Row {
    // At least two values are required. Otherwise an array whose elements have no descriptions
    // would be taken for the only choice, because an array has a description.
    choice(id, label, of: [first, second] + others, name: \.description)
  }

  /// One of several values in an array. People see the descriptions of the values.
  ///
  /// ```swift
  /// Row.choice("city", "City", of: cities)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - values: the values, whose descriptions must differ.
  public static func choice(_ id: String, _ label: String? = nil, of values: [Value]) -> Row {
    choice(id, label, of: values, name: \.description)
  }
}

extension Row {
  /// Explains the error in a program whose values have no descriptions.
  @available(
    *, unavailable,
    message: "add the names of the values, as in choice(id, label, of: values, name: \\.rawValue)"
  )
  public static func choice(_ id: String, _ label: String? = nil, of values: [Value]) -> Row {
    choice(id, label, of: values) { "\($0)" }
  }

  /// One of several values. Each value has a name, which people see and exports contain.
  ///
  /// ```swift
  /// Row.choice("server", "Server", of: servers, name: \.host)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - values: the values.
  ///   - name: returns the name of a value. All names must be different.
  public static func choice(
    _ id: String, _ label: String? = nil, of values: [Value],
    name: @escaping @Sendable (Value) -> String
  ) -> Row {
    let named = NamedValues(values, name: name)
    return Row(id, label, .choice, named.coding).setting("choices", named.names)
  }
}

extension Row {
  /// Any number of the given values. Each value has a name, which people see and exports contain.
  ///
  /// ```swift
  /// Row.choices("servers", "Servers", of: servers, name: \.host)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - values: the values.
  ///   - name: returns the name of a value. All names must be different.
  public static func choices<Element: Sendable>(
    _ id: String, _ label: String? = nil, of values: [Element],
    name: @escaping @Sendable (Element) -> String
  ) -> Row where Value == [Element] {
    let named = NamedValues(values, name: name)
    return Row(id, label, .choices, named.coding.ofMany).setting("choices", named.names)
  }

  /// Any number of the given values. People see the descriptions of the values.
  ///
  /// ```swift
  /// Row.choices("extras", "Extras", of: ["Bread", "Rice"])
  /// ```
  ///
  /// - Parameters:
  ///   - id: the id, which is also the name of the answer in exports.
  ///   - label: the name that people see; by default the id.
  ///   - values: the values, whose descriptions must differ.
  public static func choices<Element: CustomStringConvertible & Sendable>(
    _ id: String, _ label: String? = nil, of values: [Element]
  ) -> Row where Value == [Element] {
    choices(id, label, of: values, name: \.description)
  }

  /// Any number of cases of an enumeration.
  ///
  /// ```swift
  /// Row<[Topping]>.choices("toppings", "Toppings")
  /// ```
  public static func choices<Element: CaseIterable & RawRepresentable & Sendable>(
    _ id: String, _ label: String? = nil
  ) -> Row where Value == [Element], Element.RawValue == String {
    choices(id, label, of: Array(Element.allCases), name: \.rawValue)
  }

  /// Returns a condition that is true if this value is among the chosen values.
  ///
  /// ```swift
  /// sauce.shown(when: extras.contains("Rice"))
  /// ```
  public func contains<Element>(_ value: Element) -> Condition where Value == [Element] {
    Condition("selected(${\(id)}, \(coding.write([value]).literal))")
  }

  /// Limits the number of entries.
  ///
  /// ```swift
  /// Row.list("tags", "Tags").entries(1...5)
  /// ```
  public func entries<Element>(_ range: ClosedRange<Int>) -> Row where Value == [Element] {
    setting("min", .number("\(range.lowerBound)")).setting("max", .number("\(range.upperBound)"))
  }
}

extension Row where Value == [String] {
  /// A list of entries, one on each line.
  ///
  /// ```swift
  /// Row.list("tags", "Tags")
  /// ```
  public static func list(_ id: String, _ label: String? = nil) -> Row {
    Row(id, label, .list, .list)
  }
}

/// Values, each with the name that answers contain.
private struct NamedValues<Value: Sendable>: Sendable {
  private let values: [Value]
  private let name: @Sendable (Value) -> String
  private let places: [String: Int]

  init(_ values: [Value], name: @escaping @Sendable (Value) -> String) {
    (self.values, self.name) = (values, name)
    places = Dictionary(zip(values.map(name), values.indices)) { first, _ in first }
  }

  /// The names, as the choices of a template.
  var names: TemplateValue { .list(values.map { .text(name($0)) }) }

  var coding: RowCoding<Value> {
    RowCoding(
      read: { answer in answer.text.flatMap { places[$0.string] }.map { values[$0] } },
      write: { .text(name($0)) })
  }
}
