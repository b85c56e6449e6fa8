// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MediaTools
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelPlayback

/// Films whose files lie on a server.
struct NetworkPlayingTests {
  /// 75 pictures of 115200 bytes each: three blocks, with the index at the end.
  private func serve(_ stage: Stage) throws -> FaultyServer {
    let line = "-f lavfi -i testsrc2=s=320x180:r=25:d=3 -pix_fmt uyvy422 -c:v rawvideo"
    try MediaTool.ffmpeg(line.split(separator: " ").map(String.init) + [stage.path("a.mov")])
    let movie = try Data(contentsOf: URL(fileURLWithPath: stage.path("a.mov")))
    return try FaultyServer { _ in .file(movie) }
  }

  private func range(_ first: Int64, _ end: Int64) -> TimeRange {
    let frame = Time(flicks: Time.flicksPerSecond / 25)
    return TimeRange(
      start: frame.multiplied(by: first, dividedBy: 1),
      end: frame.multiplied(by: end, dividedBy: 1))
  }

  @Test func theBufferAndTheWaitsAreTold() throws {
    let stage = try Stage()
    let server = try serve(stage)
    let gate = FileGate(folders: [], hosts: ["127.0.0.1"])
    let asset = try Asset.load(path: server.address("/a.mov"), gate: gate)
    let item = try PlayerItem(asset, gate: gate)
    #expect(item.loadedTimeRanges == [], "it is not open yet")
    try item.prepare()
    #expect(item.loadedTimeRanges == [range(0, 36), range(73, 75)])
    #expect(item.forwardBuffer(at: seconds(1)) == range(25, 36).duration)
    #expect(item.forwardBuffer(at: seconds(2)) == .zero)
    let before = item.accessLog.network
    // Picture 36 needs the block that is not there.
    let clock = VirtualClock { frame, _ in frame == 36 ? seconds(0.8) : seconds(0.01) }
    let player = try Player(items: [item], clock: clock)
    player.play()
    player.run(until: seconds(5))
    let log = item.accessLog
    #expect(log.stallReasons == [.network: 1], "\(log.stallReasons)")
    #expect(log.stalls == 1 && log.network.requests == before.requests + 1)
    #expect(log.network.bytes - before.bytes == 4 << 20)
    #expect(item.loadedTimeRanges == [range(0, 75)])
    #expect(item.forwardBuffer(at: seconds(2)) == seconds(1))
  }

  @Test func whatIsSlowByItselfIsNoWaitForAServer() async throws {
    let stage = try Stage()
    let item = try await stage.item(frames: 60)
    let clock = VirtualClock { frame, _ in frame == 30 ? seconds(0.8) : seconds(0.01) }
    let player = try Player(items: [item], clock: clock)
    player.play()
    player.run(until: seconds(5))
    #expect(item.accessLog.stallReasons == [.drawing: 1])
    #expect(item.accessLog.network == NetworkLog.Counts())
  }
}
