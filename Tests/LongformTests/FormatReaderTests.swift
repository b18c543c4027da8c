// Third-party programs read exports, and must get the same answers, scalar for scalar.

import Candidates
import FormFormats
import FormModel
import FormSchema
import FormScreen
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormTerminal
@testable import longform

/// Texts that a careless reader of some format misreads, and random texts made of similar pieces.
enum MisreadText {
  static let whole = [
    "yes", "no", "null", "~", "true", "y", "N", "off", "1e5", "0o7", "0x1F", "007", "-0", "1_000",
    "2020-01-01", "2001-12-14t21:59:43.10-05:00", "1:30", "190:20:30", ".inf", "-.INF", ".nan",
    "<<",
    "=", "---", "...", "- a", "-", "? x", "? ", ":", "a:", "a: b", "a #b", "#a", "&a", "*a", "!a",
    "!!str a",
    "|", ">", "%a", "@a", "`a`", "'", "''", "\"", "[a", "{a}", "a, b", "]", " a", "a ", "\ta",
    "a\t",
    "\u{FEFF}a", "a\u{85}b", "a\u{2028}b", "a\u{2029}", "a\u{A0}", "\u{7F}", "\u{9B}31m",
    "\u{1B}[0m",
    "\u{202E}abc", "e\u{301}", "é", "👩‍👩‍👧‍👦", "🇫🇷", "\u{FFFE}", "\u{FFFF}", "\u{E000}", "\u{10FFFF}",
    "\\", "\\n", "\\.",
    "$(reboot)", "`reboot`", "${HOME}", "$HOME", "!!", "a;b", "a\\'b", "=1+2", "+1", "-1", "@x",
    "1,2", "\"a\"", "a\"b", "\r", "a\rb", "a\r\nb", "a\nb", "a\n", "\na", "a\n\nb", "a\n b",
    "a \nb",
    "a\n\n", "\t\n", "a\n\tb", "#!/bin/sh\nrm", "a\n---\nb", "a\n...", "key: |\n  x",
    "x\n# no comment",
    "Ünïcödé", "日本語", "\u{301}", "a\u{1}b", "NULL", "NaN", "Infinity", "0", "00", "1.", ".5", "+.5",
  ]
  private static let pieces: [Unicode.Scalar] = [
    "a", "b", " ", " ", "\n", "\n", "\t", "\r", "\"", "'", "\\", ":", "#", "-", ",", "|", ">", "é",
    "\u{301}", "👍", "\u{85}", "\u{2028}", "\u{FEFF}", "0", "e", "$", "`", "%", "&", "*", "!", "{",
    "]",
    "\u{0}", "\u{7}", "\u{9C}", "\u{FFFD}",
  ]

  /// Returns one of the texts in `whole`, or a text of random pieces, with U+0000 only if `nulls`.
  static func random(using generator: inout SeededGenerator, nulls: Bool) -> String {
    if Int.random(in: 0..<3, using: &generator) == 0 {
      return whole[Int.random(in: 0..<whole.count, using: &generator)]
    }
    var text = String.UnicodeScalarView()
    for _ in 0...Int.random(in: 0..<12, using: &generator) {
      let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      if nulls || piece != "\u{0}" { text.append(piece) }
    }
    return String(text)
  }
}

@Suite("Formats and their readers", .waits)
struct FormatReaderTests {
  private static let rows = 40

  private static func template() throws -> Template {
    try TemplateReader.template(
      from: Array(
        """
        {"longform": 1, "id": "f", "sections": [
          {"id": "a", "rows": [{"id": "row{n}", "count": \(rows), "type": "paragraph"},
            {"id": "note{n}", "count": \(rows), "type": "paragraph", "key": "notes[]"}]},
          {"id": "w", "repeat": {"key": "deep.work", "initial": 1},
           "rows": [{"id": "x", "type": "paragraph"}, {"id": "tags", "type": "list"}]}]}
        """.utf8))
  }

  /// Returns a form with random answers, loaded from a document so that no text is trimmed.
  private static func session(seed: UInt64, nulls: Bool) throws -> (FormSession, texts: [String]) {
    var generator = SeededGenerator(seed: seed)
    var builder = DocumentBuilder()
    let place = TextPosition(line: 1, column: 1)
    var texts: [String] = []
    func text() -> String {
      texts.append(MisreadText.random(using: &generator, nulls: nulls))
      return texts[texts.count - 1]
    }
    builder.beginObject(at: place)
    for number in 1...rows {
      builder.name("row\(number)", at: place)
      builder.string(text(), at: place)
    }
    builder.name("notes", at: place)
    builder.beginArray(at: place)
    for _ in 1...rows { builder.string(text(), at: place) }
    builder.end()
    // Exports in JSON and YAML also keep members that belong to no row.
    builder.name(MisreadText.random(using: &generator, nulls: nulls) + "*", at: place)
    builder.word(["1e400", "-0", "1.50", "null", "true"][Int(seed % 5)], at: place)
    builder.end()
    let document = try JSONDocument(builder)
    return (try FormSession(template(), answers: document), texts)
  }

