// SPDX-License-Identifier: MIT

import MoonreelCore

/// The way from an input to an output: what is done to pictures and sound on it.
public struct CaptureConnection: Sendable {
  /// The input, by its number in the configuration.
  public let input: Int
  /// The output.
  public let output: any CaptureOutput
  /// Whether anything goes through; default yes.
  public var isEnabled = true
  /// Whether pictures are mirrored left to right, after they were turned; default no.
  public var isMirrored = false
  /// By how many quarter turns clockwise pictures are turned, 0…3; default none.
  public var quarterTurns = 0
  /// What sound is multiplied by, 0…16; default 1.
  public var level: Float = 1

  /// A connection that changes nothing.
  public init(from input: Int, to output: any CaptureOutput) {
    (self.input, self.output) = (input, output)
  }
}

/// How loud the sound of an input was lately.
public struct SoundLevels: Hashable, Sendable {
  /// The largest magnitude of each channel since it was asked the last time; full scale is 1.
  public var peaks: [Float] = []
  /// The root mean square of each channel over about the last 0.3 s.
  public var powers: [Float] = []
}

/// Measures peak and RMS of sound that goes by.
struct SoundMeter {
  private(set) var levels = SoundLevels()
  private var squares: [Float] = []

  mutating func measure(_ buffer: SampleBuffer) {
    let (count, channels) = (buffer.frameCount, buffer.channels)
    guard count > 0 else { return }
    if levels.peaks.count != channels.count {
      let none = [Float](repeating: 0, count: channels.count)
      (levels.peaks, levels.powers, squares) = (none, none, none)
    }
    // The mean of the squares forgets by the factor e in 0.3 s.
    let share = min(1, Float(count) / (0.3 * Float(buffer.sampleRate)))
    for (index, channel) in channels.enumerated() {
      var (peak, sum): (Float, Float) = (0, 0)
      channel.withUnsafeBufferPointer { samples in
        for sample in samples {
          peak = max(peak, abs(sample))
          sum += sample * sample
        }
      }
      levels.peaks[index] = max(levels.peaks[index], peak)
      squares[index] += (sum / Float(count) - squares[index]) * share
      levels.powers[index] = squares[index].squareRoot()
    }
  }

  /// The levels; the peaks begin anew.
  mutating func take() -> SoundLevels {
    defer { levels.peaks = levels.peaks.map { _ in 0 } }
    return levels
  }
}
