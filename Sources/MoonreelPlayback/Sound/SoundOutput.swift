// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Where a player's sound goes. All calls come from the player's thread, one after the other.
public protocol SoundOutput: AnyObject, Sendable {
  /// Samples a second.
  var sampleRate: Int { get }
  /// The loudspeakers.
  var layout: ChannelLayout { get }
  /// How long it takes from writing to hearing, at least.
  var latency: Time { get }
  /// Takes `block`, whose first sample is to be heard at `host` on the player's clock. Does not wait to be heard.
  func write(_ block: SampleBuffer, at host: Time) throws
  /// Forgets what was written for `host` and later: the player was paused, or went elsewhere.
  func flush(from host: Time)
}

/// Keeps all sound that is written: for tests and files.
public final class CollectingSoundOutput: SoundOutput {
  /// Samples a second.
  public let sampleRate: Int
  /// The loudspeakers.
  public let layout: ChannelLayout
  /// How long hearing takes.
  public let latency: Time
  private let planes: Locked<[[Float]]>

  /// An output that keeps everything.
  public init(sampleRate: Int = 48_000, layout: ChannelLayout = .stereo, latency: Time = .zero) {
    (self.sampleRate, self.layout, self.latency) = (sampleRate, layout, latency)
    planes = Locked(Array(repeating: [], count: layout.count))
  }

  /// The sound since time zero of the clock; silence where nothing was written.
  public var sound: SampleBuffer {
    SampleBuffer(sampleRate: sampleRate, channels: planes.withLock { $0 })
  }

  /// Writes the sound to a WAV file, 32-bit floats: every sample as it was collected.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `encodingFailed`.
  public func save(to path: String, gate: FileGate) throws {
    let settings = OutputSettings(
      container: .wav,
      audio: AudioEncoding(codec: .pcmFloat, sampleRate: sampleRate, layout: layout))
    let writer = try MediaWriter(path: path, settings: settings, gate: gate)
    do {
      try writer.append(sound)
      _ = try writer.finish()
    } catch {
      writer.cancel()
      throw error
    }
  }

  /// Puts `block` where it is to be heard.
  public func write(_ block: SampleBuffer, at host: Time) {
    let start = max(0, Int(host.value(timescale: Int64(sampleRate))))
    planes.withLock { planes in
      for (index, samples) in block.channels.enumerated() where index < planes.count {
        let missing = start - planes[index].count
        if missing > 0 { planes[index] += Array(repeating: 0, count: missing) }
        let end = min(planes[index].count, start + samples.count)
        planes[index].replaceSubrange(start..<end, with: samples)
      }
    }
  }

  /// Removes what was to be heard later than `host`.
  public func flush(from host: Time) {
    let start = max(0, Int(host.value(timescale: Int64(sampleRate))))
    planes.withLock { planes in
      for index in planes.indices where planes[index].count > start {
        planes[index].removeSubrange(start...)
      }
    }
  }
}
