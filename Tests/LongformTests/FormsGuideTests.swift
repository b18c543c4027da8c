// The guide to forms: a reference that is generated from the schema, and examples that run.

import Candidates
import FormFormats
import FormModel
import FormSchema
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import longform

@Suite("The guide to forms", .waits, .serialized)
struct FormsGuideTests {
  private let guide: MarkdownDocument

  init() throws {
    guide = try MarkdownDocument("Forms/README.md")
  }

  @Test("The guide's reference equals the schema of templates (RECORD_SCREENS=1 writes it)")
  func reference() throws {
    try guide.compare(TemplateReference().markdown, between: "reference")
    try guide.compare(TemplateReference.typesMarkdown, between: "types")
    try guide.compare(ExpressionReference.markdown, between: "expressions")
  }

  @Test("Every key that templates may have is in the reference once, with its meaning and value")
  func complete() throws {
    let reference = try TemplateReference()
    let schema = try JSONDocument(parsing: TemplateSchema.json)
    var objects: [JSONValue] = []
    func look(_ value: JSONValue) {
      if value["properties"]?["$schema"] != nil { objects.append(value) }
      for member in value.members { look(member.value) }
      for element in value.elements { look(element) }
    }
    look(schema.root)
    let named = Set(objects.map { Set(names(of: $0)) })
    #expect(named == Set(reference.tables.map { Set($0.keys.map(\.name)) }))
    for key in reference.tables.flatMap(\.keys) {
      #expect(!key.meaning.isEmpty && key.value != "anything", "\(key.name)")
    }
  }

  private func names(of object: JSONValue) -> [String] {
    object["properties"]?.members.compactMap(\.key.string).filter { $0 != "$schema" } ?? []
  }

  @Test(
    "The guide's examples have the output shown (RECORD_SCREENS=1 writes it); its forms are valid"
  )
  func examples() throws {
    let folder = try ExampleFolder()
    try folder.run(guide)
  }

  @Test("The guide contains exactly the recipes that tests run")
  func recipes() {
    let recipes = guide.blocks.filter { $0.language == "sh" }.compactMap { $0.mark("recipe") }
    // RecipeTests runs most of the recipes, and Tests/Formats/run runs those that need a database.
    #expect(
      recipes == [
        "commit", "post-commit", "handover", "inventory", "tsv", "delivery", "folder", "resume",
        "loop",
      ])
    #expect(guide.blocks.allSatisfy { ["sh", "json", "tsv", "console"].contains($0.language) })
  }

  @Test("The guide lists exactly the forms that ship")
  func forms() {
    let begin = guide.lines.firstIndex(of: "| form | an example of |") ?? 0
    let names = guide.lines[begin...].dropFirst(2).prefix { $0.hasPrefix("|") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(names == FormFinder.names(in: Longform.forms).sorted())
  }
}
