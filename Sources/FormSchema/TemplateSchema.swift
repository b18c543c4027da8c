// The JSON Schema of templates, for editors and other programs that check templates.
//
// The schema is created from the reader's own tables of keys and lists of type names, so a new key
// or type is always in the schema too. A schema cannot express some checks that only the reader
// makes (unique ids, conflicting paths, patterns that do not compile).

import FormModel
import LosslessJSON

/// The schema of template files.
public enum TemplateSchema {
  /// The path of the schema in a template's key `$schema`, relative to the template. The file has
  /// its own folder so that it is not taken for a template.
  public static let relativePath = "schema/template.json"

  /// The text of the schema (2020-12).
  public static var json: [UInt8] {
    JSONTree.object(
      [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"),
        ("$id", "urn:longform:template:1"),
        ("title", "A form of longform"),
        ("description", "Version 1 of the format, as longform schema prints it."),
      ] + object(TemplateReader.formKeys.names, form, required: ["longform", "id", "sections"])
        + [
          ("if", ["properties": ["sections": ["minItems": 2]]]),
          ("then", ["properties": ["sections": ["items": ["required": ["id"]]]]]),
          (
            "$defs",
            [
              "id": id(numbered: false), "path": path, "section": section, "repeat": repetition,
              "row": row, "choice": choice(others: false), "condition": condition,
              "choiceWithFields": choice(others: scalar),
            ]
          ),
        ]
    ).document
  }

  // MARK: - Objects

  /// The schema of an object with the keys of a table, with `$schema`, and with other keys if
  /// `others` allows them.
  ///
  /// - Parameter schemas: the schema of each key; a key without an entry may have any value.
  static func object(
    _ keys: [String], _ schemas: [String: JSONTree], required: [String] = [],
    others: JSONTree = false
  ) -> [(key: String, value: JSONTree)] {
    let properties = keys.map { (key: $0, value: schemas[$0] ?? true) }
    var members: [(key: String, value: JSONTree)] = [
      ("type", "object"),
      ("properties", .object(properties + [("$schema", ["type": "string"])])),
      ("patternProperties", ["^x-": true]), ("additionalProperties", others),
    ]
    if !required.isEmpty { members.append(("required", .strings(required))) }
    return members
  }

  static let form: [String: JSONTree] = [
    "longform": ["const": 1, "description": "The version of the format."],
    "id": ["$ref": "#/$defs/id"],
    "title": text("The line above the form; by default the id."),
    "description": text("The purpose of the form."),
    "viewport": number(1...1_000, "The lines of the viewport; by default 8."),
    "root": oneOf(
      RootContainer.self,
      "The document: an object with all answers, or the items of the only section, as an array or as an "
        + "object; by default object."),
    "closed": containers(
      "The objects that refuse members which the form does not have: true for all in the document, or "
        + "their paths, [] for the document itself; by default none."),
    "present": containers(
      "The objects and arrays that are written without answers too, if the object around them is: "
        + "true for all in the document, or their paths; by default none."),
    "sections": [
      "type": "array", "minItems": 1, "items": ["$ref": "#/$defs/section"],
      "description": "The sections, in their order.",
    ],
    "output": .object(
      object(TemplateReader.outputKeys.names, output)
        + [("description", "The form of the answers.")]),
    "schemas": [
      "type": "object", "minProperties": 1,
      "additionalProperties": ["type": ["object", "boolean"]],
      "description": .string(
        "The JSON Schema that checks the document before it is saved, then the files to which it "
          + "refers, by their paths; import writes it."),
    ],
  ]

  static let output: [String: JSONTree] = [
    "empty": oneOf(
      EmptyAnswers.self, "The value of an answer that was not given; by default null."),
    "defaults": oneOf(
      DefaultAnswers.self,
      "Whether defaults that nobody changed are written; by default they are."),
    "id": text(
      "The path to which the id of the filling is written, names separated by dots; by default none."
    ),
  ]

  private static var section: JSONTree {
    .object(
      object(TemplateReader.sectionKeys.names, sectionSchemas, required: ["rows"])
        + [
          ("dependentRequired", ["repeat": ["id"], "sections": ["repeat"]]),
          ("if", ["required": ["repeat"]]),
          ("then", ["properties": ["rows": ["items": ["properties": ["count": false]]]]]),
        ])
  }

  static let sectionSchemas: [String: JSONTree] = [
    "id": ["$ref": "#/$defs/id"],
    "title": text("The line above the section; ${row} shows an answer."),
    "description": text("The purpose of the section."),
    "rows": [
      "type": "array", "minItems": 1, "items": ["$ref": "#/$defs/row"],
      "description": "The rows; in a repeat, the rows of each item.",
    ],
    "when": when,
    "repeat": [
      "$ref": "#/$defs/repeat", "description": "Makes the rows an item that repeats.",
    ],
    "sections": [
      "type": "array", "items": ["$ref": "#/$defs/section", "required": ["repeat"]],
      "description": "Repeating sections inside each item, up to 8 levels in all.",
    ],
  ]

