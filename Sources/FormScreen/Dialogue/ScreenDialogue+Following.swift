// The effects of a key's meaning: actions for the form, changes around it, and requests to the front end.

import FormModel
import FormText
package import Keys

extension ScreenDialogue {
  /// Does what a key means, all but what the line editor does.
  package mutating func follow(_ meaning: Meaning, of key: Key, mode: EditingMode) -> [Request] {
    if !key.isVertical(mode) { goalColumn = nil }
    switch meaning {
    // These keep the message, or set it themselves.
    case .edit, .interrupted, .candidatesNeeded, .listChanged, .taken, .cursorMoved,
      .panelScrolled, .answered, .questionClosed, .promptEnded, .completed:
      break
    case .repainted:
      if case .command = state.prompt { break }
      showMessage(nil)
    default:
      if question == nil { showMessage(nil) }
      if state.prompt == .row { state.candidates = nil }
    }
    switch meaning {
    case .edit: return []
    case .ignored(let sentence):
      if let sentence { showMessage(sentence) }
      return []
    case .action(let action): return apply(action)
    case .command(let command): return perform(command)
    case .promptOpened: return openPrompt("")
    case .promptClosed(let text): return closePrompt() + (text.isEmpty ? [] : [.insert(text)])
    case .promptEnded(let text): return runCommand(text)
    case .completed(let text): return complete(text)
    case .findEnded(let action): return closeFind(action)
    case .scopeChosen(let scope):
      return perform(
        session.apply(.findEdited(Find(text: session.currentFind?.text ?? .empty, scope: scope))))
    case .asked(let question): return [.ask(question)]
    case .answered(let question, let isYes): return answer(question, isYes)
    case .questionClosed(_, let goesOn):
      closeQuestion()
      return goesOn ? [.again] : []
    case .listChanged(let list):
      if list != nil, state.candidates == nil { showMessage(nil) }
      state.candidates = list
      return list == nil && key == .escape && mode.usesViKeys ? [.commandMode] : []
    case .taken(let offer, let goesOn): return take(offer) + (goesOn ? apply(.entered) : [])
    case .candidatesNeeded: return [.readCandidates, .again]
    case .cursorMoved(let cursor, let goal):
      goalColumn = goal
      return [.moveCursor(cursor)]
    case .panelScrolled(let top):
      state.scrolling.panel = top
      return []
    case .closed: return close(by: key, mode)
    case .interrupted: return [.interrupt]
    case .repainted: return [.repaint]
    }
  }

  private mutating func close(by key: Key, _ mode: EditingMode) -> [Request] {
    let stopsFilter = state.panel == nil && session.currentFilter != nil
    let requests = stopsFilter ? apply(.findStopped) : []
    state.panel = nil
    return requests + (key == .escape && mode.usesViKeys ? [.commandMode] : [])
  }

  private mutating func answer(_ question: Question, _ isYes: Bool) -> [Request] {
    closeQuestion()
    switch question {
    case .finish: return isYes ? apply(.saveRequested(anyway: false)) : []
    case .save(let format): return isYes ? apply(.saveRequested(as: format, anyway: false)) : []
    case .quit where !isYes: return []
    case .quit, .leave, .goOn, .takeOver, .takeText: return [.answered(question, yes: isYes)]
    }
  }

  // MARK: - Candidates

  /// Opens the list for what was typed; what was emptied needs none.
  package mutating func textEdited(_ mode: EditingMode) {
    guard line.mayOfferCandidates, offersCandidates(mode) else { return }
    if session.candidateQuery.isEmpty, !session.isFocusChoices {
      state.candidates = nil
    } else if state.candidates == nil {
      if !session.candidateQuery.isEmpty { state.candidates = CandidatePanel(of: session) }
    } else {
      state.candidates?.edited()
    }
  }

  /// `:pick`, and the keys that take a candidate.
  private mutating func take(_ offer: CandidateOffer) -> [Request] {
    showMessage(nil)
    let list = session.isFocusChoices ? state.candidates : nil
    let requests = apply(.picked(offer))
    state.candidates = list
    return requests
  }

  // MARK: - Finding

  /// Opens the prompt with what was looked for last.
  private mutating func openFind(_ find: Find) -> [Request] {
    let requests = lend(find.text)
    state.panel = nil
    state.prompt = .find(find.text, cursor: find.text.scalarCount)
    return requests + perform(session.apply(.findEdited(find)))
  }

  /// Looks for the words that stand in the prompt now.
  mutating func findTyped(_ line: EditedLine) -> [Request] {
    guard let find = session.currentFind else { return [] }
    state.prompt = .find(line.text, cursor: line.cursor)
    // A cursor that moved is no other find.
    guard line.text != find.text else { return [] }
    return perform(session.apply(.findEdited(Find(text: line.text, scope: find.scope))))
  }

  mutating func closeFind(_ action: Action) -> [Request] {
    state.prompt = .row
    hasActed = true
    return [.takeBack] + perform(session.apply(action)) + loadFocus()
  }

  // MARK: - The command prompt

  /// Opens the command prompt; the row's text is untouched.
  private mutating func openPrompt(_ text: String) -> [Request] {
    let requests = lend(Text(text))
    state.prompt = .command(Text(text), cursor: text.unicodeScalars.count)
    unknownCommand = nil
    return requests
  }

