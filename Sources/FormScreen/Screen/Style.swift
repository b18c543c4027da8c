// The roles of the cells on the screen, such as a title or a problem, and their escape codes.
//
// Everything is readable without color, because roles only add emphasis to the characters. A person
// can change the code of each role with LONGFORM_COLORS, for example `focus=36:problem=1;31`.

/// The role of a cell, which determines its color and emphasis.
public enum Style: UInt8, CaseIterable, Hashable, Sendable {
  case plain
  /// Less important text: numbers, help, hints, and the text after the cursor that the key →
  /// accepts.
  case dim
  /// Titles, headers, and the label of the focused row.
  case title
  /// The current position: the bar of the focused row, the mark of the prompt, the filled part of
  /// the progress.
  case focus
  /// A problem that prevents saving.
  case problem
  /// The chosen line of a panel.
  case chosen
  /// Matching letters in the chosen line.
  case chosenMatch
  /// Matching letters in other lines.
  case match
  /// Text that the next character replaces.
  case replaced
}

/// The codes of the roles, for the escape sequence SGR (ECMA-48, 8.3.117).
public struct Palette: Hashable, Sendable {
  private var codes: [[UInt8]]

  /// An error in LONGFORM_COLORS.
  package struct Error: Swift.Error, Hashable {
    /// The error, without a full stop.
    package let sentence: String
  }

  /// The roles that LONGFORM_COLORS can change.
  private static let names: [(name: String, style: Style)] = [
    ("focus", .focus), ("problem", .problem), ("chosen", .chosen), ("match", .match),
    ("title", .title), ("dim", .dim), ("replaced", .replaced),
  ]

  /// The names of the roles in LONGFORM_COLORS.
  package static var roleNames: [String] { names.map(\.name) }

  /// Creates a palette with the default codes.
  ///
  /// - Parameter usesColor: whether to use colors in addition to bold, dim, underline and reverse.
  public init(usesColor: Bool) {
    let codes = Style.allCases.map { style in
      switch style {
      case .plain: "0"
      case .dim: "2"
      case .title: "1"
      case .focus: usesColor ? "35" : "1"
      case .problem: usesColor ? "31" : "1"
      case .chosen: "7"
      case .chosenMatch: "7;1"
      case .match: "1;4"
      case .replaced: "4"
      }
    }
    self.codes = codes.map { Array($0.utf8) }
  }

  /// Creates a palette with the default codes, changed by a setting such as
  /// `focus=36:problem=1;31`.
  package init(changedBy setting: String) throws(Error) {
    self.init(usesColor: true)
    for part in setting.split(separator: ":") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        throw Error(sentence: "“\(part)” has no code; write one like focus=35")
      }
      guard
        let style = Palette.names.first(where: { $0.name == sides[0] })?.style
      else {
        throw Error(
          sentence:
            "no role “\(sides[0])”; the roles are \(Palette.roleNames.joined(separator: ", "))")
      }
      guard Palette.isCode(sides[1]) else {
        throw Error(
          sentence: "“\(sides[1])” is not a code for \(sides[0]); codes are numbers like 35 or 1;35"
        )
      }
      codes[Int(style.rawValue)] = Array(sides[1].utf8)
      if style == .chosen { codes[Int(Style.chosenMatch.rawValue)] = Array("\(sides[1]);1".utf8) }
    }
  }

  /// Returns whether a text consists of numbers with at most three digits, separated by semicolons.
  private static func isCode(_ text: Substring) -> Bool {
    text.utf8.count <= 32
      && text.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { number in
        (1...3).contains(number.utf8.count)
          && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }

  /// Appends the sequence that changes from one role to another.
  func select(_ style: Style, after last: Style, into output: inout [UInt8]) {
    // Single bytes are appended faster than short arrays.
    output.append(0x1B)
    output.append(UInt8(ascii: "["))
    if last != .plain, style != .plain {
      output.append(UInt8(ascii: "0"))
      output.append(UInt8(ascii: ";"))
    }
    for byte in codes[Int(style.rawValue)] { output.append(byte) }
    output.append(UInt8(ascii: "m"))
  }
}
