// What can be wrong with a row's answer.

/// Something that stands between a row and saving.
public enum Problem: Hashable, Sendable {
  /// A required row holds no answer.
  case required
}

extension Problem {
  /// What is wrong, as a sentence without a full stop that names the row.
  public func sentence(label: String) -> String {
    switch self {
    case .required: "\(label) is required"
    }
  }
}
