// Resolves references as RFC 3986 does (section 5.2).

import FormText

/// An address without a fragment, in its parts.
struct SchemaAddress {
  private var scheme = ""
  /// The part after `//`; nil if there is none.
  private var authority: Substring?
  private var path: Substring
  private var query: Substring = ""

  /// Splits an address, or a reference relative to one.
  private init(_ text: Substring) {
    var rest = text
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")),
      rest.utf8.first?.isASCIILetter == true,
      rest[..<colon].utf8.allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) })
    {
      scheme = String(rest[...colon])
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[mark...]
      rest = rest[..<mark]
    }
    if rest.hasPrefix("//") {
      let host = rest.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      authority = Substring(host)
      rest = rest[host.endIndex...]
    }
    path = rest
  }

  private var text: String { scheme + (authority.map { "//" + $0 } ?? "") + path + query }

  /// Whether a text is an address with a scheme.
  static func isAbsolute(_ text: String) -> Bool { !SchemaAddress(text[...]).scheme.isEmpty }

  /// Splits a reference at its first `#`.
  static func split(_ reference: String) -> (address: Substring, fragment: Substring) {
    guard let hash = reference.utf8.firstIndex(of: UInt8(ascii: "#")) else {
      return (reference[...], "")
    }
    return (reference[..<hash], reference[reference.utf8.index(after: hash)...])
  }

  /// The address to which a reference without a fragment leads from a base.
  static func resolve(_ reference: Substring, from base: String) -> String {
    if reference.isEmpty { return base }
    var target = SchemaAddress(reference)
    if target.scheme.isEmpty {
      let base = SchemaAddress(base[...])
      target.scheme = base.scheme
      if target.authority == nil {
        target.authority = base.authority
        if target.path.isEmpty {
          target.path = base.path
          if target.query.isEmpty { target.query = base.query }
        } else if !target.path.hasPrefix("/") {
          target.path = target.merged(with: base)
        }
      }
    }
    target.path = withoutDots(target.path)
    return target.text
  }

  private func merged(with base: SchemaAddress) -> Substring {
    if base.path.isEmpty, base.authority != nil { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return base.path[...slash] + path
  }

  /// A path without its segments `.` and `..`.
  private static func withoutDots(_ path: Substring) -> Substring {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.contains(where: { $0 == "." || $0 == ".." }) else { return path }
    var kept: [Substring] = []
    for (place, segment) in segments.enumerated() {
      let isLast = place == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")[...]
  }
}
