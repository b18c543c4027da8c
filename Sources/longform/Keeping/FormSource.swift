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
  /// The document to start from.
  let document: [UInt8]?
  /// What the document is called in messages.
  let documentName: String
  /// Texts for rows, as `KEY=VALUE`.
  let presets: [String]
  let height: Int?

  /// Reads the form and the answers that a command line names.
  init(form: String, answers: String?, options: FillSettings) throws(Failure) {
    let file = try FormFinder.formFile(named: form)
    template = file.template
    path = Descriptor.realPath(of: file.path) ?? file.path
    templateHash = FormSource.hash(file.bytes)
    document =
      if let answers { try AnswersFile.contents(of: answers) } else { nil }
    documentName = answers.map(AnswersFile.name(of:)) ?? ""
    presets = options.presets
    height = options.height
  }

  /// A session in which nobody has done anything.
  func newSession() throws(Failure) -> FormSession {
    try session(document: document, named: documentName, presets: presets)
  }

  /// A session that goes on where a draft stopped, with the document it began with.
  ///
  /// - Returns: also the texts whose rows the template has no more.
  func session(
    goingOnWith contents: DraftContents, tick: () -> Void = {}
  ) throws(Failure) -> (FormSession, orphans: [(name: String, text: Text)]) {
    let options = contents.origin.flatMap { SessionOptions(encoded: $0.options) }
    var session = try session(
      document: contents.origin?.document, named: "the draft's answers (--fresh starts new)",
      presets: (options?.presets ?? []) + presets)
    var kept = KeptForm(
      rows: [:], structure: contents.structure, steps: contents.history,
      position: contents.position, focus: contents.focus)
    kept.rows.reserveCapacity(contents.rows.count)
    for (name, row) in contents.rows {
      let text = Text(String(decoding: row.text, as: UTF8.self))
      kept.rows[name] = JournalEntry.HeldRow(text: text, cursor: row.cursor)
    }
    let orphans = session.restore(kept, tick: tick)
    return (session, orphans)
  }

  private func session(
    document: [UInt8]?, named name: String, presets: [String]
  ) throws(Failure) -> FormSession {
    var session =
      if let document {
        try AnswersFile.session(template, height: height, bytes: document, named: name)
      } else {
        FormSession(template, height: height)
      }
    for preset in presets { try FormSource.apply(preset, to: &session) }
    return session
  }

  /// Gives a row the text of `KEY=VALUE`.
  private static func apply(_ preset: String, to session: inout FormSession) throws(Failure) {
    let parts = preset.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    guard let row = session.row(atPath: key) ?? session.row(named: key) else {
      throw Failure(
        .wrongUse, "--set: no row has the key or id \"\(key)\"; longform show lists them")
    }
    session.preset(row, to: Text(parts.count > 1 ? String(parts[1]) : ""))
  }

  /// 64 bits of FNV-1a, to tell versions of a template apart.
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
