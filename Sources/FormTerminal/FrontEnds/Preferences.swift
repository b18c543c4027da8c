// A person's preferences for editing keys and color, from options and environment variables.

import FormScreen
import Glibc
import LineEditing

extension LineEditor.Configuration {
  /// The line editor's configuration from options, environment variables, ~/.editrc or ~/.inputrc.
  init(for settings: FillSettings) {
    self.init()
    typedAhead = settings.typedAhead
    if let host = settings.host {
      if let input = host.input { terminal = .descriptor(input) }
      (output, handlesSignals) = (host.output, host.handlesSignals)
    }
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
  /// Returns the colors and attributes of the screen. Without color, bold, dim, underline and
  /// reverse remain.
  func palette() throws(Failure) -> Palette {
    let usesColor =
      switch color {
      case .always: true
      case .never: false
      case .auto: environment("NO_COLOR").map(\.isEmpty) ?? true
      }
    guard usesColor, let setting = environment("LONGFORM_COLORS"), !setting.isEmpty else {
      return Palette(usesColor: usesColor)
    }
    do throws(Palette.Error) { return try Palette(changedBy: setting) } catch {
      throw Failure(.wrongUse, "LONGFORM_COLORS: \(error.sentence)")
    }
  }

  /// Whether a form is filled in plain mode because of an option, the terminal or the environment.
  var prefersSentences: Bool {
    plain || environment("TERM") == "dumb" || isOn(environment("LONGFORM_PLAIN"))
      || isOn(environment("ACCESSIBLE"))
  }

  /// Whether the mouse is used because of an option or an environment variable.
  var usesMouse: Bool { mouse || isOn(environment("LONGFORM_MOUSE")) }

  /// Returns whether the value of a variable turns something on: it is set, and is not 0.
  private func isOn(_ value: String?) -> Bool { value.map { $0 != "0" } ?? false }
}
