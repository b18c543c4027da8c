// The parts of a screen that cover lines of the viewport. They determine how many lines remain for
// the form.

import FormModel

/// The panel, the prompt and the message of a screen, with their numbers of lines.
package struct ScreenParts {
  let panel: Panel?
  let prompt: PromptText?
  let message: ScreenState.Message?
  let share: PanelShare

  /// The number of viewport lines that the parts cover.
  package var lines: Int { share.lines }

  init(of session: borrowing FormSession, state: ScreenState, layout: ScreenLayout, width: Int) {
    panel = Panel(of: session, state: state, width: width)
    prompt = PromptText(of: session, state: state, layout: layout, width: width)
    message = Screen.message(of: session, state: state, layout: layout, width: width)
    share = PanelShare(
      panel, prompt: prompt, messageLines: message.map { Screen.lineCount(of: $0, width: width) },
      layout: layout, width: width)
  }
}
