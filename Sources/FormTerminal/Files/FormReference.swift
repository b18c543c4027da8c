// The form that a command line refers to.

import FormModel

/// A reference to a form.
package enum FormReference: Equatable, Sendable {
  /// A path, `-` for standard input, or a name that `FormFinder` finds.
  case named(String)
  /// The template itself. A command line can describe a form by its arguments.
  case described([UInt8])

  var readsStandardInput: Bool { self == .named(FormSource.standardInput) }

  /// A form that was read.
  struct File {
    var template: Template
    var path: String
    var bytes: [UInt8]
    /// Whether the template was translated from a file that is not a template.
    var isTranslated = false
  }

  /// Reads the form.
  ///
  /// - Parameter translator: makes templates from files that are not templates.
  func file(_ translator: TemplateTranslator?) throws(Failure) -> File {
    switch self {
    case .named(let name):
      let path = try FormFinder.path(of: name)
      let bytes = try FormFinder.contents(of: path)
      let made = try translator?.template(bytes, path)
      let template = try FormFinder.template(from: made ?? bytes, named: path)
      return File(
        template: template, path: path, bytes: made ?? bytes, isTranslated: made != nil)
    case .described(let bytes):
      let path = FormSource.commandLine
      return File(
        template: try FormFinder.template(from: bytes, named: path), path: path, bytes: bytes)
    }
  }
}

/// Makes templates from files that are not templates, like JSON Schemas.
package struct TemplateTranslator: Sendable {
  /// Returns the template made from the contents of a file; nil if the contents already are a
  /// template.
  let template: @Sendable (_ bytes: [UInt8], _ path: String) throws(Failure) -> [UInt8]?

  package init(
    _ template: @escaping @Sendable (_ bytes: [UInt8], _ path: String) throws(Failure) -> [UInt8]?
  ) {
    self.template = template
  }
}
