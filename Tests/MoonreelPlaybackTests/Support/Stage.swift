// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

@testable import MoonreelPlayback

/// Clips in a folder of their own, and players of them on virtual clocks.
final class Stage: Sendable {
  let folder: String
  var gate: FileGate { FileGate(folders: [folder]) }

  init() throws {
    folder = NSTemporaryDirectory() + "moonreel-playback-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Gray frames at 25 a second: frame n has luma `20 + n`. With `sound`, so many seconds of it.
  func item(
    frames: Int, sound: Double? = nil, codec: [String] = ["-c:v", "ffv1"], tone: Int = 440
  ) async throws -> PlayerItem {
    let path = path("\(UUID().uuidString).mkv")
    var inputs = ["-f", "lavfi", "-i", "color=black:s=32x16:r=25,format=yuv420p"]
    if let sound {
      inputs += ["-f", "lavfi", "-i", "sine=f=\(tone):r=48000:d=\(sound)"]
    }
    // Frames after the last are left out where the sound is longer.
    try MediaTool.ffmpeg(
      inputs + ["-vf", "geq=lum='20+N':cb=128:cr=128,trim=end_frame=\(frames)"] + codec
        + ["-c:a", "pcm_s16le", path])
    return try PlayerItem(await Asset.load(path: path, gate: gate), gate: gate)
  }

  /// Which frame of ``item(frames:sound:codec:tone:)`` it is.
  static func number(_ frame: PlayedFrame) -> Int64 {
    Int64(frame.buffer.planes[0].base.load(as: UInt8.self)) - 20
  }
}

extension VirtualClock {
  /// What was shown: host time, frame.
  var shown: [Shown] {
    log.compactMap { entry in
      guard case .showed(let frame, let divisor) = entry.event else { return nil }
      return Shown(host: entry.host, frame: frame, divisor: divisor)
    }
  }

  struct Shown: Hashable {
    var host: Time
    var frame: Int64
    var divisor = 1
  }
}

/// Seconds as a time, exact for whole milliseconds.
func seconds(_ value: Double) -> Time {
  Time(flicks: Int64((value * 1000).rounded()) * (Time.flicksPerSecond / 1000))
}

/// Numbers that look random and are the same in every run (Knuth's MMIX generator).
struct Dice {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 24
  }
}
