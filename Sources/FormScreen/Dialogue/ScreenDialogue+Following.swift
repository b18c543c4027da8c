// Carries out the meanings of keys: applies actions, changes the screen, sends requests.

import FormModel
import FormText
package import Keys

extension ScreenDialogue {
  /// Carries out the meaning of a key, except changes of the line, which the line editor makes.
  ///
  /// - Parameter key: the key; nil for the mouse.
  package mutating func follow(_ meaning: Meaning, of key: Key?, mode: EditingMode) -> [Request] {
    if goalColumn != nil, key?.isVertical(mode) != true { goalColumn = nil }
    switch meaning {
    // For these meanings, the message stays, unless the code below shows another message.
    case .edit, .interrupted, .candidatesNeeded, .listChanged, .taken, .cursorMoved,
      .panelScrolled, .changeChosen, .answered, .questionClosed, .promptEnded, .completed,
      .paletteMoved, .promptOpened, .closedFirst, .offerTaken, .promptUndone:
      break
    case .repainted:
      if case .command = state.prompt { break }
      showMessage(nil)
    // The panel closes, but the message stays: the answers are still not accepted.
    case .closed where state.message?.outcome == .notAccepted && state.panel != nil: break
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
    case .inserted(let action): return apply(action) + [.insertMode]
    case .command(let command): return perform(command)
    case .promptOpened(let isColon): return openPrompt(isColon: isColon)
    case .fileAsked: return [.askForFile]
    case .previewAsked(let format): return [.provideCandidates, .preview(format)]
    case .previewClosed: return closePreview()
    case .promptClosed(let text): return closePrompt() + typed(text)
    case .promptEnded: return runCommand()
    case .completed: return complete()
    case .paletteMoved(let step):
      state.palette?.move(by: step)
      return []
    case .findEnded(let action): return closeFind(action)
    case .scopeChosen(let scope):
      promptHistory.scope = scope
      return perform(
        session.apply(.findEdited(Find(text: session.currentFind?.text ?? .empty, scope: scope))))
    case .closedFirst: return closeAll() + [.again]
    case .answered(let question, let isYes): return answer(question, isYes)
    case .questionClosed:
      guard case .file = state.prompt else {
        closeQuestion()
        return []
      }
      return closePrompts() + [.ask(.save(nil))]
    case .listChanged(let list):
      if list != nil, state.candidates == nil { showMessage(nil) }
      state.candidates = list
      return list == nil && key == .escape && mode.usesViKeys ? [.commandMode] : []
    case .taken(let offer, let movesOn): return take(offer, movesOn: movesOn)
    case .offerTaken(let offer): return take(offer)
    case .promptUndone: return undoPrompt()
    case .candidatesNeeded: return [.readCandidates, .again]
    case .cursorMoved(let cursor, let goal):
      goalColumn = goal
      return [.moveCursor(cursor)]
    case .panelScrolled(let top):
      state.scrolling.panel = top
      return []
    case .changeChosen(let review): return choose(review)
    case .changeShown(let difference): return show(difference)
    case .noteShown(let note):
      open(.note(note))
      return []
    case .noteLeft(let step):
      state.panel = nil
      return apply(.moved(step > 0 ? .next : .previous))
    case .closed: return close(by: key, mode)
    case .interrupted: return [.interrupt]
    case .waitStopped: return [.stopWork]
    case .repainted: return [.repaint]
    }
  }

  /// Closes prompts and panels before the key is handled.
  private mutating func closeAll() -> [Request] {
    state.panel = nil
    return closePrompts()
  }

  private mutating func close(by key: Key?, _ mode: EditingMode) -> [Request] {
    let stopsFilter = state.panel == nil && session.currentFilter != nil
    let requests = stopsFilter ? apply(.findStopped) : []
    state.panel = nil
    return requests + (key == .escape && mode.usesViKeys ? [.commandMode] : [])
  }

  package mutating func answer(_ question: Question, _ isYes: Bool) -> [Request] {
    closeQuestion()
    switch question {
    case .save(let format): return isYes ? apply(.saveRequested(as: format, anyway: false)) : []
    case .quit where !isYes, .leave where !isYes, .compare where !isYes: return []
    case .quit, .leave, .resume, .takeOver, .takeText, .compare:
      return [.answered(question, yes: isYes)]
    }
  }

  // MARK: - Candidates

  /// Opens, updates or closes the list of candidates after the text changed. When the typed text
  /// becomes empty, the list closes, unless the row holds several choices.
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

