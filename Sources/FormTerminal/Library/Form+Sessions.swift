// Sessions of a form without a terminal, for reading the answers with which a form opens, and for
// FormTesting.

public import FormModel
import LosslessJSON

extension Form {
  /// Reads answers from a JSON document. A form can open with these answers. Each row that the
  /// document lacks then begins with its default, and without an answer if the document has null.
  ///
  /// ```swift
  /// options.answers = try form.answers(json: #"{"guest": "Ada"}"#)
  /// ```
  ///
  /// A value that does not fit is a problem of its row when the form opens. Members that the form does
  /// not have stay as they are.
  ///
  /// - Throws: `failed` if the text is not a JSON document, or not of the form's kind.
  public func answers(json: String) throws(FormError) -> Answers {
    let template = try opened().template
    let bytes = Array((json.utf8.last == 0x0A ? json : json + "\n").utf8)
    return try Form.session(template, answers: bytes).answers
  }

  /// Returns a new session, which may open with answers.
  ///
  /// - Parameter today: the value of `today()`; nil if it is unknown.
  package func newSession(
    answers: Answers? = nil, today: FormDate? = nil
  ) throws(FormError) -> FormSession {
    let opened = try opened()
    let template = opened.template
    var session = FormSession(template)
    if let answers { session = try Form.session(template, answers: answers.bytes(as: .json)) }
    if let today { session.today = today.description }
    if answers != nil { session.confirmDefaults() }
    session.provideNothing(for: opened.searches.keys)
    return session
  }

  /// Returns a new session that opens with the answers in a JSON text.
  private static func session(
    _ template: Template, answers bytes: [UInt8]
  ) throws(FormError) -> FormSession {
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(parsing: bytes) } catch {
      throw .failed("the answers: \(error.sentence)")
    }
    do throws(AnswersErrors) { return try FormSession(template, answers: document) } catch {
      // Each sentence names the answers.
      throw .failed(error.errors.map(\.sentence).joined(separator: "; "))
    }
  }
}

extension FormSession {
  /// The problems of the form, in the order of its rows.
  package var formProblems: [Form.Problem] {
    problemsInOrder.map { Form.Problem($1, of: $0, in: self) }
  }

  /// Marks all files of candidates as unavailable, because a session without a terminal reads no
  /// files.
  package mutating func leaveOutCandidates() {
    for file in answers.missingCandidateFiles {
      candidatesAreUnavailable("no file is read here", for: file)
    }
  }
}
