// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Truncated and damaged files: an error that names file and time, or a frame that stands in.
struct DamageTests {
  /// A file with its index in front, cut after three fifths.
  private func cutFile(_ folder: TemporaryFolder) throws -> String {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=160x90:r=25:d=4 -c:v libx264 -g 10 -movflags +faststart whole.mp4",
      in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole.mp4")))
    let path = folder.file("cut.mp4")
    try whole.prefix(whole.count * 3 / 5).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func aCutFileFailsWhereItEnds() throws {
    let folder = try TemporaryFolder()
    let reader = try VideoReader.open(
      try cutFile(folder), options: AssetOptions(damagePolicy: .fail))
    #expect(reader.track.timeRange.end == Time(wholeSeconds: 4), "it keeps the length it claims")
    _ = try reader.frame(at: Time(wholeSeconds: 1))
    let error = #expect(throws: MoonreelError.self) { try reader.frame(at: Time(wholeSeconds: 3)) }
    #expect(error?.code == .decodingFailed)
    #expect(error?.message.contains("cut.mp4") == true)
    #expect(error?.message.contains("3.000 s") == true)
  }

  @Test func concealmentIsTheDefault() {
    #expect(AssetOptions().damagePolicy == .conceal)
    let track = AssetTrack(
      path: "a", streamIndex: 0, trackID: 1, mediaType: .audio, codecName: "flac", timeRange: .zero,
      timeBase: .one)
    #expect(track.damagePolicy == .conceal)
  }

  @Test func aCutFileIsConcealedWithOneWarning() throws {
    let folder = try TemporaryFolder()
    let log = WarningLog()
    let reader = try VideoReader.open(try cutFile(folder), warnings: log)
    let frames = try (0..<100).map {
      try reader.frame(at: Time(flicks: Time.flicksPerSecond / 25 * $0))
    }
    #expect(frames[99].time == frames[90].time, "the last good frame stays")
    #expect(frames[10].time == Time(flicks: Time.flicksPerSecond / 25 * 10))
    #expect(log.all.count == 2, "that it breaks off, and how many frames are concealed")
    #expect((log.all.last?.count ?? 0) > 20)
  }

  @Test func noBytesAnywhereCrash() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -c:v libx264 -c:a aac -shortest a.mp4",
      in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4")))
    var state: UInt64 = 7
    for number in 0..<40 {
      var bytes = whole
      for _ in 0..<30 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      let path = folder.file("damaged\(number).mp4")
      try bytes.write(to: URL(fileURLWithPath: path))
      do {
        let options = AssetOptions(damagePolicy: number % 2 == 0 ? .fail : .conceal)
        let reader = try VideoReader.open(path, options: options)
        for step in Int64(0)..<10 {
          _ = try reader.frame(at: Time(flicks: Time.flicksPerSecond / 10 * step))
        }
      } catch let error as MoonreelError {
        #expect(error.message.contains("damaged\(number).mp4"))
      } catch is CommandFailure {
        // The damage made the pictures' track unrecognisable.
      }
    }
  }
}
