// Merge keys of YAML: their meaning, and edits of merged members, which never change the mapping
// from which these members come.

import FormFixtures
import FormFormats
import FormModel
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Merge keys of YAML")
struct YAMLMergeTests {
  private static func json(_ text: String) throws -> String {
    let document = try YAMLReader.document(from: Array(text.utf8))
    #expect(document.text.bytes(with: DocumentChanges()) == Array(text.utf8))
    return String(decoding: document.bytes, as: UTF8.self).split(separator: "\n")
      .joined(separator: " ").replacing("  ", with: "").replacing("{ ", with: "{")
      .replacing(" }", with: "}")
  }

  private static let base = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\n"

  @Test(
    "A mapping gets each member that it lacks from the first merged mapping that has the member",
    arguments: [
      ("c: {<<: *a, y: 9}", #"{"x": 1, "y": 9}"#),
      ("c: {y: 9, <<: *a}", #"{"y": 9, "x": 1}"#),
      ("c: {q: 0, <<: [*a, *b]}", #"{"q": 0, "x": 1, "y": 2, "z": 4}"#),
      ("c: {<<: [*b, *a]}", #"{"y": 3, "z": 4, "x": 1}"#),
      ("c: {<<: {<<: *a, y: 5, k: 1}}", #"{"y": 5, "k": 1, "x": 1}"#),
      ("c: {<<: [{<<: *b}, *a]}", #"{"y": 3, "z": 4, "x": 1}"#),
      ("c: {<<: []}", "{}"), ("c: {!!merge <<: *a}", #"{"x": 1, "y": 2}"#),
      ("c: {\"<<\": 1}", #"{"<<": 1}"#), ("c: {!!str <<: 1}", #"{"<<": 1}"#),
      ("c:\n  ? <<\n  : *a", #"{"x": 1, "y": 2}"#),
    ])
  func meaning(text: String, value: String) throws {
    let found = try YAMLMergeTests.json(YAMLMergeTests.base + text + "\n")
    #expect(found.contains(#""c": "# + value), "\(found)")
  }

  private static let services = """
    x-default: &default
      image: one # the image
      env: {A: 1, B: 2}
    web: # our site
      # what all have
      <<: *default
      port: 80
    db:
      port: 5432
      <<: *default # too
      image: two
    both:
      <<: [*default, {port: 1}]

    """

  /// A change of the value at a path of names; nil deletes the member.
  struct Edit {
    var path: [String]
    var value: String?

    static func set(_ path: String..., to value: String) -> Edit { Edit(path: path, value: value) }
    static func delete(_ path: String...) -> Edit { Edit(path: path) }
  }

  private static func edited(_ text: String, _ edits: [Edit]) throws -> String {
    let document = try YAMLReader.document(from: Array(text.utf8))
    var changes = DocumentChanges()
    for edit in edits {
      var parent = document.root
      for name in edit.path.dropLast() { parent = try #require(parent[name]) }
      let name = try #require(edit.path.last)
      let index = parent.members.enumerated().first { $1.key.string == name }?.offset
      let new = edit.value.map { json in DocumentChanges.NewValue { _ in Array(json.utf8) } }
      var entries = (0..<parent.count).map { DocumentChanges.Entry.kept($0) }
      switch (new, index) {
      case (let new?, let index?):
        changes.replace(Array(parent.children)[index], by: new)
        continue
      case (let new?, nil): entries.append(.new(name: name, new))
      case (nil, let index?): entries.remove(at: index)
      case (nil, nil): break
      }
      changes.arrange(parent, as: entries)
    }
    return String(decoding: document.text.bytes(with: changes), as: UTF8.self)
  }

  @Test(
    "An edited merged member is written beside <<; if one is deleted, the other members replace <<",
    arguments: [
      (
        [Edit.set("web", "image", to: "\"new\"")],
        services.replacing(
          "<<: *default\n  port: 80", with: "<<: *default\n  image: new\n  port: 80")
      ),
      (
        [.set("web", "env", "A", to: "5")],
        services.replacing(
          "<<: *default\n  port: 80",
          with: "<<: *default\n  env:\n    A: 5\n    B: 2\n  port: 80")
      ),
      ([.set("web", "port", to: "81")], services.replacing("80", with: "81")),
      (
        [.set("db", "env", to: "null")],
        services.replacing("*default # too\n", with: "*default # too\n  env: null\n")
      ),
      (
        [.delete("web", "env")],
        services.replacing("  # what all have\n  <<: *default\n", with: "  image: one\n")
      ),
      // The merged image must not reappear in place of the deleted image.
      (
        [.delete("db", "image")],
        services.replacing(
          "  <<: *default # too\n  image: two\n", with: "  env:\n    A: 1\n    B: 2\n")
      ),
      ([.delete("db", "port")], services.replacing("  port: 5432\n", with: "")),
      (
        [.set("both", "port", to: "2")],
        services.replacing("{port: 1}]\n", with: "{port: 1}]\n  port: 2\n")
      ),
      (
        [.set("both", "new", to: "2")],
        services.replacing("{port: 1}]\n", with: "{port: 1}]\n  new: 2\n")
      ),
      // The mappings that merge the changed mapping keep their values.
      (
        [.set("x-default", "image", to: "\"new\"")],
        services.replacing("&default\n  image: one", with: "\n  image: new").replacing(
          "x-default: \n", with: "x-default:\n"
        ).replacing(
          "<<: *default\n  port: 80",
          with: "<<: &default {image: one, env: {A: 1, B: 2}}\n  port: 80")
      ),
      (
        [.delete("x-default")],
        services.replacing(
          "x-default: &default\n  image: one # the image\n  env: {A: 1, B: 2}\n", with: ""
        ).replacing(
          "<<: *default\n  port: 80",
          with: "<<: &default {image: one, env: {A: 1, B: 2}}\n  port: 80")
      ),
    ])
  func edits(edits: [Edit], result: String) throws {
    let edited = try YAMLMergeTests.edited(YAMLMergeTests.services, edits)
    #expect(edited == result)
  }

  @Test(
    "A mapping with a merge key can itself be an alias, a flow mapping or an item",
    arguments: [
      (
        base + "c: &c {<<: *a, z: 0}\nd: *c\n", Edit.set("d", "x", to: "7"),
        base + "c: &c {<<: *a, z: 0}\nd: {<<: {x: 1, \"y\": 2}, x: 7, z: 0}\n"
      ),
      (
        base + "c: &c {<<: *a, z: 0}\nd: *c\n", .set("c", "x", to: "7"),
        base + "c: {<<: *a, x: 7, z: 0}\nd: {<<: {x: 1, \"y\": 2}, z: 0}\n"
      ),
      (base + "c: {<<: *a}\n", .delete("c", "y"), base + "c: { x: 1}\n"),
      ("c: {<<: {x: .inf, y: [.nan]}}\n", .delete("c", "x"), "c: { \"y\": [.nan]}\n"),
      ("c: {<<: &n {p: 1}}\nd: *n\n", .delete("c", "p"), "c: {}\nd: {p: 1}\n"),
      ("c:\n  <<: &n {p: 1}\nd: *n\n", .delete("c", "p"), "c: {}\nd: {p: 1}\n"),
    ])
  func places(text: String, edit: Edit, result: String) throws {
    let edited = try YAMLMergeTests.edited(text, [edit])
    #expect(edited == result)
  }

  @Test("A form shows merged answers, and saves a changed answer next to the merge key")
  func form() throws {
    let template = try Template.reading(
      #"""
      {"longform": 1, "id": "f", "sections": [{"id": "web", "rows": [
        {"id": "image", "key": "web.image"}, {"id": "port", "key": "web.port", "type": "integer"},
        {"id": "note", "key": "web.note"}]}]}
      """#)
    let document = try YAMLReader.document(from: Array(YAMLMergeTests.services.utf8))
    var session = try FormSession(template, answers: document)
    let row = try #require(session.answers.row(atPath: "web.image"))
    #expect(session.answers.text(of: row) == "one")
    #expect(session.exported(.yaml) == YAMLMergeTests.services)
    session.applyToEnd(.answered(row, "three"))
    let saved = YAMLMergeTests.services.replacing(
      "<<: *default\n  port: 80", with: "<<: *default\n  image: three\n  port: 80")
    #expect(session.exported(.yaml) == saved)
  }

  @Test("The position in a message about a merged answer is that of the merge key")
  func position() throws {
    let document = try YAMLReader.document(from: Array(YAMLMergeTests.services.utf8))
    let value = try #require(document.root["db"]?["env"]?["B"])
    #expect("\(value.position)" == "10:3")
  }
}
