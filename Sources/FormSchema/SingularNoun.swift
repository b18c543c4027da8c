// The singular of an English label: `Service` for `Services`. Properties that hold several values
// usually have a plural as their name, and the label of a single item should be the singular.

extension SchemaLabel {
  /// The label of one item of a list with a label: `Service` for `Services`, `Group of users` for
  /// `Groups of users`. A label that is no English plural stays as it is.
  static func singular(_ label: String) -> String {
    let words = label.split(separator: " ").map { String($0) }
    if words.count > 2, words[0].lowercased() == "list", words[1].lowercased() == "of" {
      let rest = singular(words.dropFirst(2).joined(separator: " "))
      return rest.prefix(1).uppercased() + rest.dropFirst()
    }
    let end = words.firstIndex { prepositions.contains($0.lowercased()) } ?? words.endIndex
    // In `Depends on`, no noun follows, so the word before is a verb.
    guard end > 0, end != words.endIndex - 1, !verbs.contains(words[end - 1].lowercased()) else {
      return label
    }
    var changed = words
    changed[end - 1] = singular(word: words[end - 1])
    return changed.joined(separator: " ")
  }

  private static let prepositions: Set = [
    "by", "for", "from", "in", "of", "on", "per", "to", "with",
  ]

  /// Verbs that schemas use as names of lists.
  private static let verbs: Set = [
    "depends", "excludes", "extends", "ignores", "includes", "needs", "provides", "requires",
    "runs", "supports", "uses",
  ]

  /// Words that do not follow the rules. A word that is its own singular only looks like a plural.
  private static let irregular = [
    "alias": "alias", "aws": "aws", "axes": "axis", "bias": "bias", "caches": "cache",
    "canvas": "canvas", "children": "child", "cookies": "cookie", "criteria": "criterion",
    "dns": "dns", "gas": "gas", "https": "https", "indices": "index", "kubernetes": "kubernetes",
    "lens": "lens", "matrices": "matrix", "movies": "movie", "nfs": "nfs", "people": "person",
    "series": "series", "sms": "sms", "species": "species", "ties": "tie", "tls": "tls",
    "vertices": "vertex",
  ]

  /// The endings of plurals, each with the ending of the singular. The first that fits decides.
  private static let endings = [
    ("auses", "ause"), ("ouses", "ouse"), ("uses", "us"), ("iases", "ias"), ("sses", "ss"),
    ("xes", "x"), ("zzes", "zz"), ("ches", "ch"), ("shes", "sh"), ("ies", "y"), ("ss", "ss"),
    ("us", "us"), ("is", "is"), ("s", ""),
  ]

  private static func singular(word: String) -> String {
    // `AWS` is no plural; in `URLs` only the last letter is the plural.
    guard word.last?.isLowercase == true else { return word }
    if word.count > 2, word.hasSuffix("s"), word.dropLast().allSatisfy(\.isUppercase) {
      return String(word.dropLast())
    }
    let lower = word.lowercased()
    if let other = irregular[lower] {
      return word.first?.isUppercase == true
        ? other.prefix(1).uppercased() + other.dropFirst() : other
    }
    guard word.count > 3, let (plural, singular) = endings.first(where: { lower.hasSuffix($0.0) }),
      lower.count > plural.count
    else { return word }
    return word.dropLast(plural.count) + singular
  }
}
