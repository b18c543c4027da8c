// The JSON Schema of templates, for editors and other checkers.
//
// It is made from the reader's own tables of keys and lists of type names, so a new key or type is
// in both. A schema cannot express the checks that only the reader makes (unique ids, conflicting
// paths, patterns that do not compile).

import FormModel
import LosslessJSON

/// The schema of template files.
public enum TemplateSchema {
  /// The path in a template's `$schema`, relative to the template. The file has its own folder, so
  /// that it is not taken for a template.
  public static let relativePath = "schema/template.json"

  /// The schema (2020-12) as a document.
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

  /// The schema of an object with the keys of a table, `$schema`, and perhaps other keys.
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
    "sections": [
      "type": "array", "minItems": 1, "items": ["$ref": "#/$defs/section"],
      "description": "The sections, in their order.",
    ],
    "output": .object(
      object(TemplateReader.outputKeys.names, output)
        + [("description", "The form of the answers.")]),
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
    .object(object(TemplateReader.repeatKeys.names, repeatSchemas))
  }

  static let repeatSchemas: [String: JSONTree] = [
    "key": [
      "$ref": "#/$defs/path", "not": ["type": "string", "pattern": "\\[\\]$"],
      "description": "The path of the array of items; by default the section's id.",
    ],
    "initial": number(0...1_000_000, "The number of items in a new form; by default min."),
    "min": number(0...1_000_000, "The number of items with answers that saving needs."),
    "max": number(1...1_000_000, "The most items there may be."),
    "insert": oneOf(Repetition.Insertion.self, "The place of a new item; by default last."),
    "label": text("The header of an item; {n} is its position, ${row} shows an answer."),
    "entry": flag("True for a line of its own where typing makes an item."),
    "tick": text("The id of a boolean row, drawn as [x] before the item's first row."),
  ]

  /// - Parameter others: the schemas of the fields with which its row fills in other rows.
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

  /// One line of text that can be typed.
  private static let label: JSONTree = [
    "type": "string", "pattern": "^[^\\s\\u0000-\\u001f]([^\\u0000-\\u001f]*[^\\s])?$",
  ]

  private static let scalar: JSONTree = ["type": ["string", "number", "boolean"]]

  static let choiceSchemas: [String: JSONTree] = [
    "value": ["type": ["string", "number", "boolean"], "description": "The exported value."],
    "label": described(label, "The text to show; by default the value."),
  ]

  // MARK: - Values

  /// An id: letters, digits, `_ - .`. Only the reader knows which characters beyond ASCII are
  /// letters.
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
      ["type": "array", "items": ["type": "string"], "minItems": 1],
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

// MARK: - Rows: the schema of each key, and the types it applies to

extension TemplateSchema {
  static var row: JSONTree {
    .object(
      object(TemplateReader.rowKeys.names, rowSchemas, required: ["id"])
        + [("allOf", .array(keysOfTypes + needsOfTypes))])
  }

  static let rowSchemas: [String: JSONTree] = [
    "id": id(numbered: true),
    "label": text("The name of the row; by default the id. ${row} shows an answer."),
    "type": oneOf(RowType.self, "The type of the answer; by default text."),
    "key": [
      "$ref": "#/$defs/path", "description": "The path of the answer; by default the id.",
    ],
    "help": text("One or two sentences, shown while the row has focus; ${row} shows an answer."),
    "placeholder": text("An example, painted dim while the row is empty."),
    "default": [
      "type": ["string", "number", "boolean", "array", "object"],
      "properties": [
        "expression": text("An expression that is evaluated once, like `today()`.")
      ],
      "required": ["expression"], "additionalProperties": false,
      "description":
        "The answer in a new form: a text as it is typed, a value of the type, or an expression.",
    ],
    "required": flag("True if saving needs an answer."),
    "message": text("A sentence that replaces the one of a broken rule."),
    "value": text(
      "An expression that gives the answer, like `${price} * ${count}`; it cannot be typed."),
    "check": text("An expression that must not be false, like `${end} >= ${start}`."),
    "carry": flag("True if a new item starts with the answer of the item above it."),
    "unique": flag("True if no two items of the section have the same answer."),
    "export": [
      "type": "boolean",
      "description": """
      False if the answer is asked for and kept, but never exported; by default true. A loaded \
      document decides a choice that is not exported and that conditions read.
      """,
    ],
    "pattern": text("A PCRE2 regular expression for the whole answer, in a list for each entry."),
    "min": [
      "type": ["number", "string"],
      "description": "The least number, date or time, or the fewest entries.",
    ],
    "max": [
      "type": ["number", "string"],
      "description": "The greatest number, date or time, or the most entries.",
    ],
    "multipleOf": [
      "type": "number", "exclusiveMinimum": 0,
      "description": "The answer is a multiple of this number of at most 18 digits.",
    ],
    "minLength": number(1...10_000_000, "The fewest characters."),
    "maxLength": number(1...10_000_000, "The most characters."),
    "precision": oneOf(DatePrecision.self, "The least precise date allowed; by default year."),
    "mustBe": ["const": true, "description": "The only answer allowed: yes."],
    "choices": [
      "anyOf": [
        ["type": "array", "minItems": 1],
        .object(
          object(TemplateReader.choiceSourceKeys.names, choiceSourceSchemas)
            + [("oneOf", [["required": ["file"]], ["required": ["values"]]])]),
      ],
      "description": "The choices, or an object with them or the file that holds them.",
    ],
    "strict": flag("True if only a choice is an answer; by default true."),
    "readOnly": flag("True if the row can be read but not changed."),
    "remember": flag("True if the answers of earlier saves are offered."),
    "count": number(
      1...10_000_000,
      "The number of rows to make; {n} in their texts is the number of each. "
        + "Their id has at most 256 bytes."
    ),
    "when": when,
    "fills": [
      "type": "object", "additionalProperties": ["type": "string"],
      "description": "Fields of the choice, each with the id of the row it fills.",
    ],
  ]

