// Finding rows at the screen: the prompt takes the words, the viewport shows what matches.

import FormModel
import FormScreen
import FormText
import Keys
import LineEditing

extension ScreenFrontEnd {
  /// Whether the prompt takes the words of a find.
  var isFinding: Bool { if case .find = state.prompt { true } else { false } }

  /// Whether a key is for the find, not for its words.
  func isFindKey(_ key: Key) -> Bool {
    switch key {
    case .tab, .backTab, .up, .down, .pageUp, .pageDown, .metaEnter, .control("r"),
      .control("n"), .control("p"):
      true
    default: false
    }
  }

  /// Opens the prompt with what was looked for last.
  func openFindPrompt(_ find: Find? = nil) {
    let find = find ?? session.lastFind
    lendLine(to: find.text)
    state.panel = nil
    state.prompt = .find(find.text, cursor: editor.cursor)
    perform(session.apply(.findEdited(find)))
  }

  /// Looks for the words that stand in the prompt now.
  func findTyped(_ text: Text) {
    guard let find = session.currentFind else { return }
    state.prompt = .find(text, cursor: editor.cursor)
    // A cursor that moved is no other find.
    guard text != find.text else { return }
    perform(session.apply(.findEdited(Find(text: text, scope: find.scope))))
  }

  /// Does what a key does while words are looked for.
  func handleFinding(_ key: Key) {
    readLine(.other)
    showMessage(nil)
    switch key {
    case .escape, .control("g"):
      if key == .control("g"), session.findProgress?.isComplete == false {
        apply(.workStopped)
      } else {
        closeFindPrompt(.findStopped)
      }
    case .enter: closeFindPrompt(.findEnded)
    case .metaEnter: closeFindPrompt(.filtered)
    case .up, .control("p"): apply(.matchChosen(by: -1))
    case .down, .control("n"), .control("r"): apply(.matchChosen(by: 1))
    case .pageUp: apply(.matchChosen(by: -session.viewportHeight))
    case .pageDown: apply(.matchChosen(by: session.viewportHeight))
    case .tab: chooseScope(by: 1)
    case .backTab: chooseScope(by: -1)
    case .control("l"): clearRegion()
    default: break
    }
  }

  private func closeFindPrompt(_ action: Action) {
    takeLineBack()
    perform(session.apply(action))
    loadFocus()
    keeper?.rowLeft(&session)
  }

  private func chooseScope(by step: Int) {
    guard let find = session.currentFind else { return }
    let scopes = FindScope.all(in: session.template)
    let place = scopes.firstIndex(of: find.scope) ?? 0
    let scope = scopes[(place + step + scopes.count) % scopes.count]
    perform(session.apply(.findEdited(Find(text: find.text, scope: scope))))
  }

  /// `:find`, `:scope` and `:filter`.
  func perform(_ command: FindRequest) {
    let last = session.lastFind
    switch command {
    case .find(let text): openFindPrompt(Find(text: text ?? last.text, scope: last.scope))
    case .scope(let scope): openFindPrompt(Find(text: last.text, scope: scope))
    case .filter(let text):
      let find = Find(text: text ?? last.text, scope: last.scope)
      perform(session.apply(.findEdited(find)))
      perform(session.apply(.filtered))
      loadFocus()
    }
  }
}
