// SPDX-License-Identifier: MIT

import CKernels
import MoonreelModel

/// The gains of one sound: a constant, a curve and functions of time, multiplied.
struct GainStage {
  private let constant: Double
  private let curve: GainCurve?
  private let followers: [GainFollower]
  /// Those of the first channel, and of the second.
  private let sides: [[GainFollower]]

  init(
    constant: Double = 1, curve: GainCurve? = nil, followers: [GainFactor] = [], sampleRate: Int
  ) {
    self.constant = constant
    self.curve = curve.flatMap { $0.isUnity ? nil : $0 }
    func follow(_ side: GainFactor.Side?) -> [GainFollower] {
      followers.filter { $0.side == side }.map { GainFollower($0, sampleRate: sampleRate) }
    }
    self.followers = follow(nil)
    sides = [follow(.left), follow(.right)]
  }

  /// The volumes and factors of `parameters`.
  init(_ parameters: AudioMixParameters?, sampleRate: Int) {
    self.init(
      curve: parameters?.curve(sampleRate: sampleRate), followers: parameters?.factors ?? [],
      sampleRate: sampleRate)
  }

  /// Whether it changes nothing.
  var isUnity: Bool { constant == 1 && curve == nil && followers.isEmpty && !hasSides }

  /// Whether channels have gains of their own.
  var hasSides: Bool { sides.contains { !$0.isEmpty } }

  /// Multiplies `gains` by the values that all channels share, from sample `start` on.
  ///
  /// - Throws: what a function of time throws.
  func multiply(_ gains: inout [Double], from start: Int64) throws {
    if constant != 1 { for index in gains.indices { gains[index] *= constant } }
    curve?.multiply(&gains, from: start)
    for follower in followers { try follower.multiply(&gains, from: start) }
  }

  /// Multiplies `gains` by the values of channel `channel` alone, of `channelCount`; in mono there are none.
  ///
  /// - Throws: what a function of time throws.
  func multiply(
    _ gains: inout [Double], ofChannel channel: Int, of channelCount: Int, from start: Int64
  ) throws {
    guard channelCount > 1, channel < sides.count else { return }
    for follower in sides[channel] { try follower.multiply(&gains, from: start) }
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
      var gains = gains
      for stage in stages {
        try stage.multiply(&gains, ofChannel: channel, of: samples.count, from: sample)
      }
      sums[channel].withUnsafeMutableBufferPointer { sums in
        guard let base = sums.baseAddress else { return }
        mr_samples_add(base + index, samples[channel], gains, count)
      }
    }
  }
}
