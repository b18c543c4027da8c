// `longform convert` without a form: between JSON, JSON with comments, and YAML.

import TerminalTesting
import Testing

@Suite("Converting without a form", .waits)
struct PlainConvertTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func convert(_ arguments: String..., input: String = "") throws -> Program.Result {
    try Program.run(
      Longform.executable, ["convert"] + arguments,
      environment: ["XDG_DATA_HOME": folder.path("none")], input: .text(input),
      directory: folder.path)
  }

  private static let yaml = """
    # A comment.
    name: "no"
    price: 1.50
    big: 123456789012345678901234567890
    hex: 0x10
    tags: &tags [a, 'b c', null, ~]
    same: *tags
    base: &base {x: 1}
    merged:
      <<: *base
      y: true
    text: |
      one
      two
    empty: {}

    """
  private static let json = """
    {
      "name": "no",
      "price": 1.50,
      "big": 123456789012345678901234567890,
      "hex": 16,
      "tags": [
        "a",
        "b c",
        null,
        null
      ],
      "same": [
        "a",
        "b c",
        null,
        null
      ],
      "base": {
        "x": 1
      },
      "merged": {
        "x": 1,
        "y": true
      },
      "text": "one\\ntwo\\n",
      "empty": {}
    }

    """

  @Test("YAML becomes JSON with every value: digits stay, aliases and merge keys are written out")
  func fromYAML() throws {
    try folder.write(Self.yaml, to: "c.yaml")
    for format in ["json", "jsonc"] {
      let result = try convert("c.yaml", "--format", format)
      #expect((result.status, result.errorText) == (.exited(0), ""))
      #expect(result.outputText == Self.json)
    }
    let piped = try convert("-", "--answers-format", "yaml", input: Self.yaml)
    #expect(piped.outputText == Self.json)
  }

  @Test("JSON becomes YAML that reads back as the same JSON, from a file and from a pipe")
  func fromJSON() throws {
    let piped = try convert("-", "--format", "yaml", input: Self.json)
    #expect(piped.status == .exited(0), "\(piped.errorText)")
    #expect(piped.outputText.hasPrefix("name: \"no\"\nprice: 1.50\n"))
    try folder.write(piped.outputText, to: "c.yml")
    #expect(try convert("c.yml").outputText == Self.json)
    for value in ["[]", "[1, [], {}]", "\"a: b\"", "null", "-0.50e3"] {
      let yaml = try convert("-", "--format", "yaml", input: value).outputText
      let back = try convert("-", "--answers-format", "yaml", input: yaml).outputText
      #expect(
        back.filter { !$0.isWhitespace } == value.filter { !$0.isWhitespace }, "\(value): \(yaml)")
    }
  }

  @Test("A document in the same format is copied; JSON with comments loses them as JSON and YAML")
  func comments() throws {
    let commented = "// me\n{\"a\": 1, /* b */ \"b\": [2,],}\n"
    try folder.write(commented, to: "c.jsonc")
    #expect(try convert("c.jsonc", "--format", "jsonc").outputText == commented)
    #expect(
      try convert("c.jsonc").outputText == "{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}\n")
    #expect(try convert("c.jsonc", "--format", "yaml").outputText == "a: 1\nb:\n  - 2\n")
    try folder.write(Self.yaml, to: "c.yaml")
    #expect(try convert("c.yaml", "--output", "d.yml").status == .exited(0))
    #expect(folder.read("d.yml") == Self.yaml)
    try folder.write("{\"a\":  1.0}", to: "c.json")
    #expect(try convert("c.json", "--format", "jsonc").outputText == "{\"a\":  1.0}")
  }

  @Test("What cannot be converted has an error with its place and a remedy, and no output")
  func errors() throws {
    try folder.write("a: [1, .inf]\n", to: "c.yaml")
    try folder.write("{\"a\": 1, \"a\": 2}", to: "twice.json")
    try folder.write("a,b\n1,2\n", to: "c.csv")
    try folder.write("{\"$schema\": \"./gone.json\", \"a\": 1}", to: "named.json")
    for (arguments, status, words) in [
      (["c.yaml"], 65, "c.yaml:1:8: a[1]: .inf is no number in JSON; choose yaml instead"),
      (["twice.json", "--format", "yaml"], 65, "twice.json:1:10: "),
      (["c.csv"], 64, "c.csv: csv needs a form; --form FORM names it"),
      (["c.yaml", "--format", "csv"], 64, "c.yaml: csv needs a form; --form FORM names it"),
      (
        ["c.yaml", "--empty", "omit"], 64, "c.yaml: --empty is for the rows of a form; --form FORM"
      ),
      (["gone.yaml"], 66, "gone.yaml: no such file or directory"),
    ] {
      let result = try Program.run(
        Longform.executable, ["convert"] + arguments,
        environment: ["XDG_DATA_HOME": folder.path("none")], directory: folder.path)
      #expect(result.status == .exited(Int32(status)), "\(arguments) \(result.errorText)")
      #expect(result.errorText.contains(words), "\(result.errorText)")
      #expect(result.output.isEmpty)
    }
    // A document whose schema is not there is converted as it is.
    #expect(try convert("named.json", "--format", "yaml").status == .exited(0))
  }
}
