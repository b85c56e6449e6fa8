// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct EdgeCaseTests {
  @Test func anEmptyTimelineIsAClearError() throws {
    let error = #expect(throws: MoonreelError.self) {
      try ExportSession(
        ExportRequest(timeline: Timeline()), outputPath: "out.mp4", gate: .unrestricted)
    }
    #expect(error?.code == .invalidTimeline)
    #expect(error?.message.contains("nothing to export") == true)
  }

  @Test(arguments: [
    (0.5, 0.5, "has no length"), (3.0, 4.0, "lies outside the timeline"),
  ])
  func rangesWithNothingInThemAreErrors(_ from: Double, _ to: Double, _ words: String) throws {
    var request = ExportRequest(timeline: try .of(GraySource(), seconds: 1))
    request.timeRange = try TimeRange(seconds: from, to)
    let error = #expect(throws: MoonreelError.self) {
      try ExportSession(request, outputPath: "out.mp4", gate: .unrestricted)
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  struct Span: Sendable, CustomTestStringConvertible {
    var rate: String
    var seconds: Double
    var range: (Double, Double)? = nil
    var frames: Int
    var testDescription: String { "\(rate) fps, \(seconds) s, \(String(describing: range))" }
  }

  /// Frame counts: those that begin inside the range.
  @Test(arguments: [
    Span(rate: "25", seconds: 0.04, frames: 1),
    Span(rate: "25", seconds: 1, frames: 25),
    Span(rate: "25", seconds: 1, range: (0.5, 10), frames: 13),
    Span(rate: "25", seconds: 1, range: (-5, 0.2), frames: 5),
    Span(rate: "0.1", seconds: 30, frames: 3),
    Span(rate: "240", seconds: 0.5, frames: 120),
    Span(rate: "30000/1001", seconds: 1.001, frames: 30),
    Span(rate: "24000/1001", seconds: 1, frames: 24),
  ])
  func everyFrameThatBeginsIsWrittenOnce(_ span: Span) throws {
    let workspace = try Workspace()
    let timeline = try Timeline.of(GraySource(), seconds: span.seconds)
    let rate = try FrameRate(text: span.rate)
    var request = ExportRequest(
      timeline: timeline,
      videoComposition: .automatic(timeline, size: PixelSize(32, 16), rate: rate))
    request.timeRange = try span.range.map { try TimeRange(seconds: $0, $1) }
    let file = try export(request, to: "out.mp4", in: workspace)
    #expect(file.video?.frames == span.frames)
    let expected = rate.time(ofFrame: Int64(span.frames)).seconds
    #expect(abs((file.video?.duration ?? 0) - expected) < 0.0002)
    #expect(file.video?.start == 0)
  }

  @Test(arguments: [(1, 1), (3, 5), (17, 9), (33, 2)])
  func oddSizesKeepTheirSize(_ width: Int, _ height: Int) throws {
    let workspace = try Workspace()
    let source = GraySource(naturalSize: PixelSize(width, height))
    var request = ExportRequest(timeline: try .of(source, seconds: 0.2))
    request.preset = try .named("ffv1")
    let file = try export(request, to: "out.mkv", in: workspace)
    #expect(file.video?.width == width)
    #expect(file.video?.height == height)
    #expect(file.video?.frames == 6)
  }

  @Test func oddClipsAreMadeEvenForH264() throws {
    let workspace = try Workspace()
    let source = GraySource(naturalSize: PixelSize(33, 17))
    let request = ExportRequest(timeline: try .of(source, seconds: 0.2))
    let file = try export(request, to: "out.mp4", in: workspace)
    #expect([file.video?.width, file.video?.height] == [34, 18])
  }

  /// Sound and pictures each fill the whole duration, whichever is shorter.
  @Test(arguments: [(1.0, 0.4), (0.4, 1.0)])
  func theShorterOfSoundAndPicturesIsFilled(_ video: Double, _ audio: Double) throws {
    let workspace = try Workspace()
    let timeline = try Timeline.of(
      GraySource(), seconds: video, audio: LevelSource(), audioSeconds: audio)
    let composition = VideoComposition.automatic(
      timeline, size: PixelSize(32, 16), rate: try FrameRate(25))
    var request = ExportRequest(timeline: timeline, videoComposition: composition)
    request.preset = try .named("ffv1")
    let file = try export(request, to: "out.mkv", in: workspace)
    #expect(file.video?.frames == 25)
    let samples = try file.samples()
    #expect(samples.count == 48_000)
    #expect(samples[19_199] == 0.25)
    #expect(samples[19_200] == (audio == 1 ? 0.25 : 0))
    let grays = try file.grays()
    #expect(grays[9] > 100)
    #expect(grays[10] == (video == 1 ? grays[9] : 16))
  }
}
