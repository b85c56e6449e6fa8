// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One sound of a mix: a track, or a bus with all that comes together in it.
///
/// Each place that hears a sound has a node of its own; so nodes form a tree, and each is read forwards by one reader.
/// A sound that goes to a bus besides its own way, or steers another, is therefore mixed again for that.
protocol SoundNode: AnyObject {
  /// Adds the sound's samples from sample `start` of the mix on to `sums`, one plane a channel.
  ///
  /// - Throws: what sources, effects and functions of time throw.
  func add(to sums: inout [[Double]], from start: Int64, frameCount: Int) throws
}

/// Sounds added up in double precision.
enum SoundSums {
  /// What `body` adds up over `frameCount` samples, rounded once.
  static func floats(
    _ channelCount: Int, _ frameCount: Int, _ body: (inout [[Double]]) throws -> Void
  ) rethrows -> [[Float]] {
    var sums = [[Double]](
      repeating: [Double](repeating: 0, count: frameCount), count: channelCount)
    try body(&sums)
    return sums.map { $0.map { Float($0) } }
  }
}

/// The sounds that come together in a bus, changed as one.
final class BusMixer: SoundNode {
  private let members: [any SoundNode]
  private let channelCount: Int
  private let gains: GainStage
  private var chain: SoundChain?

  /// A mixer of `members` with the volumes of `parameters`, whose effects `links` are; it sounds until `end`.
  init(
    _ members: [any SoundNode], _ parameters: AudioMixParameters, links: [SoundChain.Link],
    format: MixFormat, end: Int64
  ) {
    (self.members, channelCount) = (members, format.layout.count)
    gains = GainStage(parameters, sampleRate: format.sampleRate)
    guard !links.isEmpty else { return }
    let sound = SoundFormat(sampleRate: format.sampleRate, layout: format.layout)
    chain = SoundChain(links, format: sound, samples: 0..<max(0, end)) {
      [unowned self] in try self.input(from: $0, frameCount: $1)
    }
  }

  func add(to sums: inout [[Double]], from start: Int64, frameCount: Int) throws {
    if chain == nil, gains.isUnity {
      for member in members { try member.add(to: &sums, from: start, frameCount: frameCount) }
      return
    }
    let samples =
      try chain?.read(from: start, frameCount: frameCount)
      ?? input(from: start, frameCount: frameCount)
    try gains.add(samples, to: &sums, at: 0, sample: start)
  }

  private func input(from start: Int64, frameCount: Int) throws -> [[Float]] {
    try SoundSums.floats(channelCount, frameCount) { sums in
      for member in members { try member.add(to: &sums, from: start, frameCount: frameCount) }
    }
  }
}

/// A sound on its way to a bus that it is sent to.
final class SendMixer: SoundNode {
  private let node: any SoundNode
  private let gain: Double

  init(_ node: any SoundNode, gain: Double) { (self.node, self.gain) = (node, gain) }

  func add(to sums: inout [[Double]], from start: Int64, frameCount: Int) throws {
    var own = [[Double]](repeating: [Double](repeating: 0, count: frameCount), count: sums.count)
    try node.add(to: &own, from: start, frameCount: frameCount)
    for channel in sums.indices {
      for index in sums[channel].indices { sums[channel][index] += own[channel][index] * gain }
    }
  }
}
