// The JSON Schema of rows: the schema of each key, and the types to which the key applies.

import FormModel
import LosslessJSON

extension TemplateSchema {
  static var row: JSONTree {
    .object(
      object(TemplateReader.rowKeys.names, rowSchemas, required: ["id"])
        + [("allOf", .array(keysOfTypes + needsOfTypes))])
  }

  static let rowSchemas: [String: JSONTree] = [
    "id": id(numbered: true),
    "label": text("The name of the row; by default the id. ${row} shows an answer."),
    "type": [
      "anyOf": [
        ["enum": .strings(RowType.allCases.map(\.rawValue))],
        [
          "type": "array", "minItems": 2, "uniqueItems": true,
          "items": ["enum": .strings(RowType.allCases.filter(\.mayBeOneOfSeveral).map(\.rawValue))],
        ],
      ],
      "description": """
      The type of the answer, by default text; or a list of types, of which an answer has the first \
      that accepts it.
      """,
    ],
    "key": [
      "$ref": "#/$defs/path",
      "description":
        "The path of the answer; by default the id. [] makes the answer the whole item of a repeat.",
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
    "message": text(
      "A sentence that replaces the one of a broken rule; in a row with a check, only that of the check."
    ),
    "empty": [
      "anyOf": [
        ["enum": .strings(EmptyNotation.allCases.map(\.rawValue))],
        [
          "type": "array", "minItems": 1, "uniqueItems": true,
          "items": ["enum": .strings(EmptyNotation.allCases.map(\.rawValue))],
        ],
      ],
      "description": """
      The value of no answer in this row; or a list, whose first is exported, and whose others a \
      document may have. By default that of output, and null.
      """,
    ],
    "value": text(
      "An expression that gives the answer, like `${price} * ${count}`; it cannot be typed."),
    "const": [
      "type": ["string", "number", "boolean"],
      "description": "The only value of the row; a document with another one has a problem.",
    ],
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

  static let when: JSONTree = [
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

  /// The keys that do not apply to rows of some types. They come from the reader's own table.
  private static var keysOfTypes: [JSONTree] {
    TemplateReader.rowKeys.names.compactMap { key in
      let types = RowType.allCases.filter { $0.understands(key: key) }
      if types.count == RowType.allCases.count { return nil }
      let type: JSONTree = ["enum": .strings(types.map(\.rawValue))]
      var then: [(key: String, value: JSONTree)] = [
        ("properties", ["type": ["anyOf": [type, ["type": "array", "contains": type]]]])
      ]
      // A row without a type has the type text.
      if !types.contains(.text) { then.append(("required", ["type"])) }
      return ["if": ["required": [.string(key)]], "then": .object(then)]
    }
  }

  /// The keys that some types require, and the notation of their limits.
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
      // Choices have further fields if their row fills in other rows.
      [
        "if": ["required": ["fills"]],
        "then": ["properties": ["choices": ["items": ["$ref": "#/$defs/choiceWithFields"]]]],
        "else": ["properties": ["choices": ["items": ["$ref": "#/$defs/choice"]]]],
      ],
      rows({ !$0.takesAnswer }, ["anyOf": [["required": ["help"]], ["required": ["label"]]]]),
      limits([.numbers], ["type": "number"]),
      limits([.dates, .times], ["type": "string"]),
      limits([.entries], ["type": "integer", "minimum": 0]),
      // The rows that a `count` makes need different ids, so the id must contain `{n}`. They also
      // need different answers, so a `key` must append to a list.
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