  private static var repetition: JSONTree {
    .object(
      object(TemplateReader.repeatKeys.names, repeatSchemas)
        + [
          ("if", ["properties": ["as": ["enum": ["object", "members"]]], "required": ["as"]]),
          ("then", ["required": ["keyRow"]]),
        ])
  }

  static let repeatSchemas: [String: JSONTree] = [
    "key": [
      "$ref": "#/$defs/path", "not": ["type": "string", "pattern": "\\[\\]$"],
      "description": .string(
        "The path of the array or object of items; by default the section's id. [] makes the items "
          + "of a section inside of items the whole item; with \"as\": \"members\", the whole document."
      ),
    ],
    "as": oneOf(
      ItemContainer.self,
      "The items are the elements of an array, the members of an object, or those members of an "
        + "object that no row has; by default array."),
    "keyRow": text("The id of the row whose answer is the name of the item's member."),
    "closed": containers(
      "The objects in an item that refuse members which the form does not have: true for all, or their "
        + "paths in the item, [] for the item itself; by default none."),
    "present": containers(
      "The objects and arrays in an item that are written without answers too, if the object around "
        + "them is: true for all, or their paths in the item; by default none."),
    "initial": number(0...1_000_000, "The number of items in a new form; by default min."),
    "min": number(0...1_000_000, "The number of items with answers that saving needs."),
    "max": number(1...1_000_000, "The most items there may be."),
    "insert": oneOf(Repetition.Insertion.self, "The place of a new item; by default last."),
    "label": text("The header of an item; {n} is its position, ${row} shows an answer."),
    "entry": flag("True for a line of its own where typing makes an item."),
    "tick": text("The id of a boolean row, drawn as [x] before the item's first row."),
  ]

  private static func containers(_ description: String) -> JSONTree {
    [
      "anyOf": [
        ["const": true],
        [
          "type": "array",
          "items": [
            "anyOf": [
              ["type": "string", "pattern": "^[^.]+(\\.[^.]+)*$"],
              ["type": "array", "items": ["type": "string"]],
            ]
          ],
        ],
      ], "description": .string(description),
    ]
  }

  /// - Parameter others: the schemas of the fields by which a choice fills in other rows.
  private static func choice(others: JSONTree) -> JSONTree {
    [
      "anyOf": [
        label,
        .object(
          object(
            TemplateReader.choiceKeys.names, choiceSchemas, required: ["value"], others: others)),
      ]
    ]
  }

  /// The schema of one line of text that can be typed.
  private static let label: JSONTree = [
    "type": "string", "pattern": "^[^\\s\\u0000-\\u001f]([^\\u0000-\\u001f]*[^\\s])?$",
  ]

  private static let scalar: JSONTree = ["type": ["string", "number", "boolean"]]

  static let choiceSchemas: [String: JSONTree] = [
    "value": ["type": ["string", "number", "boolean"], "description": "The exported value."],
    "label": described(label, "The text to show; by default the value."),
  ]

  // MARK: - Values

  /// The schema of an id, which consists of letters, digits and `_ - .`. Only the reader knows
  /// which characters beyond ASCII are letters.
  static func id(numbered: Bool) -> JSONTree {
    let letter = "[^\\u0000-,/:-@\\[-^`{-\\u009f]"
    return [
      "type": "string", "pattern": .string(numbered ? "^(\(letter)|\\{n\\})+$" : "^\(letter)+$"),
      "description": "Letters, digits, _ - .",
    ]
  }

  private static let path: JSONTree = [
    "anyOf": [
      ["type": "string", "pattern": "^[^.\\[\\]]+(\\.[^.\\[\\]]+)*(\\[\\])?$"],
      ["type": "array", "items": ["type": "string"]],
    ],
    "description":
      "A path like a.b.c, with [] at its end to append to a list, or an array of names.",
  ]

  /// A schema with a description.
  static func described(_ schema: JSONTree, _ description: String) -> JSONTree {
    guard case .object(let members) = schema else { return schema }
    return .object(members + [("description", .string(description))])
  }

  static func text(_ description: String) -> JSONTree {
    ["type": "string", "description": .string(description)]
  }

  static func flag(_ description: String) -> JSONTree {
    ["type": "boolean", "description": .string(description)]
  }

  static func number(_ range: ClosedRange<Int>, _ description: String) -> JSONTree {
    [
      "type": "integer", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound), "description": .string(description),
    ]
  }

  static func oneOf<Name>(_ names: Name.Type, _ description: String) -> JSONTree
  where Name: RawRepresentable & CaseIterable, Name.RawValue == String {
    ["enum": .strings(Name.allCases.map(\.rawValue)), "description": .string(description)]
  }
}
