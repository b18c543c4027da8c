// The preview of a save: the bytes that it would write, without the texts of secrets.

import FormFormats
import FormModel
import FormScreen
import FormText

extension FillJob {
  /// The largest number of bytes of a preview.
  private static let mostBytes = 256 * 1_024

  /// Returns the beginning of the text that a save would write now.
  ///
  /// - Parameter place: the destination for the title, such as ` to resume.json`.
  /// - Throws: the reason if the answers cannot be written in the format.
  func preview(
    of session: FormSession, as format: ExportFormat, place: String
  ) throws(Failure) -> PreviewText {
    var session = session.withWorkDone
    try Destination.check(session, as: format, exportOptions)
    let secrets = session.answers.secretRows.filter {
      !session.answers.isHidden($0) && !session.answers.text(of: $0).isEmpty
    }
    for row in secrets { _ = session.apply(.answered(row, Text(DifferenceWords.secret))) }
    var export = AnswerExport(format, options: exportOptions, of: session.answers)
    var bytes: [UInt8] = []
    var goesOn = true
    while goesOn, bytes.count < FillJob.mostBytes {
      goesOn = export.append(to: &bytes, of: session.answers)
    }
    return PreviewText(
      bytes, isWhole: !goesOn,
      title: "\(format.rawValue)\(place)\(secrets.isEmpty ? "" : ", secrets hidden")")
  }
}
