// The singular nouns that imported forms use for single items.

import Testing

@testable import FormSchema

@Suite("Labels of single items")
struct SingularNounTests {
  @Test(
    "A plural becomes the singular",
    arguments: [
      ("Services", "Service"), ("Branches", "Branch"), ("Caches", "Cache"), ("Boxes", "Box"),
      ("Classes", "Class"), ("Statuses", "Status"), ("Aliases", "Alias"), ("Clauses", "Clause"),
      ("Databases", "Database"), ("Properties", "Property"), ("Ties", "Tie"), ("IDs", "ID"),
      ("URLs", "URL"), ("Environment variables", "Environment variable"),
      ("Groups of users", "Group of users"), ("List of services", "Service"),
      ("Children", "Child"), ("Matrices", "Matrix"),
    ])
  func plural(label: String, singular: String) {
    #expect(SchemaLabel.singular(label) == singular)
  }

  @Test(
    "Every other label stays as it is",
    arguments: [
      "Include", "Address", "AWS", "DNS", "Alias", "Analysis", "Bus", "OS", "is", "s", "", "of",
      "Series", "Depends on", "Extends", "Größen", "环境",
    ])
  func others(label: String) {
    #expect(SchemaLabel.singular(label) == label)
  }
}
