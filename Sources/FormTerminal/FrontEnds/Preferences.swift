// What a person prefers, by option or environment: the keys that edit, and colour.

import Glibc
import LineEditing

extension LineEditor.Configuration {
  /// The line editor a person asked for: by option, environment, ~/.editrc or ~/.inputrc.
  init(for settings: FillSettings) {
    self.init()
    if let delay = environment("LONGFORM_ESCDELAY").flatMap({ Int($0) }), delay >= 0 {
      escapeDelay = min(delay, 10_000)
    }
    if settings.vi {
      keyMap = .vi
    } else {
      switch environment("LONGFORM_EDIT_MODE") {
      case "vi": keyMap = .vi
      case "emacs": keyMap = .emacs
      default: break
      }
    }
  }
}

extension FillSettings {
  /// Whether colour underlines what the characters say.
  var usesColor: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: environment("NO_COLOR") == nil
    }
  }

  /// Whether a form is filled in sentences: by option, or as terminal or environment say.
  var prefersSentences: Bool {
    plain || environment("TERM") == "dumb"
      || ["LONGFORM_PLAIN", "ACCESSIBLE"].contains { name in
        environment(name).map { $0 != "0" } ?? false
      }
  }
}