  private static func exported(_ session: FormSession, _ format: ExportFormat) -> [UInt8] {
    var export = AnswerExport(format, of: session.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, limit: 100, of: session.answers) {}
    return bytes
  }

  @Test("Reading an exported YAML file gives exactly the exported JSON", arguments: 0..<150)
  func yamlRoundTrip(seed: Int) throws {
    let (session, _) = try FormatReaderTests.session(seed: UInt64(seed), nulls: true)
    let yaml = FormatReaderTests.exported(session, .yaml)
    let document = try YAMLReader.document(from: yaml)
    #expect(document.bytes == FormatReaderTests.exported(session, .json))
  }

  @Test(
    "PyYAML reads YAML, and Python's json reads JSON and JSON Lines, with equal values",
    .enabled(if: Tool.pyYAML, "python3 with yaml is not installed"))
  func pythonYAML() throws {
    let program = """
      import json, sys, yaml
      parts = sys.stdin.buffer.read().split(b"\\x1e\\n")
      count = 0
      for i in range(0, len(parts) - 1, 3):
          a = json.loads(parts[i].decode())
          assert a == json.loads(parts[i + 1].decode()), parts[i]
          b = yaml.load(parts[i + 2].decode(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
          c = yaml.safe_load(parts[i + 2].decode())
          assert a == b == c, (a, b, c)
          count += 1
      print(count, end="")
      """
    var input: [UInt8] = []
    for seed in 1_000..<1_030 {
      let (session, _) = try FormatReaderTests.session(seed: UInt64(seed), nulls: true)
      for format in [ExportFormat.json, .jsonl, .yaml] {
        input += FormatReaderTests.exported(session, format) + [0x1E, 0x0A]
      }
    }
    #expect(try Tool.python(program, input) == Array("30".utf8))
  }

  @Test(
    "The cells of CSV, read by Python's csv, and those of TSV equal the exported texts",
    .enabled(if: Tool.python, "python3 is not installed"))
  func pythonTables() throws {
    let program = """
      import csv, io, json, re, sys
      parts = sys.stdin.buffer.read().split(b"\\x1e\\n")
      csv.field_size_limit(1 << 30)
      unescape = {"\\\\t": "\\t", "\\\\n": "\\n", "\\\\r": "\\r", "\\\\\\\\": "\\\\"}
      count = 0
      for i in range(0, len(parts) - 1, 3):
          a = json.loads(parts[i].decode())
          header, record = csv.reader(io.StringIO(parts[i + 1].decode(), newline=""), strict=True)
          names, cells = [line.split("\\t") for line in parts[i + 2].decode().split("\\n")[:-1]]
          cells = [re.sub(r"\\\\.", lambda m: unescape[m[0]], cell) for cell in cells]
          assert (header, record) == (names, cells), (header, names, record, cells)
          for name, cell in zip(header, record):
              value = a
              for part in re.findall(r"\\w+", name):
                  value = value[int(part) if part.isdigit() else part]
              assert value == cell, (name, value, cell)
              count += 1
      print(count, end="")
      """
    var input: [UInt8] = []
    for seed in 2_000..<2_030 {
      let (session, _) = try FormatReaderTests.session(seed: UInt64(seed), nulls: true)
      for format in [ExportFormat.json, .csv, .tsv] {
        input += FormatReaderTests.exported(session, format) + [0x1E, 0x0A]
      }
    }
    let cells = 30 * 2 * FormatReaderTests.rows
    #expect(try Tool.python(program, input) == Array("\(cells)".utf8))
  }

  /// A Python program that reads pairs of JSON and an HTML page with the same answers. It compares
  /// each cell of the page with the text of its answer.
  private static let pageReader = """
    import html.parser, json, re, sys
    class Page(html.parser.HTMLParser):
        def __init__(self):
            super().__init__()
            self.open, self.tags, self.texts = [], set(), {"h1": [], "th": [], "td": [], "title": []}
        def handle_starttag(self, tag, attributes):
            self.tags.add((tag, *attributes))
            if tag == "br":
                self.texts[self.open[-1]][-1] += "\\n"
            elif tag != "meta":
                self.open.append(tag)
                self.texts.setdefault(tag, []).append("")
        def handle_endtag(self, tag):
            assert self.open.pop() == tag, (tag, self.open)
        def handle_data(self, data):
            if self.open and self.open[-1] in self.texts: self.texts[self.open[-1]][-1] += data
        def refuse(self, *_): raise AssertionError(_)
        handle_comment = handle_pi = unknown_decl = handle_startendtag = refuse
    def control(match):
        code = ord(match[0])
        return chr(0x2400 + code) if code < 32 else "\\u2421" if code == 127 else "<%X>" % code
    def shown(text):
        text = re.sub("\\r\\n|[\\n\\r\\x0b\\x0c\\x85\\u2028\\u2029]", "\\n", text)
        return re.sub(
            "[\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]", control, text)
    parts = sys.stdin.buffer.read().split(b"\\x1e\\n")
    count = 0
    for i in range(0, len(parts) - 1, 2):
        answers, page = json.loads(parts[i].decode()), Page()
        page.feed(parts[i + 1].decode())
        page.close()
        assert page.open == [], page.open
        assert page.tags <= {(tag,) for tag in "html head title style body h1 table tr td br".split()} | {
            ("meta", ("charset", "utf-8")), ("th", ("scope", "row"))}, page.tags
        rows = [value for name, value in answers.items() if re.fullmatch("row[0-9]+", name)]
        expected = [shown(text) for text in rows + answers["notes"]]
        assert page.texts["td"] == expected, next(p for p in zip(page.texts["td"], expected) if p[0] != p[1])
        for place in sys.argv[1:]:
            assert page.texts["title"] == page.texts["h1"] == [place], page.texts["title"]
            assert page.texts["th"][-1] == place, page.texts["th"][-1]
        count += len(expected)
    print(count, end="")
    """

