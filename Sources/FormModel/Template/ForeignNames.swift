// The names that other tools have for the keys and types of a template.
//
// People who know another form tool, a JSON Schema or an XLSForm write its names first. The error
// message then names the key of this format.

import FormText

/// The names of other tools, by the key or type that a template has in their place.
enum ForeignNames {
  /// For each noun of `TemplateObject`, the keys of templates and the foreign names that mean them.
  private static let keys: [String: [String: [String]]] = [
    "a form": [
      "id": ["name", "form_id", "formId", "key"],
      "title": ["label", "heading", "header"],
      "description": ["help", "summary", "subtitle", "intro", "text"],
      "sections": [
        "fields", "questions", "rows", "pages", "steps", "groups", "form", "items", "inputs",
        "body",
        "elements", "survey", "children", "prompts", "parts",
      ],
      "longform": ["version", "formatVersion", "format"],
    ],
    "a section": [
      "id": ["name", "key"],
      "title": ["label", "heading", "header", "caption", "legend"],
      "description": ["help", "hint", "summary", "text", "info"],
      "rows": [
        "fields", "questions", "items", "inputs", "elements", "body", "children", "properties",
        "prompts", "entries", "row",
      ],
      "repeat": ["repeats", "repeatable", "repeating", "loop", "multiple", "list", "array"],
      "when": ConditionNames.when,
    ],
    "\"repeat\"": [
      "key": ["path", "name", "field"],
      "label": ["title", "heading", "header", "itemLabel", "itemTitle"],
      "min": ["minimum", "minItems", "minCount", "at_least"],
      "max": ["maximum", "maxItems", "maxCount", "at_most"],
      "initial": ["count", "start", "default", "initialCount", "repeat_count"],
    ],
    "a row": [
      "id": ["name", "field", "variable", "property"],
      "label": ["question", "prompt", "title", "text", "caption", "header"],
      "help": ["hint", "description", "tooltip", "info", "instructions", "note", "guidance"],
      "choices": [
        "options", "enum", "items", "values", "select", "selections", "alternatives", "oneOf",
        "list",
      ],
      "default": ["initial", "initialValue", "defaultValue", "preset", "prefill"],
      "required": ["mandatory", "isRequired", "needed"],
      "min": ["minimum", "from", "minValue", "minItems", "minDate", "exclusiveMinimum"],
      "max": ["maximum", "to", "maxValue", "maxItems", "maxDate", "exclusiveMaximum"],
      "multipleOf": ["step", "increment"],
      "pattern": ["regex", "regexp", "match", "mask"],
      "check": [
        "validate", "validation", "validator", "validators", "constraint", "rule", "rules",
        "assert",
        "expression",
      ],
      "message": [
        "error", "errorMessage", "error_message", "constraint_message", "required_message",
        "validationMessage",
      ],
      "when": ConditionNames.when,
      "value": ["calculate", "calculation", "computed", "formula"],
      "type": ["kind", "format", "widget", "input", "dataType"],
      "readOnly": ["disabled", "editable", "locked"],
      "placeholder": ["example", "sample"],
      "key": ["path", "answerPath"],
      "export": ["exported", "output"],
    ],
    "\"choices\"": [
      "file": ["source", "path", "url", "from", "csv"],
      "values": ["options", "list", "items", "enum", "choices"],
      "where": ["filter", "choice_filter", "when", "if"],
    ],
    "a choice": [
      "value": ["name", "id", "key", "code", "const"],
      "label": ["text", "title", "display", "caption", "description"],
    ],
    "a condition": [
      "row": ["field", "question", "name", "id", "key"],
      "is": ["equals", "equal", "eq", "value", "=", "==", "const"],
      "in": ["oneOf", "anyOf", "values", "enum"],
      "all": ["and", "allOf", "&&"],
      "any": ["or", "||"],
      "filled": ["exists", "answered", "present", "set"],
    ],
  ]

  /// The types of rows, and the foreign names that mean them.
  private static let types: [RowType: [String]] = [
    .text: [
      "string", "str", "input", "line", "short_text", "shorttext", "singleline", "textfield",
      "char",
      "varchar", "words",
    ],
    .integer: ["int", "long", "whole", "count", "counter", "range", "number_integer"],
    .decimal: ["number", "float", "double", "numeric", "real", "money", "currency", "amount"],
    .boolean: [
      "bool", "confirm", "toggle", "switch", "checkbox", "yesno", "yes_no", "yes-no", "acknowledge",
      "flag",
    ],
    .paragraph: [
      "textarea", "multiline", "longtext", "long_text", "editor", "markdown", "memo", "text_area",
    ],
    .choice: [
      "select", "select_one", "select-one", "radio", "dropdown", "enum", "combobox", "option",
      "autocomplete", "single", "picker", "rawlist",
    ],
    .choices: [
      "multiselect", "multi_select", "multi-select", "select_multiple", "select_many", "checkboxes",
      "multiple", "multichoice", "multiple_choice", "options",
    ],
    .list: ["array", "tags", "lines", "strings", "multi"],
    .date: ["day", "datetime", "date-time", "datepicker", "month", "year"],
    .time: ["clock", "hour", "timepicker"],
    .secret: ["password", "pass", "passwd", "hidden", "token"],
    .phone: ["tel", "telephone", "mobile"],
    .email: ["mail", "e-mail"],
    .url: ["uri", "link", "website", "web", "href"],
    .uuid: ["guid"],
    .path: ["file", "filepath", "filename", "folder", "directory"],
    .json: ["object", "any", "raw", "map", "dict"],
    .note: ["label", "info", "heading", "title", "display", "static", "html", "message"],
  ]

  /// The key that a foreign name means; nil if no tool has the name.
  ///
  /// - Parameter noun: the noun of the object in messages, such as `a row`.
  static func key(for name: String, of noun: String) -> String? {
    guard let keys = keys[noun] else { return nil }
    let folded = folded(name)
    return keys.lazy.filter { $0.value.contains { ForeignNames.folded($0) == folded } }
      .map(\.key).min()
  }

  /// The type that a foreign name means; nil if no tool has the name.
  static func type(for name: String) -> RowType? {
    let folded = folded(name)
    return RowType.allCases.first {
      types[$0]?.contains { ForeignNames.folded($0) == folded } ?? false
    }
  }

  /// A name without the signs between its words and without capitals, in which tools differ.
  private static func folded(_ name: String) -> String {
    String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
  }
}

/// The names of conditions in other tools.
private enum ConditionNames {
  static let when = [
    "if", "relevant", "visibleIf", "showIf", "show_if", "condition", "dependsOn", "depends_on",
    "visible", "visibility", "enabledWhen", "only_if", "onlyIf",
  ]
}
