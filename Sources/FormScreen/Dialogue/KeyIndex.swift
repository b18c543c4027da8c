// An index of the table of keys, which finds the functions of a key.
//
// The first key press creates the index, so creating it must be cheap. A dictionary or a sorted
// array is not: the first use of such a type makes the runtime search all protocol conformances of
// the program, which takes about 100,000 instructions. Here each key has a small number, its slot,
// and the uses of a slot form a chain.

import Keys

/// The uses of keys and of their twins, for a search by key.
struct KeyIndex {
  /// A use of a key: its function in a layer.
  private struct Use {
    let key: Key
    let layer: KeyLayer
    let function: KeyFunction
    /// The index of the next use in the slot; -1 if there is none.
    var next: Int
  }

  private var uses: [Use] = []
  /// For each slot, the index of the first use; -1 if there is none. The uses of a slot are in the
  /// order of their layers, then in the order in which they were added.
  private var first = Array(repeating: -1, count: Key.slots)

  /// Creates an empty index.
  init() { uses.reserveCapacity(400) }

  /// The number of uses.
  var count: Int { uses.count }

  /// Adds a function of a key.
  mutating func add(_ key: Key, _ function: KeyFunction, in layer: KeyLayer) {
    let slot = key.slot
    var (before, next) = (-1, first[slot])
    while next >= 0, uses[next].layer.rawValue <= layer.rawValue {
      (before, next) = (next, uses[next].next)
    }
    uses.append(Use(key: key, layer: layer, function: function, next: next))
    if before < 0 { first[slot] = uses.count - 1 } else { uses[before].next = uses.count - 1 }
  }

  /// Adds the twins of all keys. If a twin already has a function in the same layer, it keeps that
  /// function.
  mutating func addTwins() {
    for index in uses.indices {
      let (layer, function) = (uses[index].layer, uses[index].function)
      for twin in KeyTable.twins(of: uses[index].key, doing: function)
      where !has(twin, in: layer) {
        add(twin, function, in: layer)
      }
    }
  }

  private func has(_ key: Key, in layer: KeyLayer) -> Bool {
    var index = first[key.slot]
    while index >= 0 {
      if uses[index].layer == layer, uses[index].key == key { return true }
      index = uses[index].next
    }
    return false
  }

  /// Returns the functions of a key in the order of their layers.
  func functions(of key: Key) -> [(layer: KeyLayer, function: KeyFunction)] {
    var functions: [(layer: KeyLayer, function: KeyFunction)] = []
    var index = first[key.slot]
    while index >= 0 {
      if uses[index].key == key {
        if functions.isEmpty { functions.reserveCapacity(4) }
        functions.append((uses[index].layer, uses[index].function))
      }
      index = uses[index].next
    }
    return functions
  }
}

extension KeyTable {
  /// Returns the functions of a key in the order of their layers.
  static func functions(of key: Key) -> [(layer: KeyLayer, function: KeyFunction)] {
    index.functions(of: key)
  }

  private static let index: KeyIndex = {
    var index = KeyIndex()
    for group in groups {
      for entry in group.entries {
        for (key, function) in entry.keys.pairs { index.add(key, function, in: group.layer) }
      }
    }
    for entry in CommandTable.entries {
      for (place, key) in entry.keys.enumerated() {
        let arguments = entry.keyArguments
        let argument = arguments.indices.contains(place) ? arguments[place] : ""
        index.add(key.key, .run(entry.name, argument: argument), in: .row)
      }
      for (key, _) in entry.viKeys {
        index.add(key, .run(entry.name, argument: ""), in: .vi)
      }
    }
    index.addTwins()
    return index
  }()
}

extension Key {
  /// The number of slots.
  fileprivate static let slots = 256

  /// The slot of the key in the index, less than `slots`. Only a few keys share a slot.
  fileprivate var slot: Int {
    switch self {
    case .character(let scalar): Int(scalar.value & 0x7f)
    case .control(let scalar): 128 + Int(scalar.value & 0x1f)
    case .meta(let scalar), .metaControl(let scalar): 160 + Int(scalar.value & 0x1f)
    case .controlX(let key): key.slot ^ 0x20
    case .sequence(let scalar, _): 192 + Int(scalar.value & 0x1f)
    case .enter: 224
    case .tab, .backTab: 225
    case .escape: 226
    case .backspace: 227
    case .up: 228
    case .down: 229
    case .left, .wordLeft: 230
    case .right, .wordRight: 231
    case .home: 232
    case .end: 233
    case .pageUp: 234
    case .pageDown: 235
    case .modified(let key, _): key.slot ^ 0x10
    case .metaEnter, .metaBackspace, .delete, .insert, .function: 255
    }
  }
}
