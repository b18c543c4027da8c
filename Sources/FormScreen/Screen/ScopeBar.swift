// The scopes of a search in the message line: `[all]  labels  answers  help`.

import FormModel
import FormText

enum ScopeBar {
  /// Returns the names of the scopes, with the chosen scope in brackets. If the line is too narrow,
  /// omits the names at the beginning until the chosen scope fits, and then the names at the end
  /// that do not fit.
  static func sentence(of session: FormSession, width: Int) -> String {
    let chosen = session.currentFind?.scope ?? .all
    let scopes = FindScope.all(in: session.template)
    let names = scopes.map { scope in
      let name = scope.title(in: session.template)
      return scope == chosen ? "[\(name)]" : name
    }
    let place = scopes.firstIndex(of: chosen) ?? 0
    var first = 0
    func columns(to last: Int) -> Int {
      names[first...last].reduce(-2) { $0 + CellReader.columns(of: $1) + 2 }
    }
    while first < place, columns(to: place) > width { first += 1 }
    var last = place
    while last + 1 < names.count, columns(to: last + 1) <= width { last += 1 }
    return names[first...last].joined(separator: "  ")
  }
}
