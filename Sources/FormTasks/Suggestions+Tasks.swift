// Suggestions from a task that searches while a person types. See Suggestions.swift of
// FormTerminal.

public import FormTerminal

extension Row where Value == String {
  /// Offers the texts that a closure finds for the typed text. They are shown as they arrive, if
  /// they match the typed text.
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
          // If a search fails, the suggestions that it has found so far stay.
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
