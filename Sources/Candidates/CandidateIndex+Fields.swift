// What else the file says of a candidate. Read anew when it is asked for: only what is picked is.

import FormText

extension CandidateIndex {
  /// The text of a named cell of a candidate; nil where it is empty, and in a file without cells.
  package func cell(named name: String, of candidate: Int) -> String? {
    guard case .columns = layout,
      let column = fieldNames.firstIndex(where: { $0.hasSameScalars(as: name) })
    else { return nil }
    let text = withKeys { keys in
      String(decoding: CandidateLayout.cell(column, of: keys.bytes(of: candidate)), as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }

  /// The bytes of the object that a candidate is in its file; nil where it is none.
  package func object(of candidate: Int) -> [UInt8]? {
    guard layout == .labelAndValue else { return nil }
    return records.withElements { records in
      recordStarts.withElements { starts in
        guard candidate >= 0, candidate + 1 < starts.count else { return nil }
        let (start, end) = (Int(starts[candidate]), Int(starts[candidate + 1]))
        guard start <= end, end <= records.count else { return nil }
        return Array(records[start..<end])
      }
    }
  }
}
