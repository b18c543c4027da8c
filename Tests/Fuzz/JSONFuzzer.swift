// libFuzzer's entry point for the JSON reader; Tests/Fuzz/run builds it with the reader's sources.

/// Reads a text as JSON. If the text is valid, writes each of its strings and reads the string
/// again; the string must be the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let document = try? JSONDocument(parsing: bytes) else { return 0 }
  visit(document.root, depth: 0)
  return 0
}

private func visit(_ value: JSONValue, depth: Int) {
  _ = value.position
  if let string = value.string {
    var written: [UInt8] = []
    JSONWriter.appendString(string, to: &written)
    let again = try? JSONDocument(parsing: written)
    precondition(again?.root.string?.utf8.elementsEqual(string.utf8) == true)
  }
  for element in value.elements { visit(element, depth: depth + 1) }
  for (key, member) in value.members {
    visit(key, depth: depth + 1)
    visit(member, depth: depth + 1)
  }
}
