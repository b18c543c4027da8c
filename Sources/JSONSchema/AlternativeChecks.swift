// Checks values that may fit one of several schemas, and chooses the faults to report.
//
// If no alternative accepts a value, the faults of the nearest one are reported: the alternative
// for the value's type, with the right constant members, whose first fault is the deepest.

import LosslessJSON

/// The check of `anyOf` or `oneOf`.
struct AlternativesCheck: KeywordCheck {
  private let schemas: [Int]
  /// Whether exactly one schema must accept the value.
  private let isExclusive: Bool
  private let gaps: Int
  private var place = 0
  /// The number of schemas that accept the value.
  private var count = 0

  init(_ schemas: [Int], isExclusive: Bool, gaps: Int) {
    (self.schemas, self.isExclusive, self.gaps) = (schemas, isExclusive, gaps)
  }

  mutating func advance(_ check: inout SchemaCheck) -> KeywordStep {
    if let verdict = check.takeVerdict(), verdict.isValid {
      check.markEvaluated(verdict.evaluated)
      count += 1
      if isExclusive ? count > 1 && check.gapsMet == gaps : !check.program.tracksEvaluation {
        place = schemas.count
      }
    }
    if place < schemas.count {
      defer { place += 1 }
      return .apply(schemas[place], check.value, .silently)
    }
    if count == 0 {
      return check.faults.areNoted ? .become(NearestCheck(schemas, &check)) : .met(false)
    }
    return .met(
      !isExclusive || count == 1 || check.gapsMet != gaps || check.refuse(check.value, .several))
  }
}

/// The check of `not`.
struct ExclusionCheck: KeywordCheck {
  let schema: Int
  let gaps: Int

  func advance(_ check: inout SchemaCheck) -> KeywordStep {
    guard let verdict = check.takeVerdict() else { return .apply(schema, check.value, .silently) }
    guard verdict.isValid, check.gapsMet == gaps else { return .met(true) }
    let keywords = check.program.schemas[schema].keywords
    guard keywords.count == 1 else { return .met(check.refuse(check.value, .excluded)) }
    switch keywords[0] {
    case .values(let allowed):
      return .met(check.refuse(check.value, .excludedValues(allowed.values)))
    case .required(let names) where !names.isEmpty:
      return .met(check.refuse(check.value, .excludedMembers(names)))
    default: return .met(check.refuse(check.value, .excluded))
    }
  }
}

/// The check of `if`, `then` and `else`.
struct ConditionCheck: KeywordCheck {
  let condition: Int
  let then: Int?
  let otherwise: Int?
  let gaps: Int

  func advance(_ check: inout SchemaCheck) -> KeywordStep {
    guard let verdict = check.takeVerdict() else {
      return .apply(condition, check.value, .silently)
    }
    if verdict.isValid { check.markEvaluated(verdict.evaluated) }
    // The condition is unknown.
    if verdict.isValid, check.gapsMet != gaps { return .met(true) }
    return .become(AllOfCheck([verdict.isValid ? then : otherwise].compactMap { $0 }))
  }
}

// MARK: - The nearest alternative

/// Notes the faults of the alternative that comes nearest to accepting a value.
struct NearestCheck: KeywordCheck {
  private let schemas: ArraySlice<Int>
  private var place: Int
  /// The faults that the check found before, and their limit.
  private let before: SchemaFaults
  /// The faults of each of the nearest alternatives.
  private var best: [[SchemaFault]] = []
  private var bestRank: Rank?

  private typealias Rank = (Int, Int, Int, Int)

  /// The maximum number of alternatives that are compared, and of faults in each.
  private static let mostCompared = (alternatives: 200, faults: 64)

  init(_ schemas: [Int], _ check: inout SchemaCheck) {
    self.schemas = schemas.prefix(NearestCheck.mostCompared.alternatives)
    (place, before) = (schemas.startIndex, check.faults)
    check.faults.found = []
    check.faults.most = NearestCheck.mostCompared.faults
  }

  mutating func advance(_ check: inout SchemaCheck) -> KeywordStep {
    if let verdict = check.takeVerdict() {
      if !verdict.isValid { compare(check.faults.found, check) }
      check.faults.found = []
    }
    if place < schemas.endIndex {
      defer { place += 1 }
      return .apply(schemas[place], check.value, .aside)
    }
    (check.faults.found, check.faults.most) = (before.found, before.most)
    if best.count > 1 {
      check.faults.found.append(combined(check))
    } else {
      check.faults.found += best.first ?? []
    }
    return .met(false)
  }

  private mutating func compare(_ faults: [SchemaFault], _ check: SchemaCheck) {
    guard !faults.isEmpty else { return }
    let rank = rank(of: faults, check)
    if let known = bestRank, rank < known { return }
    if let known = bestRank, rank == known {
      best.append(faults)
    } else {
      (best, bestRank) = ([faults], rank)
    }
  }

  /// The rank of an alternative by its faults; the nearest alternative has the highest rank.
  private func rank(of faults: [SchemaFault], _ check: SchemaCheck) -> Rank {
    var (hasWrongType, hasWrongConstant, nearest) = (false, false, Int.max)
    for fault in faults {
      switch fault.complaint {
      case .type where fault.value == check.value.index: hasWrongType = true
      case .values where fault.level == check.level + 1: hasWrongConstant = true
      default: break
      }
      nearest = min(nearest, fault.level)
    }
    return (hasWrongType ? 0 : 1, hasWrongConstant ? 0 : 1, nearest, -faults.count)
  }

  /// One fault for several alternatives that come equally near.
  private func combined(_ check: SchemaCheck) -> SchemaFault {
    var types = JSONTypes()
    var values: [JSONValue] = []
    var (areTypes, areValues) = (true, true)
    for alternative in best {
      guard alternative.count == 1, alternative[0].value == check.value.index else {
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
    var fault = best[0][0]
    if areTypes { fault.complaint = .type(types) }
    if areValues { fault.complaint = .values(values) }
    if !areTypes, !areValues, fault.level == check.level {
      fault.complaint = .nearest(fault.complaint)
    }
    return fault
  }
}
