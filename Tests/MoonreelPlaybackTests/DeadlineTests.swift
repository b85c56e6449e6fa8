// SPDX-License-Identifier: MIT

import MediaTools
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelPlayback

/// Frames that cost more time than there is.
@Suite struct DeadlineTests {
  @Test func framesThatWouldBeLateAreLeftOut() async throws {
    let stage = try Stage()
    // 100 ms at every size: smaller frames do not help.
    let clock = VirtualClock { _, _ in seconds(0.1) }
    let item = try await stage.item(frames: 100)
    let player = try Player(items: [item], clock: clock)
    player.play()
    player.run(until: seconds(4.5))
    let shown = clock.shown.filter { $0.host < seconds(4) }
    let log = item.accessLog
    // Playing begins at 0.1 s, with the first frame.
    let late = shown.filter { $0.host != seconds(0.1) + seconds(0.04 * Double($0.frame)) }
    #expect(late.count == log.late)
    #expect(late.count <= 4, "\(late)")
    #expect(shown.count > 20)
    #expect(log.dropped[.wouldBeLate, default: 0] > 50)
    #expect(log.shown + log.droppedCount >= 100)
    #expect(shown.map(\.frame) == shown.map(\.frame).sorted())
    #expect(shown.last?.divisor == 4)
  }

  @Test func theSizeFollowsTheLoad() async throws {
    let stage = try Stage()
    // Full frames take 72 ms, halves 18, thirds 8.
    let clock = VirtualClock { _, divisor in
      Time(flicks: seconds(0.072).flicks / Int64(divisor * divisor))
    }
    let item = try await stage.item(frames: 200)
    let player = try Player(items: [item], clock: clock)
    player.play()
    player.run(until: seconds(3))
    #expect(clock.shown.last?.divisor == 2)
    let dropped = item.accessLog.droppedCount
    #expect(dropped < 10)
    // There is room again: the size comes back, and stays.
    clock.charge { _, _ in seconds(0.001) }
    player.run(until: seconds(5))
    #expect(clock.shown.last?.divisor == 1)
    #expect(item.accessLog.droppedCount == dropped)
    #expect(item.accessLog.scaleChanges == 2)
    // Harder than ever: down to a third.
    clock.charge { _, divisor in Time(flicks: seconds(0.3).flicks / Int64(divisor * divisor)) }
    player.run(until: seconds(6))
    #expect(clock.shown.last?.divisor == 3)
    player.pause()
    player.run(until: seconds(7))
    #expect(clock.shown.last?.divisor == 1, "paused, it is as good as can be")
  }

  @Test func oneSlowFrameChangesLittle() async throws {
    let stage = try Stage()
    let clock = VirtualClock { frame, _ in frame == 10 ? seconds(0.3) : seconds(0.01) }
    let item = try await stage.item(frames: 60)
    let player = try Player(items: [item], clock: clock)
    player.play()
    player.run(until: seconds(3))
    #expect(item.accessLog.late == 1)
    #expect(item.accessLog.droppedCount < 10)
    #expect(clock.shown.last?.frame == 59)
  }

  @Test(arguments: [(100, 50), (225, 250)])
  func backwardsAGroupOfPicturesIsDecodedOnce(count: Int, group: Int) async throws {
    let stage = try Stage()
    let item = try await stage.item(
      frames: count,
      codec: ["-c:v", "libx264", "-qp", "0", "-g", "\(group)", "-sc_threshold", "0"])
    let clock = VirtualClock()
    let player = try Player(items: [item], clock: clock)
    player.seek(to: seconds(Double(count) / 25)) { _ in }
    player.run(until: .zero)
    player.rate = -1
    player.run(until: seconds(Double(count) / 25 + 1))
    #expect(clock.shown.map(\.frame) == (0..<Int64(count)).reversed())
    let decoded = try item.withFilm { $0.decodedFrameCount }
    // Once for the frame that the seek shows, and each group once.
    #expect(decoded <= count + group + 10, "\(decoded) frames decoded for \(count)")
  }

  @Test(arguments: [1, 0.5])
  func aPausedFrameIsTheExportedOne(scale: Double) async throws {
    let stage = try Stage()
    let path = stage.path("clip.mkv")
    try MediaTool.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=96x54:r=25,format=yuv420p", "-frames:v", "12"]
        + ["-c:v", "ffv1", path])
    let clip = try await PlayerItem(Asset.load(path: path, gate: stage.gate), gate: stage.gate)
    var request = clip.request
    // Not the clip's size, so that something is drawn.
    request.videoComposition = VideoComposition(propertiesOf: request.timeline)
    request.videoComposition?.renderSize = PixelSize(80, 80)
    request.scale = scale
    request.output.videoCodec = .ffv1
    let file = stage.path("film.mkv")
    _ = try ExportSession(request, outputPath: file, gate: stage.gate).run()
    let exported = try MediaTool.ffmpeg(
      ["-i", file, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])

    let item = PlayerItem(request, outputPath: file, gate: stage.gate)
    let output = PlayerItemVideoOutput()
    item.add(output)
    let clock = VirtualClock { _, _ in seconds(0.2) }
    let player = try Player(items: [item], clock: clock)
    player.play()
    player.run(until: seconds(0.3))
    player.pause()
    for index in [0, 7, 3, 11] {
      player.seek(to: seconds(0.04 * Double(index))) { _ in }
      player.run(until: clock.now + seconds(1))
      let frame = try #require(output.frame(forHostTime: clock.now))
      #expect(frame.divisor == 1)
      let bytes = Self.bytes(frame.buffer)
      #expect(exported.count == 12 * bytes.count)
      let start = index * bytes.count
      #expect(bytes == [UInt8](exported[start..<start + bytes.count]), "frame \(index)")
    }
  }

  private static func bytes(_ buffer: FrameBuffer) -> [UInt8] {
    buffer.planes.flatMap { plane in
      (0..<plane.size.height).flatMap { row in
        let base = plane.base + row * plane.strideBytes
        return (0..<plane.size.width).map { base.load(fromByteOffset: $0, as: UInt8.self) }
      }
    }
  }
}
