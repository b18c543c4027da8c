// Presets rows: gives them the answers that the command line sets before the form is filled. Some
// rows are shown only if a choice between alternatives (groups of rows) has a certain answer.
// Presetting such a row also presets the choice.
//
// Invariant: no preset hides the row of another preset. For example, `--set build=.` chooses the
// alternative that contains `build`, so it contradicts a preset that chooses another alternative.

import FormModel
import FormText
import LosslessJSON

/// The presets of a session. A preset that contradicts an earlier preset throws.
struct PresetChoices {
  /// The choices that have been preset, each with the key of the responsible preset.
  private var keys: [FormRow.ID: String] = [:]
  /// The rows that were hidden until they were preset.
  private var revealed: [(row: FormRow.ID, key: String, alternative: Alternative)] = []

  /// Presets a row, and the choices on which its visibility depends.
  mutating func preset(
    _ row: FormRow.ID, to text: Text, key: String, in session: inout FormSession
  ) throws(Failure) {
    let alternatives = session.answers.alternatives(showing: row)
    for alternative in alternatives {
      if let other = keys[alternative.choice] {
        throw contradiction(of: key, alternative, by: other, in: session)
      }
      if session.answers.losesContents(alternative, setting: row) {
        throw replacement(by: key, alternative, in: session)
      }
    }
    session.preset(row, to: text)
    for alternative in alternatives { keys[alternative.choice] = key }
    if let last = alternatives.last { revealed.append((row, key, last)) }
    guard session.template[row].choosesAlternative else { return }
    keys[row] = key
    for (hidden, other, alternative) in revealed
    where alternative.choice == row && session.answers.isHidden(hidden) {
      throw contradiction(of: other, alternative, by: key, in: session)
    }
  }

  /// A choice that only decides which rows are shown is never replaced without being named, because
  /// the answers of the document that it hides would go.
  private func replacement(
    by key: String, _ alternative: Alternative, in session: FormSession
  ) -> Failure {
    let choice = alternative.choice
    let path = session.answers.documentPath(of: choice).columnName
    return Failure(
      .wrongUse,
      "--set \(key): asked only if \(session.answers.fullLabel(of: choice).quoted) is "
        + "\(alternative.text.quoted), but the document has answers for "
        + "\(session.answers.text(of: choice).quoted); to replace them, put --set "
        + "\"\(path)=\(alternative.text.string)\" before it")
  }

  private func contradiction(
    of key: String, _ alternative: Alternative, by other: String, in session: FormSession
  ) -> Failure {
    let label = session.answers.fullLabel(of: alternative.choice)
    let present = session.answers.text(of: alternative.choice)
    return Failure(
      .wrongUse,
      "--set \(key): asked only if \(label.quoted) is \(alternative.text.quoted), and --set "
        + "\(other) makes it \(present.isEmpty ? "empty" : present.quoted); leave one of them out")
  }
}

extension FormSource {
  /// Answers the rows of presets in a form with the answers of a draft. Each change can be undone.
  ///
  /// - Parameter known: presets with which the draft began. They do not replace later answers.
  func answer(
    _ presets: [String], unlessIn known: [String], in session: inout FormSession
  ) throws(Failure) {
    var before: [FormRow.ID: Text] = [:]
    for preset in known {
      let (key, text) = FormSource.split(preset)
      if let row = session.row(toSet: key, text: text, nearFocus: false) { before[row] = text }
    }
    var texts: [FormRow.ID: Text] = [:]
    var rows: [(row: FormRow.ID, key: String)] = []
    for preset in presets {
      let (key, text) = FormSource.split(preset)
      var copy = session
      let row = try FormSource.presetRow(key, text, in: &copy)
      guard session.answers.isListed(row) else {
        throw Failure(
          .wrongUse,
          "--set \(key): the draft does not have this item; add it in the form, or --fresh starts anew"
        )
      }
      if texts.updateValue(text, forKey: row) == nil { rows.append((row, key)) }
    }
    for (row, key) in rows {
      guard let text = texts[row], before[row] != text else { continue }
      _ = session.apply(.answered(row, text))
      guard session.answers.isHidden(row) || session.answers.text(of: row) != text else { continue }
      throw Failure(
        .wrongUse,
        "--set \(key): the answers in the draft do not allow this answer; --fresh starts anew with it"
      )
    }
  }
}
