// Old finished drafts are removed. The order of the saves decides which drafts are old, and wrong
// clocks do no harm.

import Glibc
import Testing

@testable import Drafts

@Suite("Finished drafts are removed in the order of the saves")
struct DraftExpiryTests {
  private static let day: Int64 = 24 * 60 * 60
  private let day = DraftExpiryTests.day
  private let now = 20_500 * DraftExpiryTests.day

  private func save(_ number: Int?, days: Int64, of identity: DraftIdentity = resume)
    -> DraftFileName
  {
    DraftFileName(
      stem: identity.stem, state: .finished, time: now - days * day, save: number)
  }

  /// Returns the numbers of the saves that the program would remove.
  private func removed(_ saves: [DraftFileName], now: Int64? = nil) -> [Int?] {
    DraftExpiry.expired(of: saves, now: now ?? self.now).map(\.save)
  }

  @Test("No save of the last 30 days is removed, however many there are")
  func young() {
    #expect(removed((1...500).map { save($0, days: $0 < 400 ? 30 : 0) }) == [])
  }

  @Test("A save older than 30 days is removed, unless it is among the newest hundred of its form")
  func newestHundred() throws {
    #expect(removed((1...100).map { save($0, days: 400) } + []) == [])
    let saves = (1...149).map { save($0, days: 200 - Int64($0)) } + [save(150, days: 0)]
    #expect(removed(saves.shuffled()) == Array(1...50))
    // The same rule is checked with the files of two forms in one directory.
    let folder = try TemporaryDirectory()
    let drafts = folder.drafts
    try drafts.prepare()
    var roster = resume
    roster.templateID = "roster"
    var other = roster
    other.outputPath = "/me/roster.json"
    for number in 1...120 {
      let identity = number.isMultiple(of: 2) ? roster : other
      for name in [save(number, days: 40), save(number, days: 40, of: identity)] {
        try write([1], to: drafts.path(of: name))
      }
    }
    for state in [DraftState.aside, .damaged] {
      let name = DraftFileName(stem: roster.stem, state: state, time: now - 400 * day)
      try write([1], to: drafts.path(of: name))
    }
    #expect(try drafts.expire(now: now).count == 40)
    let left = try drafts.fileNames()
    for form in [resume, roster] {
      let kept = left.filter { $0.formHash == form.formHash && $0.state == .finished }
      #expect(kept.compactMap(\.save).sorted() == Array(21...120))
    }
    #expect(left.filter { $0.state != .finished }.count == 2)
    #expect(try drafts.expire(now: now) == [])
  }

  @Test(
    "A save dated 1970 gets the age of the save before it, and keeps its place in the order"
  )
  func noClock() throws {
    var saves = (1...150).map { save($0, days: $0 < 20 ? 90 : 3) }
    for number in [30, 60, 150] { saves[number - 1].time = Int64(number) }
    #expect(removed(saves) == Array(1...19))
    // The first saves have no earlier save with a usable time. They are not removed either.
    saves = (1...150).map { save($0, days: 1) }
    for number in 1...10 { saves[number - 1].time = 5 }
    #expect(removed(saves) == [])
    #expect(removed((1...150).map { save($0, days: 20_500) }) == [])
  }

  @Test("If the clock jumps back, no save counts as older than before the jump")
  func back() {
    let saves = (1...150).map { save($0, days: 60) }
    for time in [0, now - 3_000 * day, now - 61 * day] { #expect(removed(saves, now: time) == []) }
  }

  @Test("If the clock is years ahead during one save, no save expires early, then or later")
  func ahead() {
    // If all saves are more than a year old, the clock counts as having jumped, and no save
    // expires.
    #expect(removed((1...150).map { save($0, days: 365) }).count == 50)
    #expect(removed((1...150).map { save($0, days: 366) }) == [])
    let ahead = now + 5_000 * day
    var saves = (1...150).map { save($0, days: 10) }
    saves[149].time = ahead
    #expect(removed(saves, now: ahead) == [])
    saves = (1...150).map { save($0, days: $0 < 40 ? 100 : 1) }
    saves[20].time = ahead
    #expect(removed(saves) == Array(1...39))
  }

  @Test("Saves by version 0.1.0 have no number, and count as older than all others")
  func oldNames() throws {
    let old = try #require(DraftFileName("\(resume.stem).finished-\(now)-2"))
    #expect(old.save == nil && old.number == 2)
    let new = save(1, days: 900)
    #expect(old.order < new.order)
    #expect(DraftFileName(new.text) == new)
    #expect(new.text.hasSuffix("-n1"))
    let saves = (1...120).map { _ in save(nil, days: 50) } + (1...50).map { save($0, days: 1) }
    #expect(removed(saves) == Array(repeating: nil, count: 70))
    for end in ["-n0", "-n", "-n-1", "-n01", "-n1-2", "-nx"] {
      #expect(DraftFileName("\(resume.stem).finished-5\(end)") == nil)
    }
    #expect(DraftFileName("\(resume.stem).aside-5-n1") == nil)
    for ending in ["1-n\(Int.max)", "\(Int64.min)-n1", "1-\(Int.max)"] {
      #expect(DraftFileName("\(resume.stem).finished-\(ending)") == nil, "no next name")
    }
  }

  @Test("The last save is the save with the highest number, not with the latest time")
  func last() throws {
    let folder = try TemporaryDirectory()
    let drafts = folder.drafts
    try drafts.prepare()
    // A save by version 0.1.0.
    try write([1], to: drafts.path(of: save(nil, days: -100)))
    for (text, time) in [("first", now), ("second", 7), ("third", now - 10)] {
      let draft = try Draft.open(in: drafts)
      try draft.commit(DraftBatch(row: "a", text: text), now: time)
      let name = try #require(try draft.finish(now: time))
      #expect(try drafts.lastFinished(resume) == name)
      #expect(try drafts.contents(of: name).texts == ["a": text])
      #expect(try drafts.contents(of: name).values == [:])
    }
    // The next save of the form gets the next number, although it has another target.
    var other = resume
    other.outputPath = "/me/resume.json"
    try makeDraft(other, in: drafts)
    #expect(try Draft.open(other, in: drafts).finish(now: 3) == "\(other.stem).finished-3-n4")
  }

  @Test("A save that is renamed at the next opening keeps its number; a restored draft loses it")
  func renamedLater() throws {
    let folder = try TemporaryDirectory()
    let drafts = folder.drafts
    try makeDraft(in: drafts)
    let draft = try Draft.open(in: drafts)
    let closing = DraftTables.Closing(state: .finished, time: 90, save: 7)
    try draft.connection.write(.disk) { db throws(DraftError) in
      try DraftTables.store(closing, in: db)
    }
    draft.close()
    try Draft.open(in: drafts).close()
    let name = "\(resume.stem).finished-90-n7"
    #expect(try names(in: drafts.path) == [name])
    try drafts.restore(name, now: 100)
    #expect(try Draft.open(in: drafts).setAside(now: 110) == "\(resume.stem).aside-110")
    try drafts.restore("\(resume.stem).aside-110", now: 120)
    #expect(try Draft.open(in: drafts).finish(now: 130) == "\(resume.stem).finished-130-n1")
  }
}
