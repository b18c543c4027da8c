// What a person prefers, by option or environment: the keys that edit, and colour.

import Glibc
import LineEditing

extension ScreenFrontEnd {
  /// The line editor a person asked for: by option, environment, ~/.editrc or ~/.inputrc.
  static func configuration(for settings: FillSettings) -> LineEditor.Configuration {
    var configuration = LineEditor.Configuration()
    if let delay = environment("LONGFORM_ESCDELAY").flatMap({ Int($0) }), delay >= 0 {
      configuration.escapeDelay = min(delay, 10_000)
    }
    if settings.vi {
      configuration.keyMap = .vi
    } else {
      switch environment("LONGFORM_EDIT_MODE") {
      case "vi": configuration.keyMap = .vi
      case "emacs": configuration.keyMap = .emacs
      default: break
      }
    }
    return configuration
  }

  /// Whether colour underlines what the characters say.
  static func usesColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: environment("NO_COLOR") == nil
    }
  }
}

extension FillSettings {
  /// Whether a form is filled in sentences: by option, or as terminal or environment say.
  var prefersSentences: Bool {
    plain || environment("TERM") == "dumb"
      || ["LONGFORM_PLAIN", "ACCESSIBLE"].contains { name in
        environment(name).map { $0 != "0" } ?? false
      }
  }
}
