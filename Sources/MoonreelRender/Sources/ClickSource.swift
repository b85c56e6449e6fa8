// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A short click at every multiple of an interval, silence between: for checking that sound stays in
/// step.
///
/// A click begins with its greatest sample, exactly on the sample nearest to its time, and dies away
/// within two milliseconds.
public struct ClickSource: Source, Hashable {
  /// From one click to the next; the first comes at the source's time zero.
  public var interval: Time
  /// Every so many clicks, from the first one on, one is an octave higher: the first beat of a bar; `nil`: none is.
  public var beatsPerBar: Int?
  /// The first sample of a click, 0…1 of full scale.
  public var gain: Double
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// Clicks `interval` apart.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when `interval` is shorter than 10 ms.
  public init(
    interval: Time, beatsPerBar: Int? = nil, gain: Double = 0.8, duration: Time? = nil
  ) throws {
    guard interval.flicks >= Time.flicksPerSecond / 100 else {
      throw MoonreelError(
        .invalidArgument, "Cannot click every \(interval): clicks lie at least 0.010 s apart.")
    }
    (self.interval, self.beatsPerBar) = (interval, beatsPerBar.map { max(1, $0) })
    (self.gain, self.duration) = (gain, duration)
  }

  /// Sound.
  public var mediaType: MediaType { .audio }
  /// Not used for sound.
  public var naturalSize: PixelSize { PixelSize(1, 1) }

  /// Clicks and the silence between them.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    let (low, high) = (
      Self.shape(gain: gain, hertz: 1000, sampleRate: sampleRate),
      Self.shape(gain: gain, hertz: 2000, sampleRate: sampleRate)
    )
    var plane = [Float](repeating: 0, count: frameCount)
    let end = start + Int64(frameCount)
    var index = Self.index(start - Int64(low.count), interval: interval, sampleRate: sampleRate)
    while true {
      let onset = interval.multiplied(by: index, dividedBy: 1).value(timescale: Int64(sampleRate))
      guard onset < end else { break }
      let isFirst = beatsPerBar.map { index % Int64($0) == 0 } ?? false
      let shape = isFirst ? high : low
      for (offset, value) in shape.enumerated() {
        let place = onset + Int64(offset) - start
        if place >= 0, place < Int64(frameCount) { plane[Int(place)] = value }
      }
      index += 1
    }
    return GeneratedPlanes.buffer([plane, plane], from: start, sampleRate: sampleRate, duration)
  }

  /// The first click that may reach sample `sample` or later.
  private static func index(_ sample: Int64, interval: Time, sampleRate: Int) -> Int64 {
    let flicks = Int128(sample) * Int128(Time.flicksPerSecond) / Int128(sampleRate)
    return max(0, Int64(flicks / Int128(interval.flicks)) - 1)
  }

  /// A damped cosine.
  private static func shape(gain: Double, hertz: Double, sampleRate: Int) -> [Float] {
    let count = max(1, sampleRate / 500)
    return (0..<count).map { n in
      let rest = 1 - Double(n) / Double(count)
      let wave = mr_sine_turns(0.25 + hertz * Double(n) / Double(sampleRate))
      return Float(gain * rest * rest * wave)
    }
  }
}
