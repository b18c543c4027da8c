// `longform check`: reports all errors in templates, and in answers to a form.

import Arguments
import Candidates
import FormFormats
import FormModel
import FormTerminal
import Glibc

/// Checks templates and answers.
struct CheckSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report every error in templates and in a document of answers.",
    discussion: """
      Errors go to standard error as FILE:LINE:COLUMN: SENTENCE; with --json they go to standard \
      output. The exit status is 65 for a template or document that cannot be used, 1 for \
      answers with problems.
      """)

  @Argument(help: "The forms: paths or names, templates or JSON Schemas.")
  var forms: [String]

  @Option(help: ArgumentHelp("Answers to the form, - for standard input.", valueName: "file"))
  var answers: String?

  @Option(help: AnswersFormat.help)
  var answersFormat: AnswersFormat?

  @Flag(help: "Write the errors as JSON, with JSON Pointers.")
  var json = false

  func validate() throws {
    if answers != nil, forms.count > 1 {
      throw ValidationError("--answers needs exactly one form, not \(forms.count)")
    }
  }

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      var findings: [Finding] = []
      var status = ExitStatus.saved
      for form in forms {
        try FormSource.checkInputs(form: form, answers: answers)
        let path: String
        let bytes: [UInt8]
        do throws(Failure) {
          path = try FormFinder.path(of: form)
          bytes = try FormFinder.contents(of: path)
        } catch {
          findings += Finding.all(in: error, file: form)
          if status == .saved { status = error.status }
          continue
        }
        let template: Template
        let made: [UInt8]?
        do throws(Failure) {
          made = try SchemaForm.made(from: bytes, at: path, quiet: json)
        } catch {
          findings += Finding.all(in: error, file: path)
          status = .malformed
          continue
        }
        do throws(TemplateErrors) {
          template = try TemplateReader.checkedTemplate(from: made ?? bytes)
        } catch {
          findings += Finding.all(in: error, ofTemplateAt: path)
          status = .malformed
          continue
        }
        let (found, candidates) = self.candidates(of: template, at: path)
        if !found.isEmpty {
          findings += found
          status = .malformed
        }
        if let answers {
          let checked = check(answers, with: template, candidates)
          findings += checked.findings
          if status == .saved { status = checked.status }
        }
      }
      if json {
        try StandardOutput.write(JSONRecord.list(findings.map(\.record)))
      } else {
        StandardError.report(findings.map(\.line))
      }
      return status
    }
  }

  /// Returns the errors in the files of candidates that a template names, and an index for each
  /// file that can be used.
  private func candidates(of template: Template, at path: String)
    -> ([Finding], [(file: String, index: CandidateIndex)])
  {
    var findings: [Finding] = []
    var candidates: [(file: String, index: CandidateIndex)] = []
    for file in template.candidateFiles {
      do throws(CandidateFailure) {
        let index = try CandidateFile.index(
          of: CandidateFile.path(of: file, relativeToTemplate: path))
        findings += template.errors(using: index, of: file)
          .map { Finding($0, file: Descriptor.inputName(path)) }
        candidates.append((file, index))
      } catch {
        findings.append(error.finding)
      }
    }
    return (findings, candidates)
  }

  private func check(
    _ answers: String, with template: Template,
    _ candidates: [(file: String, index: CandidateIndex)]
  ) -> (findings: [Finding], status: ExitStatus) {
    let name = Descriptor.inputName(answers)
    do throws(AnswersFile.Trouble) {
      let document = try AnswersFile.document(at: answers, as: answersFormat, for: template)
      var session = try AnswersFile.session(
        template, height: nil, document: document, named: name)
      for (file, index) in candidates { session.provideCandidates(index, for: file) }
      session = HeadlessFrontEnd.checked(session)
      let findings =
        session.problemsInOrder.filter { !$1.isOfUnknownMembers }.flatMap { row, problem in
          Finding.all(in: problem, of: row, in: session, file: name)
        } + session.answers.unknownMembers.map { Finding(unknown: $0, file: name) }
      return (findings, findings.isEmpty ? .saved : .notSaved)
    } catch {
      switch error {
      case .failure(let failure):
        return (
          Finding.all(in: failure, file: name), failure.status
        )
      case .findings(let findings): return (findings, .malformed)
      }
    }
  }
}
