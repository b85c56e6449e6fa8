// SPDX-License-Identifier: MIT

import MediaTools
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import Testing

@testable import MoonreelPlayback

/// Playing a long group of pictures backwards.
@Suite struct BackwardsTests {
  private static let count = 250

  /// Ten seconds with one key frame; frame n is gray, with luma 20 + 2 (n mod 100).
  private func item(_ stage: Stage) async throws -> PlayerItem {
    let path = stage.path("long.mp4")
    try MediaTool.ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=2x2:r=25:d=10,format=yuv420p", "-vf",
      "geq=lum='20+mod(N,100)*2':cb=128:cr=128,scale=256:144:flags=neighbor", "-c:v", "libx264",
      "-preset", "ultrafast", "-qp", "0", "-g", "250", path,
    ])
    return try PlayerItem(await Asset.load(path: path, gate: stage.gate), gate: stage.gate)
  }

  /// As with 1080p in 72 MiB: 24 whole frames fit, or 96 at half the size.
  @Test func aLongGroupIsDecodedNoMoreThanTwice() async throws {
    let stage = try Stage()
    let (clock, item) = (VirtualClock(), try await item(stage))
    let player = try Player(items: [item], clock: clock)
    player.preferredMaximumSize = PixelSize(128, 72)
    let seen = Locked<[Int64: Int64]>([:])
    player.watch { _, frame in
      let luma = Int64(frame.buffer.planes[0].base.load(as: UInt8.self))
      seen.withLock { $0[frame.index] = luma }
    }
    player.seek(to: seconds(10)) { _ in }
    player.run(until: .zero)
    try item.withFilm { $0.backwardsBytes = 24 * 256 * 144 * 3 / 2 }
    let before = try item.withFilm { $0.decodedFrameCount }
    player.rate = -1
    player.run(until: seconds(9.99))
    let count = try item.withFilm { $0.decodedFrameCount } - before
    #expect(count <= 2 * Self.count, "\(count)")
    let frames = clock.shown.suffix(Self.count)
    #expect(frames.map(\.frame) == (0..<250).reversed().map { Int64($0) })
    #expect(frames.dropFirst().allSatisfy { $0.divisor == 2 })
    // Drawn from what was kept small, or whole: the same gray.
    #expect(seen.withLock { seen in seen.allSatisfy { $1 == 20 + $0 % 100 * 2 } })
    // What stands is drawn from the whole frame.
    player.pause()
    player.run(until: seconds(11))
    #expect(clock.shown.last?.divisor == 1)
  }
}
