// Labels that are too long for their column. The label of a row in an object, as `import` makes it,
// begins with the labels of the objects around it: `Deploy: Resources: Limits: CPUs`.

import FormText

extension Symbols {
  /// Returns a label shortened to a number of columns: it loses the names of its outermost objects,
  /// because its end tells it apart from the labels near it. Returns a label without such names, and
  /// one whose last part does not fit, unchanged.
  func short(_ label: String, columns: Int) -> String {
    guard label.utf8.contains(UInt8(ascii: ":")), CellReader.columns(of: label) > columns else {
      return label
    }
    var rest = label
    while let end = rest.firstPlace(of: ": ")?.upperBound {
      rest = String(rest[end...])
      let short = "\(ellipsis) \(rest)"
      if CellReader.columns(of: short) <= columns { return short }
    }
    return label
  }
}
