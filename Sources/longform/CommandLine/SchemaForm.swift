// JSON Schemas as forms: commands take them where they take templates.

import FormModel
import FormSchema
import FormTerminal
import FormText
import LosslessJSON
import System

/// Forms that are JSON Schemas.
enum SchemaForm {
  /// The template named by a command line, made from a schema if it is one.
  static func template(named name: String, quiet: Bool = false) throws(Failure) -> Template {
    let path = try FormFinder.path(of: name)
    let bytes = try FormFinder.contents(of: path)
    return try FormFinder.template(
      from: try made(from: bytes, at: path, quiet: quiet) ?? bytes, named: path)
  }

  /// The template made from a schema; nil if the bytes are no schema. Reports on standard error how
  /// many parts of the schema it lacks, unless `quiet`.
  static func made(
    from bytes: [UInt8], at path: String, quiet: Bool
  ) throws(Failure) -> [UInt8]? {
    guard let document = schema(in: bytes) else { return nil }
    let name = Descriptor.inputName(path)
    let made = try imported(document, at: path)
    if made.remarkCount > 0, !quiet {
      StandardError.report([
        "longform: the form leaves out or simplifies \(counted(made.remarkCount, "place")) in "
          + "\(name); longform import \(name) lists them"
      ])
    }
    return made.template
  }

  /// Makes a template from a schema.
  ///
  /// - Parameter path: the path of the schema, `-` for standard input.
  static func imported(_ document: JSONDocument, at path: String) throws(Failure) -> SchemaImport {
    let name = Descriptor.inputName(path)
    do throws(SchemaError) {
      return try SchemaImport(of: document, id: id(for: name), in: folder(of: path))
    } catch {
      throw Failure(
        .malformed, atPlaces: lines(for: error.remarks, of: name) + ["\(name): \(error.sentence)"])
    }
  }

  /// The lines for remarks, as `FILE:LINE:COLUMN: #POINTER: SENTENCE`.
  static func lines(for remarks: [SchemaRemark], of name: String) -> [String] {
    remarks.map { remark in
      let file = remark.file.map { Path.resolve($0, relativeToFile: name) } ?? name
      return "\(file):\(remark.position): #\(remark.path.pointer): \(remark.sentence)"
    }
  }

  // MARK: - Files

  /// The schema in a file; nil if it is something else. A template has `"longform"`, mostly at its
  /// beginning.
  private static func schema(in bytes: [UInt8]) -> JSONDocument? {
    let key = Array("\"longform\"".utf8)
    let beginning = bytes.prefix(200)
    if beginning.indices.contains(where: { beginning[$0...].starts(with: key) }) { return nil }
    guard let document = try? JSONDocument(parsing: bytes), document.root.kind == .object,
      document.root["longform"] == nil, document.root["sections"] == nil
    else { return nil }
    let keywords = [
      "$schema", "properties", "type", "allOf", "anyOf", "oneOf", "$ref", "definitions", "$defs",
    ]
    return keywords.contains { document.root[$0] != nil } ? document : nil
  }

  /// The folder whose files a schema may refer to; nil for standard input.
  private static func folder(of path: String) -> SchemaFolder? {
    guard path != "-", let own = Descriptor.realPath(of: path) else { return nil }
    let folder = Path.folder(of: own)
    return SchemaFolder(name: Path.name(of: own)) { file, limit in
      // A symbolic link could lead out of the folder.
      guard let real = Descriptor.realPath(of: Path.resolve(file, relativeToFile: own)),
        real.hasPrefix(folder == "/" ? folder : folder + "/"), Descriptor.isRegular(real)
      else { return nil }
      return try? Descriptor.contents(of: real, limit: limit)
    }
  }

  /// `package` for `schemas/package.schema.json`.
  private static func id(for name: String) -> String {
    var stem = Path.name(of: name)
    for ending in [".json", ".schema"] where stem.hasSuffix(ending) {
      stem = String(stem.dropLast(ending.count))
    }
    return stem.isEmpty || stem == "stdin" ? "form" : stem
  }

  // MARK: - The form of a document

  /// The form for a file of answers: the schema that it names, or else the form named like it.
  static func name(ofFormFor file: String) throws(Failure) -> String {
    if let schema = schema(namedIn: file) { return schema }
    return try FormFinder.name(like: file)
  }

  /// The local path in `$schema` of a JSON document, or in the line
  /// `# yaml-language-server: $schema=PATH` at the beginning of a YAML document; nil without one.
  private static func schema(namedIn file: String) -> String? {
    guard file != "-", Descriptor.isRegular(file), let bytes = try? Descriptor.contents(of: file)
    else { return nil }
    let named: String?
    if AnswersFormat(rawValue: (ExportFormat(fileName: file) ?? .json).rawValue) == .yaml {
      let comments = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        .split(separator: "\n").prefix { $0.hasPrefix("#") }
      let mark = "yaml-language-server: $schema="
      named =
        comments.lazy.compactMap { line in
          line.firstPlace(of: mark).map { String(line[$0.upperBound...]) }
        }.first
    } else {
      let key = "\"$schema\"".utf8
      let beginning = bytes.prefix(4_096)
      guard beginning.indices.contains(where: { beginning[$0...].starts(with: key) }) else {
        return nil
      }
      named = (try? JSONDocument(parsing: bytes))?.root["$schema"]?.string
    }
    guard let path = named.map({ Text($0).trimmed.string }), !path.isEmpty, !path.holds("://"),
      !path.holds("#")
    else { return nil }
    let resolved = Path.resolve(path, relativeToFile: file)
    // A plain name would be that of a form.
    return resolved.holds("/") ? resolved : "./\(resolved)"
  }
}

extension FillSettings {
  /// Settings for forms that may be schemas.
  ///
  /// - Parameter quiet: whether nothing is reported about parts of a schema that the form lacks.
  static func withSchemas(empty: EmptyAnswers? = nil, quiet: Bool = false) -> FillSettings {
    var settings = FillSettings(empty: empty)
    settings.translator = TemplateTranslator { bytes, path throws(Failure) in
      try SchemaForm.made(from: bytes, at: path, quiet: quiet)
    }
    return settings
  }
}
