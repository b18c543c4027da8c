// commit: asks for the parts of a commit message and gives the message to `git commit`. It suggests
// the scopes of earlier commits, and keeps the typed text until Git has made the commit.

import FormTerminal
import Glibc

enum Kind: String, CaseIterable { case feat, fix, docs, perf, refactor, test, build, chore }

/// The lines that a command prints.
func lines(of command: String) -> [String] {
  guard let pipe = popen(command, "r") else { return [] }
  defer { pclose(pipe) }
  var lines: [String] = []
  var line: UnsafeMutablePointer<CChar>?
  var size = 0
  while getline(&line, &size, pipe) > 0, let start = line {
    lines.append(String(String(cString: start).dropLast()))
  }
  free(line)
  return lines
}

let scopes = Set(
  lines(of: "git log -n 200 --format=%s 2>/dev/null").compactMap { subject -> String? in
    guard let open = subject.firstIndex(of: "("), let close = subject.firstIndex(of: ")"),
      open < close
    else { return nil }
    return String(subject[subject.index(after: open)..<close])
  })

let kind = Row<Kind>.choice("kind", "Kind").required()
let scope = Row.text("scope", "Scope").suggestions(scopes.sorted())
let subject = Row.text("subject", "Subject").required().length(1...60)
  .help("In the imperative: what the commit does")
  .check("ends with a full stop") { !$0.hasSuffix(".") }
let body = Row.paragraph("body", "Why")
let isBreaking = Row.yesNo("breaking", "Breaks something")
let breaks = Row.text("breaks", "What it breaks").required().shown(when: isBreaking == true)
let issues = Row.list("issues", "Closes issues").placeholder("#17")
  .check("an issue is # and a number") { issues in
    issues.allSatisfy { $0.hasPrefix("#") && Int($0.dropFirst()) != nil }
  }
let form = Form("Commit", id: "commit-helper") {
  kind
  scope
  subject
  body
  isBreaking
  breaks
  issues
}

func message(of answers: Answers) -> String {
  let place = answers[scope].map { "(\($0))" } ?? ""
  let mark = answers[breaks] == nil ? "" : "!"
  var parts = ["\(answers[kind]?.rawValue ?? "")\(place)\(mark): \(answers[subject] ?? "")"]
  if let body = answers[body] { parts.append(body) }
  let footers =
    (answers[breaks].map { ["BREAKING CHANGE: \($0)"] } ?? [])
    + (answers[issues] ?? []).map { "Closes: \($0)" }
  if !footers.isEmpty { parts.append(footers.joined(separator: "\n")) }
  return parts.joined(separator: "\n\n") + "\n"
}

guard !lines(of: "git diff --cached --name-only 2>/dev/null").isEmpty else {
  print("commit: nothing is staged; git add FILE stages it")
  exit(1)
}
do {
  var options = FillOptions()
  options.draft = .named("commit")
  let message = message(of: try form.fill(options))
  guard let git = popen("git commit --quiet -F -", "w") else { exit(1) }
  fputs(message, git)
  exit(pclose(git) == 0 ? 0 : 1)
} catch FormError.left {
  exit(130)
} catch {
  print("commit: \(error)")
  exit(1)
}