  /// Closes the command prompt and goes on with the row.
  mutating func closePrompt() -> [Request] {
    unknownCommand = nil
    state.prompt = .row
    return [.takeBack] + loadFocus()
  }

  /// Puts what a prompt begins with into the line editor, the cursor behind it.
  private func lend(_ text: Text) -> [Request] {
    state.prompt == .row ? [.lend(text.string)] : [.load(text.string, cursor: text.scalarCount)]
  }

  private mutating func runCommand(_ text: String) -> [Request] {
    if text.isEmpty || unknownCommand == text {
      let requests = closePrompt()
      return text.isEmpty ? requests : requests + [.insert(":" + text)]
    }
    do {
      let command = try TypedCommand.read(text, abbreviates: true)
      showMessage(nil)
      let requests = closePrompt()
      return requests + perform(command)
    } catch {
      unknownCommand = text
      showMessage(
        error.sentence.sentenceCased + "; Enter again types it into the row, Esc closes",
        style: .problem)
      return []
    }
  }

  private mutating func complete(_ text: String) -> [Request] {
    let names = TypedCommand.completions(of: text).map(\.rawValue)
    guard let first = names.first, !text.contains(" ") else { return [] }
    let common = names.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    if names.count > 1 { showMessage(names.map { ":\($0)" }.joined(separator: " ")) }
    return openPrompt(names.count == 1 ? common + " " : common)
  }

  // MARK: - Commands

  /// Does what a command says.
  package mutating func perform(_ command: TypedCommand) -> [Request] {
    switch CommandOutcome(command, in: session) {
    case .actions(let actions):
      var requests: [Request] = []
      for action in actions { requests += apply(action) }
      return requests
    case .save(let format, let anyway): return apply(.saveRequested(as: format, anyway: anyway))
    case .export(let format, let path): return [.export(format, path: path)]
    case .resize(let height): state.height = height
    case .help:
      open(.lines(CommandTable.helpLines))
      showMessage("Help: PgDn for more, Esc closes")
    case .quit(let anyway): return [.quit(anyway: anyway)]
    case .reportKept: return [.reportKept]
    case .fresh: return [.fresh]
    case .drafts: return [.drafts]
    case .editElsewhere: return [.editElsewhere]
    case .find(let request): return perform(request)
    case .show(let section): showRows(ofSection: section)
    case .repeatRow: showMessage(session.focus.map { RowSentence.text(of: $0, in: session) })
    case .plain: return [.plain]
    case .pick where isMissing: return [.readCandidates, .command(command)]
    case .pick(let number): return pick(number)
    case .message(let sentence): showMessage(sentence)
    case .refuse(let sentence): showMessage(sentence.sentenceCased, style: .problem)
    }
    return []
  }

  /// `:find`, `:scope` and `:filter`.
  private mutating func perform(_ request: FindRequest) -> [Request] {
    let last = session.lastFind
    switch request {
    case .find(let text): return openFind(Find(text: text ?? last.text, scope: last.scope))
    case .scope(let scope): return openFind(Find(text: last.text, scope: scope))
    case .filter(let text):
      let find = Find(text: text ?? last.text, scope: last.scope)
      return perform(session.apply(.findEdited(find))) + perform(session.apply(.filtered))
        + loadFocus()
    }
  }

  private mutating func pick(_ number: Int) -> [Request] {
    do throws(PickRefusal) {
      return take(try session.candidate(numbered: number))
    } catch {
      showMessage(error.sentence.sentenceCased, style: .problem)
      return []
    }
  }

  /// `:show`, as far as a panel is of use.
  private mutating func showRows(ofSection section: Int?) {
    let places = FormSpeech.places(ofSection: section, in: session)
    let shown = places.prefix(1_000)
    var speech = FormSpeech()
    let rest = places.count - shown.count
    open(
      .lines(
        speech.rows(shown, ofSection: section, in: session)
          + (rest > 0 ? ["\(counted(rest, "more row")); :plain shows all"] : [])))
  }

  // MARK: - Pasting

  /// Text from the clipboard: never a command, and no line break in it ever submits.
  package mutating func paste(_ text: String, leftOut: Int) -> [Request] {
    goalColumn = nil
    if question?.comesFirst == true { return [] }
    if question != nil { closeQuestion() }
    showMessage(nil)
    guard state.prompt == .row else {
      return [.insert(String(text.map { $0.isNewline ? " " : $0 }))]
    }
    guard line.holdsFocus else {
      showMessage(whyNotEditable)
      return []
    }
    let requests = apply(.pasted(Text(text)))
    if leftOut > 0 {
      showMessage("\(counted(leftOut, "control character or invalid byte")) left out of the paste")
    }
    return requests
  }
}

extension Key {
  /// Whether it goes up or down in a text: then Up and Down go on to wish for the same column.
  fileprivate func isVertical(_ mode: EditingMode) -> Bool {
    KeyTable.functions(of: self).contains { _, function in
      switch function {
      case .line: true
      case .viLine: mode == .viCommand
      default: false
      }
    }
  }
}
