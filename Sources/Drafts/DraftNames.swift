// Names for drafts on the command line.
//
//     classmates             the draft of the form `classmates`
//     classmates/june        the draft of `--draft june`
//     classmates:june.json   the draft of `--output june.json`, if the form has several drafts
//     classmates@2           the second newest draft that was saved or set aside
//
// Invariants: no two drafts in a list have the same name. If none of these names is unique to a
// draft, the draft's file name is its name. A name with @ is temporary, because it means another
// draft after the next save.

/// The names of the drafts in a list.
public struct DraftNames: Sendable {
  private var names: [String: String] = [:]
  /// For each form and draft name, such as `classmates/june`, the file names of the saved and
  /// set-aside drafts, newest first.
  private var closed: [String: [String]] = [:]
  private var bases: [String: String] = [:]

  /// Gives a name to each draft in a list. O(n log n).
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

  /// The file of the draft with a name; nil if there is none.
  public func fileName(of name: String) -> String? { names.first { $0.value == name }?.key }

  /// The files of saved and set-aside drafts with a form and name such as `classmates/june`, newest
  /// first.
  public func closed(named base: String) -> [String] { closed[base] ?? [] }

  /// The files of all drafts with a form and name such as `classmates/june`.
  public func all(named base: String) -> [String] {
    bases.filter { $0.value == base }.map(\.key).sorted()
  }

  // MARK: - Making names

  /// Returns `FORM`, or `FORM/NAME` for a draft with another name than `main`.
  private static func base(of draft: DraftSummary, in file: DraftFileName) -> String {
    // For a damaged draft, take the form and the name from the file name.
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

  /// Sorts drafts by the time when they were saved or set aside. Saved drafts stay in the order in
  /// which they were saved, which may differ from the order of their times.
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
