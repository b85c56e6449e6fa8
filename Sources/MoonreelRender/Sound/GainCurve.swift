// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// A gain over time at one sample rate: constant stretches and straight ramps.
///
/// The gain of sample *n* is the curve's value at exactly *n*/rate seconds and depends on nothing but *n*,
/// so blocks of any size give the same bits.
struct GainCurve {
  /// A stretch of the curve, in force until the next one begins.
  struct Span {
    /// The time at which it begins.
    var start: Time
    /// The gain at `start`.
    var from: Double
    /// The gain at `start + duration`.
    var to: Double
    /// How long the ramp takes; zero for a constant stretch at `to`.
    var duration: Time
  }

  fileprivate struct Piece {
    var firstSample: Int64
    var ramp: mr_gain_ramp?
    var constant: Double
  }

  private let pieces: [Piece]

  /// The curve made of `spans`, ordered by start; 1 before the first.
  init(spans: [Span], sampleRate: Int) {
    var pieces = [Piece(firstSample: .min, ramp: nil, constant: 1)]
    for span in spans {
      let piece = Self.piece(span, sampleRate: Int64(sampleRate))
      while let last = pieces.last, last.firstSample >= piece.firstSample { pieces.removeLast() }
      pieces.append(piece)
    }
    self.pieces = pieces
  }

  /// `spans`, pairs of a ramp and what is held after it, without the holds that a later ramp overrides.
  static func cutShort(_ spans: [Span]) -> [Span] {
    var kept: [Span] = []
    for index in stride(from: 0, to: spans.count, by: 2) {
      while let last = kept.last, last.start >= spans[index].start { kept.removeLast() }
      kept += spans[index...index + 1]
    }
    return kept
  }

  /// Whether the gain is 1 everywhere.
  var isUnity: Bool { pieces.allSatisfy { $0.ramp == nil && $0.constant == 1 } }

  /// Multiplies `gains` by the curve's values from sample `start` on.
  func multiply(_ gains: inout [Double], from start: Int64) {
    let end = start + Int64(gains.count)
    var index = max(0, pieces.partitioningIndex { $0.firstSample > start } - 1)
    var position = start
    gains.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      while position < end {
        let stop = index + 1 < pieces.count ? min(end, pieces[index + 1].firstSample) : end
        let target = base + Int(position - start)
        pieces[index].multiply(target, from: position, count: Int(stop - position))
        (position, index) = (stop, index + 1)
      }
    }
  }

  /// A ramp counts in units of 1/(rate · flicks a second), reduced, in which samples and flicks are whole.
  private static func piece(_ span: Span, sampleRate: Int64) -> Piece {
    let first = span.start.value(timescale: sampleRate, rounding: .up)
    guard span.duration > .zero, span.from != span.to else {
      return Piece(firstSample: first, ramp: nil, constant: span.to)
    }
    let unit = Rational(Time.flicksPerSecond, sampleRate)
    let offset =
      Int128(first) * Int128(unit.numerator)
      - Int128(span.start.flicks) * Int128(unit.denominator)
    let ramp = mr_gain_ramp(
      from: span.from, to: span.to, offset: Double(offset), step: Double(unit.numerator),
      length: Double(span.duration.flicks) * Double(unit.denominator), first: 0)
    return Piece(firstSample: first, ramp: ramp, constant: span.to)
  }
}

extension GainCurve.Piece {
  fileprivate func multiply(_ gains: UnsafeMutablePointer<Double>, from position: Int64, count: Int)
  {
    if var ramp {
      ramp.first = position - firstSample
      mr_samples_multiply_ramp(gains, count, ramp)
    } else if constant != 1 {
      mr_samples_multiply(gains, count, constant)
    }
  }
}
