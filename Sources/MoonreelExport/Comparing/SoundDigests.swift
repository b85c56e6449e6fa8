// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelRender

/// A film's sound as numbers: one for what is heard while each frame is shown, or each 1/25 s where there are no
/// pictures.
///
/// Sound is mixed for it, as an export does, and its samples are hashed: effects remember what went before, so no part
/// could be known by its description alone.
public struct SoundDigests: Sendable {
  /// What stands for each stretch.
  public let blocks: [Digest]
  /// Samples a second, and channels, of each track of the file.
  public let formats: [Format]
  private let times: [Time]

  /// What a track of sound is mixed to.
  public struct Format: Hashable, Sendable {
    /// Samples a second.
    public var sampleRate: Int
    /// Channels.
    public var layout: ChannelLayout
  }

  /// When stretch `index` begins, on a clock that begins at zero; the end for all after the last.
  public func time(ofBlock index: Int) -> Time { times[min(max(0, index), times.count - 1)] }

  /// Mixes what `job` exports; `nil` where nothing is heard, or sound is left out.
  init?(
    _ job: ExportJob, _ frameTimes: FilmFrameTimes, _ gate: FileGate, _ options: FilmDigests.Options
  ) throws {
    guard options.includesSound, job.settings.holdsSound, !job.settings.sounds.isEmpty else {
      return nil
    }
    times = Self.times(frameTimes)
    formats = job.settings.sounds.map { Format(sampleRate: $0.sampleRate, layout: $0.layout) }
    let reader = CompositionReader(
      timeline: job.request.timeline, composition: job.composition,
      audioMix: job.request.audioMix, gate: gate)
    var blocks = [[Digest]](repeating: [], count: times.count - 1)
    for track in job.settings.sounds.indices {
      let mixer = try RenderPipeline.mixer(job, track, reader)
      for index in blocks.indices {
        try options.cancellation.check()
        let rate = Int64(mixer.sampleRate)
        let (start, end) = (
          times[index].value(timescale: rate), times[index + 1].value(timescale: rate)
        )
        blocks[index].append(try Self.digest(of: mixer, count: Int(end - start)))
      }
    }
    self.blocks = blocks.map { DigestWriter("heard", $0).digest }
  }

  /// The beginnings of all stretches, and the end.
  private static func times(_ frames: FilmFrameTimes) -> [Time] {
    guard frames.count == 0 else {
      return (0...frames.count).map { frames.time(ofFrame: $0) }
    }
    let step = Time.flicksPerSecond / 25
    return stride(from: 0, to: frames.duration.flicks, by: Int(step)).map { Time(flicks: $0) }
      + [frames.duration]
  }

  private static func digest(of mixer: AudioMixer, count: Int) throws -> Digest {
    var hash = SHA256()
    var left = count
    while left > 0, let block = try mixer.next(frameCount: min(left, 1 << 14)) {
      for channel in block.channels { channel.withUnsafeBytes { hash.update($0) } }
      left -= max(1, block.frameCount)
    }
    return hash.finalized()
  }
}
