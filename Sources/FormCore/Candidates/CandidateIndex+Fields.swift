// What else the file says of a candidate. Read anew when it is asked for: only what is picked is.

import FormText
import LosslessJSON

extension CandidateIndex {
  /// The text of a field of a candidate, nil where it has none.
  public func field(_ name: String, of candidate: Int) -> String? {
    switch layout {
    case .line: nil
    case .columns:
      fieldNames.firstIndex { $0.hasSameScalars(as: name) }.flatMap { column in
        let text = withKeys { keys in
          String(
            decoding: CandidateLayout.cell(column, of: keys.bytes(of: candidate)), as: UTF8.self)
        }
        return text.isEmpty ? nil : text
      }
    case .labelAndValue: record(of: candidate)?[name].flatMap(RowValue.init)?.text?.string
    }
  }

  /// The value of a candidate, as it is exported.
  func value(of candidate: Int) -> RowValue {
    if layout == .labelAndValue, let value = record(of: candidate)?["value"].flatMap(RowValue.init)
    {
      return value
    }
    return .string(Text(valueText(of: candidate)))
  }

  /// The object that a candidate is in its file.
  private func record(of candidate: Int) -> JSONValue? {
    let bytes: [UInt8] = records.withElements { records in
      recordStarts.withElements { starts in
        guard candidate >= 0, candidate + 1 < starts.count else { return [] }
        let (start, end) = (Int(starts[candidate]), Int(starts[candidate + 1]))
        guard start <= end, end <= records.count else { return [] }
        return Array(records[start..<end])
      }
    }
    return (try? JSONDocument(parsing: bytes))?.root
  }
}
