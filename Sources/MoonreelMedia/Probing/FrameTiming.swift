// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// What the times of all frames tell of a stream's rate.
struct FrameTiming {
  /// The rate that the file states or its frames show; `nil` for a single frame without a rate.
  let nominalRate: FrameRate?
  /// The shortest distance between two frames; `nil` for a single frame.
  let shortest: Time?
  /// Whether distances differ by more than the rounding of time stamps explains.
  let isVariable: Bool
  /// Whether frames are decoded in another order than they are shown.
  let isReordered: Bool
  /// How long the last frame stays.
  let lastDuration: Time

  /// Measures the frames of `index`.
  init(index: StreamIndex, stream: UnsafeMutablePointer<AVStream>) {
    let slots = index.slots
    let distances = zip(slots, slots.dropFirst()).map { $1.time - $0.time }
    let unit = index.halfUnit + index.halfUnit + Time(flicks: 2)
    let (least, most) = (distances.min(), distances.max())
    isReordered = zip(slots, slots.dropFirst()).contains { $0.ordinal > $1.ordinal }
    isVariable = (most ?? .zero) - (least ?? .zero) > unit
    let average = Rational(positive: stream.pointee.avg_frame_rate)
    let regular = Rational(positive: stream.pointee.r_frame_rate)
    nominalRate =
      (isVariable ? nil : Self.evenRate(slots.map(\.time), stated: [average, regular], unit: unit))
      ?? Self.rate(
        average: average, regular: regular, distances: distances, isVariable: isVariable, unit: unit
      )
    let period = nominalRate?.frameDuration
    // Rounded stamps of an even rate: its own period says more than the shortest rounded distance.
    if let period, let least, !isVariable, abs((period - least).flicks) <= unit.flicks {
      shortest = period
    } else {
      shortest = least
    }
    let own = slots.last.map { index.duration(of: index.entries[$0.ordinal].duration) } ?? .zero
    lastDuration = own > .zero ? own : (isVariable ? distances.last : nil) ?? period ?? .zero
  }

  /// Rates that cameras, films and screens have, by their use.
  private static let common: [(Int64, Int64)] = [
    (25, 1), (30, 1), (30000, 1001), (24, 1), (24000, 1001), (50, 1), (60, 1), (60000, 1001),
    (48, 1), (15, 1), (12, 1), (10, 1), (20, 1), (100, 1), (120, 1), (120_000, 1001), (90, 1),
    (240, 1), (15000, 1001), (12_000, 1001), (25, 2), (5, 1), (1, 1),
  ]

  /// The rate of frames that are evenly apart at `times`: the one that the file states, else the nearest
  /// common one, that every time allows within its `unit`. Stamps of 30 frames a second in milliseconds lie 33
  /// and 34 ms apart, which is not 30.303.
  private static func evenRate(
    _ times: [Time], stated: [Rational?], unit: Time
  ) -> FrameRate? {
    guard times.count > 2, let first = times.first, let last = times.last, last > first else {
      return nil
    }
    let mean = Double(times.count - 1) / (last - first).seconds
    let known = stated.compactMap { $0 }.compactMap { try? FrameRate($0.numerator, $0.denominator) }
    let usual = common.compactMap { try? FrameRate($0.0, $0.1) }
      .sorted {
        abs($0.framesPerSecond.doubleValue - mean) < abs($1.framesPerSecond.doubleValue - mean)
      }
    // What is stated may be libav's guess from rounded stamps, such as 983/41.
    return (known.filter(usual.contains) + usual + known).first { rate in
      guard abs(rate.framesPerSecond.doubleValue / mean - 1) < 0.05 else { return false }
      return times.enumerated().allSatisfy { number, time in
        abs((time - first - rate.time(ofFrame: Int64(number))).flicks) <= unit.flicks
      }
    }
  }

  private static func rate(
    average: Rational?, regular: Rational?, distances: [Time], isVariable: Bool, unit: Time
  ) -> FrameRate? {
    let sorted = distances.sorted()
    guard let typical = sorted.isEmpty ? nil : sorted[sorted.count / 2] else {
      return (average ?? regular).flatMap { try? FrameRate($0.numerator, $0.denominator) }
    }
    let candidates = isVariable ? [regular, average] : [average, regular]
    for candidate in candidates {
      guard let candidate, let rate = try? FrameRate(candidate.numerator, candidate.denominator)
      else { continue }
      let error = (rate.frameDuration - typical).flicks.magnitude
      if error <= max(unit.flicks.magnitude, typical.flicks.magnitude / 100) { return rate }
    }
    return try? FrameRate(Double(Time.flicksPerSecond) / Double(max(1, typical.flicks)))
  }
}
