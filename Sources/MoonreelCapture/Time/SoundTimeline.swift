// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Sound of a device on the machine's clock: sample *n* was recorded *n* periods of the rate after the origin, for hours.
///
/// The samples of a device follow each other whatever their stamps say, and are brought to the machine's clock by slow
/// resampling, at most 0.2 % faster or slower. Three stamps in a row that are off by more than 60 ms are a gap: the numbers
/// jump there, and who takes the sound fills it with silence. One or two alone are taken for errors of the stamps.
struct SoundTimeline {
  /// A stretch of sound.
  struct Stretch: Sendable {
    /// The number of its first sample.
    var index: Int64
    /// The samples.
    var buffer: SampleBuffer
  }

  /// What was found of a device's times.
  struct Findings: Hashable, Sendable {
    /// How much faster than it says the device is, in millionths.
    var driftPPM = 0.0
    /// How often sound was missing.
    var gaps = 0
    /// How much was missing.
    var missing = Time.zero
    /// Stamps that were not believed.
    var mendedStamps = 0
  }

  /// Samples a second that come out.
  let rate: Int
  /// The channels that come out.
  let layout: ChannelLayout
  /// When sample 0 was recorded; `nil` before the first.
  private(set) var origin: Time?
  /// What was found so far.
  private(set) var findings = Findings()

  private let format: CaptureSoundFormat
  private let resampler: LiveResampler
  private var clock: DeviceClock?
  /// The number of the next sample that comes out.
  private var index: Int64 = 0
  private var lastStamp: Time?
  /// What waits until it is known whether there is a gap before it.
  private var doubtful: [(sound: CapturedSound, stamp: Double)] = []

  /// Differences from which on a stamp is doubted, and how many such make a gap.
  private static let (tolerance, proof) = (0.06, 3)
  /// Deviations shrink by the factor e in so many seconds.
  private static let settling = 4.0
  /// Seconds for which the resampler is told its rate, and by how much that may differ.
  private static let (horizon, mostChange) = (10, 0.002)

  /// Sound of a device of `format`, at `rate` with the channels `layout`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a rate or channels that do not exist.
  init(_ format: CaptureSoundFormat, rate: Int, layout: ChannelLayout) throws {
    (self.format, self.rate, self.layout) = (format, rate, layout)
    resampler = try LiveResampler(
      from: format.sampleRate, ChannelLayout(captured: format.channelCount), to: rate, layout)
  }

  /// When sample `index` was recorded.
  func time(of index: Int64) -> Time {
    (origin ?? .zero)
      + Time(flicks: Time.flicksPerSecond).multiplied(by: index, dividedBy: Int64(rate))
  }

  /// The first sample that was recorded at `time` or later.
  func index(at time: Time) -> Int64 {
    (time - (origin ?? time)).value(timescale: Int64(rate), rounding: .up)
  }

  /// What `sound` makes known.
  ///
  /// - Parameter now: when it came, for stamps that cannot be believed.
  /// - Throws: `MoonreelError` (`internalError`).
  mutating func append(_ sound: CapturedSound, now: Time) throws -> [Stretch] {
    guard sound.frameCount > 0 else { return [] }
    let duration = Time(flicks: Time.flicksPerSecond)
      .multiplied(by: Int64(sound.frameCount), dividedBy: Int64(format.sampleRate))
    let isBelievable =
      sound.time > .zero && sound.time != lastStamp && sound.time <= now + Self.patience
      && sound.time + duration >= now - Self.patience
    lastStamp = sound.time
    if origin == nil {
      origin = isBelievable ? sound.time : now - duration
      clock = DeviceClock(rate: format.sampleRate, start: 0)
    }
    guard isBelievable, let origin, let clock else {
      findings.mendedStamps += 1
      return try settle() + [try convert(sound, stamp: nil)]
    }
    let stamp = (sound.time - origin).seconds
    let waiting = Double(doubtful.reduce(0) { $0 + $1.sound.frameCount }) * clock.period
    let error = clock.error(of: stamp) - waiting
    guard abs(error) > Self.tolerance else {
      return try settle() + [try convert(sound, stamp: stamp)]
    }
    doubtful.append((sound, error))
    return doubtful.count < Self.proof ? [] : try jump()
  }

  /// Stamps further from when they came are not believed.
  private static let patience = Time(wholeSeconds: 5)

  /// What was in doubt was in order after all, but for its stamps.
  private mutating func settle() throws -> [Stretch] {
    findings.mendedStamps += doubtful.count
    defer { doubtful = [] }
    return try doubtful.map { try convert($0.sound, stamp: nil) }
  }

  /// Enough stamps say the same: there is a gap, or they contradict each other.
  private mutating func jump() throws -> [Stretch] {
    let errors = doubtful.map(\.stamp)
    guard let least = errors.min(), let most = errors.max(), most - least < 2 * Self.tolerance
    else {
      return try settle()
    }
    let seconds = errors.reduce(0, +) / Double(errors.count)
    if seconds > 0 {
      findings.gaps += 1
      findings.missing += (try? Time(seconds: seconds)) ?? .zero
    }
    let rest = try resampler.finish()
    var stretches = [take(rest)]
    clock?.jump(by: seconds)
    index = max(index, Int64(limiting: ((clock?.next ?? 0) * Double(rate)).rounded()))
    if seconds < 0 { index = Int64(limiting: ((clock?.next ?? 0) * Double(rate)).rounded()) }
    defer { doubtful = [] }
    for (sound, _) in doubtful { stretches.append(try convert(sound, stamp: nil)) }
    return stretches
  }

  private mutating func convert(_ sound: CapturedSound, stamp: Double?) throws -> Stretch {
    let start = clock?.advance(sound.frameCount, stamp: stamp) ?? 0
    let period = clock?.period ?? 0
    findings.driftPPM = clock?.driftPPM ?? 0
    let stretch = take(try resampler.convert(sound.planes))
    let wanted = (start + Double(sound.frameCount) * period) * Double(rate)
    let deviation = wanted - Double(index + resampler.delay)
    let distance = Double(rate * Self.horizon)
    let natural = period * Double(format.sampleRate) - 1
    let change = natural + deviation / (Double(rate) * Self.settling)
    let limited = min(max(change, -Self.mostChange), Self.mostChange)
    try resampler.compensate(
      by: Int(limiting: (limited * distance).rounded()), over: Int(distance))
    return stretch
  }

  private mutating func take(_ channels: [[Float]]) -> Stretch {
    let buffer = SampleBuffer(sampleRate: rate, channels: channels)
    defer { index += Int64(buffer.frameCount) }
    return Stretch(index: index, buffer: buffer)
  }
}

extension CapturedSound {
  /// The samples in a plane for each channel.
  var planes: [[Float]] {
    guard channelCount > 1 else { return [samples] }
    return (0..<channelCount).map { channel in
      [Float](unsafeUninitializedCapacity: frameCount) { plane, count in
        samples.withUnsafeBufferPointer { source in
          for index in 0..<frameCount { plane[index] = source[index * channelCount + channel] }
        }
        count = frameCount
      }
    }
  }
}

extension ChannelLayout {
  /// The usual loudspeakers of a device with `count` channels; beyond those, channels without a place.
  init(captured count: Int) {
    let usual = Self.named.first { $0.layout.count == count }?.layout
    self = usual ?? ChannelLayout(channels: (0..<count).map { "CH\($0)" })
  }
}
