// Twins of keys: the twin of a key is a chord, Ctrl-X and a second key, with the same meaning.

import Keys
import Testing

@testable import FormScreen

@Suite("Twins of keys")
struct KeyTwinTests {
  private struct Meaning: Equatable {
    let layer: KeyLayer
    let function: KeyFunction
  }

  private func meanings(_ key: Key) -> [Meaning] {
    KeyTable.functions(of: key).map { Meaning(layer: $0.layer, function: $0.function) }
  }

  /// Every key in the table of keys and in the table of commands.
  private var keys: Set<Key> {
    Set(KeyTable.groups.flatMap(\.entries).flatMap(\.keys.keys))
      .union(CommandTable.entries.flatMap { ($0.keys + $0.viKeys).map(\.key) })
  }

  @Test("^X and a key mean the same as Alt and the key, unless Alt and the key edit the line")
  func metaKeys() {
    var (count, editing) = (0, 0)
    for case .meta(let scalar) in keys {
      if meanings(.meta(scalar)).allSatisfy({ $0.function == .edit }) {
        #expect(KeyTable.twins(of: .meta(scalar), doing: .edit) == [])
        editing += 1
      } else {
        #expect(meanings(.controlX(.character(scalar))) == meanings(.meta(scalar)), "M-\(scalar)")
        count += 1
      }
    }
    #expect(count >= 7)
    #expect(editing == 12, "b f d u l c, and the same with Shift")
    #expect(meanings(.controlX(.enter)) == meanings(.metaEnter))
  }

  @Test("^X u, ^X r, ^X s, ^X^S, ^X^O and ^X^R mean the same as a Ctrl or Alt key; ^X^X goes back")
  func others() {
    for (twin, key) in [
      (.controlX(.character("u")), .control("_")), (.controlX(.character("r")), .meta("_")),
      (.controlX(.character("s")), .control("s")), (.controlX(.control("s")), .control("s")),
      (.controlX(.control("o")), .control("o")), (.controlX(.control("r")), .control("r")),
    ] as [(Key, Key)] {
      #expect(!meanings(key).isEmpty)
      #expect(meanings(twin) == meanings(key), "\(twin.name)")
    }
    let back = Meaning(layer: .row, function: .run(.back, argument: ""))
    #expect(meanings(.controlX(.control("x"))) == [back])
  }

  @Test("A new key gets its twin automatically, unless the twin has a meaning of its own")
  func added() {
    var index = KeyIndex()
    index.add(.meta("n"), .enter, in: .row)
    index.add(.meta("b"), .edit, in: .text)
    index.add(.meta("n"), .tab, in: .list)
    index.add(.meta("+"), .enter, in: .row)
    index.add(.controlX(.character("+")), .close, in: .row)
    index.addTwins()
    func functions(_ key: Key) -> [KeyFunction] { index.functions(of: key).map(\.function) }
    #expect(functions(.controlX(.character("n"))) == [.tab, .enter], "in the order of the layers")
    #expect(functions(.controlX(.character("b"))) == [])
    #expect(functions(.controlX(.character("+"))) == [.close])
    #expect(functions(.meta("n")) == [.tab, .enter])
    #expect(index.count == 7)
  }

  @Test("The name of each key equals its name in the table of commands")
  func names() {
    for entry in CommandTable.entries {
      for (key, name) in entry.keys + entry.viKeys {
        #expect(key.name.replacing(" ", with: "") == name.replacing(" ", with: ""))
      }
    }
  }
}
