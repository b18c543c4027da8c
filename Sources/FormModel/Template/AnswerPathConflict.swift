// The reasons for which a key path is refused.

/// The reason that a key path cannot be added to a plan.
enum AnswerPathConflict: Error, Equatable {
  /// Another row has the same path.
  case taken
  /// The path, or a beginning of it, already has another meaning.
  case prefix
  /// Comparing the path with earlier names takes too many steps.
  case crowded
}