  static let choiceSourceSchemas: [String: JSONTree] = [
    "file": [
      "type": "string", "minLength": 1,
      "description": "A file with a candidate on each line, in the template's folder.",
    ],
    "values": ["type": "array", "minItems": 1, "description": "The choices."],
    "where": text(
      "An expression that is true for the choices to offer, like `country = ${country}`."),
  ]

  // MARK: - Conditions

  private static let when: JSONTree = [
    "anyOf": [["$ref": "#/$defs/condition"], ["type": "string"]],
    "description": "When it is shown: a condition, or an expression.",
  ]

  static var condition: JSONTree {
    .object(
      object(TemplateReader.conditionKeys.names, conditionSchemas)
        + [
          (
            "oneOf",
            .array(
              TemplateReader.conditionKeys.names.filter { $0 != "row" }.map { key in
                ["is", "in", "filled"].contains(key)
                  ? ["required": ["row", .string(key)]]
                  : ["required": [.string(key)], "not": ["required": ["row"]]]
              })
          ), ("description", "When the row or the section is shown."),
        ])
  }

  static let conditionSchemas: [String: JSONTree] = {
    let value: JSONTree = ["type": ["string", "number", "boolean", "array"]]
    let conditions: JSONTree = [
      "type": "array", "minItems": 1, "items": ["$ref": "#/$defs/condition"],
    ]
    return [
      "row": text("The id of the row to look at."),
      "is": described(value, "True if the row holds this value."),
      "in": [
        "type": "array", "minItems": 1, "items": value,
        "description": "True if the row holds one of these values.",
      ],
      "filled": flag("True if the row holds an answer, false if it holds none."),
      "all": described(conditions, "True if all of these conditions hold."),
      "any": described(conditions, "True if at least one of these conditions holds."),
      "not": ["$ref": "#/$defs/condition", "description": "True if this condition does not hold."],
    ]
  }()

  // MARK: - Types

  /// The keys that do not apply to rows of some types, from the reader's own table.
  private static var keysOfTypes: [JSONTree] {
    TemplateReader.rowKeys.names.compactMap { key in
      let types = RowType.allCases.filter { $0.understands(key: key) }
      if types.count == RowType.allCases.count { return nil }
      var then: [(key: String, value: JSONTree)] = [
        ("properties", ["type": ["enum": .strings(types.map(\.rawValue))]])
      ]
      // A row without a type is a text.
      if !types.contains(.text) { then.append(("required", ["type"])) }
      return ["if": ["required": [.string(key)]], "then": .object(then)]
    }
  }

  /// The keys that types require, and the notation of their limits.
  private static var needsOfTypes: [JSONTree] {
    func rows(_ are: (RowType) -> Bool, _ then: JSONTree) -> JSONTree {
      let names = RowType.allCases.filter(are).map(\.rawValue)
      return [
        "if": ["properties": ["type": ["enum": .strings(names)]], "required": ["type"]],
        "then": then,
      ]
    }
    func limits(_ kinds: [RowKind.Limits], _ limit: JSONTree) -> JSONTree {
      rows(
        { $0.kind.limits.map(kinds.contains) ?? false },
        ["properties": ["min": limit, "max": limit]])
    }
    return [
      rows(\.takesPicks, ["required": ["choices"]]),
      // A choice has fields of its own if its row fills in other rows.
      [
        "if": ["required": ["fills"]],
        "then": ["properties": ["choices": ["items": ["$ref": "#/$defs/choiceWithFields"]]]],
        "else": ["properties": ["choices": ["items": ["$ref": "#/$defs/choice"]]]],
      ],
      rows({ !$0.takesAnswer }, ["anyOf": [["required": ["help"]], ["required": ["label"]]]]),
      limits([.numbers], ["type": "number"]),
      limits([.dates, .times], ["type": "string"]),
      limits([.entries], ["type": "integer", "minimum": 0]),
      // Rows with a `count` need the number in their ids, and cannot share an answer.
      [
        "if": ["properties": ["count": ["minimum": 2]], "required": ["count"]],
        "then": [
          "properties": [
            "id": ["pattern": "\\{n\\}"],
            "key": ["type": "string", "pattern": "\\[\\]$"],
          ]
        ],
      ],
      [
        "if": ["not": ["required": ["count"]]],
        "then": ["properties": ["id": ["$ref": "#/$defs/id"]]],
      ],
    ]
  }
}
