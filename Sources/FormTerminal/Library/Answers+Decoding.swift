// Decodes answers into any `Decodable` type. It reads the exported JSON and does not need
// Foundation.
//
// Invariant: an error contains the name of the row as exports write it (`biscuits[1].kind`), the
// expected type, and the actual value.

public import FormModel
import FormText
import LosslessJSON

/// The reason that answers cannot be decoded into a type.
public struct AnswersDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the row, as exports write it; empty if the error is not about a single row.
  public var row: String
  /// The expected type, and the actual value.
  public var reason: String

  /// The row and the reason, separated by a colon: `cups: …`.
  public var description: String { row.isEmpty ? reason : "\(row): \(reason)" }
}

extension Answers {
  /// Decodes the answers into a type. Each property is decoded from the row whose id is the
  /// property's name.
  ///
  /// ```swift
  /// struct Order: Decodable { var guest: String, cups: Int, milk: Bool? }
  /// let order: Order = try answers.decode()
  /// ```
  ///
  /// A row without an answer is decoded as `nil`. So its property must be optional, unless the row
  /// is required or has a default. Unchanged defaults are decoded even if the form leaves them out
  /// of exports.
  ///
  /// Some types of Foundation, such as `Decimal`, `URL` and `Date`, cannot be decoded like this. Use
  /// `String` or `Double` for their properties, or Foundation's own decoder:
  ///
  /// ```swift
  /// let order = try JSONDecoder().decode(Order.self, from: Data(answers.json().utf8))
  /// ```
  ///
  /// - Throws: ``AnswersDecodingError``, and the errors that the type itself throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: withDefaults.bytes(as: .json))
    } catch {
      throw AnswersDecodingError(row: "", reason: "\(error)")
    }
    do {
      return try Value(from: AnswersDecoder(value: document.root, codingPath: []))
    } catch let error as DecodingError {
      throw AnswersDecodingError(error)
    }
  }
}

extension AnswersDecodingError {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(
        row: AnswersDecodingError.name(of: context.codingPath + [key]),
        reason: context.debugDescription)
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      self.init(
        row: AnswersDecodingError.name(of: context.codingPath), reason: context.debugDescription)
    @unknown default: self.init(row: "", reason: "\(error)")
    }
  }

  private static func name(of path: [any CodingKey]) -> String {
    path.reduce(into: "") { name, key in
      if let index = key.intValue {
        name += "[\(index)]"
      } else {
        name += name.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

// MARK: - The decoder

/// A member of an object or an element of a list, as a part of the path to a value.
private struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

/// Decodes a JSON value.
private struct AnswersDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  /// The type that is decoded from the value, if it is known.
  var type: Any.Type?

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try expect(.object, [String: Any].self, "an object")
    return KeyedDecodingContainer(Members(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try expect(.array, [Any].self, "a list")
    return Elements(decoder: self, values: Array(value.elements))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  // MARK: - Values

  private func expect(_ kind: JSONValue.Kind, _ type: Any.Type, _ noun: String) throws {
    if value.kind != kind { throw mismatch(type, noun) }
  }

  /// The name of the type if it is one of Foundation, such as Decimal, URL or Date. Some of these
  /// types decode themselves from JSON only with JSONDecoder, which knows them.
  private var foundationType: String? {
    guard let type, String(reflecting: type).hasPrefix("Foundation") else { return nil }
    return "\(type)"
  }

  private func mismatch(_ type: Any.Type, _ noun: String) -> DecodingError {
    if value.kind == .null {
      return .valueNotFound(
        type,
        .init(
          codingPath: codingPath, debugDescription: "\(noun) is expected, but there is no answer"))
    }
    let found: String =
      switch value.kind {
      case .null: "no answer"
      case .boolean: "yes or no"
      case .number: "the number \(value.numberText ?? "")"
      case .string: "a text"
      case .array: "a list"
      case .object: "an object"
      }
    let reason =
      foundationType.map { name in
        "\(name) of Foundation cannot be decoded from \(found); "
          + "use String or Double, or decode json() with JSONDecoder"
      } ?? "\(noun) is expected, but this is \(found)"
    return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: reason))
  }

  func bool() throws -> Bool {
    guard let bool = value.bool else { throw mismatch(Bool.self, "yes or no") }
    return bool
  }

  func string() throws -> String {
    guard let string = value.string else { throw mismatch(String.self, "a text") }
    return string
  }

  /// Returns a number that is not infinite.
  func finite<Number: LosslessStringConvertible & FloatingPoint>(
    _ type: Number.Type
  ) throws -> Number {
    let number = try number(type)
    guard number.isFinite else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: "\(value.numberText ?? "the number") is too large for \(type)"))
    }
    return number
  }

  func number<Number: LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    guard let digits = value.numberText else { throw mismatch(type, "a number") }
    guard let number = Number(digits) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(digits) is not a valid \(type)"))
    }
    return number
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: AnswersDecoder(value: value, codingPath: codingPath, type: type))
  }

  /// Returns the decoder of a member or an element of the value.
  func decoder(of value: JSONValue, at key: any CodingKey) -> AnswersDecoder {
    AnswersDecoder(value: value, codingPath: codingPath + [key])
  }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: AnswersDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    decoder.value.members.compactMap { $0.key.string.flatMap(Key.init(stringValue:)) }
  }

  func contains(_ key: Key) -> Bool { decoder.value[key.stringValue] != nil }

  private func member(_ key: any CodingKey) throws -> AnswersDecoder {
    guard let value = decoder.value[key.stringValue] else {
      let hint = NearestName.hint(for: key.stringValue, among: allKeys.map(\.stringValue))
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "no answer has this name\(hint)"))
    }
    return decoder.decoder(of: value, at: key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.kind == .null }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).string() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(PathKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

/// The elements of a list.
private struct Elements: UnkeyedDecodingContainer {
  let decoder: AnswersDecoder
  let values: [JSONValue]
  private(set) var currentIndex = 0

  init(decoder: AnswersDecoder, values: [JSONValue]) {
    (self.decoder, self.values) = (decoder, values)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  /// Decodes the next element, and moves past it if decoding succeeds.
  private mutating func next<Value>(_ decode: (AnswersDecoder) throws -> Value) throws -> Value {
    let key = PathKey(intValue: currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self,
        .init(codingPath: codingPath + [key], debugDescription: "there is no such item"))
    }
    let value = try decode(decoder.decoder(of: values[currentIndex], at: key))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex].kind == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool() } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string() } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

/// One value.
private struct Single: SingleValueDecodingContainer {
  let decoder: AnswersDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.kind == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
  func decode(_ type: String.Type) throws -> String { try decoder.string() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.finite(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.finite(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.number(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.number(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.number(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.number(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.number(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.number(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.number(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.number(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.number(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.number(type) }
}
