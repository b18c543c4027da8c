// Dates in notations that a date row does not accept. The refusal suggests the probable date.

import FormFixtures
import FormText
import Testing

@testable import FormModel

@Suite("Probable dates")
struct DateGuessTests {
  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Returns the refusal of a text in a date row; nil if the row accepts the text.
  private func sentence(_ text: String, isRequired: Bool = false) throws -> String? {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "f", "sections": [{"rows": [
        {"id": "a", "label": "A", "type": "date", "required": \(isRequired)}]}]}
      """)
    return template.sections[0].rows[0].problem(with: Text(text))?.sentence(label: "A")
  }

  @Test("A month's name or first letters are understood, in every order of day, month and year")
  func orders() throws {
    for (index, name) in DateGuessTests.names.enumerated() {
      let month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
      for word in [
        name, name.lowercased(), name.uppercased(), "\(name.prefix(3))", "\(name.prefix(3)).",
      ] {
        for text in [
          "\(word) 2021", "2021 \(word)", "\(word), 2021", "\(word) of 2021", "\(word)-2021",
        ] {
          #expect(DateGuess.date(in: text) == "2021-\(month)", "\(text)")
        }
        for text in [
          "5 \(word) 2021", "\(word) 5, 2021", "2021 \(word) 5", "2021 5 \(word)", "5 2021 \(word)",
          "\(word) 2021 5", "5th of \(word) 2021", "the 5th of \(word), 2021", "\(word) 05 2021",
          "5-\(word)-2021", "5.\(word)2021", "05/\(word)/2021", "Friday, \(word) 5th, 2021",
          "Fri 5 \(word) 2021",
        ] {
          #expect(DateGuess.date(in: text) == "2021-\(month)-05", "\(text)")
        }
      }
    }
    #expect(DateGuess.date(in: "Sept 2021") == "2021-09")
  }

  @Test(
    "Numbers are understood if only one date is possible",
    arguments: [
      ("2019-3", "2019-03"), ("2019/3/1", "2019-03-01"), ("2019.3.1", "2019-03-01"),
      ("20190301", "2019-03-01"), ("2019 03", "2019-03"), ("2019-", "2019"), ("3/2021", "2021-03"),
      ("03.2021", "2021-03"), ("13/05/2021", "2021-05-13"), ("05/13/2021", "2021-05-13"),
      ("31.12.2021", "2021-12-31"), ("05/05/2021", "2021-05-05"),
      ("29 February 2024", "2024-02-29"),
    ])
  func numbers(text: String, date: String) throws {
    #expect(
      try sentence(text) == "“\(text)” is not a date; did you mean “\(date)”?")
  }

  @Test(
    "If a text could be two dates, or none, no date is suggested",
    arguments: [
      "03/04/2021", "5 March 21", "March 5", "March", "March April 2021", "2021 2022", "3/2021/4",
      "30 February 2021", "29 February 2023", "13/13/2021", "March 2021 5 6", "March 12021",
      "201903",
      "soon", "Mars 2021", "ma 2021", "spring 2021", "March 2021!", "2021-W05", "", "-", "'21",
      "2019-13", "1/2/3", "March 5 2021 " + String(repeating: "x", count: 100),
    ])
  func noGuess(text: String) throws {
    #expect(DateGuess.date(in: text) == nil)
  }

  @Test(
    "A refusal without a suggestion shows the format; for “present”, the row may stay empty")
  func present() throws {
    let form = "is not a date; write YYYY, YYYY-MM or YYYY-MM-DD"
    #expect(try sentence("present") == "“present” \(form); the row may stay empty")
    #expect(try sentence("Present") == "“Present” \(form); the row may stay empty")
    #expect(try sentence("n/a") == "“n/a” \(form); the row may stay empty")
    #expect(try sentence("present", isRequired: true) == "“present” \(form)")
    #expect(try sentence("soon") == "“soon” \(form)")
  }

  @Test("A suggested date is accepted by the row")
  func taken() throws {
    for text in ["March 2021", "5 Mar 2021", "13/05/2021"] {
      let guess = try #require(DateGuess.date(in: text))
      #expect(try sentence(guess) == nil)
    }
  }
}
