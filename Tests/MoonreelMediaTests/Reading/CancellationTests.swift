// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What reads and decodes stops between two packets once its flag is thrown.
struct CancellationTests {
  /// Four seconds of 1080p60 in one group, cut so that it begins in its middle, then a group of a second.
  private func film(_ folder: TemporaryFolder) throws -> String {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc=s=1920x1080:r=60:d=4 -c:v libx264 -preset ultrafast -g 180 -qp 30 a.ts",
      in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.ts")))
    let path = folder.file("middle.ts")
    try bytes.dropFirst(bytes.count / 12 / 188 * 188).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func nothingIsDecodedOnceTheFlagIsThrown() throws {
    let folder = try TemporaryFolder()
    let path = try film(folder)
    let flag = CancellationFlag()
    let gate = FileGate(folders: ["/"], cancellation: flag)
    let asset = try Asset.load(path: path, gate: gate)
    let reader = try VideoReader(track: try #require(asset.video), gate: gate)
    _ = try reader.frame(at: Time(seconds: 2.8))
    let before = reader.decodedFrameCount
    flag.cancel()
    for time in [3.1, 3.5, 3.2] {
      let error = #expect(throws: MoonreelError.self) { try reader.frame(at: Time(seconds: time)) }
      #expect(error?.code == .cancelled)
    }
    #expect(reader.decodedFrameCount == before)
    let error = #expect(throws: MoonreelError.self) { try Asset.load(path: path, gate: gate) }
    #expect(error?.code == .cancelled)
  }

  /// The time is that of a busy machine; it takes a few milliseconds on an idle one.
  @Test func workThatRunsEndsSoon() throws {
    let folder = try TemporaryFolder()
    let path = try film(folder)
    for delay in [0.0, 0.02, 0.1, 0.25] {
      let flag = CancellationFlag()
      let gate = FileGate(folders: ["/"], cancellation: flag)
      let thrown = Locked<Date?>(nil)
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: delay)
        thrown.withLock { $0 = Date() }
        flag.cancel()
      }
      let error = #expect(throws: MoonreelError.self) {
        while true {
          let asset = try Asset.load(path: path, gate: gate)
          let reader = try VideoReader(track: asset.video!, gate: gate)
          _ = try reader.frame(at: Time(seconds: 2.9))
          _ = try asset.damage(gate: gate)
        }
      }
      let took = Date().timeIntervalSince(thrown.withLock { $0 } ?? Date())
      #expect(error?.code == .cancelled && took < 1.5, "\(took) s after \(delay) s")
    }
  }
}
