// Uses JSON Schemas as forms. Commands accept a schema wherever they accept a template.

import FormModel
import FormSchema
import FormTerminal
import FormText
import Glibc
import LosslessJSON
import System

/// Makes templates from forms that are JSON Schemas.
enum SchemaForm {
  /// Returns the template with the given path or name. If the file contains a schema, the template
  /// is made from the schema.
  static func template(named name: String, quiet: Bool = false) throws(Failure) -> Template {
    let path = try FormFinder.path(of: name)
    let bytes = try FormFinder.contents(of: path)
    return try FormFinder.template(
      from: try made(from: bytes, at: path, quiet: quiet) ?? bytes, named: path)
  }

  /// Returns the template made from a schema; nil if the bytes are not a schema. Unless `quiet`,
  /// reports on standard error how many parts of the schema the template lacks or simplifies.
  static func made(
    from bytes: [UInt8], at path: String, quiet: Bool
  ) throws(Failure) -> [UInt8]? {
    guard let document = schema(in: bytes) else { return nil }
    let name = Descriptor.inputName(path)
    let made = try imported(document, at: path)
    if made.remarkCount > 0, !quiet {
      StandardError.report([
        "longform: \(name): the form leaves out or simplifies \(counted(made.remarkCount, "place"));",
        "longform: longform import \(name) lists them",
      ])
    }
    return made.template
  }

  /// Makes a template from a parsed schema.
  ///
  /// - Parameter path: the path of the schema, or `-` for standard input.
  static func imported(_ document: JSONDocument, at path: String) throws(Failure) -> SchemaImport {
    let name = Descriptor.inputName(path)
    do throws(SchemaError) {
      return try SchemaImport(of: document, id: id(for: name), in: folder(of: path))
    } catch {
      throw Failure(
        .malformed, atPlaces: lines(for: error.remarks, of: name) + ["\(name): \(error.sentence)"])
    }
  }

  /// Returns the lines for remarks, in the form `FILE:LINE:COLUMN: #POINTER: SENTENCE`.
  static func lines(for remarks: [SchemaRemark], of name: String) -> [String] {
    remarks.map { remark in
      let file = remark.file.map { Path.resolve($0, relativeToFile: name) } ?? name
      return "\(file):\(remark.position): #\(remark.path.pointer): \(remark.sentence)"
    }
  }

  // MARK: - Files

  /// Returns the schema in a file; nil if the file contains something else. Most templates are
  /// recognized without parsing, by the member `"longform"` near their beginning.
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

  /// Returns the folder with the files that a schema may refer to; nil for standard input.
  private static func folder(of path: String) -> SchemaFolder? {
    guard path != "-", let own = Descriptor.realPath(of: path) else { return nil }
    let folder = Path.folder(of: own)
    return SchemaFolder(name: Path.name(of: own)) { file, limit in
      // A symbolic link could lead out of the folder, so the real path is checked.
      guard let real = Descriptor.realPath(of: Path.resolve(file, relativeToFile: own)),
        real.hasPrefix(folder == "/" ? folder : folder + "/"), Descriptor.isRegular(real)
      else { return nil }
      return try? Descriptor.contents(of: real, limit: limit)
    }
  }

  /// Makes the id of a form from the name of its schema: `package` for
  /// `schemas/package.schema.json`.
  private static func id(for name: String) -> String {
    var stem = Path.name(of: name)
    for ending in [".json", ".schema"] where stem.hasSuffix(ending) {
      stem = String(stem.dropLast(ending.count))
    }
    return stem.isEmpty || stem == "stdin" ? "form" : stem
  }

  // MARK: - The form for a document

  /// Returns the form for a file of answers: the schema that the file names, or else the form that
  /// has the same name as the file.
  static func name(ofFormFor file: String) throws(Failure) -> String {
    if let schema = try schema(namedIn: file) { return schema }
    return try FormFinder.name(like: file)
  }

  /// Returns the form for a file of answers, like `name(ofFormFor:)`; nil if there is none.
  static func nameOfAnyForm(for file: String) -> String? {
    if file == "-" { return nil }
    if let schema = try? schema(namedIn: file), Descriptor.isRegular(schema) { return schema }
    return try? FormFinder.name(like: file)
  }

  /// Returns the local path of the schema that a document names: by its member `$schema` or, in a
  /// YAML document, by a line `# yaml-language-server: $schema=PATH` at its beginning.
  /// Returns nil if the document names no schema.
  ///
  /// - Throws: an error if the path names a form. A document may not choose a form, because a form
  ///   can read any file.
  private static func schema(namedIn file: String) throws(Failure) -> String? {
    guard file != "-", Descriptor.isRegular(file), let bytes = try? Descriptor.contents(of: file)
    else { return nil }
    let named: String?
    if AnswersFormat(rawValue: (ExportFormat(fileName: file) ?? .json).rawValue) == .yaml {
      let lines = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        .split(whereSeparator: \.isNewline)
      let mark = "yaml-language-server: $schema="
      named =
        lines.prefix { $0.hasPrefix("#") }.lazy.compactMap { line in
          line.firstPlace(of: mark).map { String(line[$0.upperBound...]) }
        }.first ?? memberOfYAML(among: lines)
    } else {
      let key = "\"$schema\"".utf8
      let beginning = bytes.prefix(4_096)
      guard beginning.indices.contains(where: { beginning[$0...].starts(with: key) }) else {
        return nil
      }
      named = (try? JSONDocument(parsing: bytes, as: .jsonc))?.root["$schema"]?.string
    }
    guard let path = named.map({ Text($0).trimmed.string }), !path.isEmpty,
      !path.utf8.contains(0), !path.holds("://"),
      !path.holds("#")
    else { return nil }
    let resolved = Path.resolve(path, relativeToFile: file)
    // Without a slash, the name would be looked up as the name of a form.
    let schema = resolved.holds("/") ? resolved : "./\(resolved)"
    if access(schema, F_OK) == 0 {
      guard Descriptor.isRegular(schema) else {
        throw Failure(.cannotOpen, "\(file) names \(schema) as its schema, which is not a file")
      }
      let form = (try? Descriptor.contents(of: schema)).flatMap { try? JSONDocument(parsing: $0) }
      if form?.root["longform"] != nil {
        throw Failure(
          .wrongUse, "\(file) names a form as its schema; --form \(schema) uses this form")
      }
    }
    return schema
  }
}

extension SchemaForm {
  /// Returns the value of the member `$schema` of a YAML document; nil if none of the lines has it.
  private static func memberOfYAML(among lines: [Substring]) -> String? {
    for line in lines {
      guard let key = ["$schema:", "\"$schema\":", "'$schema':"].first(where: line.hasPrefix) else {
        continue
      }
      var words = line.dropFirst(key.count)
      if let comment = words.firstPlace(of: " #") { words = words[..<comment.lowerBound] }
      let value = Text(String(words)).trimmed.string
      let isQuoted =
        value.utf8.count > 1 && value.first == value.last && ["\"", "'"].contains(value.first)
      return isQuoted ? String(value.dropFirst().dropLast()) : value
    }
    return nil
  }
}

extension FillSettings {
  /// Returns settings for forms that may be schemas.
  ///
  /// - Parameter quiet: whether to omit the report about parts of a schema that the form lacks.
  static func withSchemas(empty: EmptyAnswers? = nil, quiet: Bool = false) -> FillSettings {
    var settings = FillSettings(empty: empty)
    settings.translator = TemplateTranslator { bytes, path throws(Failure) in
      try SchemaForm.made(from: bytes, at: path, quiet: quiet)
    }
    return settings
  }
}
