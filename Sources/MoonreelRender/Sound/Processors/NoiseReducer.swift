// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Makes steady noise quieter: a spectral gate that learns the noise while it plays, as the least power that each
/// frequency had within a while (after R. Martin, "Noise power spectral density estimation based on optimal smoothing and
/// minimum statistics", 2001).
public final class NoiseReducer: SoundProcessor {
  /// Seconds by which its result comes late.
  public static let latency = 0.05
  /// Seconds within which each frequency is quiet once.
  private static let memory = 1.5

  /// By how many decibels noise becomes quieter, and how far above the noise sound begins.
  public typealias Levels = (_ position: Int64) throws -> (reduction: Double, threshold: Double)

  private let transform: FourierTransform
  private let hop: Int
  private let window: [Double]
  private var channels: [Channel]
  private var queue: SoundQueue
  private let levels: Levels
  private let framesPerPart: Int
  private let ease: Double
  private let slowness: Double

  /// What is remembered of one channel.
  private struct Channel {
    var input: [Float]
    var overlap: [Double]
    /// The power of each frequency, evened out over some frames to be judged, and over a fifth of a second to be learned from.
    var smooth: [Double]
    var slow: [Double]
    var powers: [Double]
    /// The least of the part of the memory that is going on, and of those before.
    var least: [Double]
    var parts: [[Double]] = []
    var gains: [Double]
    var frame = 0
  }

  /// A reducer that asks `levels` once a block.
  public init(_ format: SoundFormat, levels: @escaping Levels) throws {
    let rate = Double(format.sampleRate)
    var size = 64
    while Double(size * 2) <= Self.latency * rate { size *= 2 }
    (transform, hop) = (FourierTransform(size: size), size / 4)
    window = (0..<size).map {
      Trigonometry.sineAndCosine(degrees: 180 * (Double($0) + 0.5) / Double(size)).sine
    }
    let bins = size / 2 + 1
    let zeros = [Double](repeating: 0, count: bins)
    channels = Array(
      repeating: Channel(
        input: [Float](repeating: 0, count: size - size / 4),
        overlap: [Double](repeating: 0, count: size), smooth: zeros, slow: zeros, powers: zeros,
        least: [Double](repeating: .infinity, count: bins), gains: zeros.map { _ in 1 }),
      count: format.layout.count)
    let delay = Int(try Time(seconds: Self.latency).value(timescale: Int64(format.sampleRate)))
    queue = SoundQueue(channelCount: format.layout.count, delay: delay - (size - size / 4))
    self.levels = levels
    framesPerPart = max(1, Int(Self.memory / 4 * rate / Double(hop)))
    // Gains fall within 50 ms, and rise at once.
    slowness = PortableMath.exp2(-Double(hop) / (0.2 * rate) * 1.4426950408889634)
    ease = PortableMath.exp2(-Double(hop) / (0.05 * rate) * 1.4426950408889634)
  }

  /// Makes the noise of a block quieter.
  public func process(_ block: inout SoundBlock) throws {
    let (reduction, threshold) = try levels(block.position)
    let floor = PortableMath.exp2(-max(0, min(60, reduction)) * 0.16609640474436813)
    let factor = PortableMath.exp2(max(0, min(40, threshold)) * 0.33219280948873626)
    let results = channels.indices.map { index in
      var result: [Float] = []
      channels[index].input += block.channels[index]
      while channels[index].input.count >= transform.size {
        result += frame(&channels[index], floor, factor)
        channels[index].input.removeFirst(hop)
      }
      return result
    }
    queue.append(results)
    block.channels = queue.take(block.frameCount)
  }

  /// Works on the next frame; the samples that no later one adds to.
  private func frame(_ channel: inout Channel, _ floor: Double, _ factor: Double) -> [Float] {
    var numbers = FourierTransform.Numbers(transform.size)
    for index in window.indices {
      numbers.real[index] = Double(channel.input[index]) * window[index]
    }
    transform.forward(&numbers)
    let half = transform.size / 2
    learn(&channel, numbers)
    var wanted = [Double](repeating: 1, count: half + 1)
    for bin in 0...half {
      let noise = channel.parts.reduce(channel.least[bin]) { min($0, $1[bin]) }
      // The least of the evened power lies about 2 dB below its mean.
      // What rises far above the noise is sound at once.
      let level = max(channel.smooth[bin], channel.powers[bin] / 4)
      let isSound = channel.parts.isEmpty || level > 1.6 * noise * factor
      wanted[bin] = isSound ? 1 : floor
    }
    for bin in 0...half {
      let around = max(wanted[max(0, bin - 1)], wanted[min(half, bin + 1)])
      let goal = max(wanted[bin], (around + wanted[bin]) / 2)
      let last = channel.gains[bin]
      channel.gains[bin] = goal > last ? goal : goal + (last - goal) * ease
      let gain = channel.gains[bin]
      for place in Set([bin, (transform.size - bin) % transform.size]) {
        numbers.real[place] *= gain
        numbers.imaginary[place] *= gain
      }
    }
    transform.backward(&numbers)
    // Four windows lie over each sample, their squares' sum is 2.
    for index in window.indices {
      channel.overlap[index] += numbers.real[index] * window[index] / 2
    }
    let ready = channel.overlap.prefix(hop).map { Float($0) }
    channel.overlap.removeFirst(hop)
    channel.overlap += [Double](repeating: 0, count: hop)
    return ready
  }

  /// Learns from a frame, unless it is silent: nobody hears noise there.
  private func learn(_ channel: inout Channel, _ numbers: FourierTransform.Numbers) {
    let powers = channel.smooth.indices.map { bin in
      numbers.real[bin] * numbers.real[bin] + numbers.imaginary[bin] * numbers.imaginary[bin]
    }
    channel.powers = powers
    // Below -100 dB of full scale, for all frequencies together.
    let size = Double(transform.size)
    let isSilent = powers.reduce(0, +) < 1e-10 * size * size / 4
    let weight = isSilent ? 0 : max(1 - slowness, 1 / Double(channel.frame + 1))
    for bin in powers.indices {
      channel.smooth[bin] = channel.smooth[bin] * 0.8 + powers[bin] * 0.2
      channel.slow[bin] += (powers[bin] - channel.slow[bin]) * weight
      // The first frames are half empty, and too few.
      if channel.frame >= 12 { channel.least[bin] = min(channel.least[bin], channel.slow[bin]) }
    }
    if isSilent { return }
    channel.frame += 1
    guard channel.frame % framesPerPart == 0, channel.frame > 12 else { return }
    channel.parts.append(channel.least)
    if channel.parts.count > 4 { channel.parts.removeFirst() }
    channel.least = channel.slow
  }
}
