// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

extension SmartExportTests {
  /// Nobody will look for what is not kept, so it needs no cuts: one key frame, one encoder.
  @Test func whatIsNotKeptIsEncodedInOneGo() throws {
    let asset = try clip("one.mp4", Self.x264 + " -g 250")
    let request = request(try timeline([(asset, 1, 99), (asset, 2, 98)]))
    let (whole, cut) = (
      try export(request, to: "a.mp4"), try export(request, to: "b.mp4", isKept: true)
    )
    #expect(whole.copied.isEmpty && whole.spanCount == 1)
    #expect(cut.copied.isEmpty && cut.spanCount == 2)
    #expect(try whole.file.pictures().count == 194)
  }

  /// As with pictures, what is copied has the clip's own bit rate.
  @Test func soundIsCopiedWhateverBitRateIsAskedFor() throws {
    let asset = try clip("one.mp4")
    var request = request(try timeline([(asset, 10, 88)]))
    (request.output.audioCodec, request.output.audioBitRate) = (.aac, 64_000)
    request.output.channelLayout = .mono
    #expect(try export(request, to: "a.mp4").copiesSound)
    request.output.channelLayout = .stereo
    #expect(try !export(request, to: "b.mp4").copiesSound)
    request.output.channelLayout = .mono
    request.output.audioOptions = ["aac_coder": "fast"]
    #expect(try !export(request, to: "c.mp4").copiesSound)
  }

  /// More clips than stay open.
  @Test func manyClipsAreCopied() throws {
    let count = SmartPlan.mostOpen + 2
    let clips = try (0..<count).map { index in
      try clip(
        "\(index).mp4", Self.x264 + " -bf 0", frames: 26,
        picture: index.isMultiple(of: 2) ? "testsrc" : "testsrc2")
    }
    // Each is shown twice, so that each is opened again.
    let order = clips.map { ($0, 0, 26) } + clips.map { ($0, 1, 26) }
    let written = try export(request(try timeline(order)), to: "a.mp4")
    #expect(written.copied.count == count && written.copied.allSatisfy { $0.count == 26 })
    let pictures = try written.file.pictures()
    for (index, clip) in clips.enumerated() {
      let source = try Measured(clip.path).pictures()
      expectSame(Array(pictures[index * 26..<(index + 1) * 26]), source, at: index * 26)
    }
  }

  // MARK: What a plan says

  private func session(_ request: ExportRequest, _ folder: SpanWorkspace, copies: Bool) throws
    -> ExportSession
  {
    var request = request
    request.spans = SpanOptions(cache: folder.cache)
    request.copiesUntouched = copies ? .asked : .never
    return try ExportSession(
      request, outputPath: workspace.path("a.mp4"), gate: workspace.gate)
  }

  /// What a forecast says is what the export then does, with a cold cache and with a warm one.
  @Test(arguments: [true, false]) func aForecastIsWhatIsDone(_ copies: Bool) throws {
    let asset = try clip("one.mp4")
    let folder = try SpanWorkspace()
    let request = request(try timeline([(asset, 10, 88), (asset, 3, 74)]))
    for reused in [false, true] {
      let forecast = try #require(
        try session(request, folder, copies: copies).forecastSpans())
      #expect(workspace.files.contains("a.mp4") == reused, "a forecast writes no file")
      let summary = try session(request, folder, copies: copies).run()
      #expect(forecast.summary == summary.spans)
      #expect(forecast.copies == summary.copies)
      #expect((forecast.copies != nil) == copies)
      #expect(forecast.spans.contains { $0.source == .cache } == reused)
      #expect(forecast.spans.contains { $0.source == .rendered } == !reused)
      #expect(forecast.spans.contains { $0.source == .file(asset.path) } == copies)
      #expect(forecast.spans.map(\.frames.count).reduce(0, +) == 149)
      #expect(forecast.spans.last?.range.end == summary.duration)
      #expect(forecast.lines.first?.hasPrefix("spans    ") == true, "\(forecast.lines)")
    }
  }

  @Test func withoutSpansThereIsNoForecast() throws {
    let asset = try clip("one.mp4")
    var request = request(try timeline([(asset, 0, 50)]))
    let path = workspace.path("a.mp4")
    let plain = try ExportSession(request, outputPath: path, gate: workspace.gate)
    #expect(try plain.forecastSpans() == nil && plain.warnings.all.isEmpty)
    request.output.videoBitRate = 200_000
    request.copiesUntouched = .asked
    let steered = try ExportSession(request, outputPath: path, gate: workspace.gate)
    #expect(try steered.forecastSpans() == nil && steered.warnings.all.count == 1)
  }
}
