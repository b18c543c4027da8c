// Which form a draft belongs to, and the file name that follows from it.
//
// Invariants: equal identities have equal file names, in every version from now on (drafts are
// found by them); a file name says of which form it is without being opened (`formHash`).

import System

/// What a draft belongs to: a template, a name, a place where the answers go.
public struct DraftIdentity: Hashable, Sendable {
  /// The template's real path.
  public var templatePath: String
  /// The template's id.
  public var templateID: String
  /// What the person calls the draft.
  public var name: String
  /// The real path of the file the answers go to, nil for standard output.
  public var outputPath: String?

  public init(
    templatePath: String, templateID: String, name: String = "main", outputPath: String? = nil
  ) {
    (self.templatePath, self.templateID, self.name) = (templatePath, templateID, name)
    self.outputPath = outputPath
  }

  /// The file name without what says the state: readable, then the two hashes.
  ///
  /// `resume-main-0f3a5c7791b2-66d04e1f9a3c`
  var stem: String {
    "\(formSlug)-\(Self.slug(name))-\(formHash)-\(targetHash)"
  }

  /// The name of the file of the draft while it is open.
  public var fileName: String { DraftFileName(open: stem).text }

  /// The first part of the file names of drafts with this id; different ids may share it.
  var formSlug: String { Self.slug(templateID) }

  /// The last part of the file names of drafts with this name and target, of any form.
  var targetHash: String { Self.hash([name, outputPath.map { "/\($0)" } ?? ""]) }

  /// What the file names of all drafts of this form share.
  var formHash: String { Self.hash([templatePath, templateID]) }

  /// The part of a text that is safe in file names, at most 32 characters.
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

  /// 48 bits of FNV-1a over texts, each ended by a zero byte, as 12 hexadecimal digits.
  ///
  /// Enough for the drafts of one person; that a file is the right one is checked when it is opened.
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
