// SPDX-License-Identifier: MIT

/// Finds what somebody probably meant.
enum NearestName {
  /// `" (did you mean 'opacity'?)"`, or `""` where no candidate is near.
  static func hint(_ name: String, among candidates: some Sequence<String>) -> String {
    nearest(name, among: candidates).map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// The candidate that takes the fewest edits, at most a third of the longer name (at least one, two
  /// from four letters up); the first in alphabetical order among equals.
  static func nearest(_ name: String, among candidates: some Sequence<String>) -> String? {
    let ranked = candidates.map { ($0, distance(name.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
    let length = max(name.count, best.0.count)
    return best.1 <= max(length >= 4 ? 2 : 1, length / 3) ? best.0 : nil
  }

  /// How many insertions, deletions, replacements and swaps of neighbours lead from `a` to `b`
  /// (optimal string alignment). Names longer than 64 characters are far from everything.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    guard a.count <= 64, b.count <= 64 else { return .max }
    var (before, above) = ([Int](), Array(0...b.count))
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(above[j + 1] + 1, row[j] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
