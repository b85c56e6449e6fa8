// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A microphone that is not there: it hears a tone of 1 kHz in the first tenth of each second of the clock.
public final class SyntheticMicrophone: CaptureSource {
  /// The device.
  public let device: CaptureDevice
  private let clock: any CaptureClock
  private let behavior: SyntheticBehavior
  private let ticker: SyntheticTicker
  private let lastStamp = Locked(Time.zero)

  /// How many stretches it gives a second.
  static let stretches = 50

  /// A microphone with one or two channels at usual rates, each a multiple of 50.
  public init(
    id: String = "synthetic:microphone", clock: any CaptureClock,
    behavior: SyntheticBehavior = SyntheticBehavior()
  ) {
    let formats = [48000, 44100, 16000, 8000].flatMap { rate in
      [2, 1].map { CaptureFormat.sound(CaptureSoundFormat(sampleRate: rate, channelCount: $0)) }
    }
    device = CaptureDevice(id: id, name: "Test tones", kind: .synthetic, formats: formats)
    (self.clock, self.behavior) = (clock, behavior)
    ticker = SyntheticTicker(clock, behavior)
  }

  /// Begins to give sound.
  public func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError) {
    guard let sound = format.sound, device.formats.contains(format) else {
      throw SyntheticCamera.refusal(device)
    }
    ticker.start(rate: Rational(Int64(Self.stretches), 1), receive) { [self] index, time in
      let stamp = lastStamp.withLock { last in
        last = behavior.stamp(index, at: time, before: last)
        return last
      }
      receive(
        .sound(
          CapturedSound(
            time: stamp, sampleRate: sound.sampleRate, channelCount: sound.channelCount,
            samples: samples(sound, from: time))))
    }
  }

  /// Stops.
  public func stop() { ticker.stop() }

  /// What is heard from `time` on, sampled by a clock that drifts.
  private func samples(_ format: CaptureSoundFormat, from time: Time) -> [Float] {
    let count = format.sampleRate / Self.stretches
    let period = 1 / (Double(format.sampleRate) * (1 + behavior.driftPPM / 1_000_000))
    let start = Double(time.flicks % Time.flicksPerSecond) / Double(Time.flicksPerSecond)
    let isSilent = start >= 0.1 && start + Double(count) * period < 1
    guard !isSilent else { return [Float](repeating: 0, count: count * format.channelCount) }
    var samples: [Float] = []
    samples.reserveCapacity(count * format.channelCount)
    for index in 0..<count {
      let moment = start + Double(index) * period
      let within = moment - moment.rounded(.down)
      let value = within < 0.1 ? Float(0.5 * sin(2 * .pi * 1000 * within)) : 0
      for _ in 0..<format.channelCount { samples.append(value) }
    }
    return samples
  }
}
