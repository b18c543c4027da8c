// `longform drafts`: lists, shows, exports, restores and removes drafts.

import Arguments
import Drafts
import FormModel
import FormTerminal
import FormText
import Glibc
import System

/// The group of commands about drafts.
struct DraftsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List, show, export, restore and remove the drafts of unfinished forms.",
    subcommands: [
      ListDraftsSubcommand.self, ShowDraftSubcommand.self, ExportDraftSubcommand.self,
      RestoreDraftSubcommand.self, RemoveDraftsSubcommand.self, ForgetSubcommand.self,
    ],
    defaultSubcommand: ListDraftsSubcommand.self)

  static let draftHelp: ArgumentHelp = """
    The draft, named as longform drafts lists it: classmates, classmates/NAME for --draft NAME, \
    classmates@2 for the second newest that was saved or set aside; or its file name.
    """
}

/// Lists drafts.
struct ListDraftsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the drafts: form, name, progress, age, and the process that has them open.",
    discussion: """
      Saved drafts are kept for 30 days, and after that the newest hundred of each form; --finished \
      lists them. At a terminal the list is a table; elsewhere it has a line for each draft, with its \
      file name.
      """)

  @Flag(help: "List saved drafts instead.")
  var finished = false

  @Flag(help: "Write JSON.")
  var json = false

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let all = try DraftStore.list()
      let listed = all.filter { ($0.state == .finished) == finished }
      let drafts = try DraftStore.waitingFirst(listed)
      if json {
        try StandardOutput.write(DraftListing.json(of: drafts))
      } else if isatty(STDOUT_FILENO) == 1 {
        let names = DraftNames(of: all)
        try StandardOutput.write(DraftListing.table(of: drafts, named: names))
        let others = all.count - drafts.count
        if drafts.isEmpty {
          let hint = others == 0 || finished ? "" : "; --finished lists the saved ones"
          StandardError.report([
            "longform: there are no \(finished ? "saved" : "unfinished") drafts\(hint)"
          ])
        } else if finished, let first = drafts.first {
          let command = "longform drafts restore \(names[first.fileName])"
          StandardError.report(["longform: \(command) makes a saved draft unfinished again"])
        } else if others > 0 {
          StandardError.report(["longform: --finished lists \(counted(others, "saved draft"))"])
        }
      } else {
        try StandardOutput.write(drafts.map { DraftListing.line(of: $0) })
      }
      return .saved
    }
  }
}

/// Shows a draft.
struct ShowDraftSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the answers of a draft and the command that resumes it.")

  @Argument(help: DraftsSubcommand.draftHelp)
  var draft: String

  @Flag(help: "Write JSON.")
  var json = false

  @Flag(help: "Print the form of a draft whose form came by standard input.")
  var template = false

  func validate() throws {
    if json, template { throw ValidationError("--json and --template cannot be used together") }
  }

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let (summary, name) = try DraftStore.draft(named: draft, for: .reading)
      if template {
        guard let form = try DraftStore.contents(of: summary.fileName).origin?.template else {
          let path = summary.identity.map { "; its form is \($0.templatePath)" } ?? ""
          throw Failure(.cannotOpen, "\(name) contains no form\(path)")
        }
        try StandardOutput.write(form)
        return .saved
      }
      if json {
        try StandardOutput.write(DraftListing.json(of: [summary]))
        return .saved
      }
      let contents = try DraftStore.contents(of: summary.fileName)
      var lines = [DraftListing.line(of: summary, named: name)]
      if let options = contents.origin.flatMap({ SessionOptions(encoded: $0.options) }),
        summary.state == .open, !options.command.isEmpty
      {
        lines += options.linesToResume(
          with: summary.fileName, form: .init(of: contents, identity: summary.identity))
      }
      do throws(Failure) {
        let (session, orphans) = try DraftStore.source(of: summary, contents)
          .session(resuming: contents)
        lines += DraftListing.answers(of: session) + DraftListing.unadded(in: session)
        if !session.pasteRest.isEmpty { lines.append("Pasted lines that are in no row:") }
        lines += session.pasteRest.map { "    \($0.string)" }
        if !orphans.isEmpty { lines.append("Answers to rows that no longer exist:") }
        lines += orphans.map { "    \($0.name): \($0.text.string)" }
      } catch {
        // The form is missing or was changed, but the typed texts can still be shown.
        lines += error.lines
        lines += contents.rows.sorted { $0.key < $1.key }.map {
          "    \($0.key): \($0.value.text)"
        }
      }
      lines += try DraftStore.lines(ofDeliveryIn: summary)
      lines += try DraftStore.lines(ofLeavingsIn: contents)
      try StandardOutput.write(lines)
      return .saved
    }
  }
}

