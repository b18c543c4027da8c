// The identity of a draft, and the file name derived from it.
//
// Invariants: equal identities have equal file names in this and every later version, because
// drafts are found by their file names. The file name alone identifies the form (`formHash`), so
// the file need not be opened.

import System

/// The identity of a draft: a template, a name, and the target file of the answers.
public struct DraftIdentity: Hashable, Sendable {
  /// The real path of the template.
  public var templatePath: String
  /// The id of the template.
  public var templateID: String
  /// The name that the person gave the draft.
  public var name: String
  /// The real path of the file to which the answers are written; nil for standard output.
  public var outputPath: String?

  public init(
    templatePath: String, templateID: String, name: String = "main", outputPath: String? = nil
  ) {
    (self.templatePath, self.templateID, self.name) = (templatePath, templateID, name)
    self.outputPath = outputPath
  }

  /// The file name without the state: readable parts followed by two hashes.
  ///
  /// `resume-main-0f3a5c7791b2-66d04e1f9a3c`
  var stem: String {
    "\(formSlug)-\(Self.slug(name))-\(formHash)-\(targetHash)"
  }

  /// The file name of the open draft.
  public var fileName: String { DraftFileName(open: stem).text }

  /// The first part of the file names of drafts with this template id. Different ids may have the
  /// same part.
  var formSlug: String { Self.slug(templateID) }

  /// The last part of the file names of drafts with this name and target. This part is the same for
  /// every form.
  var targetHash: String { Self.hash([name, outputPath.map { "/\($0)" } ?? ""]) }

  /// The part that is the same in the file names of all drafts of this form.
  var formHash: String { Self.hash([templatePath, templateID]) }

  /// A text reduced to at most 32 characters that are safe in file names.
  private static func slug(_ text: String) -> String {
    let safe = text.utf8.prefix(32).map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    return safe.isEmpty ? "_" : String(decoding: safe, as: UTF8.self)
  }

  /// A hash of 48 bits (FNV-1a) as 12 hexadecimal digits. A zero byte terminates each text.
  ///
  /// Collisions are improbable among one person's drafts, and opening a draft checks its identity.
  private static func hash(_ texts: [String]) -> String {
    var hash = FNV1a()
    for text in texts {
      hash.append(Array(text.utf8))
      hash.append([0])
    }
    let digits = String((hash.value ^ (hash.value >> 48)) & 0xFFFF_FFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }
}
