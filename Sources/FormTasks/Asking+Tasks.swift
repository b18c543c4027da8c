// Asks a single question in a task. Asking.swift of FormTerminal has the same functions for
// programs without tasks.

public import FormTerminal

extension Asked {
  /// Asks the question on a separate thread, and returns the answer.
  fileprivate func asyncAnswer() async throws(FormError) -> Value? {
    try await form.fill(options) { host($0) }[row]
  }
}

/// Asks for a line of text without blocking the current thread.
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form.
/// - Throws: ``FormError``: `cancelled` if the task is cancelled, or `left` if the person leaves.
public func ask(
  _ label: String, default value: String? = nil, _ options: FillOptions = FillOptions()
) async throws(FormError) -> String {
  try await ask(label, as: String.self, default: value, options)
}

/// Asks for a value without blocking the current thread.
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - type: the type of the answer.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form.
/// - Throws: ``FormError``: `cancelled` if the task is cancelled, or `left` if the person leaves.
public func ask<Value: AskedValue>(
  _ label: String, as type: Value.Type, default value: Value? = nil,
  _ options: FillOptions = FillOptions()
) async throws(FormError) -> Value {
  try await Asked(
    Value.row("answer", Asked<Value>.label(label)).required(), default: value, options
  ).asyncAnswer().given()
}

/// Asks the question of a row without blocking the current thread.
///
/// - Parameters:
///   - row: the row, with its rules; its label is the question.
///   - options: the options for filling a form.
/// - Returns: the answer; nil if the answer is empty.
/// - Throws: ``FormError``: `cancelled` if the task is cancelled, or `left` if the person leaves.
public func ask<Value>(
  _ row: Row<Value>, _ options: FillOptions = FillOptions()
) async throws(FormError) -> Value? {
  try await Asked(row, options).asyncAnswer()
}

/// Asks for yes or no without blocking the current thread. If there is no default, Enter without an
/// answer is refused.
///
/// - Parameters:
///   - question: the question, which is shown before the prompt.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form.
/// - Throws: ``FormError``: `cancelled` if the task is cancelled, or `left` if the person leaves.
public func confirm(
  _ question: String, default value: Bool? = nil, _ options: FillOptions = FillOptions()
) async throws(FormError) -> Bool {
  try await Asked(confirming: question, default: value, options).asyncAnswer().given()
}

/// Lets the person choose a string from a list without blocking the current thread.
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - texts: the choices, which must all be different.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form.
/// - Throws: ``FormError``: `cancelled` if the task is cancelled, or `left` if the person leaves.
public func choose(
  _ label: String, from texts: some Sequence<String>, default value: String? = nil,
  _ options: FillOptions = FillOptions()
) async throws(FormError) -> String {
  try await choose(label, from: texts, default: value, options) { $0 }
}

/// Lets the person choose a value from a list without blocking the current thread.
///
/// - Parameters:
///   - label: the question, which is shown before the prompt.
///   - values: the choices.
///   - value: the default answer, which Enter accepts; nil for none.
///   - options: the options for filling a form.
///   - name: returns the label of a value. All labels must be different.
/// - Throws: ``FormError``: `cancelled` if the task is cancelled, or `left` if the person leaves.
public func choose<Value: Sendable>(
  _ label: String, from values: some Sequence<Value>, default value: Value? = nil,
  _ options: FillOptions = FillOptions(), label name: @escaping @Sendable (Value) -> String
) async throws(FormError) -> Value {
  try await Asked(choosing: label, from: Array(values), name: name, default: value, options)
    .asyncAnswer().given()
}
