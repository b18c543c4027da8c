// Checks values that may fit one of several schemas, and chooses the faults to report.
//
// If no alternative accepts a value, the faults of the nearest one are reported: the alternative
// for the value's type, with the right constant members, whose first fault is the deepest.

import LosslessJSON

extension SchemaCheck {
  /// Whether at least one schema accepts a value, or exactly one.
  mutating func meetsAny(
    _ schemas: [Int], isExclusive: Bool, _ value: JSONValue, _ seen: inout Set<Int>
  ) -> Bool {
    let gaps = gapsMet
    var count = 0
    for schema in schemas {
      var inner = Set<Int>()
      guard accepts(schema, value, &inner) else { continue }
      seen.formUnion(inner)
      count += 1
      if isExclusive ? count > 1 && gapsMet == gaps : !program.tracksEvaluation { break }
    }
    if count == 0 {
      if notesFaults { noteNearest(schemas, value) }
      return false
    }
    return !isExclusive || count == 1 || gapsMet != gaps || refuse(value, .several)
  }

  /// Whether a schema refuses a value, as `not` requires.
  mutating func isExcluded(_ schema: Int, _ value: JSONValue) -> Bool {
    let gaps = gapsMet
    var seen = Set<Int>()
    guard accepts(schema, value, &seen), gapsMet == gaps else { return true }
    let keywords = program.schemas[schema].keywords
    guard keywords.count == 1 else { return refuse(value, .excluded) }
    switch keywords[0] {
    case .values(let allowed): return refuse(value, .excludedValues(allowed.values))
    case .required(let names) where !names.isEmpty: return refuse(value, .excludedMembers(names))
    default: return refuse(value, .excluded)
    }
  }

  // MARK: - The nearest alternative

  /// The maximum number of alternatives that are compared, and of faults in each.
  private static let mostCompared = (alternatives: 200, faults: 64)

  /// Notes the faults of the alternative that comes nearest to accepting a value.
  private mutating func noteNearest(_ schemas: [Int], _ value: JSONValue) {
    let before = faults
    let limit = mostFaults
    mostFaults = SchemaCheck.mostCompared.faults
    var best: [[SchemaFault]] = []
    var bestRank: (Int, Int, Int, Int)?
    for schema in schemas.prefix(SchemaCheck.mostCompared.alternatives) {
      faults = []
      var seen = Set<Int>()
      guard !check(schema, value, &seen), !faults.isEmpty else { continue }
      let rank = rank(of: faults, at: value)
      if let known = bestRank, rank < known { continue }
      if let known = bestRank, rank == known {
        best.append(faults)
      } else {
        (best, bestRank) = ([faults], rank)
      }
    }
    (faults, mostFaults) = (before, limit)
    if best.count > 1 {
      faults.append(combined(best, at: value))
    } else {
      faults += best.first ?? []
    }
  }

  /// The rank of an alternative by its faults; the nearest alternative has the highest rank.
  private func rank(of faults: [SchemaFault], at value: JSONValue) -> (Int, Int, Int, Int) {
    var (hasWrongType, hasWrongConstant, nearest) = (false, false, Int.max)
    for fault in faults {
      switch fault.complaint {
      case .type where fault.value == value.index: hasWrongType = true
      case .values where fault.level == level + 1: hasWrongConstant = true
      default: break
      }
      nearest = min(nearest, fault.level)
    }
    return (hasWrongType ? 0 : 1, hasWrongConstant ? 0 : 1, nearest, -faults.count)
  }

  /// One fault for several alternatives that come equally near.
  private func combined(_ alternatives: [[SchemaFault]], at value: JSONValue) -> SchemaFault {
    var types = JSONTypes()
    var values: [JSONValue] = []
    var (areTypes, areValues) = (true, true)
    for alternative in alternatives {
      guard alternative.count == 1, alternative[0].value == value.index else {
        (areTypes, areValues) = (false, false)
        break
      }
      if case .type(let more) = alternative[0].complaint {
        types.formUnion(more)
      } else {
        areTypes = false
      }
      if case .values(let more) = alternative[0].complaint {
        values += more
      } else {
        areValues = false
      }
    }
    var fault = alternatives[0][0]
    if areTypes { fault.complaint = .type(types) }
    if areValues { fault.complaint = .values(values) }
    if !areTypes, !areValues, fault.level == level { fault.complaint = .nearest(fault.complaint) }
    return fault
  }
}
