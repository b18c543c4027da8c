// Rows of type `url`: a URI with a scheme, exactly as RFC 3986 defines it.

import FormText

/// Interprets the texts of url rows.
enum URLRow {
  static let kind = RowKind(
    shape: .line, wording: .checked, traits: [], limits: nil, json: .string,
    value: { (answer, _) throws(Refusal) in try value(of: answer) },
    text: { value, _ in value.text }, exported: nil)

  /// Returns the address exactly as it was typed.
  static func value(of answer: Text) throws(Refusal) -> RowValue {
    let appended = appendedAddress(answer.string)
    if appended == nil, URISyntax.isURI(answer.string), !isHostWithPort(answer.string) {
      return .string(answer)
    }
    let correction = appended ?? nearMiss(answer.string)
    let lacksScheme = correction?.hasSameScalars(as: "https://" + answer.string) == true
    throw Refusal(
      lacksScheme ? "no https:// in front" : "\(answer.quoted) is not a web address",
      correction: correction,
      allowed: "one like https://example.org")
  }

  /// Whether a text is a host with a port, such as `example.org:8080`, which also is a URI whose
  /// scheme is the host.
  private static func isHostWithPort(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[..<colon].contains(UInt8(ascii: "."))
    else { return false }
    let port = bytes[colon...].dropFirst().prefix { $0 != UInt8(ascii: "/") }
    return !port.isEmpty && port.allSatisfy(\.isASCIIDigit)
  }

  /// Returns the address that was typed after a host, as in `example.orghttps://example.org`. The
  /// whole is a URI too, whose scheme is `example.orghttps`.
  private static func appendedAddress(_ text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon]
    for end in ["https", "http"]
    where scheme.hasSuffix(end) && scheme.utf8.contains(UInt8(ascii: ".")) {
      let address = String(scheme.suffix(end.count) + text[colon...])
      return URISyntax.isURI(address) ? address : nil
    }
    return nil
  }

  /// Returns the address that was probably meant: adds a scheme and escapes forbidden characters.
  private static func nearMiss(_ text: String) -> String? {
    guard text.utf8.count < 4_000 else { return nil }
    var address = ""
    for byte in text.utf8 {
      if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
      }
    }
    if URISyntax.isURI(address), address != text { return address }
    let host = text.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
    address = "https://" + address
    return host.contains(".") && !host.hasPrefix(".") && !host.contains(" ")
      && URISyntax.isURI(address)
      ? address : nil
  }
}
