// The files of a schema: the schema itself, and the files in its folder to which references lead.
//
// Invariant: a path never leads out of the schema's folder, and addresses are never fetched. At
// most 64 files are read, with at most 16 MiB in total.

import FormText
import LosslessJSON

/// The folder of a schema. References may lead to other files in it.
public struct SchemaFolder {
  /// The file name of the schema in its folder.
  let name: String
  /// Reads a file in the folder.
  let read: (_ path: String, _ limit: Int) -> [UInt8]?

  /// Creates a folder.
  ///
  /// - Parameters:
  ///   - name: the file name of the schema in its folder.
  ///   - read: returns the contents of the file at a path that is relative to the folder and
  ///     contains no `..`; nil if there is no such file, or if it has more bytes than the limit.
  public init(name: String, read: @escaping (_ path: String, _ limit: Int) -> [UInt8]?) {
    (self.name, self.read) = (name, read)
  }
}

/// The files of a schema that were read.
struct SchemaFiles {
  /// The number of the schema's own file.
  static let main = 0
  /// The maximum number of files, and the maximum number of their bytes in total.
  private static let limits = (files: 64, bytes: 16 << 20)

  /// The name of a schema that has no folder, such as one from standard input.
  private static let nameWithoutFolder = "schema.json"

  /// The reason that a reference cannot be followed.
  enum Fault: Error {
    case nowhere, address, outside, unread
    case malformed(String)
    case tooMany

    /// The end of a sentence about the reference.
    var sentence: String {
      switch self {
      case .nowhere: "leads nowhere"
      case .address: "leads to another document, and only files in the schema's folder are read"
      case .outside: "leads out of the schema's folder"
      case .unread: "leads to a file that cannot be read"
      case .malformed(let reason): "leads to a file that is \(reason)"
      case .tooMany:
        "leads to one file too many: the schema has more than \(limits.files), or "
          + "\(limits.bytes >> 20) MiB"
      }
    }
  }

  private struct File {
    var name: String
    var root: JSONValue
    /// The file's own address, with which references may begin.
    var address: String
  }

  private var files: [File]
  private let folder: SchemaFolder?
  private var numbers: [Text: Result<Int, Fault>] = [:]
  private var bytesLeft = limits.bytes

  init(_ document: JSONDocument, in folder: SchemaFolder?) {
    files = [SchemaFiles.file(document, named: folder?.name ?? SchemaFiles.nameWithoutFolder)]
    self.folder = folder
    if let folder { numbers[Text(folder.name)] = .success(SchemaFiles.main) }
  }

  private static func file(_ document: JSONDocument, named name: String) -> File {
    let address = (document.root["$id"] ?? document.root["id"])?.string ?? ""
    return File(
      name: name, root: document.root,
      address: address.hasSuffix("#") ? String(address.dropLast()) : address)
  }

  func root(of file: Int) -> SchemaPart {
    SchemaPart(value: files[file].root, path: .root, file: file)
  }

  func name(of file: Int) -> String { files[file].name }

  /// The number of the file with a name; nil if no file has it.
  func number(ofFile name: String) -> Int? {
    files.firstIndex { $0.name.hasSameScalars(as: name) }
  }

  /// All files, with their names. The schema itself is the first.
  ///
  /// Reads also the files to which only those parts of the schema refer that became no rows. A
  /// reference that leads to no file is skipped.
  mutating func all() -> [(name: String, root: JSONValue)] {
    var number = 0
    while number < files.count {
      var waiting = [files[number].root]
      while let value = waiting.popLast() {
        for (key, member) in value.members where key.string == "$ref" {
          guard let reference = member.string, !reference.hasPrefix("#") else { continue }
          let address = reference.prefix { $0 != "#" }
          _ = try? file(at: String(address), from: number)
        }
        waiting += value.children.filter { $0.kind == .object || $0.kind == .array }
      }
      number += 1
    }
    return files.map { ($0.name, $0.root) }
  }

  func isAddress(_ address: String, of file: Int) -> Bool { files[file].address == address }

  /// The number of the file to which a reference leads, given the reference without its fragment.
  mutating func file(at address: String, from file: Int) throws(Fault) -> Int {
    if let known = files.firstIndex(where: { $0.address == address }) { return known }
    guard let folder, let path = address[...].percentDecoded, !path.contains(":"),
      !path.hasPrefix("/"), !path.hasPrefix("?"), !path.unicodeScalars.contains("\0")
    else { throw .address }
    var steps = files[file].name.split(separator: "/").dropLast().map(String.init)
    for step in path.split(separator: "/") where step != "." {
      guard step == ".." else {
        steps.append(String(step))
        continue
      }
      guard steps.popLast() != nil else { throw .outside }
    }
    let name = steps.joined(separator: "/")
    let found = numbers[Text(name)] ?? added(name, from: folder)
    numbers[Text(name)] = found
    return try found.get()
  }

  private mutating func added(_ name: String, from folder: SchemaFolder) -> Result<Int, Fault> {
    guard files.count < SchemaFiles.limits.files, bytesLeft > 0 else { return .failure(.tooMany) }
    guard let bytes = folder.read(name, bytesLeft) else { return .failure(.unread) }
    bytesLeft -= bytes.count
    do throws(JSONError) {
      files.append(SchemaFiles.file(try JSONDocument(parsing: bytes), named: name))
      return .success(files.count - 1)
    } catch { return .failure(.malformed(error.sentence)) }
  }
}
