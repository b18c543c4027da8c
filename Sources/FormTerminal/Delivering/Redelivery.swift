// `longform deliver`: sends saved answers again, oldest first.
//
// Invariants: the stored answers are sent byte for byte. A draft is marked as finished only after
// its command accepted the answers, and the command's output and the file of `--output` were
// written.

import Drafts
import FormText
import Glibc
import System

/// Sends the saved answers that their commands have not accepted yet.
package struct Redelivery {
  private let keepsGoing: Bool
  private let isQuiet: Bool

  package init(keepsGoing: Bool, isQuiet: Bool) {
    (self.keepsGoing, self.isQuiet) = (keepsGoing, isQuiet)
  }

  /// Sends the answers of the named drafts, or of all drafts; returns the exit status.
  package func run(_ names: [String]) throws(Failure) -> ExitStatus {
    let directory = try DraftStore.doing(DraftStore.directory)
    let files = try files(named: names, in: directory)
    if files.isEmpty {
      report("longform: nothing to deliver")
      return .saved
    }
    var isComplete = true
    var numbers = DeliveryNumbers()
    attempts: for file in files {
      switch try send(file, in: directory, &numbers) {
      case .accepted: continue
      // Answers that wait for others do not delay the rest.
      case .waits: isComplete = false
      case .failed:
        isComplete = false
        if !keepsGoing { break attempts }
      }
    }
    // If a leftover file of answers cannot be removed now, the next run tries again.
    try? directory.removeLeftAnswers(now: Wall.seconds)
    return isComplete ? .saved : .undelivered
  }

  private func files(
    named names: [String], in directory: DraftDirectory
  ) throws(Failure) -> [String] {
    let waiting = try DraftStore.doing { () throws(DraftError) in try directory.undelivered() }
    if names.isEmpty { return waiting }
    var files: [String] = []
    for name in names {
      let (draft, title) = try DraftStore.draft(named: name, for: .delivering)
      guard waiting.contains(draft.fileName) else {
        throw Failure(.cannotOpen, "\(title) has no answers that wait for a command")
      }
      files.append(draft.fileName)
    }
    return waiting.filter(files.contains)
  }

  /// The result of sending the answers of a draft.
  private enum Result {
    case accepted
    /// The delivery waits for a person, or for the process that has the draft open.
    case waits
    case failed
  }

  /// Sends the answers of a draft.
  private func send(
    _ file: String, in directory: DraftDirectory, _ numbers: inout DeliveryNumbers
  ) throws(Failure) -> Result {
    let pending: PendingDelivery?
    do throws(DraftError) {
      let need = try directory.need(of: file)
      if need == .secrets {
        StandardError.report(try lines("needs you", toOpen: file, in: directory))
        return .waits
      }
      pending = try directory.pendingDelivery(
        in: file, staysOpen: need != nil, now: Wall.seconds, &numbers)
    } catch {
      // Since the drafts were listed, another run sent the answers and renamed the draft, or a person
      // removed or restored it.
      if case .noSuchDraft = error { return .accepted }
      let name = DraftStore.name(ofFile: file)
      guard case .held(let holder) = error else {
        StandardError.report(["longform: \(name): \(error.sentence)"])
        return .failed
      }
      // The process that has the draft open sends the answers, or leaves them to the next run. It
      // does not delay the other drafts.
      let place = holder?.sentence ?? "another process"
      StandardError.report(["longform: \(name) is open in \(place)"])
      return .waits
    }
    // Another run has already sent the answers.
    guard let pending else { return .accepted }
    return try send(pending, in: directory)
  }

  private func send(
    _ pending: PendingDelivery, in directory: DraftDirectory
  ) throws(Failure) -> Result {
    let delivery = pending.delivery
    let command = DeliveryCommand(delivery.command, timeout: delivery.timeout)
    let subject = "\(delivery.form) \(delivery.id)"
    guard let bytes = input(of: delivery, in: directory) else { return .failed }
    let origin = try DraftStore.doing { () throws(DraftError) in try pending.origin() }
    let folder = folder(of: origin)
    var sending: Sending
    do throws(Failure) {
      sending = try Sending(delivery, answers: bytes, in: folder)
    } catch {
      StandardError.report(["longform: \(subject): \(error.lines.joined(separator: "; "))"])
      return .failed
    }
    let outcome = ScriptedWaiting(deadline: nil).outcome { milliseconds in
      sending.wait(milliseconds: milliseconds)
    } abandon: {
      try? pending.note(
        DeliveryAttempt(time: Wall.seconds, result: "stopped", message: []))
      sending.stop(because: "stopped")
      while sending.wait(milliseconds: 100) == nil {}
    }
    switch outcome {
    case .accepted(let output):
      do throws(Failure) {
        if !output.isEmpty { try Destination.standardOutput.write(output) }
      } catch {
        try? pending.note(
          DeliveryAttempt(
            time: Wall.seconds, result: "output not written",
            message: Array(error.lines.joined(separator: "; ").utf8)))
        throw error
      }
      guard writeOutputFile(of: pending, loaded: origin?.loadedText, in: directory) else {
        return .failed
      }
      let changed: String?
      do throws(DraftError) {
        changed = try pending.accept(now: Wall.seconds)
      } catch {
        StandardError.report([
          "longform: \(command.name) accepted \(subject), but this could not be recorded "
            + "(\(error.sentence)); it will be sent again"
        ])
        return .failed
      }
      report("longform: \(command.name) accepted \(subject)")
      if let changed {
        let fact = "it was changed after that save; to save it again"
        StandardError.report(
          (try? lines(fact, toOpen: changed, after: delivery, in: directory))
            ?? ["longform: \(fact): \(DraftStore.name(ofFile: changed))"])
      }
      return .accepted
    case .rejected(_, let attempt), .notAccepted(let attempt):
      try? pending.note(attempt)
      var lines = ["longform: \(subject): \(attempt.sentence(naming: command))"]
      lines += attempt.lines.dropFirst().map { "longform: \($0)" }
      if attempt.isRejection {
        lines +=
          (try? self.lines("to correct it", toOpen: pending.fileName, in: directory))
          ?? ["longform: to correct it: \(pending.fileName)"]
      }
      StandardError.report(lines)
      return attempt.isRejection ? .waits : .failed
    case nil: return .failed
    }
  }

  /// Returns the folder in which the form was saved, because the command may contain relative
  /// paths. If that folder is gone, the command runs in the current folder.
  private func folder(of origin: DraftOrigin?) -> String? {
    let options = origin.flatMap { SessionOptions(encoded: $0.options) }
    guard let folder = options?.directory, !folder.isEmpty
    else { return nil }
    if access(folder, X_OK) == 0 { return folder }
    StandardError.report(["longform: \(folder) cannot be entered; the command runs here instead"])
    return nil
  }

  private func input(of delivery: Delivery, in directory: DraftDirectory) -> ShellCommand.Input? {
    switch delivery.answers {
    case .stored(let bytes): .bytes(bytes, folder: directory.path)
    case .file(let name): .file(directory.path(ofAnswersIn: name))
    case .none: nil
    }
  }

  /// Returns lines with a fact about a draft, and with the command that opens the draft for a person.
  ///
  /// - Parameter accepted: the delivery of the draft that its command has just accepted.
  private func lines(
    _ fact: String, toOpen file: String, after accepted: Delivery? = nil,
    in directory: DraftDirectory
  ) throws(DraftError) -> [String] {
    let name = DraftStore.name(ofFile: file)
    if !directory.isOpen(file) { return ["longform: \(fact): longform drafts restore \(name)"] }
    let contents = try directory.contents(of: file)
    guard let options = contents.origin.flatMap({ SessionOptions(encoded: $0.options) }) else {
      return ["longform: \(fact): \(name)"]
    }
    var delivery = accepted
    if delivery == nil { delivery = try directory.delivery(of: file) }
    let identity = try directory.identity(of: file)
    let line = SessionOptions.line(
      resuming: file, form: .init(of: contents, identity: identity), command: options.command,
      delivery: delivery)
    let place = options.directory.isEmpty ? "" : ", in \(options.directory)"
    return ["longform: \(fact)\(place): \(line)"]
      + (options.noteOnOutput.map { ["longform: \($0)"] } ?? [])
  }

  /// Writes the file of `--output`. Does not write it if the file already contains the answers, or
  /// if another program has changed it since the form was opened.
  ///
  /// - Returns: whether the file contains the answers. If not, the answers must be sent again.
  private func writeOutputFile(
    of pending: PendingDelivery, loaded: ArraySlice<UInt8>?, in directory: DraftDirectory
  ) -> Bool {
    guard let path = pending.identity.outputPath else { return true }
    let delivery = pending.delivery
    do throws(Failure) {
      let bytes: [UInt8]
      switch delivery.answers {
      case .stored(let stored): bytes = stored
      case .file(let name):
        let file = directory.path(ofAnswersIn: name)
        do throws(SystemError) {
          bytes = try Descriptor.contents(of: file, limit: .max)
        } catch { throw .system(.cannotOpen, file, errno: error.code) }
      case .none: return true
      }
      let present = try? Descriptor.contents(of: path, limit: .max)
      // If the file has these bytes, an earlier run wrote it and was killed before it could record
      // the delivery.
      if present == bytes { return true }
      let isAsLoaded = present.map { loaded?.elementsEqual($0) == true } ?? false
      try Destination.file(path, replaces: isAsLoaded ? .anyVersion : .absent).write(bytes)
      return true
    } catch {
      let command = DeliveryCommand(delivery.command, timeout: delivery.timeout)
      let reason = error.lines.joined(separator: "; ")
      try? pending.note(
        DeliveryAttempt(time: Wall.seconds, result: "file not written", message: Array(reason.utf8))
      )
      StandardError.report([
        "longform: \(delivery.form) \(delivery.id): \(command.name) accepted it, but: \(reason)"
      ])
      return false
    }
  }

  private func report(_ line: String) {
    if !isQuiet { StandardError.report([line]) }
  }
}
