// The contents of a draft, which are read all at once when a form is resumed. Some of them are
// bytes that the program encodes, and that this module stores without knowing their meaning.

/// The text and cursor of a row.
public struct DraftRow: Equatable, Sendable {
  /// The text as typed.
  public var text: String
  /// The position of the cursor, in a unit that the form chooses; nil if the cursor was never
  /// moved.
  public var cursor: Int?

  public init(text: String, cursor: Int? = nil) { (self.text, self.cursor) = (text, cursor) }

  public static func == (left: DraftRow, right: DraftRow) -> Bool {
    left.cursor == right.cursor && left.text.utf8.elementsEqual(right.text.utf8)
  }
}

/// A step of the undo history.
public struct DraftStep: Equatable, Sendable {
  /// The step, encoded by the form.
  public var bytes: [UInt8]
  /// Texts of the step that are stored only once, even if several steps and rows have them.
  public var texts: [String]

  public init(bytes: [UInt8], texts: [String] = []) { (self.bytes, self.texts) = (bytes, texts) }

  public static func == (left: DraftStep, right: DraftStep) -> Bool {
    left.bytes == right.bytes
      && left.texts.elementsEqual(right.texts) { $0.utf8.elementsEqual($1.utf8) }
  }
}

/// The form, options and loaded answers of a session, which are stored only once.
public struct DraftOrigin: Equatable, Sendable {
  /// The title of the form, for lists of drafts.
  public var title: String
  /// A hash of the template.
  public var templateHash: String
  /// The options of the session, encoded by the program.
  public var options: [UInt8]
  /// The bytes of the loaded document.
  public var document: [UInt8]?
  /// The loaded document in its original format if that is not JSON, encoded by the program.
  public var source: [UInt8]?
  /// The bytes of the template if it has no file.
  public var template: [UInt8]?

  public init(
    title: String, templateHash: String, options: [UInt8] = [], document: [UInt8]? = nil,
    source: [UInt8]? = nil
  ) {
    (self.title, self.templateHash, self.options) = (title, templateHash, options)
    (self.document, self.source) = (document, source)
  }
}

/// The number of filled rows and the number of all rows.
public struct DraftProgress: Equatable, Sendable {
  public var filled = 0
  public var total = 0
}

/// Everything in a draft.
public struct DraftContents: Equatable, Sendable {
  /// The origin; nil if no commit contained one.
  public var origin: DraftOrigin?
  /// The changed rows, by the identity of the row.
  public var rows: [String: DraftRow] = [:]
  /// The structure of each changed section, such as the order of its items, encoded by the form.
  public var structure: [String: [UInt8]] = [:]
  /// The steps of the undo history, oldest first. There are at most `DraftBatch.historyLimit`.
  public var history: [DraftStep] = []
  /// The number of newest steps that are undone and can be redone. If it is larger than the count
  /// of `history`, the steps that must be redone first are lost, so no step can be redone.
  public var undone = 0
  /// The focused row.
  public var focus: String?
  /// Values that the program stored for its own use.
  public var values: [String: [UInt8]] = [:]
  public var progress = DraftProgress()
  /// The times when the draft was created and last changed, in Unix seconds.
  public var created: Int64 = 0
  public var updated: Int64 = 0

  public init() {}

  /// The prefix of the keys in `values` under which a form stores the picks of its rows: a part of
  /// the answers, while other values are not.
  public static let picksPrefix = "picks:"

  /// The number of steps that are not undone. Negative if more steps are undone than `history` has.
  public var position: Int {
    history.count - undone
  }

  /// The number of filled rows.
  public var filled: Int {
    progress.filled
  }
}
