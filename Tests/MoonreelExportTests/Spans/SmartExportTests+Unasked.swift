// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

extension SmartExportTests {
  /// What a film says of itself, and whether packets are copied though nobody asked for it.
  struct Unasked: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var copiesPictures = false
    var copiesSound = false
    var change: @Sendable (inout ExportRequest) throws -> Void
  }

  static let unasked = [
    Unasked(testDescription: "nothing", copiesPictures: true, copiesSound: true) { _ in },
    Unasked(testDescription: "spans", copiesPictures: true, copiesSound: true) {
      $0.spans = SpanOptions(cache: nil)
    },
    Unasked(testDescription: "how good the sound is", copiesPictures: true) {
      $0.output.audioBitRate = 96_000
    },
    Unasked(testDescription: "options of the sound's encoder", copiesPictures: true) {
      $0.output.audioOptions = ["aac_coder": "fast"]
    },
    Unasked(testDescription: "that nothing is copied") { $0.copiesUntouched = .never },
    Unasked(testDescription: "how good the pictures are") { $0.output.quality = 0.5 },
    Unasked(testDescription: "their bit rate") { $0.output.videoBitRate = 200_000 },
    Unasked(testDescription: "options of the encoder") { $0.output.videoOptions = ["crf": "30"] },
    Unasked(testDescription: "an encoder") { $0.output.videoEncoder = "libx264" },
    Unasked(testDescription: "a preset") { $0.preset = try ExportPreset.named("medium") },
    Unasked(testDescription: "how long the file may be") {
      $0.output.fileLengthLimit = 10_000_000
    },
    Unasked(testDescription: "another codec") { $0.output.videoCodec = .hevc },
    Unasked(testDescription: "another size", copiesSound: true) { $0.scale = 0.5 },
    Unasked(testDescription: "backwards") {
      try $0.timeline.reverse(TimeRange(seconds: 0, 3))
    },
    Unasked(testDescription: "who draws") {
      $0.videoComposition = .automatic(
        $0.timeline, size: SmartExportTests.size, rate: try FrameRate(25))
      $0.videoComposition?.compositor = FirstLayer()
    },
  ]

  /// The first layer's pictures, by somebody who could be a function of a script.
  private struct FirstLayer: Compositor {
    func image(for request: FrameRequest) throws -> Image {
      try request.frame(TrackID(1))?.image ?? .empty
    }
  }

  @Test(
    "a cut of clips is copied unasked, unless the film says how it is encoded", arguments: unasked)
  func copiedUnasked(_ film: Unasked) throws {
    let asset = try clip("one.mp4", Self.x264 + " -ac 2")
    var request = ExportRequest(timeline: try timeline([(asset, 0, 75)]))
    request.copiesUntouched = .unasked
    try film.change(&request)
    let path = workspace.path("a.mp4")
    let warnings = WarningLog()
    let session = try ExportSession(
      request, outputPath: path, gate: workspace.gate, warnings: warnings)
    let summary = try session.run()
    #expect((summary.copies?.copiedDuration ?? .zero > .zero) == film.copiesPictures)
    #expect((session.settings.copiedSound != nil) == film.copiesSound)
    #expect(warnings.all.isEmpty)
    #expect(try Measured(path).video?.frames == 75)
  }
}
