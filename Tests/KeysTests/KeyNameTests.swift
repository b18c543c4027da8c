// The names of keys that appear in help and messages.

import Keys
import Testing

@Suite("Names of keys")
struct KeyNameTests {
  @Test("Keys of every kind have the names that help and messages use")
  func names() {
    for (key, name) in [
      (.character("é"), "é"), (.character(" "), "Space"), (.control("s"), "^S"),
      (.control("_"), "^_"), (.meta("x"), "Alt-x"), (.meta("<"), "Alt-<"),
      (.metaControl("f"), "Alt-^F"),
      (.enter, "Enter"), (.metaEnter, "Alt-Enter"), (.backTab, "Shift-Tab"), (.escape, "Esc"),
      (.pageDown, "PgDn"), (.wordLeft, "Ctrl-Left"), (.function(1), "F1"),
      (.modified(.home, .control), "Ctrl-Home"), (.modified(.up, [.alt, .shift]), "Alt-Shift-Up"),
      (.controlX(.character("u")), "^X u"), (.controlX(.control("e")), "^X^E"),
      (.controlX(.enter), "^X Enter"), (.controlX(.up), "^X Up"), (.sequence("g", "g"), "gg"),
    ] as [(Key, String)] {
      #expect(key.name == name)
    }
  }
}
