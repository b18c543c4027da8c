// Removes secrets from drafts. A draft contains secrets if rows became secret after it was written.

import Drafts
import FormModel
import FormText
import LosslessJSON

/// A draft from which secrets were removed.
struct CensoredDraft {
  var contents: DraftContents
  /// The changes that remove the secrets from the draft's file.
  var batch: DraftBatch
}

extension FormSource {
  /// Returns the form that a draft stores.
  static func form(in contents: DraftContents) -> KeptForm {
    var form = KeptForm(
      rows: [:], structure: contents.structure,
      steps: contents.history.map { KeptStep(bytes: $0.bytes, texts: $0.texts) },
      position: contents.position, focus: contents.focus)
    form.find = contents.values[DraftKey.find]
    form.pasteRest = contents.values[DraftKey.pasteRest]
    form.shape = contents.values[DraftKey.shape]
    for (key, bytes) in contents.values {
      if key.hasPrefix(DraftKey.defaults) {
        form.defaults[String(key.dropFirst(DraftKey.defaults.count))] = bytes
      } else if key.hasPrefix(DraftKey.conflicts) {
        form.conflicts[String(key.dropFirst(DraftKey.conflicts.count))] = bytes
      }
    }
    form.rows.reserveCapacity(contents.rows.count)
    for (name, row) in contents.rows {
      form.rows[name] = RowContent(
        text: Text(row.text), cursor: row.cursor,
        picks: contents.values[DraftKey.picks(in: name)].map(Pick.decoded) ?? [])
    }
    return form
  }

  /// Returns a draft without the data of secret rows; nil if the draft contains no such data.
  func censored(_ contents: DraftContents) -> CensoredDraft? {
    guard template.hasSecrets else { return nil }
    var censored = CensoredDraft(contents: contents, batch: DraftBatch())
    if let origin = contents.origin {
      let clean = self.censored(origin)
      if clean != origin { (censored.contents.origin, censored.batch.origin) = (clean, clean) }
    }
    if let form = FormSource.form(in: contents).withoutSecrets(of: template) {
      for name in form.rows {
        censored.contents.rows[name] = nil
        censored.batch.rows[name] = .removed
        for key in [
          DraftKey.picks(in: name), DraftKey.defaults + name, DraftKey.conflicts + name,
        ]
        where censored.contents.values.removeValue(forKey: key) != nil {
          censored.batch.values[key] = .removed
        }
      }
      if form.changesSteps {
        let steps = form.form.steps.map { DraftStep(bytes: $0.bytes, texts: $0.texts) }
        censored.contents.history = steps
        censored.contents.undone -= form.undoneSteps
        censored.batch.dropSteps(contents.history.count)
        for step in steps { censored.batch.appendStep(step) }
        censored.batch.undone = censored.contents.undone
      }
    }
    return censored.batch.isEmpty ? nil : censored
  }

  /// Returns the origin of a draft (the options and the document with which it began) without
  /// secrets.
  private func censored(_ origin: DraftOrigin) -> DraftOrigin {
    var origin = origin
    if let document = (try? origin.loadedDocument(for: template, named: "")) ?? nil {
      origin.document = template.withoutSecrets(document)
      origin.keepSource(of: document, for: template)
    }
    guard var options = SessionOptions(encoded: origin.options) else { return origin }
    let session = FormSession(template)
    let secrets = Set(
      options.presets.filter { preset in
        let (key, text) = FormSource.split(preset)
        return session.row(toSet: key, text: text).map(session.answers.isSecret)
          ?? template.mayNameSecret(key)
      })
    guard !secrets.isEmpty else { return origin }
    options.presets.removeAll(where: secrets.contains)
    options.command = SessionOptions.command(resuming: options.command, withoutPresets: secrets)
    origin.options = options.encoded
    return origin
  }
}
