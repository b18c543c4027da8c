// Compiles schemas and all schemas that they contain or to which they refer.
//
// Invariants: every schema is compiled once for each resource to which it belongs, without
// recursion. A keyword with a value of the wrong type, or one that cannot be checked, becomes a gap.

import FormText
import LosslessJSON
import Patterns

/// Compiles a schema.
struct SchemaCompiler {
  private struct Key: Hashable {
    let place: SchemaPlace
    let resource: Int
  }

  private var resources: SchemaResources
  let checksFormats: Bool
  var compiled = SchemaProgram()
  private var numbers: [Key: Int] = [:]
  private var waiting: [(value: JSONValue, number: Int)] = []
  private var patterns: [Text: Pattern] = [:]
  /// The parts that cannot be checked.
  private(set) var gaps: [(file: Int, value: JSONValue, sentence: String)] = []

  init(_ resources: SchemaResources, checksFormats: Bool) {
    (self.resources, self.checksFormats) = (resources, checksFormats)
  }

  /// Compiles the schema of the first file.
  mutating func program() -> SchemaProgram {
    guard let first = resources.all.first else { return compiled }
    _ = number(of: first.root, in: 0)
    while let (value, number) = waiting.popLast() {
      compiled.schemas[number].keywords = keywords(of: value, number)
    }
    return compiled
  }

  // MARK: - Schemas

  private mutating func keywords(of schema: JSONValue, _ number: Int) -> [SchemaKeyword] {
    if let bool = schema.bool { return bool ? [] : [.never] }
    let resource = compiled.schemas[number].resource
    guard schema.kind == .object else {
      return [gap(schema, in: resource, "a schema must be an object, true or false")]
    }
    let draft = resources.all[resource].draft
    var keywords: [SchemaKeyword] = []
    if let reference = schema["$ref"] {
      keywords.append(self.reference(reference, in: resource, isDynamic: false))
      if draft.ignoresSiblings { return keywords }
    }
    for (key, value) in schema.members {
      guard let name = key.string else { continue }
      let known = assertion(name, value, of: schema, draft, resource)
      // The type comes first: a value of the wrong type has no other fault.
      if let known, case .type = known {
        keywords.insert(known, at: 0)
      } else if let known {
        keywords.append(known)
      }
    }
    keywords += applicators(of: schema, draft, resource)
    return keywords
  }

  /// Notes a part that cannot be checked.
  mutating func gap(_ value: JSONValue, in resource: Int, _ sentence: String) -> SchemaKeyword {
    gaps.append((resources.all[resource].file, value, sentence))
    return .gap
  }

  /// The number of a schema, which is compiled later.
  mutating func number(of value: JSONValue, in outer: Int) -> Int {
    let resource = resources.resource(of: value, in: outer)
    let place = SchemaPlace(file: resources.all[resource].file, index: value.index)
    let key = Key(place: place, resource: resource)
    if let known = numbers[key] { return known }
    let number = compiled.schemas.count
    compiled.schemas.append(CompiledSchema(resource: resource))
    numbers[key] = number
    waiting.append((value, number))
    return number
  }

  // MARK: - References

  /// The requirement of `$ref`, `$dynamicRef` or `$recursiveRef`.
  mutating func reference(
    _ value: JSONValue, in resource: Int, isDynamic: Bool
  ) -> SchemaKeyword {
    guard let text = value.string else {
      return gap(value, in: resource, "a reference must be a string; it is not followed")
    }
    guard let target = resources.target(text, from: resource) else {
      return gap(value, in: resource, "the reference \(text.quoted) leads nowhere")
    }
    let number = number(of: target.value, in: target.resource)
    let anchor = SchemaAddress.split(text).fragment
    let name = Text(String(anchor))
    guard isDynamic, resources.all[target.resource].dynamicAnchors[name] != nil else {
      return .allOf([number])
    }
    if compiled.dynamicAnchors[name] == nil {
      compiled.dynamicAnchors[name] = [:]
      for (place, other) in resources.all.enumerated() {
        guard let schema = other.dynamicAnchors[name] else { continue }
        let number = self.number(of: schema, in: place)
        compiled.dynamicAnchors[name]?[place] = number
      }
    }
    return .dynamicReference(to: number, anchor: name)
  }

  // MARK: - Patterns

  /// A pattern; nil, with a gap, if it cannot be checked.
  mutating func pattern(
    _ source: String, at value: JSONValue, in resource: Int
  ) -> Pattern? {
    if let known = patterns[Text(source)] { return known }
    var reason = ""
    do {
      let pattern = try Pattern(ECMAPattern.wholeMatch(of: source))
      patterns[Text(source)] = pattern
      return pattern
    } catch let fault as ECMAPattern.Untranslatable {
      reason = "it contains \(fault.construct)"
    } catch let fault as Pattern.Fault { reason = fault.sentence } catch {}
    _ = gap(value, in: resource, "the pattern \(source.quoted) cannot be checked: \(reason)")
    return nil
  }
}
