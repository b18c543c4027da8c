// The form, the answers and the presets (answers that the command line sets) with which a session
// begins or resumes a draft.

package import Drafts
package import FormModel
import FormScreen
package import FormText
import Glibc
import LosslessJSON
import System

/// A form, with the answers and presets with which it opens.
package struct FormSource {
  /// The path of a form that is read from standard input.
  static let standardInput = "-"
  /// The path of a form that the arguments of the command line describe.
  static let commandLine = "<command line>"

  package let template: Template
  /// The real path of the template.
  package let path: String
  /// The path relative to which the template's files of candidates are found.
  package let pathForCandidates: String
  private let templateBytes: [UInt8]
  private var document: Document
  /// The document (the answers with which the form opens) as JSON bytes, with an empty string in
  /// place of each secret.
  private(set) var documentWithoutSecrets: [UInt8]?
  let settings: FillSettings
  /// The presets of rows that are not secret.
  let presetsWithoutSecrets: [String]
  /// Whether drafts must store the template, because no file contains it.
  private var keepsTemplate = true
  /// The real path of the answers' file if the session both loads and writes it; nil otherwise.
  var editedFile: String?
  /// The name of the draft if it does not come from the command line.
  var draftName: String?

  /// The document with which the form opens.
  private struct Document {
    /// The document as JSON, regardless of its format.
    var json: JSONDocument?
    /// The document's name in messages.
    var name = ""
  }

  /// Answers to set before the form is filled, as `KEY=VALUE`.
  var presets: [String] { settings.presets }
  private var height: Int? {
    switch settings.height {
    case .viewport(let lines)?: return lines
    case .automatic?, .region(_)?, nil: return nil
    }
  }

  /// Reads the form and the answers that the command line names.
  package init(
    form: FormReference, answers: String?, format: AnswersFormat? = nil, options: FillSettings,
    keepsUnknownColumns: Bool = false
  ) throws(Failure) {
    if case .named(let name) = form { try FormSource.checkInputs(form: name, answers: answers) }
    let file = try form.file(options.translator)
    var template = file.template
    template.emptyAnswers = options.empty ?? template.emptyAnswers
    var read: JSONDocument?
    do throws(AnswersFile.Trouble) {
      if let answers {
        read = try AnswersFile.document(
          at: answers, as: format, for: template, keepsUnknownColumns: keepsUnknownColumns)
      }
    } catch { throw error.failure }
    // A form from the command line has the path `<command line>`, and a form from standard input
    // has the path `-`, even if a file has this name.
    let isNamed = file.path != FormSource.commandLine && !form.readsStandardInput
    try self.init(
      template, path: isNamed ? Descriptor.realPath(of: file.path) ?? file.path : file.path,
      bytes: file.bytes,
      document: Document(json: read, name: answers.map(Descriptor.inputName) ?? ""),
      options)
    if file.isTranslated { keepsTemplate = true }
  }

  /// The form of a host program (a program that uses the library), with the answers to start from.
  /// If the form has no file, the source has the path of the host program.
  init(_ form: Form.Opened, answers: Answers?, settings: FillSettings) throws(Failure) {
    var document = Document(name: "the answers")
    do throws(JSONError) {
      if let answers { document.json = try JSONDocument(parsing: answers.bytes(as: .json)) }
    } catch { throw Failure(.malformed, "the answers: \(error.sentence)") }
    let program = Descriptor.linkTarget(of: "/proc/self/exe") ?? FormSource.commandLine
    try self.init(
      form.template,
      path: form.path.map { Descriptor.realPath(of: $0) ?? $0 } ?? program,
      bytes: form.bytes, document: document, settings)
    keepsTemplate = form.path == nil
  }

  private init(
    _ template: Template, path: String, bytes: [UInt8], document: Document, _ options: FillSettings
  ) throws(Failure) {
    (self.template, self.path, pathForCandidates) = (template, path, path)
    (templateBytes, self.document, settings) = (bytes, document, options)
    keepsTemplate = path == FormSource.standardInput || path == FormSource.commandLine
    guard template.hasSecrets else {
      (documentWithoutSecrets, presetsWithoutSecrets) = (document.json?.bytes, options.presets)
      return
    }
    var session = try FormSource.session(template, height: nil, document)
    documentWithoutSecrets = session.answers.documentWithoutSecrets
    var kept: [String] = []
    for preset in options.presets {
      let (row, _) = try FormSource.parsed(preset, in: &session)
      if !session.answers.isSecret(row) { kept.append(preset) }
    }
    presetsWithoutSecrets = kept
  }

  /// The form that a draft contains, without answers.
  ///
  /// - Parameter directory: the folder in which the form was filled.
  init(stored bytes: [UInt8], directory: String, empty: EmptyAnswers?) throws(Failure) {
    var template = try FormFinder.template(from: bytes, named: FormSource.standardInput)
    template.emptyAnswers = empty ?? template.emptyAnswers
    self.template = template
    path = FormSource.standardInput
    pathForCandidates = "\(directory)/\(path)"
    templateBytes = bytes
    (document, documentWithoutSecrets) = (Document(), nil)
    (settings, presetsWithoutSecrets) = (FillSettings(), [])
  }

  /// Throws if standard input would be read twice.
  package static func checkInputs(form: String, answers: String?) throws(Failure) {
    if form == "-", answers == "-" {
      throw Failure(.wrongUse, "the form and the answers cannot both come from standard input")
    }
  }

  /// Whether the form is described by arguments of the command line.
  var isDescribed: Bool { path == FormSource.commandLine }

  /// The record of the form, answers and presets in the session's draft. O(bytes of the template).
  var origin: DraftOrigin {
    let options = SessionOptions(
      command: argumentsToResume, directory: Descriptor.realPath(of: ".") ?? "",
      presets: presetsWithoutSecrets, editedFile: editedFile)
    var origin = DraftOrigin(
      title: template.title, templateHash: String(FNV1a(of: templateBytes).value, radix: 16),
      options: options.encoded, document: documentWithoutSecrets)
    origin.keepSource(of: document.json, for: template)
    if keepsTemplate { origin.template = templateBytes }
    return origin
  }

  /// Returns the shell command that resumes a draft, and that sends its answers if saved ones wait.
  func commandToResume(with draft: String, delivery: Delivery? = nil) -> String {
    SessionOptions.line(
      resuming: draft, form: path == FormSource.standardInput ? .draft : .file,
      command: argumentsToResume, delivery: delivery)
  }

  /// The command that resumes the draft, as a list of words.
  var argumentsToResume: [String] {
    SessionOptions.command(
      resuming: settings.command ?? CommandLine.arguments,
      withoutPresets: Set(presets).subtracting(presetsWithoutSecrets), draft: draftName)
  }

  /// Returns a session that has not been changed yet.
  package func newSession() throws(Failure) -> FormSession {
    try newSession(FormSource.session(template, height: height, document))
  }

  /// Returns a session that has not been changed yet, with the presets.
  ///
  /// - Parameter opened: a session that was just opened with the document.
  private func newSession(_ opened: FormSession) throws(Failure) -> FormSession {
    var session = opened
    try preset(presets, in: &session)
    prepareForHost(&session)
    return session
  }

  /// Prepares a session for a program that uses the library: its searches find candidates, and the
  /// defaults beside its answers are answers.
  private func prepareForHost(_ session: inout FormSession) {
    guard let host = settings.host else { return }
    session.provideNothing(for: host.searches.keys)
    if session.hasDocument { session.confirmDefaults() }
  }

  /// Returns a session that begins a new filling of the form. A filling has an id, which all saves
  /// of its draft share.
  func newFilling() throws(Failure) -> FormSession { filling(try newSession()) }

  private func filling(_ new: FormSession) -> FormSession {
    var session = new
    if template.writesID { session.fillingID = Filling.newID() }
    return session
  }

  /// Returns the problems of the document before any change; nil if there is no document.
  func knownProblems() throws(Failure) -> KnownProblems? {
    guard document.json != nil else { return nil }
    var session = try FormSource.session(template, height: height, document)
    if let failure = session.provideCandidates(relativeToTemplate: path).first {
      throw failure.failure
    }
    return KnownProblems(of: session)
  }

  /// Returns a session that resumes a draft. Its document is the document with which the draft
  /// began.
  ///
  /// - Returns: the session, and the texts whose rows no longer exist in the template.
  package func session(
    resuming contents: DraftContents, isResumed: Bool = true, tick: () -> Void = {}
  ) throws(Failure) -> (FormSession, orphans: [(name: String, text: Text)]) {
    let contents = censored(contents)?.contents ?? contents
    let options = contents.origin.flatMap { SessionOptions(encoded: $0.options) }
    // The draft contains no secrets. If the current document differs from the draft's document only
    // by its secrets, the current document is used.
    let kept = contents.origin?.document
    var document = document
    document.name = "the draft's answers\(isInProgram ? "" : " (--fresh starts anew)")"
    if kept != documentWithoutSecrets {
      document.json = try contents.origin?.loadedDocument(for: template, named: document.name)
    }
    var session = try FormSource.session(template, height: height, document)
    var lost: [(name: String, text: Text)] = []
    for preset in options?.presets ?? [] {
      let (key, text) = FormSource.split(preset)
      if let row = try? FormSource.presetRow(key, text, in: &session) {
        session.preset(row, to: text)
      } else {
        lost.append((key, text))
      }
    }
    // The draft lacks only secrets, so the form begins with those.
    try preset(presets.filter { !presetsWithoutSecrets.contains($0) }, in: &session)
    session.presetWithoutRow(lost)
    if template.writesID {
      let filling = contents.values[DraftKey.filling].flatMap(Filling.init(encoded:))
      session.fillingID = filling?.id ?? Filling.newID()
    }
    _ = session.restore(FormSource.form(in: contents), tick: tick)
    try answer(
      presetsWithoutSecrets, unlessIn: isResumed ? options?.presets ?? [] : [], in: &session)
    prepareForHost(&session)
    return (session, session.textsWithoutRow)
  }

  /// The current answers of a file, and a session that begins with these answers. A class, because
  /// it is large and never changes.
  final class OpenedAnswers: Sendable {
    fileprivate let document: JSONDocument
    fileprivate let withoutSecrets: [UInt8]?
    fileprivate let session: FormSession

    fileprivate init(document: JSONDocument, withoutSecrets: [UInt8]?, session: FormSession) {
      self.document = document
      self.withoutSecrets = withoutSecrets
      self.session = session
    }
  }

  /// Opens the current answers of a file on a separate thread, so that keys do not wait.
  func open(_ path: String, format: AnswersFormat?) -> Background<Result<OpenedAnswers, Failure>> {
    let (template, height) = (template, height)
    return Background {
      Result { () throws(Failure) in
        do throws(AnswersFile.Trouble) {
          let read = try AnswersFile.document(
            at: path, as: format, for: template, keepsUnknownColumns: true)
          let session = try AnswersFile.session(
            template, height: height, document: read, named: path)
          return OpenedAnswers(
            document: read, withoutSecrets: session.answers.documentWithoutSecrets,
            session: session)
        } catch { throw error.failure }
      }
    }
  }

  /// Returns this source with the current answers of a file as its document, and a session that
  /// begins with these answers.
  func replacingDocument(
    by opened: OpenedAnswers, named name: String
  ) throws(Failure) -> (FormSource, FormSession) {
    var source = self
    source.document = Document(json: opened.document, name: name)
    source.documentWithoutSecrets = opened.withoutSecrets
    return (source, source.filling(try source.newSession(opened.session)))
  }

  private static func session(
    _ template: Template, height: Int?, _ document: Document
  ) throws(Failure) -> FormSession {
    if let json = document.json {
      do throws(AnswersFile.Trouble) {
        return try AnswersFile.session(
          template, height: height, document: json, named: document.name)
      } catch { throw error.failure }
    }
    var session = FormSession(template, height: height)
    session.today = Wall.day
    return session
  }

  private func preset(_ presets: [String], in session: inout FormSession) throws(Failure) {
    var choices = PresetChoices()
    for preset in presets {
      let (row, text) = try FormSource.parsed(preset, in: &session)
      try choices.preset(row, to: text, key: FormSource.split(preset).key, in: &session)
    }
  }

  /// Splits `KEY=VALUE` into the row and the text. Adds an item if the key names the item after the
  /// last item of a list.
  private static func parsed(
    _ preset: String, in session: inout FormSession
  ) throws(Failure) -> (row: FormRow.ID, text: Text) {
    let (key, text) = split(preset)
    return (try presetRow(key, text, in: &session), text)
  }

  static func split(_ preset: String) -> (key: String, text: Text) {
    // Compares bytes: a `=` before a combining mark would be a different `Character`.
    let parts = preset.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    return (parts[0], Text(parts.count > 1 ? parts[1] : ""))
  }

  /// Returns the row of a preset. Adds an item if the key names the item after the last item of a
  /// list.
  ///
  /// - Throws: an error if there is no such row, or if the row is calculated.
  static func presetRow(
    _ key: String, _ text: Text, in session: inout FormSession
  ) throws(Failure) -> FormRow.ID {
    let row = try namedRow(key, text, in: &session)
    guard session.template[row].isCalculated else { return row }
    if let constant = session.template[row].constantText {
      if text == constant { return row }
      throw Failure(.wrongUse, "--set \(key): the row is always \(constant.quoted)")
    }
    throw Failure(
      .wrongUse, "--set \(key): the row is calculated; set the rows that it is calculated from")
  }

  private static func namedRow(
    _ key: String, _ text: Text, in session: inout FormSession
  ) throws(Failure) -> FormRow.ID {
    if let row = session.row(toSet: key, text: text, nearFocus: false) { return row }
    // The key may name several items that do not exist. They are created one by one, and the
    // outermost item comes first.
    if session.answers.missingItem(atPath: key) == nil,
      let whole = keyInFull(key, in: session.template), whole != key
    {
      if let row = session.row(toSet: whole, text: text, nearFocus: false) { return row }
      if session.answers.missingItem(atPath: whole) != nil {
        return try namedRow(whole, text, in: &session)
      }
    }
    switch session.answers.missingItem(atPath: key) {
    case .next(let list, let name):
      session.presetItem(in: list, named: name)
      guard session.answers.missingItem(atPath: key) != .next(list, name: name) else { break }
      return try namedRow(key, text, in: &session)
    case .farther(let name, let count):
      throw Failure(
        .wrongUse,
        "--set \(key): \(name) has \(counted(count, "item")); set \(name)[\(count)] first")
    case .full(let name, let maximum):
      throw Failure(
        .wrongUse, "--set \(key): \(name) has \(counted(maximum, "item")) and can have no more")
    case nil: break
    }
    let hint = session.answers.hint(forKey: key)
    throw Failure(
      .wrongUse,
      "--set \(key): no row has this key or id"
        + (hint.isEmpty ? "; longform show lists them" : hint))
  }

  /// Completes the section that a key abbreviates: `edu[0].area` becomes `education[0].area`.
  /// Returns nil if the abbreviation fits no section or several.
  private static func keyInFull(_ key: String, in template: Template) -> String? {
    guard let bracket = key.firstIndex(of: "["),
      let section = try? template.section(
        named: String(key[..<bracket]),
        where: { $0.repetition != nil && $0.parent == nil }),
      let path = template.sections[section].repetition?.path.source
    else { return nil }
    return path + key[bracket...]
  }
}