/// Writes the answers of a draft.
struct ExportDraftSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the answers of a draft, unfinished or saved.")

  @Argument(help: DraftsSubcommand.draftHelp)
  var draft: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let destination = try output.destination.checked(force: output.force)
      let summary = try DraftStore.draft(named: draft, for: .reading).draft
      let options = output.exportOptions
      let contents = try DraftStore.contents(of: summary.fileName)
      let source = try DraftStore.source(of: summary, contents, empty: output.empty)
      var (session, orphans) = try source.session(resuming: contents)
      try Destination.check(output.writtenFormat, options, of: session.template)
      StandardError.report(
        session.provideCandidates(relativeToTemplate: source.pathForCandidates).map {
          "longform: \($0.reason)"
        })
      try destination.write(session, as: output.writtenFormat, options: options)
      StandardError.report(
        DraftListing.unadded(in: session).map { "longform: \($0); it is not exported" })
      StandardError.report(
        orphans.map { "longform: no row for \($0.name): \($0.text.string)" })
      return .saved
    }
  }
}

/// Reopens a draft that was saved, or that was set aside when a new draft began.
struct RestoreDraftSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Reopen a draft that was saved or set aside.")

  @Argument(help: DraftsSubcommand.draftHelp)
  var draft: String

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let (summary, name) = try DraftStore.draft(named: draft, for: .restoring)
      if summary.state == .open {
        throw Failure(.cannotOpen, "\(name) is unfinished; opening the form continues it")
      }
      let restored = try DraftStore.doing {
        () throws(DraftError) in
        try DraftStore.directory().restore(summary.fileName, now: Wall.seconds)
      }
      var lines = ["Restored as \(DraftStore.name(ofFile: restored.fileName))"]
      if let other = restored.setAside {
        lines.append("The draft before is kept as \(DraftStore.name(ofFile: other))")
      }
      let contents = try DraftStore.contents(of: restored.fileName)
      if let options = contents.origin.flatMap({ SessionOptions(encoded: $0.options) }) {
        lines += options.linesToResume(
          with: restored.fileName, form: .init(of: contents, identity: restored.identity))
      }
      try StandardOutput.write(lines)
      return .saved
    }
  }
}

/// Removes drafts permanently.
struct RemoveDraftsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove drafts for good.")

  @Argument(help: "The drafts, each named as longform drafts lists it, like classmates@2.")
  var drafts: [String]

  @Flag(help: "Do not ask.")
  var yes = false

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let found = try drafts.map { name throws(Failure) in
        try DraftStore.draft(named: name, for: .removing)
      }
      // Check this before asking, because a draft that is open cannot be removed even after a yes.
      let held = found.compactMap { draft, name -> String? in
        guard case .held(let holder) = draft.occupation else { return nil }
        let place = holder?.sentence ?? "another process"
        return "nothing was removed: \(name) is open in \(place); leave it there first"
      }
      if !held.isEmpty { throw Failure(.inUse, held) }
      let waiting = found.filter(\.draft.isUndelivered)
      if !yes, !waiting.isEmpty {
        throw Failure(
          .wrongUse,
          waiting.map { draft, name in
            "nothing was removed: \(name) has saved answers that are not delivered; "
              + "longform deliver sends them, --yes removes them"
          })
      }
      var status = ExitStatus.saved
      for (summary, name) in found {
        if !yes {
          guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
              .wrongUse,
              "nothing was removed: there is no terminal to ask on; --yes removes without asking")
          }
          StandardError.report([
            "Remove for good: \(DraftListing.line(of: summary, named: name))? (y/n)"
          ])
          guard readLine() == "y" else {
            StandardError.report(["\(name) was not removed"])
            status = .notSaved
            continue
          }
        }
        // A draft that cannot be read can still be removed.
        let left = try? DraftStore.lines(
          ofLeavingsIn: DraftStore.contents(of: summary.fileName))
        try DraftStore.doing { () throws(DraftError) in
          try DraftStore.directory().remove(summary.fileName)
        }
        StandardError.report(["Removed \(name)"] + (left ?? []))
      }
      return status
    }
  }
}