  @Test(
    "Python's html.parser finds the exported texts in HTML pages, and only in cells",
    .enabled(if: Tool.python, "python3 is not installed"))
  func pythonPages() throws {
    var input: [UInt8] = []
    for seed in 5_000..<5_030 {
      let (session, _) = try FormatReaderTests.session(seed: UInt64(seed), nulls: true)
      for format in [ExportFormat.json, .html] {
        input += FormatReaderTests.exported(session, format) + [0x1E, 0x0A]
      }
    }
    let cells = 30 * 2 * FormatReaderTests.rows
    #expect(
      try Tool.python(FormatReaderTests.pageReader, input) == Array("\(cells)".utf8))
  }

  @Test(
    "No answer, label or title becomes markup of a page, and an answer of a megabyte is complete",
    .enabled(if: Tool.python, "python3 is not installed"))
  func hostilePages() throws {
    let hostile =
      "</td></title></style></h1><script>alert(\"1\")</script><!-- <![CDATA[ ]]> <?p ?> "
      + "&amp; &#0; &lt;b> ' onclick=' 👩‍👩‍👧‍👦 שלום <br>"
    let texts = [
      hostile, "\u{0}\u{202E}abc\u{9B}31m\u{FFFE}\u{1B}[0m", "\"><img src=x onerror='x()'>",
      String(repeating: hostile + "\u{0}\n", count: (1 << 20) / hostile.utf8.count + 1),
    ]
    var json: [UInt8] = Array("{\"row1\": ".utf8)
    JSONWriter.appendString(texts[0], to: &json)
    json += Array(", \"notes\": [".utf8)
    for (index, text) in texts.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      JSONWriter.appendString(text, to: &json)
    }
    json += Array("]}".utf8)
    var name: [UInt8] = []
    JSONWriter.appendString(hostile, to: &name)
    let title = String(decoding: name, as: UTF8.self)
    let template = try TemplateReader.template(
      from: Array(
        """
        {"longform": 1, "id": "f", "title": \(title), "sections": [{"rows": [
          {"id": "row1", "type": "paragraph"},
          {"id": "note{n}", "count": 4, "type": "paragraph", "key": "notes[]", "label": \(title)}]}]}
        """.utf8))
    let session = try FormSession(template, answers: JSONDocument(parsing: json))
    let page = FormatReaderTests.exported(session, .html)
    #expect(
      try Tool.python(
        FormatReaderTests.pageReader, json + [0x1E, 0x0A] + page + [0x1E, 0x0A], [hostile])
        == Array("5".utf8))
  }

  @Test("Shells read the exported texts, and execute nothing", arguments: Tool.shells)
  func shells(shell: String) throws {
    let folder = try TemporaryFolder()
    for seed in 3_000..<3_010 {
      let (session, texts) = try FormatReaderTests.session(seed: UInt64(seed), nulls: false)
      try folder.write(FormatReaderTests.exported(session, .env), to: "answers.env")
      let names =
        (1...FormatReaderTests.rows).map { "ROW\($0)" }
        + (0..<FormatReaderTests.rows).map { "NOTES_\($0)" }
      let script =
        ". ./answers.env; printf '%s\\0' "
        + names.map { "\"$\($0)\"" }.joined(separator: " ")
      let result = try Program.run(
        "/usr/bin/env", [shell] + (shell == "busybox" ? ["sh"] : []) + ["-euc", script],
        directory: folder.path)
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(result.output == texts.flatMap { Array($0.utf8) + [0] }, "seed \(seed)")
    }
  }

  @Test("jq reads one value from each JSON line", .enabled(if: Tool.jq, "jq is not installed"))
  func jq() throws {
    var lines: [UInt8] = []
    var expected: [UInt8] = []
    for seed in 4_000..<4_020 {
      let (session, texts) = try FormatReaderTests.session(seed: UInt64(seed), nulls: false)
      lines += FormatReaderTests.exported(session, .jsonl)
      expected += Array(texts[0].utf8) + [0x1E]
    }
    let result = try Program.run(
      "/usr/bin/env", ["jq", "-j", ".row1, \"\\u001e\""], input: .bytes(lines))
    #expect(result.output == expected, "\(result.errorText)")
  }
}
