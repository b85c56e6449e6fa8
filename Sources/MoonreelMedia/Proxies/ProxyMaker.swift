// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Makes one proxy, frame by frame, on the thread that calls it.
struct ProxyMaker {
  let track: AssetTrack
  let gate: FileGate
  let cancellation: CancellationFlag

  /// As fast to decode as can be: no frame leans on another, no arithmetic coding, no filter between blocks.
  private static let options = [
    "preset": "ultrafast", "tune": "fastdecode", "g": "1", "crf": "21",
  ]

  /// Writes the proxy to `path`, of at most `limit` bytes.
  ///
  /// - Parameters:
  ///   - makeRoom: whether there is room for that many bytes.
  ///   - progress: told after each frame how much is done, 0…1.
  /// - Throws: `MoonreelError`: whatever decoding and writing throw; `limitExceeded` where there is no room;
  ///   `cancelled`. Nothing is left then.
  func make(
    at path: String, limit: Int, makeRoom: (Int) -> Bool, progress: (Double) -> Void
  ) throws {
    let table = try FrameTable(track, gate: gate)
    let reader = try VideoReader(track: track, gate: gate, threadCount: 1)
    var out = MediaProxies.gate(of: path, like: gate)
    out.writing.byteLimit = Int64(limit)
    var writer: MediaWriter?
    do {
      for slot in 0..<table.count {
        try cancellation.check()
        let frame = try reader.delivered(slot: slot).buffer
        guard frame.size == track.video?.codedSize else {
          throw MoonreelError(
            .unsupportedFormat, "'\(track.path)' has pictures of several sizes: it has no proxy.")
        }
        let ready = try writer ?? self.writer(of: frame, table, path, out)
        writer = ready
        try ready.append(try Self.small(frame, ready.settings), at: Int64(slot))
        // As long as it will be, if it goes on like that.
        if slot % 64 == 63 {
          try check(makeRoom(Int(ready.bytesWritten) / (slot + 1) * table.count))
        }
        progress(Double(slot + 1) / Double(table.count))
      }
      guard let writer else { throw VideoReader.emptiness(of: track) }
      guard reader.isCurrent else {
        throw MoonreelError(.fileAccess, "'\(track.path)' was changed while it was read.")
      }
      try check(makeRoom(Int(writer.bytesWritten)))
      _ = try writer.finish()
    } catch {
      writer?.cancel()
      throw error
    }
  }

  private func check(_ hasRoom: Bool) throws {
    guard !hasRoom else { return }
    throw MoonreelError(
      .limitExceeded,
      "There is no room for a proxy of '\(track.path)': those of this film take all of it. Allow more with --max-proxies."
    )
  }

  private func writer(
    of frame: FrameBuffer, _ table: FrameTable, _ path: String, _ out: FileGate
  ) throws -> MediaWriter {
    // Only the numbers of its frames count; their times are for whoever looks at the file by itself.
    let times = (0..<table.count).map { table.time(ofSlot: $0) }
    let schedule = try? FrameSchedule(times, end: max(track.timeRange.end, table.end))
    var video = VideoEncoding(
      codec: .h264, size: ProxyRule.size(of: frame.size),
      frameRate: try schedule?.averageRate ?? FrameRate(25), format: .yuv420(),
      color: PictureConverter.defaultTags(of: frame.color, in: .yuv420()), options: Self.options,
      pixelAspect: frame.pixelAspect, threadCount: 1)
    video.encoder = "libx264"
    video.schedule = schedule
    return try MediaWriter(
      path: path,
      settings: OutputSettings(container: .mov, video: video, optimizeForNetwork: false), gate: out)
  }

  private static func small(_ frame: FrameBuffer, _ settings: OutputSettings) throws -> FrameBuffer
  {
    guard let video = settings.video else { return frame }
    return try PictureConverter.convert(
      frame, to: video.format, size: video.size, color: video.color)
  }
}
