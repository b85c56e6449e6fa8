// SPDX-License-Identifier: MIT

import CPango
import CTextHost
import MoonreelCore
import MoonreelModel

extension TextLayout {
  /// The clusters of each letter, word or line, in the order in which they are read; white space belongs to
  /// none.
  ///
  /// Words end at white space; in scripts without, where Pango's dictionaries and rules say.
  func units(_ unit: TextAnimator.Unit) -> [[Int]] {
    if unit == .line {
      return (0..<lineCount).map { line in clusters.indices.filter { clusters[$0].line == line } }
        .filter { !$0.isEmpty }
    }
    let places = places()
    var units: [[Int]] = []
    var (isOpen, previous) = (false, -1)
    let reading = clusters.indices.sorted {
      clusters[$0].bytes.lowerBound < clusters[$1].bytes.lowerBound
    }
    let begins = UInt32(unit == .character ? MR_CURSOR_POSITION : MR_WORD_START)
    for index in reading {
      let start = clusters[index].bytes.lowerBound
      let passed = places[min(previous + 1, start)...start]
      previous = start
      if passed.contains(where: { $0 & (begins | UInt32(MR_WHITE)) != 0 }) { isOpen = false }
      guard places[start] & UInt32(MR_WHITE) == 0 else { continue }
      if isOpen { units[units.count - 1].append(index) } else { units.append([index]) }
      isOpen = true
    }
    return units
  }

  /// What Pango knows of each byte at which a character begins; 0 within one. Words begin only after white
  /// space, or in scripts without.
  private func places() -> [UInt32] {
    var count: Int32 = 0
    let attributes = pango_layout_get_log_attrs_readonly(layout, &count)
    var places: [UInt32] = []
    var index = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where index < Int(count) {
      var flags = attributes.map { mr_log_flags($0 + index) } ?? 0
      // Thai and all that follow it in Unicode up to the Hangul syllables: most of them without spaces.
      if !(0x0E00..<0xAC00).contains(scalar.value) { flags &= ~UInt32(MR_WORD_START) }
      places.append(flags)
      places += Array(repeating: 0, count: scalar.utf8.count - 1)
      index += 1
    }
    return places + [0]
  }

  /// The middle of the clusters' stretches of their lines.
  func middle(of clusters: [Int]) -> Point {
    let cells = clusters.map { self.clusters[$0].cell }
    guard let first = cells.first else { return .zero }
    let all = cells.dropFirst().reduce(first) { $0.union($1) }
    return Point((all.minX + all.maxX) / 2, (all.minY + all.maxY) / 2)
  }
}
