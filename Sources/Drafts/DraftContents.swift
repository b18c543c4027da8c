// The contents of a draft, which a resumed form reads at once.

/// The text and cursor of a row.
public struct DraftRow: Equatable, Sendable {
  /// The text as typed.
  public var text: String
  /// The cursor's position, in the shell's unit; nil if the row never had the cursor.
  public var cursor: Int?

  public init(text: String, cursor: Int? = nil) { (self.text, self.cursor) = (text, cursor) }

  public static func == (left: DraftRow, right: DraftRow) -> Bool {
    left.cursor == right.cursor && left.text.utf8.elementsEqual(right.text.utf8)
  }
}

/// A step of the undo history.
public struct DraftStep: Equatable, Sendable {
  /// The step itself, opaque.
  public var bytes: [UInt8]
  /// Texts that are stored once, even if several steps and rows hold them.
  public var texts: [String]

  public init(bytes: [UInt8], texts: [String] = []) { (self.bytes, self.texts) = (bytes, texts) }

  public static func == (left: DraftStep, right: DraftStep) -> Bool {
    left.bytes == right.bytes
      && left.texts.elementsEqual(right.texts) { $0.utf8.elementsEqual($1.utf8) }
  }
}

/// The form, options and answers of a session, stored once.
public struct DraftOrigin: Equatable, Sendable {
  /// The form's title, for lists of drafts.
  public var title: String
  /// A hash of the template.
  public var templateHash: String
  /// The options of the session, opaque.
  public var options: [UInt8]
  /// The bytes of the loaded answers.
  public var document: [UInt8]?
  /// The text in another format from which the loaded answers were read, opaque.
  public var source: [UInt8]?
  /// The bytes of a template that has no file.
  public var template: [UInt8]?

  public init(
    title: String, templateHash: String, options: [UInt8] = [], document: [UInt8]? = nil,
    source: [UInt8]? = nil
  ) {
    (self.title, self.templateHash, self.options) = (title, templateHash, options)
    (self.document, self.source) = (document, source)
  }
}

/// The number of filled rows, and of all rows.
public struct DraftProgress: Equatable, Sendable {
  public var filled = 0
  public var total = 0
}

/// Everything in a draft.
public struct DraftContents: Equatable, Sendable {
  /// The origin; nil if no commit had one.
  public var origin: DraftOrigin?
  /// The rows that were changed, by identity.
  public var rows: [String: DraftRow] = [:]
  /// The structure of sections, opaque, by section.
  public var structure: [String: [UInt8]] = [:]
  /// The steps of the undo history, oldest first; at most `DraftBatch.historyLimit`.
  public var history: [DraftStep] = []
  /// The number of newest steps that are undone and can be redone. If it exceeds the count of
  /// `history`, the steps to redo first are lost and none can be redone.
  public var undone = 0
  /// The row with the focus.
  public var focus: String?
  /// Any other values of the shell.
  public var values: [String: [UInt8]] = [:]
  public var progress = DraftProgress()
  /// The times when the draft was created and last changed, in Unix seconds.
  public var created: Int64 = 0
  public var updated: Int64 = 0

  public init() {}

  /// The number of steps that are not undone. Negative if more steps are undone than `history`
  /// holds.
  public var position: Int {
    history.count - undone
  }

  /// The number of filled rows.
  public var filled: Int {
    progress.filled
  }
}
