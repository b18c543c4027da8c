// What expressions in templates are made of, for the manual and the guide to forms.

import FormText

/// The parts of expressions.
enum ExpressionReference {
  /// A part as it is written in a template, with its meaning. Code is in backticks, as in Markdown.
  typealias Entry = (written: String, meaning: String)

  static let entries: [Entry] = [
    ("`${id}`, `.`", "the row of the same item, else of the form; this row"),
    ("`'text'`, `12`, `.5`", "a text, a number; `'2024-12-31'` is a date beside a date"),
    (
      "`or`, `and`, `not(a)`, `true()`, `false()`",
      "conditions; false and unknown is false, true or unknown is true"
    ),
    ("`=` `!=` `<` `<=` `>` `>=`", "texts are compared for equality only"),
    ("`+` `-` `*` `div` `mod`", "exact, up to 100 digits; `div` keeps 28 significant digits"),
    ("`if(a, b, c)`, `coalesce(a, b)`", "b where a is true, else c; the first that is known"),
    (
      "`sum(a)` `count(a)` `count-non-empty(a)` `min(a)` `max(a)` `join(', ', a)`",
      "over the items of the section that a is in, without those where a is unknown; `count` counts "
        + "all items, `count-non-empty` answers, and `join` has an empty text for an unknown one"
    ),
    (
      "`concat(a, b)` `substr(a, 0, 2)` `string-length(a)` `string(a)`",
      "texts; places count from 0, negative ones from the end; an unknown value in `concat` is empty"
    ),
    ("`contains(a, b)` `starts-with(a, b)` `ends-with(a, b)`", "questions to a text"),
    ("`regex(a, 'pattern')`", "whether a pattern matches the whole text"),
    ("`selected(${row}, 'value')`", "whether a choice is chosen"),
    ("`round(a, 2)` `int(a)` `abs(a)` `number(a)`", "numbers; half is rounded away from zero"),
    (
      "`today()` `date-add(a, 1, 'month')` `date-diff(a, b)`",
      "dates; the difference is in days from a to b"
    ),
    ("`position(..)`", "the number of the item"),
    ("`once(a)`", "in a `check`: the answer of this row if there is one, else a"),
  ]

  /// The entries as blocks of the manual.
  static var blocks: [HelpBlock] {
    entries.map { .item(tag: $0.written.replacingAll("`", by: ""), text: $0.meaning) }
  }

  /// The entries as a table of the guide.
  static var markdown: [String] {
    ["", "| written | meaning |", "|---|---|"] + entries.map { "| \($0.written) | \($0.meaning) |" }
      + [""]
  }
}
