// The rule of `precision`: the required parts of a date.

import FormText

/// The lowest allowed precision of a date.
struct PrecisionRule: Rule {
  var key: String { "precision" }
  let precision: DatePrecision

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    if DatePrecision(of: text) < precision {
      throw Refusal("\(text.quoted) has no \(missing(in: text)); \(precision.pattern) is needed")
    }
  }

  private func missing(in date: Text) -> String {
    DatePrecision(of: date) == .year ? "month" : "day"
  }
}
