// Creates a template from the arguments of `longform ask`. Each argument is a row, and all rows are
// in one section.
//
// Invariant: all errors are reported at once, each with its argument. To find the argument of an
// error, the template's reader first reads each row as a form of its own, and then the whole form.

import FormModel
import FormText

/// A form whose rows come from command-line arguments.
package enum AskedForm {
  /// All errors in the arguments, as one sentence each.
  package struct Trouble: Error, Equatable {
    package var sentences: [String]
  }

  /// Creates the template.
  ///
  /// - Parameters:
  ///   - arguments: the rows, in the notation that `AskedRow` reads.
  ///   - title: the form's title, from which the form's id is derived.
  package static func template(
    of arguments: [String], title: String? = nil
  ) throws(Trouble) -> [UInt8] {
    var sentences: [String] = []
    var rows: [SketchObject] = []
    var labels: [String: String] = [:]
    for argument in arguments {
      do throws(AskedRow.Trouble) {
        let row = try AskedRow(reading: argument)
        let key = key(of: row.label)
        if key.isEmpty {
          throw AskedRow.Trouble(sentence: "the label has no letter and no digit to make a key of")
        }
        let object = object(of: row, key: key)
        let faults = errors(in: object)
        sentences += faults.map { "\(argument.quoted): \($0)" }
        if let other = labels[key] {
          sentences.append(
            other.hasSameScalars(as: row.label)
              ? "two rows have the label \(other.quoted); change one"
              : "\(other.quoted) and \(row.label.quoted) give the same key \(key); change one")
        } else {
          labels[key] = row.label
        }
        rows.append(object)
      } catch {
        sentences.append("\(argument.quoted): \(error.sentence)")
      }
    }
    guard sentences.isEmpty else { throw Trouble(sentences: sentences) }
    let template = sketch(of: rows, title: title).json
    do throws(TemplateErrors) {
      _ = try TemplateReader.template(from: template)
    } catch { throw Trouble(sentences: error.errors.map(\.located)) }
    return template
  }

  /// The key of a label: the label in lower case, with `_` in place of everything except letters
  /// and digits.
  package static func key(of label: String) -> String {
    var key = ""
    for scalar in label.lowercased().unicodeScalars {
      let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
      if scalar.mayStandInID, !"_-.".unicodeScalars.contains(scalar) {
        key.unicodeScalars.append(scalar)
      } else if !isMark, !key.isEmpty, key.unicodeScalars.last != "_" {
        key.append("_")
      }
    }
    if key.hasSuffix("_") { key.removeLast() }
    return key
  }

  /// The errors in a form that contains only this row.
  private static func errors(in row: SketchObject) -> [String] {
    do throws(TemplateErrors) {
      _ = try TemplateReader.template(from: sketch(of: [row], title: nil).json)
      return []
    } catch { return error.errors.map(\.sentence) }
  }

  private static func object(of row: AskedRow, key: String) -> SketchObject {
    var object = SketchObject()
    object.set("id", key)
    object.set("label", AnsweredText.escaped(row.label))
    if row.type != .text { object.set("type", row.type.rawValue) }
    if row.isRequired { object.set("required", source: "true") }
    if !row.choices.isEmpty {
      object.set("choices", json: SketchObject.array(row.choices.map { SketchObject.encoded($0) }))
    }
    if let text = row.defaultText { object.set("default", text) }
    return object
  }

  private static func sketch(of rows: [SketchObject], title: String?) -> TemplateSketch {
    var sketch = TemplateSketch()
    let id = title.map(key(of:)) ?? ""
    sketch.leavesOutUnanswered = false
    sketch.object.set("longform", source: "1")
    sketch.object.set("id", id.isEmpty ? "ask" : id)
    sketch.object.set("title", title ?? "Questions")
    let section = sketch.addSection(named: "main", title: nil, summary: nil)
    sketch.sections[section].rows = rows
    return sketch
  }
}
