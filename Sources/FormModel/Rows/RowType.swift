// The row types, and the table of their kinds. A kind describes how a type behaves; it is in the
// file of the type.

/// The type of answer that a row accepts.
public enum RowType: String, CaseIterable, Sendable {
  /// One line.
  case text
  /// One line, a telephone number in any notation.
  case phone
  /// One line, the path of a file.
  case path
  /// An e-mail address, valid by the HTML standard.
  case email
  /// A web address with a scheme (RFC 3986).
  case url
  /// A UUID (RFC 9562), converted to lower case.
  case uuid
  /// Lines of text.
  case paragraph
  /// A number without a fraction or an exponent (RFC 8259).
  case integer
  /// A number (RFC 8259).
  case decimal
  /// A year, a month or a day.
  case date
  /// A time of day.
  case time
  /// Yes, no, or unanswered.
  case boolean
  /// One of several choices.
  case choice
  /// Any number of choices, one per line.
  case choices
  /// Entries, one per line.
  case list
  /// Any JSON value, on any number of lines.
  case json
  /// One line that is never shown, never written to a draft, and has no undo.
  case secret
  /// Text to read, without an answer.
  case note
}

extension RowType {
  /// The kind of the type.
  package var kind: RowKind {
    switch self {
    case .text, .phone, .path: PlainRow.line
    case .email: EmailRow.kind
    case .url: URLRow.kind
    case .uuid: UUIDRow.kind
    case .paragraph: PlainRow.paragraph
    case .integer: IntegerRow.kind
    case .decimal: DecimalRow.kind
    case .date: DateRow.kind
    case .time: TimeRow.kind
    case .boolean: BooleanRow.kind
    case .choice: ChoiceRow.kind
    case .choices: ChoicesRow.kind
    case .list: ListRow.kind
    case .json: JSONRow.kind
    case .secret: PlainRow.secret
    case .note: PlainRow.note
    }
  }

  /// Whether rows of this type ask for an answer.
  public var takesAnswer: Bool { kind.shape != .nothing }

  /// Whether the text may contain line breaks.
  public var holdsLines: Bool { kind.shape == .lines || kind.shape == .entries }

  /// Whether each line of the text is an entry.
  package var holdsEntries: Bool { kind.shape == .entries }

  /// Whether every text is a valid answer, letter for letter.
  var isPlainText: Bool { kind.wording == .free }

  /// Whether an answer may be shown in other words than were typed.
  var isReworded: Bool { kind.wording == .reworded }

  /// Whether a text is shown on one line exactly as it was typed.
  package var isShownAsTyped: Bool { !isReworded && !holdsLines }

  /// Whether surrounding white space is part of the answer (law 13).
  var keepsWhiteSpace: Bool { kind.traits.contains(.keepsWhiteSpace) }

  /// Whether Space toggles the answer.
  package var toggles: Bool { kind.traits.contains(.toggles) }

  /// Whether candidates can be picked in rows of this type.
  package var takesPicks: Bool { kind.traits.contains(.takesPicks) }

  /// Whether any number of candidates can be picked, one per entry.
  package var takesManyPicks: Bool { takesPicks && holdsEntries }

  /// Whether the text is JSON.
  var isJSON: Bool { kind.traits.contains(.isJSON) }

  /// Whether answers of this type are never shown, never written to a draft, and have no undo.
  package var isSecret: Bool { kind.traits.contains(.isSecret) }
}