  /// Picks a candidate, after `:pick` or a key.
  private mutating func take(_ offer: CandidateOffer, movesOn: Bool) -> [Request] {
    showMessage(nil)
    let list = session.isFocusChoices ? state.candidates : nil
    let wasChosen = state.candidates?.isChosen ?? true
    let (row, typed) = (session.focus, session.focusText)
    var requests = apply(.picked(offer))
    state.candidates = list
    guard movesOn else { return requests }
    requests += apply(.entered)
    let isSame = Folding.folded(typed.string) == Folding.folded(offer.label.string)
    if let row, !wasChosen, !typed.isBlank, !isSame, question == nil, state.message == nil {
      let label = session.answers.fullLabel(of: row)
      showMessage(
        "\(label): took \(offer.label.string) for \(typed.quoted)   ^X u undoes")
    }
    return requests
  }

  /// Handles → : accepts the offer (the dim text after the cursor), and keeps the focus.
  private mutating func take(_ offer: Offer) -> [Request] {
    switch offer {
    case .candidate(let offer):
      let requests = take(offer, movesOn: false)
      state.candidates = nil
      return requests
    case .correction(let text):
      showMessage(nil)
      return apply(.replaced(text))
    case .prompt(let text): return replacePrompt(with: text.string)
    }
  }

  /// Replaces the text of the prompt.
  private mutating func replacePrompt(with text: String) -> [Request] {
    let line = EditedLine(Text(text), cursor: text.unicodeScalars.count)
    return [.load(text, cursor: line.cursor)] + edited(line, by: .request)
  }

  // MARK: - Finding

  /// Opens the search prompt. If the search has no words, offers the last search and lists its
  /// results.
  private mutating func openFind(_ find: Find) -> [Request] {
    let requests = loadPrompt(find.text)
    state.panel = nil
    state.prompt = .find(find.text, cursor: find.text.scalarCount)
    return requests + perform(session.apply(.findEdited(find.orLast(session.lastFind))))
  }

  /// Searches for the words that are now at the prompt.
  mutating func findTyped(_ line: EditedLine) -> [Request] {
    guard let find = session.currentFind, case .find(let text, _) = state.prompt else { return [] }
    state.prompt = .find(line.text, cursor: line.cursor)
    // A move of the cursor does not change the search.
    guard line.text != text else { return [] }
    promptHistory.note(text, changedTo: line)
    return perform(session.apply(.findEdited(Find(text: line.text, scope: find.scope))))
  }

  mutating func closeFind(_ action: Action) -> [Request] {
    if case .find(let text, _) = state.prompt { promptHistory.close(after: text) }
    state.prompt = .row
    hasActed = true
    return [.restoreMode] + perform(session.apply(action)) + loadFocus()
  }

  // MARK: - The command prompt

  /// Opens the command prompt in place of the current prompt. The row's text does not change.
  private mutating func openPrompt(isColon: Bool) -> [Request] {
    let (width, lines) = (view.size.usableColumns, view.share.panel)
    let panel = Panel(of: session, state: state, width: width)
    let here = KeyLine(of: session, state: state, panel: panel, lines: lines, width: width)
      .hints(in: state, at: KeyPlace(ofFocusOf: session))
    let requests = loadPrompt(.empty)
    showMessage(nil)
    state.palette = CommandPalette(isColon: isColon, over: state.prompt, here: here)
    state.palette?.lookUp("", in: session)
    state.prompt = .command(.empty, cursor: 0)
    state.scrolling.hasHadPanel = true
    return requests
  }

  /// Closes the command prompt, and continues with the row or the search.
  private mutating func closePrompt() -> [Request] {
    promptHistory.close(after: nil)
    state.prompt = state.palette?.below ?? .row
    state.palette = nil
    if case .find(let text, let cursor) = state.prompt {
      return [.load(text.string, cursor: cursor)]
    }
    return [.restoreMode] + loadFocus()
  }

  /// Closes all prompts. After a search, the focus returns to where the search began.
  mutating func closePrompts() -> [Request] {
    var requests: [Request] = []
    switch state.prompt {
    case .command, .file: requests += closePrompt()
    case .row, .find, .question, .waiting: break
    }
    if case .find = state.prompt { requests += closeFind(.findStopped) }
    return requests
  }

  /// Loads the initial text of a prompt into the line editor, with the cursor at the text's end.
  func loadPrompt(_ text: Text) -> [Request] {
    state.prompt == .row
      ? [.loadPrompt(text.string)] : [.load(text.string, cursor: text.scalarCount)]
  }

  /// Types a text into the row. Refuses it in a yes-or-no row.
  private mutating func typed(_ text: String) -> [Request] {
    if text.isEmpty { return [] }
    guard session.isFocusBoolean else { return [.insert(text)] }
    showMessage("y or n")
    return []
  }

  /// The text at the command prompt.
  private var commandText: String {
    if case .command(let text, _) = state.prompt { text.string } else { "" }
  }

