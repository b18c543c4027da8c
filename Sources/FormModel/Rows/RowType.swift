// The types of rows. What a text means in a row of a type stands in a file of its own.

/// What kind of answer a row takes.
public enum RowType: String, CaseIterable, Sendable {
  /// One line.
  case text
  /// One line, a telephone number in any notation.
  case phone
  /// One line, the path of a file.
  case path
  /// An address as the HTML standard checks it.
  case email
  /// An address with a scheme (RFC 3986).
  case url
  /// A UUID (RFC 9562), in lower case whatever was typed.
  case uuid
  /// Lines of text.
  case paragraph
  /// A number without fraction and exponent (RFC 8259).
  case integer
  /// A number (RFC 8259).
  case decimal
  /// A year, a month or a day.
  case date
  /// A time of day.
  case time
  /// Yes, no, or unanswered.
  case boolean
  /// One of some choices.
  case choice
  /// Any of some choices, one a line.
  case choices
  /// Entries, one a line.
  case list
  /// One line that is never shown, kept in a draft or undone.
  case secret
  /// Something to read; it takes no answer.
  case note
}

extension RowType {
  /// Whether its rows are questions at all.
  public var takesAnswer: Bool { self != .note }

  /// Whether a line break is a part of the text.
  public var holdsLines: Bool {
    switch self {
    case .paragraph, .choices, .list: true
    default: false
    }
  }

  /// Whether each line of the text is an entry.
  package var holdsEntries: Bool { holdsLines && self != .paragraph }

  /// Whether white space around the text is a part of the answer (law 13).
  var keepsWhiteSpace: Bool {
    switch self {
    case .paragraph, .list, .secret: true
    default: false
    }
  }

  /// Whether any text is an answer, and the answer the text.
  var isPlainText: Bool {
    switch self {
    case .text, .phone, .path, .paragraph, .secret: true
    default: false
    }
  }

  /// Whether what is typed is the answer, letter for letter, so that its length can be limited.
  var isText: Bool {
    switch self {
    case .text, .phone, .path, .email, .url, .paragraph, .secret: true
    default: false
    }
  }
}
