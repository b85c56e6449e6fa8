// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A stretch of a segment at one speed, as a tape would play it.
struct TapePiece {
  /// The segment's sample that it begins at; the first piece also serves all before, the last all after.
  var start: Int64
  /// Where in the source each of its samples is; its sample 0 is `start`.
  var path: SourcePath
  /// The weights for its speed.
  var table: SincTable

  /// A source of `oldRate` samples a second as it is at `newRate`.
  static func conversion(from oldRate: Int, to newRate: Int) -> TapePiece {
    let path = SourcePath(rate: Rational(Int64(oldRate), Int64(newRate)))
    let table = SincTable.conversionTable(rate: Rational(Int64(oldRate), Int64(newRate)))
    return TapePiece(start: 0, path: path, table: table)
  }

  /// The pieces of `curve`, whose source runs forwards, in a segment that begins at sample `first` of the
  /// track.
  ///
  /// A sample belongs to the piece that its exact time lies in, so that no joint has a jump.
  static func pieces(of curve: TimeCurve, first: Int64, sampleRate: Int) -> [TapePiece] {
    curve.pieces.map { a, b in
      let mapping = TimeMapping(
        source: TimeRange(start: a.source, end: b.source),
        target: TimeRange(start: a.target, end: b.target))
      let begin = a.target.value(timescale: Int64(sampleRate), rounding: .up)
      let path = SourcePath(
        mapping: mapping, rate: mapping.rate, first: begin, sampleRate: sampleRate)
      return TapePiece(
        start: begin - first, path: path, table: SincTable.steppedTable(rate: path.rate))
    }
  }
}