  private mutating func runCommand() -> [Request] {
    if case .file(let name, _, _) = state.prompt { return saveToFile(named: name) }
    let typed = commandText
    if !typed.isEmpty, state.palette?.unknown == typed {
      showMessage(nil)
      return closePrompt() + self.typed(":" + typed)
    }
    let text = CommandPalette.withoutColon(state.palette?.chosenText ?? typed)
    if text.isEmpty { return typed.isEmpty ? [] : closePrompt() }
    if CommandPalette.lacksArgument(text) { return complete(to: text) }
    do {
      let command = try TypedCommand.read(text, abbreviates: true)
      // The prompt stays open, so that the command can be corrected.
      if case .refuse(let sentence) = CommandOutcome(command, in: session) {
        showMessage(sentence.sentenceCased, style: .problem)
        return []
      }
      showMessage(nil)
      let requests = closePrompts()
      return requests + perform(command)
    } catch {
      let remedy = state.palette?.refuse(typed) ?? ""
      showMessage(error.sentence.sentenceCased + remedy, style: .problem)
      return []
    }
  }

  private mutating func complete() -> [Request] {
    if let text = state.palette?.chosenText { return complete(to: text) }
    let typed = CommandPalette.withoutColon(commandText)
    let names = (state.palette?.entries ?? []).compactMap(\.text).filter { $0.hasPrefix(typed) }
    guard let first = names.first, !typed.isEmpty else { return [] }
    let common = names.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    return complete(to: common)
  }

  private mutating func complete(to text: String) -> [Request] {
    let needsMore = !text.hasSuffix(" ") && CommandPalette.lacksArgument(text)
    return replacePrompt(with: text + (needsMore ? " " : ""))
  }

  // MARK: - Commands

  /// Performs a command.
  package mutating func perform(_ command: TypedCommand) -> [Request] {
    switch CommandOutcome(command, in: session) {
    case .actions(let actions):
      var requests: [Request] = []
      for action in actions { requests += apply(action) }
      return requests
    case .save(let format, let path?, let anyway):
      return [.saveTo(path, as: format, anyway: anyway)]
    case .save(let format, nil, let anyway):
      return apply(.saveRequested(as: format, anyway: anyway))
    case .proposeSave: return apply(.saveProposed)
    case .export(let format, let path): return [.provideCandidates, .export(format, path: path)]
    case .resize(let height): state.appearance.height = .viewport(height)
    case .help: return openPrompt(isColon: false)
    case .quit(let anyway): return [.quit(anyway: anyway)]
    case .reportKept: return [.reportKept]
    case .fresh: return [.fresh]
    case .drafts: return [.drafts]
    case .editElsewhere: return [.editElsewhere]
    case .find(let request): return perform(request)
    case .show(let section): showRows(ofSection: section)
    case .review: workRemains = openReview() || workRemains
    case .preview(let format): return [.provideCandidates, .preview(format)]
    case .repeatRow: showMessage(session.focus.map { RowSentence.text(of: $0, in: session) })
    case .plain: return [.plain]
    case .mouse: return [.exchangeMouse]
    case .pick where isMissing: return [.readCandidates, .command(command)]
    case .pick(let number): return pick(number)
    case .message(let sentence): showMessage(sentence)
    case .refuse(let sentence): showMessage(sentence.sentenceCased, style: .problem)
    }
    return []
  }

  /// Handles `:find`, `:scope` and `:filter`.
  private mutating func perform(_ request: FindRequest) -> [Request] {
    switch request {
    case .find(let text): return openFind(Find(text: text ?? .empty, scope: promptHistory.scope))
    case .scope(let scope):
      promptHistory.scope = scope
      return openFind(Find(text: .empty, scope: scope))
    case .filter(let text):
      let find = Find(text: text ?? session.lastFind.text, scope: session.lastFind.scope)
      return perform(session.apply(.findEdited(find))) + perform(session.apply(.filtered))
        + loadFocus()
    }
  }

  private mutating func pick(_ number: Int) -> [Request] {
    do throws(PickRefusal) {
      return take(try session.candidate(numbered: number), movesOn: false)
    } catch {
      showMessage(error.sentence.sentenceCased, style: .problem)
      return []
    }
  }

  // MARK: - Pasting

  /// Inserts text from the clipboard. The text is never run as a command, and its line breaks do
  /// not act as Enter.
  package mutating func paste(_ text: String, leftOut: Int) -> [Request] {
    goalColumn = nil
    var isBusy = session.isLookingThrough
    if case .waiting = state.prompt { isBusy = true }
    if question != nil || state.panel != nil || isBusy {
      showMessage("The paste was dropped")
      return []
    }
    showMessage(nil)
    guard state.prompt == .row else {
      // Insert only the first line, and no more scalars than a line can contain.
      let line = text.unicodeScalars.prefix(Text.editableScalars + 1).prefix {
        !["\n", "\u{2028}", "\u{2029}"].contains($0)
      }
      return [.insert(String(String.UnicodeScalarView(line)))]
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
  /// Returns whether the key moves the cursor up or down in a text. Such a key keeps the goal
  /// column, to which the cursor returns.
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
