// Names of environment variables: names that a shell reserves, and names that two rows would share.

import FormFixtures
import FormFormats
import FormModel
import LosslessJSON
import Testing

@Suite("Names of variables")
struct EnvironmentNameTests {
  private func errors(_ rows: String, more: String = "", prefix: String = "") throws -> [String] {
    let template = try Template.reading(
      "{\"longform\": 1, \"id\": \"e\", \"sections\": [{\"id\": \"s\", \"rows\": [\(rows)]}\(more)]}"
    )
    do {
      try EnvironmentNames.check(template, prefix: prefix)
      return []
    } catch {
      return error.sentences
    }
  }

  @Test(
    "A name that a shell, the loader or the C library uses is refused; the error suggests a prefix",
    arguments: [
      "path", "Home", "ifs", "ENV", "ld_preload", "bash-env", "ps4", "shellopts", "glibc.tunables",
      "MALLOC_ARENA_MAX", "locpath", "lc_all", "tz", "zdotdir", "fpath", "uid", "random", "tmout",
      "posixly_correct", "resolv.host", "nlspath", "_",
    ])
  func reserved(id: String) throws {
    let found = try errors("{\"id\": \"\(id)\"}")
    #expect(found.count == 1)
    #expect(found.first?.contains("--env-prefix") == true)
    #expect(try errors("{\"id\": \"\(id)\"}", prefix: "MY_").isEmpty)
  }

  @Test("A prefix can also lead to a reserved name, and rows with a count are checked too")
  func counted() throws {
    #expect(try errors("{\"id\": \"preload\"}", prefix: "LD_").count == 1)
    #expect(try errors("{\"id\": \"ps{n}\", \"count\": 4}").count == 1)
    #expect(try errors("{\"id\": \"rps{n}\", \"count\": 1000000}").count == 1)
    #expect(
      try errors("{\"id\": \"pt{n}\", \"count\": 4}, {\"id\": \"name\"}, {\"id\": \"history\"}")
        .isEmpty)
  }

  @Test(
    "Two rows that would have the same variable name are refused",
    arguments: [
      ("{\"id\": \"a.b\"}, {\"id\": \"a_b\"}", 1), ("{\"id\": \"a\"}, {\"id\": \"A\"}", 1),
      ("{\"id\": \"r{n}\", \"count\": 12}, {\"id\": \"R12\"}", 1),
      ("{\"id\": \"r{n}\", \"count\": 12}, {\"id\": \"R13\"}, {\"id\": \"R012\"}", 0),
      ("{\"id\": \"x{n}\", \"count\": 20, \"key\": \"x[]\"}, {\"id\": \"x_19\"}", 1),
      ("{\"id\": \"x{n}\", \"count\": 20, \"key\": \"x[]\"}, {\"id\": \"x_20\"}", 0),
      ("{\"id\": \"a{n}1\", \"count\": 30}, {\"id\": \"A{n}\", \"count\": 300}", 1),
      ("{\"id\": \"a{n}_1\", \"count\": 30}, {\"id\": \"A{n}_2\", \"count\": 300}", 0),
      ("{\"id\": \"é\"}, {\"id\": \"ü\"}", 1), ("{\"id\": \"1\"}, {\"id\": \"_1\"}", 1),
    ])
  func shared(rows: String, count: Int) throws {
    // An id cannot contain letters beyond ASCII, so the test puts them into a key.
    let rows = rows.replacing("{\"id\": \"é\"}", with: "{\"id\": \"e\", \"key\": \"né\"}")
      .replacing("{\"id\": \"ü\"}", with: "{\"id\": \"u\", \"key\": \"nü\"}")
    let found = try errors(rows)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.contains("would be one variable") })
  }

  @Test("The names of all items of a repeating section are checked, whatever the number of items")
  func items() throws {
    let work = """
      , {"id": "w", "repeat": {"key": "work"}, "rows": [{"id": "name"}, {"id": "x"}]}
      """
    #expect(try errors("{\"id\": \"work_17_name\"}", more: work).count == 1)
    #expect(
      try errors("{\"id\": \"work_name\"}, {\"id\": \"work_017_name\"}", more: work).isEmpty)
  }

  @Test("A value that no variable can contain is reported before anything is written")
  func obstacle() throws {
    let template = try Template.reading(Forms.counted(2))
    let document = try JSONDocument(parsing: Array(#"{"rows": ["a", "b\u0000c"]}"#.utf8))
    let session = try FormSession(template, answers: document)
    #expect(
      EnvironmentNames.obstacle(in: session.answers)?.hasPrefix("Row 2 contains U+0000") == true)
    #expect(EnvironmentNames.obstacle(in: FormSession(template).answers) == nil)
  }
}
