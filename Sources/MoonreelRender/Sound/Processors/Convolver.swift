// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Adds the sound of a room, given by its impulse response, without delay: block by block, the response in parts of a
/// block's length (W. G. Gardner, "Efficient convolution without input-output delay", 1995, parts of one size).
public final class Convolver: SoundProcessor {
  /// How loud the room is, and how loud the sound itself, as factors.
  public typealias Levels = (_ position: Int64) throws -> (wet: Double, dry: Double)

  private static let length = SoundEffect.blockLength
  private let transform = FourierTransform(size: 2 * Convolver.length)
  /// The frequencies of the response, channel by channel, part by part.
  private let parts: [[FourierTransform.Numbers]]
  /// Those of the last blocks, the newest at `newest`.
  private var blocks: [[FourierTransform.Numbers]]
  private var newest = 0
  private var before: [[Float]]
  private let levels: Levels

  /// - Parameter response: the impulse response, one plane a channel of `format`, at its rate; its power is made 1.
  public init(_ format: SoundFormat, response: [[Float]], levels: @escaping Levels) {
    let (transform, length) = (transform, Self.length)
    let powers = response.map { $0.reduce(0.0) { $0 + Double($1) * Double($1) } }
    let scale = 1 / max(1e-12, powers.max() ?? 0).squareRoot()
    let count = max(1, ((response.map(\.count).max() ?? 0) + length - 1) / length)
    parts = (0..<format.layout.count).map { channel in
      let plane = channel < response.count ? response[channel] : []
      return (0..<count).map { part in
        var numbers = FourierTransform.Numbers(2 * length)
        for (index, sample) in plane.dropFirst(part * length).prefix(length).enumerated() {
          numbers.real[index] = Double(sample) * scale
        }
        transform.forward(&numbers)
        return numbers
      }
    }
    blocks = parts.map { $0.map { _ in FourierTransform.Numbers(2 * length) } }
    before = parts.map { _ in [Float](repeating: 0, count: length) }
    self.levels = levels
  }

  /// Adds the room to a block.
  public func process(_ block: inout SoundBlock) throws {
    let from = try levels(block.position)
    let to = try levels(block.position + Int64(Self.length))
    newest = (newest + 1) % max(1, parts.first?.count ?? 1)
    for channel in block.channels.indices {
      let sound = block.channels[channel]
      let room = room(of: sound, channel)
      for index in sound.indices {
        let share = Double(index) / Double(Self.length)
        let (wet, dry) = (
          from.wet + (to.wet - from.wet) * share, from.dry + (to.dry - from.dry) * share
        )
        block.channels[channel][index] = Float(Double(sound[index]) * dry + room[index] * wet)
      }
      before[channel] = sound
    }
  }

  /// What the room makes of the block `sound`.
  private func room(of sound: [Float], _ channel: Int) -> ArraySlice<Double> {
    var numbers = FourierTransform.Numbers(2 * Self.length)
    for index in 0..<Self.length {
      numbers.real[index] = Double(before[channel][index])
      numbers.real[Self.length + index] = Double(sound[index])
    }
    transform.forward(&numbers)
    blocks[channel][newest] = numbers
    var sum = FourierTransform.Numbers(2 * Self.length)
    let count = parts[channel].count
    for part in 0..<count {
      let block = blocks[channel][(newest - part + count) % count]
      let response = parts[channel][part]
      sum.real.withUnsafeMutableBufferPointer { real in
        sum.imaginary.withUnsafeMutableBufferPointer { imaginary in
          mr_add_products(
            real.baseAddress, imaginary.baseAddress, block.real, block.imaginary, response.real,
            response.imaginary, 2 * Self.length)
        }
      }
    }
    transform.backward(&sum)
    return ArraySlice(sum.real[Self.length...].map { $0 })
  }
}

extension Convolver {
  /// The response of a large, plain hall: noise that is 60 dB down after `frameCount` samples.
  public static func hall(_ format: SoundFormat, frameCount: Int) -> [[Float]] {
    let loss = PortableMath.exp2(-9.965784284662087 / Double(max(1, frameCount)))
    return (0..<format.layout.count).map { channel in
      let noise = GeneratedPlanes.plane(frameCount) {
        mr_synth_white($0, frameCount, 0, UInt64(channel) + 1, 1)
      }
      var gain = 1.0
      return noise.map { sample in
        defer { gain *= loss }
        return Float(Double(sample) * gain)
      }
    }
  }
}
