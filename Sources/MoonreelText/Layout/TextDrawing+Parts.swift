// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension TextDrawing {
  /// A letter, word or line of a title, and where it lies.
  public struct Part: Hashable, Sendable {
    /// What is written.
    public var text: String
    /// Its stretch of its line, in the title's pixels; of one that is broken, around all its stretches.
    public var box: Rect
    /// Where its first letter stands, in the title's pixels from above.
    public var baseline: Double
    /// Which line it begins on, from 0.
    public var line: Int
  }

  /// The letters, words or lines in the order in which they are read; white space belongs to none.
  ///
  /// Costs about as much as the layout.
  public func parts(_ unit: TextAnimator.Unit) -> [Part] {
    layout.fonts.exclusively {
      layout.units(unit).compactMap { part(layout.clusters(in: $0)) }
    }
  }

  private func part(_ clusters: [GlyphCluster]) -> Part? {
    guard let first = clusters.min(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) else {
      return nil
    }
    let box = clusters.dropFirst().reduce(clusters[0].cell) { $0.union($1.cell) }
    let end = clusters.map(\.bytes.upperBound).max() ?? first.bytes.upperBound
    let text = String(decoding: layout.text[first.bytes.lowerBound..<end], as: UTF8.self)
    return Part(text: text, box: box, baseline: first.baseline, line: first.line)
  }
}

extension TextLayout {
  fileprivate func clusters(in unit: [Int]) -> [GlyphCluster] { unit.map { clusters[$0] } }
}
