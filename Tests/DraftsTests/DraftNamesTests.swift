// The names of drafts, which people type: they are short and unique, such as `form`, `form/name`
// for a draft with a name, and `form@2` for the second newest save.

import Testing

@testable import Drafts

@Suite("Names of drafts")
struct DraftNamesTests {
  private func draft(
    _ form: String = "classmates", name: String = "main", output: String? = nil,
    path: String = "/forms/a.json", state: DraftState = .open, time: Int64? = nil, save: Int? = nil,
    isReadable: Bool = true
  ) -> DraftSummary {
    let identity = DraftIdentity(
      templatePath: path, templateID: form, name: name, outputPath: output)
    var file = DraftFileName(open: identity.stem)
    (file.state, file.time, file.save) = (state, time, save)
    var summary = DraftSummary(fileName: file.text, state: state)
    if isReadable { summary.identity = identity }
    return summary
  }

  private func names(_ drafts: DraftSummary...) -> [String] {
    let names = DraftNames(of: drafts)
    return drafts.map { names[$0.fileName] }
  }

  @Test("The main draft has the name of its form; other drafts have their own name after a slash")
  func open() {
    #expect(
      names(draft(), draft(name: "june"), draft("resume", output: "/home/a/resume.json"))
        == ["classmates", "classmates/june", "resume"])
  }

  @Test(
    "Drafts that edit different files get the shortest file names that differ")
  func outputs() {
    #expect(
      names(draft(), draft(output: "/a/x.json"), draft(output: "/a/y.json"))
        == ["classmates", "classmates:x.json", "classmates:y.json"])
    #expect(
      names(draft(output: "/a/x.json"), draft(output: "/b/x.json"))
        == ["classmates:/a/x.json", "classmates:/b/x.json"])
  }

  @Test("Drafts of two forms with the same id have the names of their draft files")
  func sameID() {
    let twins = [draft(), draft(path: "/forms/b.json")]
    let names = DraftNames(of: twins)
    #expect(twins.map { names[$0.fileName] } == twins.map(\.fileName))
  }

  @Test("Saves and set-aside drafts are numbered, newest first; saves stay in the order of saving")
  func closed() {
    #expect(
      names(
        draft(state: .finished, time: 50, save: 1), draft(state: .aside, time: 60), draft(),
        draft(state: .finished, time: 40, save: 2), draft(name: "b", state: .aside, time: 9),
        draft(output: "/x.json", state: .finished, time: 90, save: 3))
        == [
          "classmates@4", "classmates@2", "classmates", "classmates@3", "classmates/b@1",
          "classmates@1",
        ])
  }

  @Test("Drafts that would share a name are named by their files; a damaged draft has a number")
  func odd() {
    #expect(names(draft(state: .damaged, time: 5, isReadable: false)) == ["classmates@1"])
    let clash = [draft(name: "a@1"), draft(name: "a", state: .aside, time: 5)]
    let names = DraftNames(of: clash)
    #expect(clash.map { names[$0.fileName] } == clash.map(\.fileName))
    #expect(names.fileName(of: "classmates/a@1") == nil)
    #expect(names["nobody"] == "nobody")
  }

  @Test("No two drafts have the same name")
  func unique() {
    var drafts: [DraftSummary] = []
    for form in ["a", "b/c", "b"] {
      for name in ["main", "c", "c@1", "x:y"] {
        for output in [nil, "/y", "/z/y"] {
          drafts.append(draft(form, name: name, output: output))
          drafts.append(draft(form, name: name, output: output, path: "/other.json"))
          for time: Int64 in [1, 2] {
            drafts.append(draft(form, name: name, output: output, state: .aside, time: time))
          }
        }
      }
    }
    let names = DraftNames(of: drafts)
    #expect(Set(drafts.map { names[$0.fileName] }).count == drafts.count)
    for draft in drafts {
      let name = names[draft.fileName]
      #expect(name == draft.fileName || names.fileName(of: name) == draft.fileName)
    }
  }
}
