// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// How large files are said to become, against how large they become.
@Suite struct EstimateTests {
  private func settings(_ bitRate: Int? = nil, seconds: Double = 4) throws -> ExportEstimate {
    let video = VideoEncoding(
      codec: .h264, size: PixelSize(640, 360), frameRate: try FrameRate(25), bitRate: bitRate)
    return ExportEstimate(
      OutputSettings(container: .mp4, video: video), duration: try Time(seconds: seconds))
  }

  @Test func grownWithTimeAndRate() throws {
    let (short, long) = (try settings(seconds: 10), try settings(seconds: 20))
    #expect(short.bitRate == long.bitRate && long.bytes > short.bytes)
    let overhead = 2 * short.bytes - long.bytes
    #expect((0...10_000).contains(overhead), "headers do not grow with time")
    #expect(try settings(4_000_000).bitRate == 4_000_000)
  }

  @Test func whatFitsIsTheInverse() throws {
    for seconds in [0.5, 10, 3600] {
      let estimate = try settings(2_000_000, seconds: seconds)
      let fits = try #require(estimate.maximumDuration(forFileLength: estimate.bytes))
      #expect(abs(fits.seconds - seconds) < 0.001)
    }
    let estimate = try settings(2_000_000)
    #expect(estimate.maximumDuration(forFileLength: 0) == .zero)
    let nothing = ExportEstimate(
      OutputSettings(container: .wav, audio: nil), duration: Time(wholeSeconds: 1))
    #expect(nothing.maximumDuration(forFileLength: 1000) == nil)
  }

  /// Sound without compression takes what is said, to the headers; a bit rate is met to a tenth.
  @Test func soundTakesWhatIsSaid() throws {
    let workspace = try Workspace()
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    try timeline.updateTrack(track) {
      try $0.insert(TimeRange(seconds: 0, 4), of: .custom(LevelSource()))
    }
    for name in ["a.wav", "b.wav"] {
      var request = ExportRequest(timeline: timeline)
      if name == "b.wav" { request.output.audioCodec = .pcm24 }
      let session = try ExportSession(
        request, outputPath: workspace.path(name), gate: workspace.gate)
      let bytes = try session.run().bytes
      #expect(abs(session.estimate.bytes - bytes) <= max(4000, bytes / 100))
    }
  }
}
