// Rows of type `uuid`: the accepted texts, their exports, and the sentences about near misses.

import FormFixtures
import FormModel
import FormText
import LosslessJSON
import Testing

@Suite("Rows of type uuid")
struct UUIDRowTests {
  private static let uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

  @Test(
    "A UUID is exported in lower case, however it was typed",
    arguments: [
      uuid, "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}",
      "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
      "URN:UUID:F81d4fae-7dec-11d0-a765-00a0c91e6bf6", " \(uuid) ",
    ])
  func value(text: String) throws {
    #expect(try RowTypeTests.problem(text, "\"type\": \"uuid\"") == nil)
    #expect(try RowTypeTests.exported(text, "\"type\": \"uuid\"") == "\"\(UUIDRowTests.uuid)\"")
  }

  @Test(
    "The nil UUID, the max UUID and all versions are accepted",
    arguments: [
      "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "919108f7-52d1-4320-9bac-f847db4148a8",
    ])
  func versions(text: String) throws {
    #expect(try RowTypeTests.problem(text, "\"type\": \"uuid\"") == nil)
    #expect(try RowTypeTests.exported(text, "\"type\": \"uuid\"") == "\"\(text)\"")
  }

  @Test(
    "A text that is nearly a UUID is refused with a suggestion",
    arguments: [
      "f81d4fae7dec11d0a76500a0c91e6bf6", "F81D4FAE 7DEC 11D0 A765 00A0C91E6BF6",
      "f81d4fae\u{2013}7dec\u{2013}11d0\u{2013}a765\u{2013}00a0c91e6bf6",
      "f81d4fae-7dec-11d0-a765-OOaOc91e6bf6", "f81d4fae-7dec-l1d0-a765-00a0c91e6bf6",
      "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a76500a0c91e6bf6",
      "{urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "urn:uuid:{\(uuid)}",
    ])
  func nearMiss(text: String) throws {
    #expect(
      try RowTypeTests.problem(text, "\"type\": \"uuid\"")
        == "\(Text(text).quoted) is not a UUID; did you mean “\(UUIDRowTests.uuid)”?")
    #expect(try RowTypeTests.exported(text, "\"type\": \"uuid\"").contains(text))
  }

  @Test(
    "All other texts are refused with a description of the notation",
    arguments: [
      "x", "f81d4fae", "g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "{}", "urn:uuid:", "{", "}", "-",
      "----",
      "f81d4fae-7dec-11d0-a765-00a0c91e6bf", "f81d4fae-7dec-11d0-a765-00a0c91e6bf66",
      "\u{FF46}81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:x:\(uuid)", "{urn:uuid:",
    ])
  func refused(text: String) throws {
    #expect(
      try RowTypeTests.problem(text, "\"type\": \"uuid\"")
        == "\(Text(text).quoted) is not a UUID; write 8-4-4-4-12 hexadecimal digits")
  }

  @Test("A loaded UUID keeps its spelling until the row is changed")
  func loaded() throws {
    let template = try Template.reading(
      "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\", \"type\": \"uuid\"}]}]}"
    )
    let upper = UUIDRowTests.uuid.uppercased()
    let document = "{\"a\": \"\(upper)\"}"
    var session = try FormSession(template, answers: JSONDocument(parsing: Array(document.utf8)))
    #expect(session.exported(.json) == document)
    session.type("{\(upper)}")
    #expect(session.exported(.json) == "{\"a\": \"\(UUIDRowTests.uuid)\"}")
    #expect(session.focusText.string == "{\(upper)}")
    #expect(session.exported(.text).contains(UUIDRowTests.uuid))
  }
}
