// What a draft holds, as it is read at once when a form is resumed.

/// The text of a row with the cursor in it.
public struct DraftRow: Equatable, Sendable {
  /// The text as typed.
  public var text: String
  /// Where the cursor stands, in the shell's unit; nil where it never was.
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
  /// Texts of the step that are stored once, however many steps and rows hold them.
  public var texts: [String]

  public init(bytes: [UInt8], texts: [String] = []) { (self.bytes, self.texts) = (bytes, texts) }

  public static func == (left: DraftStep, right: DraftStep) -> Bool {
    left.bytes == right.bytes
      && left.texts.elementsEqual(right.texts) { $0.utf8.elementsEqual($1.utf8) }
  }
}

/// What a form is opened with, stored once.
public struct DraftOrigin: Equatable, Sendable {
  /// The form's title, for lists of drafts.
  public var title: String
  /// A hash of the template.
  public var templateHash: String
  /// The options of the session, opaque.
  public var options: [UInt8]
  /// The bytes of the loaded answers.
  public var document: [UInt8]?
  /// The bytes of a template that is in no file.
  public var template: [UInt8]?

  public init(
    title: String, templateHash: String, options: [UInt8] = [], document: [UInt8]? = nil
  ) {
    (self.title, self.templateHash, self.options) = (title, templateHash, options)
    self.document = document
  }
}

/// The number of filled rows, and of all rows.
public struct DraftProgress: Equatable, Sendable {
  public var filled = 0
  public var total = 0
}

/// Everything in a draft.
public struct DraftContents: Equatable, Sendable {
  /// What the form was opened with; nil for a draft nothing was committed to with an origin.
  public var origin: DraftOrigin?
  /// The rows that were changed, by identity.
  public var rows: [String: DraftRow] = [:]
  /// The structure of sections, opaque, by section.
  public var structure: [String: [UInt8]] = [:]
  /// The steps of the undo history, oldest first; at most `DraftBatch.historyLimit`.
  public var history: [DraftStep] = []
  /// How many of the newest steps are undone, which is what can be redone. Where it is more than
  /// `history` has, steps that would be redone first are no more: none of them can be.
  public var undone = 0
  /// The row with the focus.
  public var focus: String?
  /// Whatever else the shell keeps.
  public var values: [String: [UInt8]] = [:]
  public var progress = DraftProgress()
  /// When the draft was made and last changed, in unix seconds.
  public var created: Int64 = 0
  public var updated: Int64 = 0

  public init() {}

  /// How many of the steps are done; the rest is what can be redone. Below 0 where more was undone
  /// than the history has.
  public var position: Int {
    history.count - undone
  }

  /// The number of filled rows.
  public var filled: Int {
    progress.filled
  }
}
