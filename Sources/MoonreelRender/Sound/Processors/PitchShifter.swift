// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Makes sound higher or lower at its speed, by Rubber Band's finer engine.
///
/// What a step of the engine makes comes out over as many samples as the pitch then asks for, so a pitch that moves would
/// carry the sound away from its time. Before each step the engine is told the ratio that brings it back.
public final class PitchShifter: SoundProcessor {
  /// Seconds by which its result comes late: two octaves down take the longest windows.
  public static let latency = 0.8

  private let stretcher: RubberBandStretcher
  private let semitones: (Int64) throws -> Double
  private var queue: SoundQueue
  /// To a rate at which the engine's windows are short enough, and back.
  private var (there, back): (RateConverter?, RateConverter?)
  /// Samples of the sound for each of the engine's.
  private let scale: Double
  /// Samples a second of the engine.
  private let rate: Double
  private let firstPitch: Double
  private var pitch: Double

  /// Samples that the library holds back, at the lower of both pitches.
  private static let heldBack = 32.0
  /// Seconds that the sound may be off before it is brought back: steps come in whole samples.
  private static let slack = 0.0006
  /// Places at which a moving pitch is looked at between what is heard and what the next step makes.
  private static let looks = 16

  /// - Parameters:
  ///   - keepsFormants: whether the timbre of voices stays where it was.
  ///   - semitones: by how many the sound at a sample is moved, -24…24.
  /// - Throws: `MoonreelError` (`internalError`) where the library cannot be set up.
  public init(
    _ format: SoundFormat, keepsFormants: Bool, semitones: @escaping (Int64) throws -> Double
  ) throws {
    let channelCount = format.layout.count
    let working = StretchEngine.rubberBand(.finer).workingRate(for: format.sampleRate)
    let isLow = format.sampleRate < working
    let engineRate = isLow ? working : format.sampleRate
    firstPitch = Self.factor(try semitones(0))
    pitch = firstPitch
    stretcher = try RubberBandStretcher(
      engine: .finer, sampleRate: engineRate, channelCount: channelCount, ratio: 1,
      pieceSize: SoundEffect.blockLength, pitch: firstPitch, keepsFormants: keepsFormants)
    self.semitones = semitones
    (scale, rate) = (Double(format.sampleRate) / Double(engineRate), Double(engineRate))
    if isLow {
      there = RateConverter(
        from: format.sampleRate, to: engineRate, channelCount: channelCount)
      back = RateConverter(
        from: engineRate, to: format.sampleRate, channelCount: channelCount)
    }
    let delay = try Time(seconds: Self.latency).value(timescale: Int64(format.sampleRate))
    queue = SoundQueue(channelCount: channelCount, delay: Int(delay))
  }

  /// Moves a block.
  public func process(_ block: inout SoundBlock) throws {
    let planes = there?.convert(block.channels) ?? block.channels
    let count = planes.first?.count ?? 0
    var fed = 0
    while fed < count {
      let needed = stretcher.inputForNextStep
      let end = fed + min(needed, count - fed, SoundEffect.blockLength)
      if end - fed == needed { try steer() }
      stretcher.feed(planes.map { Array($0[fed..<end]) })
      fed = end
      let made = stretcher.take()
      queue.append(back?.convert(made) ?? made)
    }
    block.channels = queue.take(block.frameCount)
  }

  /// Tells the engine the pitch and the ratio of its next step.
  private func steer() throws {
    let half = Double(stretcher.stepWindow) / 2
    let (input, output) = stretcher.progress
    // What comes out during the step lies half a window, as it is heard, before the step's middle.
    let (middle, heard) = (Double(input), Double(input) - half / pitch)
    pitch = try factor(at: heard)
    stretcher.pitch = pitch
    // Until the step's middle comes out, half a window does, at the pitches of then.
    var length = 0.0
    for look in 0..<Self.looks {
      let share = (Double(look) + 0.5) / Double(Self.looks)
      length += try 1 / factor(at: heard + (middle - heard) * share) / Double(Self.looks)
    }
    let place = Double(output) + half * length - half / firstPitch
    let late = middle - place - Self.heldBack * max(1, 1 / pitch)
    let slack = Self.slack * rate
    let wrong = late - min(max(late, -slack), slack)
    stretcher.ratio = min(max(1 + wrong / half, 0.25), 4)
  }

  /// The pitch at a sample of the engine's input.
  private func factor(at sample: Double) throws -> Double {
    Self.factor(try semitones(Int64(limiting: max(0, sample * scale).rounded(.down))))
  }

  private static func factor(_ semitones: Double) -> Double {
    PortableMath.exp2((semitones.isFinite ? min(24, max(-24, semitones)) : 0) / 12)
  }
}
