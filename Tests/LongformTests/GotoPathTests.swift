// `:goto` with the path of an answer, at the screen and through a pipe.

import TerminalTesting
import Testing

@Suite("Going to a path", .waits)
struct GotoPathTests {
  private static let form = """
    {"longform": 1, "id": "compose", "sections": [
      {"id": "top", "rows": [{"id": "version", "key": "meta.version"}]},
      {"id": "services", "title": "Services",
       "repeat": {"key": "services", "as": "object", "keyRow": "name", "label": "Service {n}"},
       "rows": [{"id": "name", "label": "Name"}, {"id": "image", "label": "Image"}],
       "sections": [{"id": "ports", "title": "Ports",
         "repeat": {"key": "ports", "label": "Port {n}"},
         "rows": [{"id": "from", "label": "From"}, {"id": "to", "label": "To"}]}]}]}
    """
  private static let document = """
    {"services": {"db": {"image": "postgres"},
      "web": {"image": "nginx", "ports": [{"from": "80", "to": "8080"}, {"from": "443"}]}}}
    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(GotoPathTests.form, to: "Forms/compose.json")
    try folder.write(GotoPathTests.document, to: "a.json")
  }

  @Test("A row is found by its id before a section whose title has the same word")
  func rowBeforeSection() throws {
    let folder = try temporaryFolder()
    let form = try folder.write(
      """
      {"longform": 1, "id": "f", "sections": [{"id": "sum", "title": "Total", "rows": [
        {"id": "a"}, {"id": "b"}, {"id": "total", "label": "All together"}]}]}
      """, to: "f.json")
    let process = try Longform.start([form])
    try process.press(.command, "goto total")
    try process.wait(for: "total  All together")
    try process.press("\r")
    try process.wait(for: "All together ▸")
    try process.press(.command, "goto tot")
    try process.wait(for: "sum  Total")
  }

  @Test("A path with dots, positions and names leads to a row, an item, or a list")
  func paths() throws {
    for (number, (path, row)) in [
      ("meta.version", "version"), ("services.web.image", "Service 2 Image"),
      ("services[\"web\"].image", "Service 2 Image"),
      ("services.web.ports[1].to", "Service 2 Port 2 To"),
      ("services.web.ports.1.to", "Service 2 Port 2 To"),
      ("services.web.ports[1]", "Service 2 Port 2 From"),
      ("services.web.ports", "Service 2 Port 1 From"), ("services.web", "Service 2 Name"),
      ("section 2", "Service 1 Name"), ("Section 1", "version"),
    ].enumerated() {
      let result = try Program.run(
        Longform.executable,
        ["fill", "compose", "--answers", "a.json", "--output", "out\(number).json"],
        input: .text(":goto \(path)\n:where\n"), directory: folder.path)
      #expect(
        result.errorText.contains("\(row):"), "\(path): \(result.errorText)")
    }
    let wrong = try Program.run(
      Longform.executable, ["fill", "compose", "--answers", "a.json"],
      input: .text(":goto services.no.image\n"), directory: folder.path)
    #expect(wrong.errorText.contains("stdin:1: no row “services.no.image”; the form has "))
  }

  @Test("A wrong path of --set is answered with a path to an item that exists")
  func wrongPaths() throws {
    for (path, meant) in [
      ("services[web].image", "services.web.image"), ("services[0].image", "services.db.image"),
    ] {
      let result = try Program.run(
        Longform.executable,
        ["fill", "compose", "--answers", "a.json", "--no-input", "--set", "\(path)=x"],
        directory: folder.path)
      #expect(result.errorText.contains("did you mean \(meant)?"), "\(result.errorText)")
    }
  }

  @Test("At the screen, :goto with a path moves the focus")
  func screen() throws {
    let process = try TerminalProcess.start(
      Longform.executable, ["fill", "compose", "--answers", "a.json", "--no-draft"], rows: 24,
      columns: 80, directory: folder.path)
    try process.wait(for: "version ▸")
    try process.press(.command, "goto services.web.ports[1].to\r")
    try process.wait(for: "To ▸")
    try process.wait(for: "Service 2: web › Port 2: 443")
  }
}
