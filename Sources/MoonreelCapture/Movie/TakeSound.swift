// SPDX-License-Identifier: MIT

import MoonreelCore

/// The sound of a recording: what came is put where it belongs in the film, and silence where nothing came.
struct TakeSound {
  let rate: Int
  private let channelCount: Int
  private var stretches: [ContinuousSound] = []
  /// Samples written, all files together: sample *n* is at *n* periods of the film.
  private var count: Int64 = 0
  /// Whether what was written last was silence in the place of sound: it goes on as the same gap.
  private var isSilent = false
  /// How much later in the film than by the session's clock everything is.
  private var shift = Time.zero
  /// Up to when sound has come, by the session's clock.
  private(set) var end = Time.distantPast

  init(rate: Int, channelCount: Int) { (self.rate, self.channelCount) = (rate, channelCount) }

  mutating func add(_ stretch: ContinuousSound) {
    stretches.append(stretch)
    end = max(end, stretch.end)
  }

  /// Forgets what is over before `time`, by the session's clock.
  mutating func forget(before time: Time) { stretches.removeAll { $0.end < time } }

  /// Begins a stretch of the film: what was recorded at `host` is heard at `film`.
  mutating func begin(host: Time, film: Time) { shift = film - host }

  /// Writes all up to `time` of the film.
  ///
  /// - Parameter padding: whether what has not come is silence; else it is left to come.
  mutating func write(
    upTo time: Time, padding: Bool, _ files: TakeFiles, _ counts: inout CaptureCounts
  ) throws {
    let target = time.value(timescale: Int64(rate))
    while count < target {
      guard let first = stretches.first else {
        if padding { try writeSilence(target - count, files, &counts) }
        return
      }
      let start = number(of: first)
      let next = start + Int64(first.buffer.frameCount)
      if next <= count {
        stretches.removeFirst()
      } else if start > count {
        try writeSilence(min(start, target) - count, files, &counts)
      } else {
        let part = Int(count - start)..<Int(min(next, target) - start)
        try files.append(
          SampleBuffer(sampleRate: rate, channels: first.buffer.channels.map { Array($0[part]) }))
        count += Int64(part.count)
        isSilent = false
        if next <= target { stretches.removeFirst() }
      }
    }
  }

  /// The number in the film of the first sample of `stretch`.
  private func number(of stretch: ContinuousSound) -> Int64 {
    (stretch.origin + shift).value(timescale: Int64(rate)) + stretch.index
  }

  private mutating func writeSilence(
    _ length: Int64, _ files: TakeFiles, _ counts: inout CaptureCounts
  ) throws {
    var rest = length
    while rest > 0 {
      let part = min(rest, Int64(rate))
      try files.append(
        SampleBuffer(sampleRate: rate, channelCount: channelCount, frameCount: Int(part)))
      rest -= part
    }
    count += length
    if !isSilent { counts.gaps += 1 }
    isSilent = true
    counts.silence += Time(flicks: Time.flicksPerSecond)
      .multiplied(by: length, dividedBy: Int64(rate))
  }
}
