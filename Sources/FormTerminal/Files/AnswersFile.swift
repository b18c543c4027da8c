// Reads documents of answers. A document can have one of several formats, and is converted to JSON.

import FormFormats
package import FormModel
import Glibc
package import LosslessJSON
import System

/// Documents of answers.
package enum AnswersFile {
  /// The reason that a document cannot be used.
  package enum Trouble: Error {
    /// The file cannot be read, or is too large.
    case failure(Failure)
    /// The errors of a document that is malformed, or that does not have the structure of the form.
    case findings([Finding])

    /// The trouble as an error that ends the program.
    var failure: Failure {
      switch self {
      case .failure(let failure): failure
      case .findings(let findings): Failure(.malformed, atPlaces: findings.map(\.line))
      }
    }
  }

  /// Reads a document from a file, or from standard input if the path is `-`.
  ///
  /// - Parameters:
  ///   - format: the format; nil to choose it by the file name's extension, or else JSON.
  ///   - keepsUnknownColumns: whether a table may have columns that the form does not have, because
  ///     they will be written back.
  package static func document(
    at path: String, as format: AnswersFormat?, for template: Template,
    keepsUnknownColumns: Bool = false
  ) throws(Trouble) -> JSONDocument {
    let format = format ?? AnswersFormat(fileName: path) ?? .json
    return try document(
      from: try bytes(at: path, as: format), as: format, for: template,
      named: Descriptor.inputName(path), keepsUnknownColumns: keepsUnknownColumns)
  }

  /// The bytes of a document in another format, without a form.
  ///
  /// - Parameters:
  ///   - path: the document; `-` is standard input.
  ///   - read: its format: JSON, JSON with comments or YAML.
  ///   - written: the other format, one of ``DocumentConversion/formats``.
  package static func converted(
    _ path: String, from read: AnswersFormat, to written: ExportFormat
  ) throws(Failure) -> [UInt8] {
    let name = Descriptor.inputName(path)
    do throws(Trouble) {
      let bytes = try bytes(at: path, as: read)
      let document =
        read == .yaml
        ? try yaml(bytes, named: name) : try parsed(bytes, as: read, named: name)
      do throws(AnswersError) {
        return try DocumentConversion.bytes(of: document, as: written)
      } catch {
        throw .findings([Finding(error, file: name)])
      }
    } catch {
      throw error.failure
    }
  }

  private static func yaml(
    _ bytes: [UInt8], named name: String
  ) throws(Trouble) -> JSONDocument {
    do throws(AnswersErrors) { return try YAMLReader.document(from: bytes) } catch {
      throw .findings(error.errors.map { Finding($0, file: name) })
    }
  }

  private static func bytes(
    at path: String, as format: AnswersFormat
  ) throws(Trouble) -> [UInt8] {
    let name = Descriptor.inputName(path)
    do throws(SystemError) {
      let isText = format != .csv && format != .tsv
      return
        try path == "-"
        ? Descriptor.standardInput(limit: format.mostBytes, isText: isText)
        : Descriptor.contents(of: path, limit: format.mostBytes, isText: isText)
    } catch {
      if error.code == EFBIG {
        let size = "\(format.mostBytes >> 20) MiB"
        throw .failure(
          Failure(
            .malformed, "\(name) is too large: answers as \(format.rawValue) have up to \(size)"))
      }
      throw .failure(.system(.cannotOpen, name, errno: error.code))
    }
  }

  /// Parses the JSON document of a draft, with or without comments. Messages call the document
  /// `name`.
  package static func document(
    parsing bytes: [UInt8], named name: String
  ) throws(Failure) -> JSONDocument {
    if let document = kept(bytes) { return document }
    do throws(Trouble) {
      return try parsed(bytes, as: .json, named: name)
    } catch {
      throw error.failure
    }
  }

  /// Parses the JSON document of a draft; nil if it is malformed.
  static func kept(_ bytes: [UInt8]) -> JSONDocument? {
    (try? JSONDocument(parsing: bytes, as: .file))
      ?? (try? JSONDocument(parsing: bytes, as: .jsonc))
  }

  static func document(
    from bytes: [UInt8], as format: AnswersFormat, for template: Template, named name: String,
    keepsUnknownColumns: Bool
  ) throws(Trouble) -> JSONDocument {
    if format == .jsonl { return record(try parsed(bytes, as: format, named: name)) }
    if format == .yaml { return try yaml(bytes, named: name) }
    do throws(AnswersErrors) {
      switch format {
      case .json, .jsonc, .jsonl, .yaml: break
      case .csv, .tsv:
        return try DelimitedAnswers.editable(
          from: bytes, as: format == .csv ? .csv : .tsv, for: template,
          keepsUnknownColumns: keepsUnknownColumns)
      }
    } catch {
      throw .findings(error.errors.map { Finding($0, file: name) })
    }
    return try parsed(bytes, as: format, named: name)
  }

  /// Returns a record of JSON Lines as a document with the usual layout, because the white space of
  /// the record is not kept.
  private static func record(_ document: JSONDocument) -> JSONDocument {
    guard let tree = try? JSONDocument(.laidOut(document)) else { return document }
    guard let text = JSONText(record: document) else { return tree }
    return tree.made(of: text, keepsPositions: true)
  }

  /// Parses a document that is already JSON, and keeps its bytes unchanged.
  private static func parsed(
    _ bytes: [UInt8], as format: AnswersFormat, named name: String
  ) throws(Trouble) -> JSONDocument {
    do throws(JSONError) {
      return try JSONDocument(parsing: bytes, as: format == .jsonc ? .jsonc : .file)
    } catch {
      var finding = Finding(error, file: name)
      if format == .jsonl, error.reason == .trailingText {
        finding.sentence = "the file has a second record; the answers to a form are one record"
      } else if format == .json, error.reason == .comment || error.reason == .trailingComma {
        finding.sentence += ", or read the file as jsonc"
      }
      throw .findings([finding])
    }
  }

  /// Creates a session that begins with the answers of a document and knows today's date.
  package static func session(
    _ template: Template, height: Int?, document: JSONDocument, named name: String
  ) throws(Trouble) -> FormSession {
    do throws(AnswersErrors) {
      var session = try FormSession(template, height: height, answers: document)
      session.today = Wall.day
      return session
    } catch {
      throw .findings(error.errors.map { Finding($0, file: name) })
    }
  }
}
