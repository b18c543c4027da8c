// Suggestions that a task searches for while a person types. See Suggestions.swift of FormTerminal.

public import FormTerminal

extension Row where Value == String {
  /// Offers the texts that a closure returns for the typed text. Those that match it are shown as they
  /// arrive.
  ///
  /// ```swift
  /// Row.text("city", "City").suggestions { typed in cities.search(typed) }
  /// ```
  public func suggestions<Found: AsyncSequence & SendableMetatype>(
    _ find: @escaping @Sendable (String) -> Found
  ) -> Row where Found.Element == Suggestion, Found.AsyncIterator: SendableMetatype {
    suggestions(
      SuggestionSearch { text, findings in
        let task = Task.detached {
          // A search that fails has found nothing more.
          do {
            for try await suggestion in find(text) {
              guard findings.add(suggestion), !Task.isCancelled else { break }
            }
          } catch {}
          findings.end()
        }
        return { task.cancel() }
      })
  }
}
