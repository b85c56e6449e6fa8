// SPDX-License-Identifier: MIT

/// What a file has and its reader leaves out, a clause each; the same clause once.
struct Omissions {
  /// The most that are named; how many there are beside them is said at the end.
  private static let most = 50

  private var named: [String] = []
  private var known: Set<String> = []
  private var moreCount = 0

  /// Names `words`, such as `"line 3: 'GPI' is not understood"`.
  mutating func note(_ words: String) {
    guard named.count < Self.most else { return moreCount += 1 }
    if known.insert(words).inserted { named.append(words) }
  }

  /// Names `words` of a line of the file.
  mutating func note(line: Int, _ words: String) { note("line \(line): \(words)") }

  /// All clauses in the order in which they were noted.
  var all: [String] {
    guard moreCount > 0 else { return named }
    return named + ["\(moreCount) more of its parts are left out or not understood"]
  }
}
