// The aliases of a YAML text. An anchor (`&name`) names a node, and an alias (`*name`) repeats it.
// The events of every node with an anchor are recorded, and replayed for each alias. The number of
// replayed events is limited, so a small text cannot cause much work.

/// The anchors of a text that were read so far.
struct YAMLAliases {
  /// An event that aliases can repeat.
  enum Event {
    case scalar([UInt8], isPlain: Bool, tag: String?)
    case beginSequence, beginMapping, end
  }

  /// The maximum number of events that all aliases of a text may replay.
  private static let mostUnfolded = 100_000
  /// The maximum number of bytes of text that all aliases may replay.
  private static let mostUnfoldedBytes = 16 << 20

  private(set) var anchors: [YAMLAnchor] = []
  /// The events of all nodes with an anchor.
  private var events: [Event] = []
  /// For each name, the range of its node's events, and the index of the node in `anchors`.
  private var known: [String: (events: Range<Int>, anchor: Int)] = [:]
  /// The open containers with an anchor, and the index in `events` at which the events of each
  /// begin.
  private var open: [(name: String, start: Int)] = []
  private var unfolded = 0
  private var unfoldedBytes = 0

  /// Records a scalar if it has an anchor, or is inside a container with an anchor.
  mutating func record(_ scalar: @autoclosure () -> Event, of event: YAMLEvent, node: Int) {
    guard !open.isEmpty || event.anchorName != nil else { return }
    events.append(scalar())
    if let name = event.anchor { note(name, node: node, events: events.count - 1..<events.count) }
  }

  /// Records the beginning of a container.
  mutating func begin(_ container: Event, of event: YAMLEvent) {
    if let name = event.anchor {
      open.append((name, events.count))
      // From here on the name means this container, which is not yet complete.
      known[name] = nil
    }
    if !open.isEmpty { events.append(container) }
  }

  /// Records the end of a container.
  mutating func end(hasAnchor: Bool, node: Int) {
    if !open.isEmpty { events.append(.end) }
    guard hasAnchor, let anchor = open.popLast() else { return }
    let isCurrent = known[anchor.name] == nil
    note(anchor.name, node: node, events: anchor.start..<events.count, isCurrent: isCurrent)
  }

  /// Records a complete node with an anchor.
  ///
  /// - Parameter isCurrent: whether no node inside this node has the same name. If one has, the
  ///   name means the inner node, because the inner anchor comes later in the text.
  private mutating func note(
    _ name: String, node: Int, events: Range<Int>, isCurrent: Bool = true
  ) {
    if isCurrent { known[name] = (events, anchors.count) }
    anchors.append(YAMLAnchor(name: name, node: node))
  }

  /// Records an alias and returns the range of the events to repeat; nil if no anchor has the name
  /// or the node with the anchor is still open.
  mutating func use(_ name: String, node: Int, isKey: Bool) -> Range<Int>? {
    guard let (range, anchor) = known[name] else { return nil }
    anchors[anchor].aliases.append(YAMLAnchor.Alias(node: node, isKey: isKey))
    return range
  }

  /// Whether the last value with an anchor of this name is still open.
  func isOpen(_ name: String) -> Bool { known[name] == nil && open.contains { $0.name == name } }

  /// Returns an event to replay; nil if too many events were replayed.
  mutating func repeated(_ index: Int) -> Event? {
    let event = events[index]
    unfolded += 1
    if case .scalar(let text, _, _) = event { unfoldedBytes += text.count }
    guard unfolded <= YAMLAliases.mostUnfolded, unfoldedBytes <= YAMLAliases.mostUnfoldedBytes
    else {
      return nil
    }
    if !open.isEmpty { events.append(event) }
    return event
  }
}
