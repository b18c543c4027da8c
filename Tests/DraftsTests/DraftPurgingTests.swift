// A purged text, such as a secret, is removed from all files of a draft. The drafts of a form whose
// template was moved or got another id are found.

import Glibc
import Testing

@testable import Drafts

@Suite("Purged texts and moved forms")
struct DraftPurgingTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var drafts: DraftDirectory { folder.drafts }

  /// Returns the files in the directory that contain a text.
  private func files(holding text: String) throws -> String {
    try Child.run("grep -r -l -a -F \"$1\" \"$2\" || true", text, drafts.path)
  }

  @Test("A purged text is in no file of an open or closed draft; the draft's time stays the same")
  func purge() throws {
    let draft = try Draft.open(in: drafts)
    for number in 1...200 {
      var batch = DraftBatch(row: "row\(number)", text: "text \(number)")
      batch.appendStep(DraftStep(bytes: Array("step \(number)".utf8)))
      try draft.commit(batch, now: Int64(number))
    }
    var batch = DraftBatch(row: "word", text: "xyzzy-4711")
    batch.appendStep(DraftStep(bytes: Array("typed xyzzy-4711".utf8)))
    try draft.commit(batch, now: 500)
    #expect(try files(holding: "xyzzy-4711") != "")
    var purge = DraftBatch()
    purge.rows["word"] = .removed
    purge.dropSteps(1)
    try draft.purge(purge, time: 500)
    #expect(try files(holding: "xyzzy-4711") == "")
    let contents = try draft.contents()
    #expect(contents.rows.count == 200 && contents.history.count == 200)
    #expect(contents.updated == 500 && !Draft.awaitsRewriting(contents))
    draft.close()
    #expect(try files(holding: "xyzzy-4711") == "")
  }

  @Test(
    "A form finds drafts with its path and another id, and with its id if their template is gone"
  )
  func movedForms() throws {
    let path = "\(folder.path)/f.json"
    _ = try Child.run("printf x > \"$1\"; printf y > \"$2\"", path, "\(folder.path)/there.json")
    let here = DraftIdentity(templatePath: path, templateID: "now")
    let found = [
      DraftIdentity(templatePath: path, templateID: "before"),
      DraftIdentity(templatePath: "\(folder.path)/gone.json", templateID: "now"),
    ]
    let others = [
      DraftIdentity(templatePath: "\(folder.path)/there.json", templateID: "now"),
      DraftIdentity(templatePath: path, templateID: "before", name: "other"),
      DraftIdentity(templatePath: path, templateID: "before", outputPath: "/x.json"),
      DraftIdentity(templatePath: "\(folder.path)/gone.json", templateID: "before"), here,
    ]
    for identity in found + others { try makeDraft(identity, in: drafts) }
    let moved = try drafts.draftsOfMovedForm(here, now: 2_000)
    #expect(Set(moved.compactMap(\.identity)) == Set(found))
    // A template in a pipe is not a file, and cannot be moved.
    let piped = DraftIdentity(templatePath: "/dev/stdin", templateID: "now")
    #expect(try drafts.draftsOfMovedForm(piped, now: 2_000).isEmpty)
  }
}
