// SPDX-License-Identifier: MIT

/// Finds what somebody probably meant by a name that is not known.
public enum NearestName {
  /// Bytes beyond which a text is no name: looking for the nearest would take long, and there is none.
  private static let longest = 256

  /// `" (did you mean 'opacity'?)"`, `" (advice)"` where ``OtherWords`` has some for `owner`, or `""`.
  ///
  /// - Parameter owner: whose names the candidates are, such as `"composition:add"`.
  public static func hint(
    _ name: String, among candidates: some Sequence<String>, of owner: String = ""
  ) -> String {
    guard name.utf8.count <= longest else { return "" }
    if let advice = OtherWords.advice(on: name, for: owner) { return " (\(advice))" }
    return nearest(name, among: candidates).map(question) ?? ""
  }

  /// `" (did you mean 'opacity'?)"`.
  public static func question(_ name: String) -> String { " (did you mean '\(name)'?)" }

  /// The candidate that has the same letters, or is Moonreel's word for what other tools call `name`, or
  /// that takes the fewest edits; `nil` where none is near.
  ///
  /// A word that other tools have is not taken for a slip of the pen: `loop` is not `crop`.
  public static func nearest(_ name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= longest else { return nil }
    let candidates = Array(candidates)
    let letters = OtherWords.letters(of: name)
    if let same = candidates.first(where: { OtherWords.letters(of: $0) == letters }) { return same }
    let meanings = OtherWords.meanings[letters]
    if let meant = meanings?.first(where: candidates.contains) { return meant }
    if meanings != nil { return candidates.first { $0 == name + "s" || $0 + "s" == name } }
    return reordered(name, candidates) ?? misspelt(name, candidates)
      ?? misspeltMeaning(letters, candidates)
  }

  /// All candidates, what ``nearest(_:among:)`` finds first, then by distance and by the order given.
  public static func ranked(_ name: String, among candidates: [String]) -> [String] {
    let first = nearest(name, among: candidates)
    let rest = candidates.enumerated().filter { $0.element != first }
      .map { (distance(name, $0.element), $0.offset, $0.element) }
    return (first.map { [$0] } ?? []) + rest.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// The candidate of the same words in another order: `cubic_in_out`, `easeInOutCubic`.
  private static func reordered(_ name: String, _ candidates: [String]) -> String? {
    let wanted = OtherWords.words(of: name).filter { $0 != "ease" }.sorted()
    guard wanted.count > 1 else { return nil }
    let letters = OtherWords.words(of: name).filter { $0 != "ease" }.joined()
    let found = candidates.filter { OtherWords.words(of: $0).sorted() == wanted }
    return found.first { OtherWords.letters(of: $0) == letters } ?? found.first
  }

  /// The candidate that takes the fewest edits, at most a third of the longer name (at least one, two from four
  /// letters up), and not all of its letters; the first in alphabetical order among equals.
  private static func misspelt(_ name: String, _ candidates: [String]) -> String? {
    let ranked = candidates.map { ($0, distance(name.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
    let length = max(name.count, best.0.count)
    return best.1 <= max(length >= 4 ? 2 : 1, length / 3) && best.1 < length ? best.0 : nil
  }

  /// The candidate that a word of others stands for, one letter of which is wrong.
  private static func misspeltMeaning(_ letters: String, _ candidates: [String]) -> String? {
    guard letters.count >= 5 else { return nil }
    let words = OtherWords.meanings.keys.filter { distance($0, letters) == 1 }.sorted()
    return words.lazy.compactMap { word in
      OtherWords.meanings[word]?.first(where: candidates.contains)
    }.first
  }

  /// How many insertions, deletions, replacements and swaps of neighbours lead from `a` to `b`
  /// (optimal string alignment). Names longer than 64 characters are far from everything.
  public static func distance(_ a: String, _ b: String) -> Int {
    guard a.utf8.count <= longest, b.utf8.count <= longest else { return .max }
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
