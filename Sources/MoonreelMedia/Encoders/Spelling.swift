// SPDX-License-Identifier: MIT

/// Finds the word that was meant.
enum Spelling {
  /// The nearest of `words` by edit distance, or `nil` where none is near enough to be a
  /// misspelling.
  static func nearest(to word: String, among words: [String]) -> String? {
    let limit = max(2, word.count / 3)
    let measured = words.map { ($0, distance(Array(word), Array($0))) }
    guard let best = measured.min(by: { $0.1 < $1.1 }), best.1 <= limit else { return nil }
    return best.0
  }

  /// How many insertions, removals and replacements lead from `a` to `b` (Levenshtein).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = left == right ? diagonal : 1 + min(diagonal, above, row[j])
        diagonal = above
      }
    }
    return row[b.count]
  }
}
