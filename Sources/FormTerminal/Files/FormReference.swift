// The form that a command line refers to.

import FormModel

/// A reference to a form.
package enum FormReference: Equatable, Sendable {
  /// A path, `-` for standard input, or a name that `FormFinder` finds.
  case named(String)
  /// The template itself: the arguments of the command line describe the form.
  case described([UInt8])

  var readsStandardInput: Bool { self == .named(FormSource.standardInput) }

  /// Reads the form.
  func file() throws(Failure) -> (template: Template, path: String, bytes: [UInt8]) {
    switch self {
    case .named(let name): return try FormFinder.formFile(named: name)
    case .described(let bytes):
      let path = FormSource.commandLine
      return (try FormFinder.template(from: bytes, named: path), path, bytes)
    }
  }
}
