// release: a checklist for a release. It keeps the answers as a draft until everything on the list is done, then writes
// the record of the release to standard output. `release 1.4.0` begins with that version.

import FormTerminal
import Glibc

let version = Row.text("version", "Version").required()
  .matching("[0-9]+\\.[0-9]+\\.[0-9]+(-[a-z0-9.]+)?", "three numbers, like 1.4.0")
let day = Row.date("day", "Day").default(expression: "today()").precise(to: .day).required()
let isPatch = Row.yesNo("patch", "Only repairs").default(false)

let tests = Row.yesNo("tests", "The tests are green on every platform").mustBeYes()
let changes = Row.yesNo("changes", "The list of changes is complete").mustBeYes()
let documents = Row.yesNo("documents", "The documents are those of this version").mustBeYes()
  .shown(when: isPatch == false)
let upgrade = Row.paragraph("upgrade", "What people have to change")
  .shown(when: isPatch == false).placeholder("Nothing")

let text = Row.text("text", "Problem")
let isAccepted = Row.yesNo("accepted", "Accepted")
let why = Row.text("why", "Because").shown(when: isAccepted == true).required()
let problems = Repeat("problems", "Known problems", item: "Problem") {
  text
  isAccepted
  why
}

let form = Form("Release", id: "release-checklist") {
  Section("Release") {
    version
    day
    isPatch
  }
  Section("Before it") {
    tests
    changes
    documents
    upgrade
  }
  problems
}.check("a known problem is not accepted") { answers in
  answers[problems].allSatisfy { $0[isAccepted] == true }
}

/// The record of a release, for people.
func record(of answers: Answers) -> String {
  var lines = ["# \(answers[version] ?? "")", "", "\(answers[day]?.description ?? "")", ""]
  lines += [tests, changes, documents].compactMap { row in
    answers[row].map { "- [\($0 ? "x" : " ")] \(row.id)" }
  }
  if let upgrade = answers[upgrade] { lines += ["", "## Upgrade", "", upgrade] }
  let known = answers[problems]
  if !known.isEmpty { lines += ["", "## Known problems", ""] }
  lines += known.map { "- \($0[text] ?? ""): \($0[why] ?? "")" }
  return lines.joined(separator: "\n")
}

/// Writes to standard error.
func report(_ text: String) { _ = Glibc.write(STDERR_FILENO, text, text.utf8.count) }

do {
  var options = FillOptions()
  options.draft = .named(CommandLine.arguments.dropFirst().first ?? "next")
  if let number = CommandLine.arguments.dropFirst().first {
    options.answers = try form.answers(json: "{\"version\": \"\(number)\"}")
  }
  print(record(of: try form.fill(options)))
} catch FormError.left(let draft) {
  if let draft { report("not released; the checklist is kept as \(draft)\n") }
  exit(130)
} catch {
  report("release: \(error)\n")
  exit(1)
}
