// The sentences about values that a schema refuses.
//
// A check makes many complaints that are dropped, because another alternative accepts the value. So a
// complaint keeps only the facts, and its sentence is made when it is shown.

import FormText
import LosslessJSON

/// The requirement that a value does not meet.
indirect enum Complaint: Sendable {
  case never
  case type(JSONTypes)
  case values([JSONValue])
  case multipleOf(String)
  case limit(NumberLimit)
  case count(Countable, isMaximum: Bool, Int)
  case pattern(String)
  case format(SchemaFormat)
  /// The number of items that match `contains` is below a minimum or above a maximum.
  case contained(isMaximum: Bool, Int)
  /// The item equals the item with this index.
  case repeats(Int)
  case missing(String, neededBy: String?)
  case name(String, Complaint)
  case excluded
  case excludedValues([JSONValue])
  case excludedMembers([String])
  /// More than one schema of `oneOf` accepts the value.
  case several
  /// No schema of `anyOf` or `oneOf` accepts the value, and several came equally near.
  case nearest(Complaint)
  /// A limit of the check was reached.
  case unchecked(String)

  /// The name of the missing member; nil for other complaints.
  var missing: String? { if case .missing(let name, _) = self { name } else { nil } }

  /// The complaint in plain English, without a full stop.
  var sentence: String {
    switch self {
    case .never: "is not allowed here"
    case .type(let types):
      "must be \(JSONTypes.names.filter { types.contains($0.type) }.map(\.noun).list(joinedBy: "or"))"
    case .values(let values): "must be \(Complaint.list(values))"
    case .multipleOf(let text): "must be a multiple of \(text)"
    case .limit(let limit): "must be \(Complaint.words(limit)) \(limit.text)"
    case .count(let thing, let isMaximum, let count):
      "must have at \(isMaximum ? "most" : "least") \(thing.counted(count))"
    case .pattern(let source): "must match the pattern \(source.quoted)"
    case .format(let format): "must be \(format.noun)"
    case .contained(let isMaximum, let count):
      "must have at \(isMaximum ? "most" : "least") \(Countable.item.counted(count)) that "
        + "“contains” of the schema accepts"
    case .repeats(let index): "is the same as item \(index + 1); all items must be different"
    case .missing(let name, let other):
      "lacks the property \(name.quoted)" + (other.map { ", which \($0.quoted) needs" } ?? "")
    case .name(let name, let complaint): "has the name \(name.quoted), which \(complaint.sentence)"
    case .excluded: "must not be what “not” of the schema describes"
    case .excludedValues(let values): "must not be \(Complaint.list(values))"
    case .excludedMembers(let names):
      names.count == 1
        ? "must not have the property \(names[0].quoted)"
        : "must not have the properties \(names.map(\.quoted).list(joinedBy: "and")) together"
    case .several: "fits more than one alternative of the schema, but must fit exactly one"
    case .nearest(let complaint): "\(complaint.sentence), or fit another alternative of the schema"
    case .unchecked(let reason): reason
    }
  }

  private static func words(_ limit: NumberLimit) -> String {
    switch (limit.isMaximum, limit.isExclusive) {
    case (true, true): "less than"
    case (true, false): "at most"
    case (false, true): "more than"
    case (false, false): "at least"
    }
  }

  /// The maximum number of values in a sentence.
  private static let mostValues = 8

  private static func list(_ values: [JSONValue]) -> String {
    if values.count > mostValues {
      return "one of \(grouped(values.count)) values, such as \(list(Array(values.prefix(3))))"
    }
    return values.map { value in
      value.string?.quoted
        ?? String(decoding: value.document.bytes[value.range], as: UTF8.self).onOneLine.shortened
    }.list(joinedBy: "or")
  }
}

extension Countable {
  func counted(_ count: Int) -> String {
    self == .property
      ? "\(grouped(count)) \(count == 1 ? "property" : "properties")"
      : FormText.counted(count, rawValue)
  }
}

extension SchemaFormat {
  /// The format as a noun phrase.
  fileprivate var noun: String {
    switch self {
    case .date: "a date like 2024-05-17"
    case .time: "a time with an offset, like 09:30:00Z"
    case .dateTime: "a date and time like 2024-05-17T09:30:00Z"
    case .email: "an email address"
    case .hostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URI like https://example.org"
    case .uriReference: "a URI or a relative reference"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON Pointer like /a/0"
    case .regex: "a regular expression"
    }
  }
}
