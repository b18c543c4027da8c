// A form of a program. It is written in Swift or read from a template.
//
// Invariants: creating a form does not use the terminal. All errors of a template are thrown when
// the template is read. All errors of a form in Swift are thrown when the form is filled. A form is
// a value: changing a copy does not change the original.

import FormFormats
public import FormModel
import FormText
import LosslessJSON
import System

/// A form.
///
/// ```swift
/// let form = Form("Tea") { Row.text("guest", "Your name").required(); cups }
/// let answers = try form.fill()
/// ```
public struct Form: Sendable {
  /// The source of the template.
  private enum Origin: Sendable {
    case written(FormParts)
    /// The contents of a template, and its path if it was read from a file.
    case read([UInt8], path: String?)
  }

  private let origin: Origin
  private var checks: [(message: String, holds: @Sendable (Answers) -> Bool)] = []

  /// Creates a form from rows, sections, items and notes. Drafts and remembered answers are stored
  /// under the form's id. By default the id is made from the title.
  public init(_ title: String, id: String? = nil, @FormBuilder _ content: () -> [any FormContent]) {
    origin = .written(FormParts(title: title, id: id, parts: content().flatMap(\.parts)))
  }

  /// Reads a form from a template file. Files of candidates are found relative to this file.
  ///
  /// ```swift
  /// let resume = try Form(contentsOf: "Forms/resume.json")
  /// ```
  ///
  /// - Throws: `invalidForm` with all errors of the template, or the reason that the file cannot be
  ///   read.
  public init(contentsOf path: String) throws(FormError) {
    do throws(SystemError) {
      origin = .read(try Descriptor.contents(of: path), path: path)
    } catch { throw .invalidForm(Failure.system(.cannotOpen, path, errno: error.code).lines) }
    _ = try opened()
  }

  /// Reads a form from the text of a template.
  ///
  /// ```swift
  /// let form = try Form(json: text)
  /// ```
  ///
  /// - Throws: `invalidForm` with all errors of the template.
  public init(json: String) throws(FormError) {
    origin = .read(Array(json.utf8), path: nil)
    _ = try opened()
  }

  /// Refuses answers for which a closure returns false. The closure runs before a save. The problem
  /// is shown at the last row that is always visible.
  ///
  /// ```swift
  /// form.check("Milk or sugar, not both") { $0[milk] != true || $0[sugar] != true }
  /// ```
  public func check(_ message: String, _ holds: @escaping @Sendable (Answers) -> Bool) -> Form {
    var form = self
    form.checks.append((message, holds))
    return form
  }

  /// The form as a template, which `longform fill` can also fill. Checks that are closures are not
  /// included.
  public var template: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch origin {
    case .written(let parts): parts.json
    case .read(let bytes, _): bytes
    }
  }

  // MARK: - Opening

  /// A form that is ready for filling.
  package struct Opened {
    package var template: Template
    /// The path of the form's file; nil if it has none.
    var path: String?
    var bytes: [UInt8]
    /// The searches for suggestions. Each key is the name by which the template refers to the
    /// search, as if the search were a file of candidates.
    var searches: [String: SuggestionSearch]
  }

  /// Reads the template.
  ///
  /// - Throws: `invalidForm` with all errors.
  package func opened() throws(FormError) -> Opened {
    let bytes = bytes
    var opened: Opened
    do throws(TemplateErrors) {
      opened = Opened(
        template: try TemplateReader.checkedTemplate(from: bytes), path: nil, bytes: bytes,
        searches: [:])
    } catch {
      var sentences = error.errors.map(\.located)
      if case .written(let parts) = origin {
        // The error of the template about a form without rows is about its text, which the program
        // did not write.
        sentences = parts.isEmpty ? parts.faults : parts.faults + sentences
      }
      throw .invalidForm(sentences)
    }
    switch origin {
    case .written(let parts):
      if !parts.faults.isEmpty { throw .invalidForm(parts.faults) }
      for (section, row) in parts.rows {
        for check in row.checks { opened.template.add(check, toRow: row.id, inSection: section) }
        if let search = row.search { opened.searches[search.name(forRow: row.id)] = search }
      }
    case .read(_, let path): opened.path = path
    }
    opened.template.closures = checks.map { check in
      RowCheck { _, answers in check.holds(answers) ? nil : check.message }
    }
    return opened
  }
}
