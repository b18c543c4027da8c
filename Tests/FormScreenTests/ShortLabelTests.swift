// Labels that are too long for their column.

import Testing

@testable import FormScreen

@Suite("Short labels")
struct ShortLabelTests {
  @Test("A long label loses its outer names first; a label that cannot be shortened stays")
  func outerNames() {
    let label = "Deploy: Resources: Limits: CPUs"
    let symbols = Symbols(hasUTF8: true)
    for (columns, expected) in [
      (31, label), (30, "… Resources: Limits: CPUs"), (25, "… Resources: Limits: CPUs"),
      (24, "… Limits: CPUs"), (14, "… Limits: CPUs"), (13, "… CPUs"), (6, "… CPUs"), (5, label),
    ] {
      #expect(symbols.short(label, columns: columns) == expected, "\(columns)")
    }
    #expect(Symbols(hasUTF8: false).short(label, columns: 20) == "... Limits: CPUs")
    for label in ["Analytical Engines", "Ratio 1:2 of all", "", "Note:"] {
      #expect(symbols.short(label, columns: 4) == label)
    }
  }
}
