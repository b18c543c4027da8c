// The identity of a draft, and the file name derived from it.
//
// Invariants: equal identities have equal file names, now and in every later version, because
// drafts are found by them. The file name alone identifies the form (`formHash`), without opening
// the file.

import System

/// The identity of a draft: a template, a name, and the target of the answers.
public struct DraftIdentity: Hashable, Sendable {
  /// The template's real path.
  public var templatePath: String
  /// The template's id.
  public var templateID: String
  /// The name that the person gave the draft.
  public var name: String
  /// The real path of the file that the answers go to; nil for standard output.
  public var outputPath: String?

  public init(
    templatePath: String, templateID: String, name: String = "main", outputPath: String? = nil
  ) {
    (self.templatePath, self.templateID, self.name) = (templatePath, templateID, name)
    self.outputPath = outputPath
  }

  /// The file name without the state: readable parts, then two hashes.
  ///
  /// `resume-main-0f3a5c7791b2-66d04e1f9a3c`
  var stem: String {
    "\(formSlug)-\(Self.slug(name))-\(formHash)-\(targetHash)"
  }

  /// The file name of the open draft.
  public var fileName: String { DraftFileName(open: stem).text }

  /// The first part of the file names of drafts with this id. Different ids may share it.
  var formSlug: String { Self.slug(templateID) }

  /// The last part of the file names of drafts with this name and target, for any form.
  var targetHash: String { Self.hash([name, outputPath.map { "/\($0)" } ?? ""]) }

  /// The part that the file names of all drafts of this form share.
  var formHash: String { Self.hash([templatePath, templateID]) }

  /// A text reduced to characters that are safe in file names, at most 32.
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

  /// 48 bits of FNV-1a over texts, each terminated by a zero byte, as 12 hexadecimal digits.
  ///
  /// That is enough for one person's drafts; opening a draft checks that it is the right one.
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
