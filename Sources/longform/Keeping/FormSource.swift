// What a session is made from, also when it goes on with a draft.

import Drafts
import FormCore
import Glibc

/// A form with the answers and presets it opens with.
struct FormSource {
  let template: Template
  /// The template's real path.
  let path: String
  let templateHash: String
  /// The document to start from, as JSON whatever it came as.
  let document: JSONDocument?
  /// The same, an empty string in the place of each secret.
  let documentWithoutSecrets: [UInt8]?
  /// Whether the file it came from has comments, which are lost when that is written anew.
  let hasComments: Bool
  /// What the document is called in messages.
  let documentName: String
  /// Texts for rows, as `KEY=VALUE`.
  let presets: [String]
  /// Those of them for rows that are not secret.
  let presetsWithoutSecrets: [String]
  let height: Int?

  /// Reads the form and the answers that a command line names.
  init(
    form: String, answers: String?, format: AnswersFormat? = nil, options: FillSettings
  ) throws(Failure) {
    let file = try FormFinder.formFile(named: form)
    template = file.template
    path = Descriptor.realPath(of: file.path) ?? file.path
    templateHash = FormSource.hash(file.bytes)
    var read: AnswersDocument?
    do throws(AnswersFile.Trouble) {
      if let answers {
        read = try AnswersFile.document(at: answers, as: format, for: template)
      }
    } catch {
      throw error.failure
    }
    document = read?.json
    hasComments = read?.hasComments ?? false
    documentName = answers.map(AnswersFile.name(of:)) ?? ""
    presets = options.presets
    height = options.height
    guard template.hasSecrets else {
      (documentWithoutSecrets, presetsWithoutSecrets) = (document?.bytes, presets)
      return
    }
    let session = try FormSource.session(
      template, height: height, document: document, named: documentName)
    documentWithoutSecrets = session.documentWithoutSecrets
    var kept: [String] = []
    for preset in presets {
      let (row, _) = try FormSource.parsed(preset, in: session)
      if !session.isSecret(row) { kept.append(preset) }
    }
    presetsWithoutSecrets = kept
  }

  /// The command that goes on with the draft.
  var commandToGoOn: [String] {
    SessionOptions.command(
      goingOnFrom: CommandLine.arguments,
      withoutPresets: Set(presets).subtracting(presetsWithoutSecrets))
  }

  /// A session in which nobody has done anything.
  func newSession() throws(Failure) -> FormSession {
    var session = try FormSource.session(
      template, height: height, document: document, named: documentName)
    try preset(presets, in: &session)
    return session
  }

  /// A session that goes on where a draft stopped, with the document it began with.
  ///
  /// - Returns: also the texts whose rows the template has no more.
  func session(
    goingOnWith contents: DraftContents, tick: () -> Void = {}
  ) throws(Failure) -> (FormSession, orphans: [(name: String, text: Text)]) {
    let options = contents.origin.flatMap { SessionOptions(encoded: $0.options) }
    // The draft has no secrets; where the document is the same but for them it has them still.
    let kept = contents.origin?.document
    let name = "the draft's answers (--fresh starts new)"
    let document =
      kept == documentWithoutSecrets ? document : try FormSource.document(kept, named: name)
    var session = try FormSource.session(
      template, height: height, document: document, named: name)
    var lost: [(name: String, text: Text)] = []
    for preset in options?.presets ?? [] {
      let (key, text) = FormSource.split(preset)
      if let row = FormSource.row(key, in: session) {
        session.preset(row, to: text)
      } else {
        lost.append((key, text))
      }
    }
    try preset(presets, in: &session)
    var form = KeptForm(
      rows: [:], structure: contents.structure, steps: contents.history,
      position: contents.position, focus: contents.focus)
    form.rows.reserveCapacity(contents.rows.count)
    for (name, row) in contents.rows {
      let text = Text(String(decoding: row.text, as: UTF8.self))
      form.rows[name] = JournalEntry.HeldRow(text: text, cursor: row.cursor)
    }
    let orphans = session.restore(form, tick: tick)
    return (session, lost + orphans)
  }

  private static func session(
    _ template: Template, height: Int?, document: JSONDocument?, named name: String
  ) throws(Failure) -> FormSession {
    guard let document else { return FormSession(template, height: height) }
    do throws(AnswersFile.Trouble) {
      return try AnswersFile.session(template, height: height, document: document, named: name)
    } catch {
      throw error.failure
    }
  }

  /// The document that a draft keeps.
  private static func document(
    _ bytes: [UInt8]?, named name: String
  ) throws(Failure) -> JSONDocument? {
    guard let bytes else { return nil }
    do throws(JSONError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw Failure(.malformed, atPlaces: [Finding(error, file: name).line])
    }
  }

  private func preset(
    _ presets: [String], in session: inout FormSession
  ) throws(Failure) {
    for preset in presets {
      let (row, text) = try FormSource.parsed(preset, in: session)
      session.preset(row, to: text)
    }
  }

  /// The row and the text of `KEY=VALUE`.
  private static func parsed(
    _ preset: String, in session: FormSession
  ) throws(Failure) -> (row: Row.ID, text: Text) {
    let (key, text) = split(preset)
    guard let row = row(key, in: session) else {
      throw Failure(
        .wrongUse, "--set: no row has the key or id \"\(key)\"; longform show lists them")
    }
    return (row, text)
  }

  private static func split(_ preset: String) -> (key: String, text: Text) {
    let parts = preset.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), Text(parts.count > 1 ? String(parts[1]) : ""))
  }

  private static func row(_ key: String, in session: FormSession) -> Row.ID? {
    session.row(atPath: key) ?? session.row(named: key)
  }

  /// 64 bits of FNV-1a, to tell versions of a template apart.
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
