// One question in a task. See Asking.swift of FormTerminal.

public import FormTerminal

extension Asked {
  /// The answer, asked for on a thread of its own.
  fileprivate func asyncAnswer() async throws(FormError) -> Value? {
    try await form.fill(options) { host($0) }[row]
  }
}

/// Asks for a line of text without blocking the thread.
///
/// - Throws: ``FormError``; `cancelled` if the task is cancelled.
public func ask(
  _ label: String, default value: String? = nil, _ options: FillOptions = FillOptions()
) async throws(FormError) -> String {
  try await ask(label, as: String.self, default: value, options)
}

/// Asks for a value without blocking the thread.
///
/// - Throws: ``FormError``; `cancelled` if the task is cancelled.
public func ask<Value: AskedValue>(
  _ label: String, as type: Value.Type, default value: Value? = nil,
  _ options: FillOptions = FillOptions()
) async throws(FormError) -> Value {
  try await Asked(
    Value.row("answer", Asked<Value>.label(label)).required(), default: value, options
  ).asyncAnswer().given()
}

/// Asks the question of a row without blocking the thread.
///
/// - Throws: ``FormError``; `cancelled` if the task is cancelled.
public func ask<Value>(
  _ row: Row<Value>, _ options: FillOptions = FillOptions()
) async throws(FormError) -> Value? {
  try await Asked(row, options).asyncAnswer()
}

/// Asks for yes or no without blocking the thread. Without a default Enter alone is no answer.
///
/// - Throws: ``FormError``; `cancelled` if the task is cancelled.
public func confirm(
  _ question: String, default value: Bool? = nil, _ options: FillOptions = FillOptions()
) async throws(FormError) -> Bool {
  try await Asked(confirming: question, default: value, options).asyncAnswer().given()
}

/// Lets the person choose a text from a list without blocking the thread.
///
/// - Throws: ``FormError``; `cancelled` if the task is cancelled.
public func choose(
  _ label: String, from texts: some Sequence<String>, default value: String? = nil,
  _ options: FillOptions = FillOptions()
) async throws(FormError) -> String {
  try await choose(label, from: texts, default: value, options) { $0 }
}

/// Lets the person choose a value from a list without blocking the thread.
///
/// - Throws: ``FormError``; `cancelled` if the task is cancelled.
public func choose<Value: Sendable>(
  _ label: String, from values: some Sequence<Value>, default value: Value? = nil,
  _ options: FillOptions = FillOptions(), label name: @escaping @Sendable (Value) -> String
) async throws(FormError) -> Value {
  let row = Row.choice("answer", Asked<Value>.label(label), of: Array(values), name: name)
  return try await Asked(row.required(), default: value, options).asyncAnswer().given()
}
