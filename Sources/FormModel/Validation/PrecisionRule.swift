// The rule behind `precision`: how much of a date is needed.

import FormText

/// The least that a date must give.
struct PrecisionRule: Rule {
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
