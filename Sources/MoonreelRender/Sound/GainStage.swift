// SPDX-License-Identifier: MIT

import CKernels
import MoonreelModel

/// The gains of one sound: a constant, a curve and functions of time, multiplied.
struct GainStage {
  private let constant: Double
  private let curve: GainCurve?
  private let followers: [GainFollower]

  init(
    constant: Double = 1, curve: GainCurve? = nil, followers: [GainFactor] = [], sampleRate: Int
  ) {
    self.constant = constant
    self.curve = curve.flatMap { $0.isUnity ? nil : $0 }
    self.followers = followers.map { GainFollower($0, sampleRate: sampleRate) }
  }

  /// The volumes and factors of `parameters`.
  init(_ parameters: AudioMixParameters?, sampleRate: Int) {
    self.init(
      curve: parameters?.curve(sampleRate: sampleRate), followers: parameters?.factors ?? [],
      sampleRate: sampleRate)
  }

  /// Whether it changes nothing.
  var isUnity: Bool { constant == 1 && curve == nil && followers.isEmpty }

  /// Multiplies `gains` by its values from sample `start` on.
  ///
  /// - Throws: what a function of time throws.
  func multiply(_ gains: inout [Double], from start: Int64) throws {
    if constant != 1 { for index in gains.indices { gains[index] *= constant } }
    curve?.multiply(&gains, from: start)
    for follower in followers { try follower.multiply(&gains, from: start) }
  }

  /// Adds `samples`, multiplied by its gains, to `sums` from `index` on; the first of them is sample `sample`.
  func add(
    _ samples: [[Float]], to sums: inout [[Double]], at index: Int, sample: Int64
  ) throws {
    try Self.add(samples, multipliedBy: [self], to: &sums, at: index, sample: sample)
  }

  /// Adds `samples`, multiplied by the gains of all `stages`, to `sums` from `index` on.
  static func add(
    _ samples: [[Float]], multipliedBy stages: [GainStage], to sums: inout [[Double]],
    at index: Int, sample: Int64
  ) throws {
    let count = samples.first?.count ?? 0
    var gains = [Double](repeating: 1, count: count)
    for stage in stages { try stage.multiply(&gains, from: sample) }
    for channel in samples.indices {
      sums[channel].withUnsafeMutableBufferPointer { sums in
        guard let base = sums.baseAddress else { return }
        mr_samples_add(base + index, samples[channel], gains, count)
      }
    }
  }
}
