// SPDX-License-Identifier: MIT

import MoonreelCore

/// Finds onsets, tempo and beats in what sets in over time (``OnsetFunction``).
///
/// It knows all of the sound, so the tempo is one for all of it, and each beat is found in sight of those before and after.
struct RhythmFinder {
  /// Values a second.
  static let rate = Double(SoundWalk.sampleRate) / Double(OnsetFunction.step)

  /// What sets in.
  let flux: [Float]
  /// The time of the first value, in seconds of the stretch.
  let start: Double
  let cancellation: CancellationFlag

  /// The rhythm, on a clock that says `range`'s start at the first sample.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  func rhythm(within range: TimeRange) throws -> SoundRhythm {
    let curve = OnsetCurve(flux)
    guard curve.isAlive else { return .none }
    func time(_ place: Double) throws -> Time {
      let milliseconds = ((start + place / Self.rate) * 1000).rounded()
      return range.clamp(range.start + (try Time(value: Int64(milliseconds), timescale: 1000)))
    }
    var rhythm = SoundRhythm.none
    // What sets in where the stretch ends is heard behind it.
    let last = range.end - Time(flicks: Time.flicksPerSecond / 200)
    rhythm.onsets = try curve.onsets().map {
      .init(time: try time($0.place), strength: $0.strength)
    }
    .filter { $0.time < last }
    guard let tempo = try TempoFinder(curve: curve, cancellation: cancellation).tempo() else {
      return rhythm
    }
    rhythm.tempo = .init(
      beatsPerMinute: 60 * Self.rate / tempo.period, confidence: tempo.confidence)
    let beats = try BeatChain(curve: curve, period: tempo.period, cancellation: cancellation)
      .beats()
    rhythm.beats = try beats.map { .init(time: try time($0.place), confidence: $0.confidence) }
      .filter { $0.time < last }
    return rhythm
  }
}

/// What stands out of the flux around it.
struct OnsetCurve {
  /// The flux less its mean over a second, where that is above 0; its power is 1.
  let values: [Float]
  /// The same, evened out over neighbours.
  let smooth: [Float]
  /// Whether something sets in at all.
  let isAlive: Bool
  private let excess: [Float]

  init(_ flux: [Float]) {
    let reach = Int(RhythmFinder.rate / 2)
    let mean = Self.mean(of: Self.mean(of: flux, reach: reach), reach: reach)
    excess = zip(flux, mean).map { max(0, $0 - $1) }
    let power = excess.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, flux.count))
    isAlive = (excess.max() ?? 0) > Self.least
    let scale = power > 0 ? Float(1 / power.squareRoot()) : 0
    values = excess.map { $0 * scale }
    smooth = Self.mean(of: Self.mean(of: values, reach: 1), reach: 1)
  }

  /// What is heard of the dither of 16 bits, and less, sets nothing in.
  private static let least: Float = 20
  /// Onsets are at least so many values apart (50 ms), and at least so strong beside the strongest within two seconds.
  private static let (distance, share) = (10, Float(0.15))

  /// The mean of `values` over `reach` of them before and after each.
  private static func mean(of values: [Float], reach: Int) -> [Float] {
    var sums = [Double](repeating: 0, count: values.count + 1)
    for (index, value) in values.enumerated() { sums[index + 1] = sums[index] + Double(value) }
    return values.indices.map { index in
      let (from, to) = (max(0, index - reach), min(values.count, index + reach + 1))
      return Float((sums[to] - sums[from]) / Double(to - from))
    }
  }

  /// Where the values have their greatest, between two of them, near `index`: the top of the parabola through three.
  func top(_ curve: [Float], near index: Int) -> Double {
    guard index > 0, index + 1 < curve.count else { return Double(index) }
    let (a, b, c) = (Double(curve[index - 1]), Double(curve[index]), Double(curve[index + 1]))
    let bend = a - 2 * b + c
    guard bend < 0, b >= a, b >= c else { return Double(index) }
    return Double(index) + 0.5 * (a - c) / bend
  }

  /// The moments at which something sets in.
  func onsets() -> [(place: Double, strength: Double)] {
    let strongest = Self.greatest(of: excess, reach: Int(RhythmFinder.rate))
    let nearby = Self.greatest(of: excess, reach: Self.distance / 2)
    let most = excess.max() ?? 0
    var (found, last): ([(Double, Double)], Int) = ([], -Self.distance)
    for (index, value) in excess.enumerated() {
      guard value > Self.least, value >= nearby[index], value >= Self.share * strongest[index],
        index - last >= Self.distance
      else { continue }
      found.append((top(excess, near: index), Double(value / most)))
      last = index
    }
    return found
  }

  /// The greatest of the values up to `reach` before and after each.
  private static func greatest(of values: [Float], reach: Int) -> [Float] {
    var result = [Float](repeating: 0, count: values.count)
    var (queue, head, next) = ([Int](), 0, 0)
    for index in values.indices {
      while next < min(values.count, index + reach + 1) {
        while queue.count > head, values[queue[queue.count - 1]] <= values[next] {
          queue.removeLast()
        }
        queue.append(next)
        next += 1
      }
      while queue[head] < index - reach { head += 1 }
      result[index] = values[queue[head]]
    }
    return result
  }
}
