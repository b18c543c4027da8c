// The names of drafts on the command line.
//
//     classmates             the draft of the form `classmates`
//     classmates/june        the one of --draft june
//     classmates:june.json   the one for --output june.json, if several drafts have a name above
//     classmates@2           the second newest of those that were saved or set aside
//
// Invariants: no two drafts of a list have the same name. A draft that has none of these names is
// called by its file name. A name with @ is temporary: after the next save it means another draft.

/// The names of the drafts in a list.
public struct DraftNames: Sendable {
  private var names: [String: String] = [:]
  /// The file names of saved and set-aside drafts, by the name of their form and draft, the newest
  /// first.
  private var closed: [String: [String]] = [:]
  private var bases: [String: String] = [:]

  /// Names all drafts of a list. O(n log n).
  public init(of drafts: [DraftSummary]) {
    var open: [String: [DraftSummary]] = [:]
    var ended: [String: [DraftFileName]] = [:]
    for draft in drafts {
      guard let file = DraftFileName(draft.fileName) else { continue }
      let base = DraftNames.base(of: draft, in: file)
      bases[draft.fileName] = base
      if file.state == .open {
        open[base, default: []].append(draft)
      } else {
        ended[base, default: []].append(file)
      }
    }
    var wanted: [(fileName: String, name: String)] = []
    for (base, group) in open { wanted += DraftNames.names(ofOpen: group, base) }
    for (base, group) in ended {
      let newest = DraftNames.newestFirst(group).map(\.text)
      closed[base] = newest
      wanted += newest.enumerated().map { ($0.element, "\(base)@\($0.offset + 1)") }
    }
    var uses: [String: Int] = [:]
    for (_, name) in wanted { uses[name, default: 0] += 1 }
    for (fileName, name) in wanted { names[fileName] = uses[name] == 1 ? name : fileName }
  }

  /// The name of the draft in a file.
  public subscript(fileName: String) -> String { names[fileName] ?? fileName }

  /// The file of the draft with a name, nil without one.
  public func fileName(of name: String) -> String? { names.first { $0.value == name }?.key }

  /// The files of saved and set-aside drafts with a name of form and draft, such as
  /// `classmates/june`, the newest first.
  public func closed(named base: String) -> [String] { closed[base] ?? [] }

  /// The files of all drafts with a name of form and draft.
  public func all(named base: String) -> [String] {
    bases.filter { $0.value == base }.map(\.key).sorted()
  }

  // MARK: - Making names

  /// `FORM`, or `FORM/NAME` for a draft other than `main`.
  private static func base(of draft: DraftSummary, in file: DraftFileName) -> String {
    // The file name identifies a damaged draft well enough.
    let slugs = file.stem.split(separator: "-", omittingEmptySubsequences: false)
    let form = draft.identity?.templateID ?? String(file.formSlug)
    let name = draft.identity?.name ?? (slugs.count == 4 ? String(slugs[1]) : "main")
    return name == "main" ? form : "\(form)/\(name)"
  }

  private static func names(
    ofOpen drafts: [DraftSummary], _ base: String
  ) -> [(fileName: String, name: String)] {
    if drafts.count == 1 { return drafts.map { ($0.fileName, base) } }
    let ends = drafts.map { $0.identity?.outputPath.map(lastComponent) }
    return zip(drafts, ends).map { draft, end in
      guard let end, let path = draft.identity?.outputPath else { return (draft.fileName, base) }
      let isAlone = ends.filter { $0 == end }.count == 1
      return (draft.fileName, "\(base):\(isAlone ? end : path)")
    }
  }

  private static func lastComponent(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Sorts drafts by the time when they were saved or set aside. Saves keep their own order, which
  /// may differ from the clock's.
  private static func newestFirst(_ files: [DraftFileName]) -> [DraftFileName] {
    var saved = files.filter { $0.save != nil || $0.state == .finished }
      .sorted { $1.order < $0.order }[...]
    var others = files.filter { $0.save == nil && $0.state != .finished }
      .sorted { $1.order < $0.order }[...]
    var merged: [DraftFileName] = []
    while let save = saved.first, let other = others.first {
      if (save.time ?? 0) >= (other.time ?? 0) {
        merged.append(saved.removeFirst())
      } else {
        merged.append(others.removeFirst())
      }
    }
    return merged + saved + others
  }
}
