// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A sine whose frequency rises or falls evenly from one to another, the same on both channels.
///
/// For example: `SweepSource(from: 20, to: 20_000, duration: Time(wholeSeconds: 10))` goes through all that people hear.
public struct SweepSource: Source, Hashable {
  /// How the frequency moves.
  public enum Spacing: String, Hashable, Sendable, CaseIterable {
    /// By as many octaves in each second.
    case logarithmic
    /// By as many hertz in each second.
    case linear
  }

  /// Periods a second where it begins, and where it ends.
  public var from: Double
  /// See ``from``.
  public var to: Double
  /// How the frequency moves.
  public var spacing: Spacing
  /// The amplitude, 0…1 of full scale.
  public var gain: Double
  /// How long it takes.
  public var length: Time

  /// A sweep.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for frequencies outside 1…1,000,000 and a length that is not
  ///   positive.
  public init(
    from: Double = 20, to: Double = 20_000, spacing: Spacing = .logarithmic, gain: Double = 0.5,
    duration: Time = Time(wholeSeconds: 10)
  ) throws {
    for frequency in [from, to] where !(1...1_000_000).contains(frequency) {
      throw MoonreelError(
        .invalidArgument,
        "Cannot sweep through \(frequency) periods a second: give frequencies from 1 to 1000000.")
    }
    guard duration > .zero else {
      throw MoonreelError(.invalidArgument, "Cannot sweep in \(duration): give a length above 0.")
    }
    (self.from, self.to, self.spacing) = (from, to, spacing)
    (self.gain, length) = (gain, duration)
  }

  /// Sound.
  public var mediaType: MediaType { .audio }
  /// Not used for sound.
  public var naturalSize: PixelSize { PixelSize(1, 1) }
  /// How long it takes.
  public var duration: Time? { length }

  /// Samples of the sweep; its phase is 0 at the source's time zero.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    let seconds = length.seconds
    // Periods since the start are the integral of the frequency (A. Farina, 2000, for the logarithmic one).
    let octaves = PortableMath.log2(to / from)
    let scale = octaves == 0 ? 0 : from * seconds / (octaves * 0.693147180559945309)
    let plane = GeneratedPlanes.plane(frameCount) { out in
      for index in 0..<frameCount {
        let time = Double(start + Int64(index)) / Double(sampleRate)
        let share = min(1, max(0, time / seconds))
        let periods: Double
        if spacing == .linear || octaves == 0 {
          periods = time * (from + (to - from) * share / 2)
        } else {
          periods = scale * (Self.compute(MR_EXP2, octaves * share) - 1)
        }
        let turn = periods - periods.rounded(.down)
        out[index] = Float(gain * Self.compute(MR_SIN, turn * 2 * .pi))
      }
    }
    return GeneratedPlanes.buffer([plane, plane], from: start, sampleRate: sampleRate, duration)
  }

  private static func compute(_ operation: mr_op, _ value: Double) -> Double {
    mr_sound_number(Int32(operation.rawValue), value, 0, 0, 0)
  }
}

/// No sound, for a while.
public struct SilenceSource: Source, Hashable {
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// Silence.
  public init(duration: Time? = nil) { self.duration = duration }

  /// Sound.
  public var mediaType: MediaType { .audio }
  /// Not used for sound.
  public var naturalSize: PixelSize { PixelSize(1, 1) }

  /// Zeros.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    SampleBuffer(sampleRate: sampleRate, channelCount: 2, frameCount: frameCount)
  }
}
