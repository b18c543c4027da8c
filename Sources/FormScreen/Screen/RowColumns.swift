// The columns at which the parts of a row begin.

import FormModel

/// The columns at which the parts of a row begin.
struct RowColumns {
  /// The width of the row numbers; 0 if there is no room for them.
  let number: Int
  /// The column at which labels begin.
  let label: Int
  /// The column at which texts begin. While a filter is on, each label begins with the path of its
  /// row, so texts begin at another column.
  var text: Int

  init(of session: borrowing FormSession, width: Int) {
    var digits = 1
    var count = session.answers.rowCount
    while count >= 10 {
      count /= 10
      digits += 1
    }
    number = width < 30 ? 0 : max(digits, 2)
    label = 2 + number + (number > 0 ? 2 : 0)
    text = label + min(session.template.labelColumns + 2, max(width / 3, 3))
  }
}
