// The formats that are checked. All other formats are annotations.

/// A format with a definition in an RFC.
enum SchemaFormat: String, Sendable {
  case date, time, email, hostname, ipv4, ipv6, uri, uuid, regex
  case dateTime = "date-time"
  case uriReference = "uri-reference"
  case jsonPointer = "json-pointer"
}
