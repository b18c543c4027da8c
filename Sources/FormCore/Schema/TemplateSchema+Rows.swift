// The rows in the schema of templates: what each key holds, and of which types it says something.

extension TemplateSchema {
  static var row: JSONTree {
    .object(
      object(TemplateReader.rowKeys.names, rowSchemas, required: ["id"])
        + [("allOf", .array(keysOfTypes + needsOfTypes))])
  }

  static let rowSchemas: [String: JSONTree] = [
    "id": id(numbered: true),
    "label": text("What the row is called; the id if not given."),
    "type": oneOf(RowType.self, "What kind of answer it takes; text if not given."),
    "key": [
      "$ref": "#/$defs/path", "description": "Where the answer stands; the id if not given.",
    ],
    "help": text("One or two sentences shown while the row has focus."),
    "placeholder": text("Painted dim while the row is empty."),
    "default": [
      "type": ["string", "number", "boolean", "array"],
      "description": "A text as it would be typed, or a value of the type.",
    ],
    "required": flag("Saving needs an answer."),
    "message": text("Said in the place of a rule's own sentence."),
    "pattern": text("A PCRE2 regular expression that the whole answer matches."),
    "min": ["type": ["number", "string"], "description": "The least number, date, time, count."],
    "max": [
      "type": ["number", "string"], "description": "The greatest number, date, time, count.",
    ],
    "multipleOf": [
      "type": "number", "exclusiveMinimum": 0,
      "description": "A number that the answer is a multiple of.",
    ],
    "minLength": number(1...10_000_000, "The fewest characters."),
    "maxLength": number(1...10_000_000, "The most characters."),
    "precision": oneOf(DatePrecision.self, "What of a date is needed; year if not given."),
    "mustBe": ["const": true, "description": "Only yes is an answer."],
    "choices": [
      "anyOf": [
        ["type": "array", "minItems": 1],
        .object(object(TemplateReader.choiceFileKeys.names, choiceFileSchemas, required: ["file"])),
      ],
      "description": "What can be chosen.",
    ],
    "strict": flag("Nothing but the choices is allowed; true if not given."),
    "readOnly": flag("The row can be looked at and not changed."),
    "remember": flag("What is saved in the row is offered the next time."),
    "count": number(1...10_000_000, "How many rows it makes, {n} in their ids."),
    "when": ["$ref": "#/$defs/condition"],
    "fills": [
      "type": "object", "additionalProperties": ["type": "string"],
      "description": "Fields of what is picked, each with the id of the row that takes it.",
    ],
  ]

  static let choiceFileSchemas: [String: JSONTree] = [
    "file": [
      "type": "string", "minLength": 1,
      "description": "A file with a candidate a line, from the template's folder.",
    ]
  ]

  // MARK: - Conditions

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
      "row": text("The id of the row that is looked at."),
      "is": value,
      "in": ["type": "array", "minItems": 1, "items": value],
      "filled": flag("Whether it holds an answer."),
      "all": conditions,
      "any": conditions,
      "not": ["$ref": "#/$defs/condition"],
    ]
  }()

  // MARK: - Types

  /// Keys that say nothing about rows of some types, by the reader's own table.
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

  /// What types need, and how they write their limits.
  private static var needsOfTypes: [JSONTree] {
    func rows(of types: [RowType], _ then: JSONTree) -> JSONTree {
      [
        "if": [
          "properties": ["type": ["enum": .strings(types.map(\.rawValue))]], "required": ["type"],
        ],
        "then": then,
      ]
    }
    func limits(_ limit: JSONTree) -> JSONTree { ["properties": ["min": limit, "max": limit]] }
    return [
      rows(of: [.choice, .choices], ["required": ["choices"]]),
      // A choice has fields of its own where its row fills them in elsewhere.
      [
        "if": ["required": ["fills"]],
        "then": ["properties": ["choices": ["items": ["$ref": "#/$defs/choiceWithFields"]]]],
        "else": ["properties": ["choices": ["items": ["$ref": "#/$defs/choice"]]]],
      ],
      rows(of: [.note], ["anyOf": [["required": ["help"]], ["required": ["label"]]]]),
      rows(of: [.integer, .decimal], limits(["type": "number"])),
      rows(of: [.date, .time], limits(["type": "string"])),
      rows(of: [.choices, .list], limits(["type": "integer", "minimum": 0])),
      // Several rows have a number in their ids, and no answer in common.
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
